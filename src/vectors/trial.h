/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_VECTORS_TRIAL_H
#define WINDLASS_VECTORS_TRIAL_H

#include "vectors/guard.h"
#include "vectors/memory.h"

/* One case, run once: what it began with and what came of it. */
struct vector_trial {
    struct a64_state start, end;
    struct vector_outcome outcome;
    uint8_t after[VECTORS_PAGES * GUEST_PAGE]; /* memory, as vector_memory_read gives it */
};

/* Between vector_guard_open and vector_guard_close. `lifted`: the function of the case's code;
 * NULL: it is interpreted. False: its memory could not be prepared. */
MUST_CHECK bool vector_try(struct vector_memory *memory, const struct vectors *v,
                           const struct vector_case *c, lifted_function *lifted,
                           struct vector_trial *out, struct error *error);

#endif
