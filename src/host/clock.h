/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_HOST_CLOCK_H
#define WINDLASS_HOST_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* One place for time: the host's, or a virtual one that moves when it is told to. */
#define CLOCK_TICK_HZ 19200000ull

uint64_t clock_ns(void);    /* monotonic, 0 at process start */
uint64_t clock_ticks(void); /* the same in ticks of 19.2 MHz */
uint64_t clock_ticks_at(uint64_t ns);
int64_t clock_unix(void); /* seconds since 1970 */
/* Sleeps until clock_ns() reaches the deadline; not with a virtual clock. */
void clock_sleep_until(uint64_t deadline_ns);

/* Before anybody has asked: time begins at 0, on a fixed day, and moves by clock_advance alone. */
void clock_make_virtual(void);
bool clock_is_virtual(void);
void clock_advance(uint64_t ns);
/* What a program sees of the time that the host has for a file: with a virtual clock, the day on
 * which that began. */
int64_t clock_file_time(int64_t host);
#define CLOCK_VIRTUAL_UNIX 1577836800ll /* 2020-01-01 00:00:00 UTC */

#endif
