/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_HOST_CLOCK_H
#define WINDLASS_HOST_CLOCK_H

#include <stdint.h>

/* One place for time, so that a virtual clock can take over. */
#define CLOCK_TICK_HZ 19200000ull

uint64_t clock_ns(void);    /* monotonic, 0 at process start */
uint64_t clock_ticks(void); /* the same in ticks of 19.2 MHz */
uint64_t clock_ticks_at(uint64_t ns);
int64_t clock_unix(void);   /* seconds since 1970 */
/* Sleeps until clock_ns() reaches the deadline. */
void clock_sleep_until(uint64_t deadline_ns);

#endif
