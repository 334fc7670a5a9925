/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_TICKER_H
#define WINDLASS_KERNEL_TICKER_H

#include "base/error.h"

#include <stdint.h>

/* What the console does at a fixed pace, until the process ends: by a host thread, or with a fixed
 * schedule (baton.h) by whichever guest thread gives the baton on at that time. */

struct ticker {
    const char *name;
    uint64_t count, in_ns; /* so many times in so long; the first after one part of it */
    void (*tick)(void);
};

/* The ticker lives as long as the program. */
MUST_CHECK bool ticker_start(const struct ticker *t, struct error *error);

/* ---- for baton.c ---- */

/* When the next one is due, by clock_ns(); UINT64_MAX: there is none. */
uint64_t ticker_next_ns(void);
/* Calls the one that was due first. Without the kernel lock. */
void ticker_run_next(void);

#endif
