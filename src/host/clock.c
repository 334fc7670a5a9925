/* SPDX-License-Identifier: MIT */
#include "host/clock.h"

#include "base/blocking.h"

#include <errno.h>
#include <time.h>

static uint64_t start_ns;
static bool is_virtual;     /* set before there are threads */
static uint64_t virtual_ns; /* atomic */

static uint64_t monotonic_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

__attribute__((constructor)) static void remember_start(void) {
    start_ns = monotonic_ns();
}

uint64_t clock_ns(void) {
    if (is_virtual)
        return __atomic_load_n(&virtual_ns, __ATOMIC_ACQUIRE);
    return monotonic_ns() - start_ns;
}

uint64_t clock_ticks_at(uint64_t ns) {
    /* 19.2 MHz is 12 ticks in 625 ns; the product fits for 48 years. */
    return ns * 12 / 625;
}

uint64_t clock_ticks(void) {
    return clock_ticks_at(clock_ns());
}

int64_t clock_unix(void) {
    return is_virtual ? CLOCK_VIRTUAL_UNIX + (int64_t)(clock_ns() / 1000000000u) : time(NULL);
}

void clock_sleep_until(uint64_t deadline_ns) {
    uint64_t at = start_ns + deadline_ns;
    if (at < start_ns)
        at = UINT64_MAX;
    struct timespec t = {.tv_sec = (time_t)(at / 1000000000u), .tv_nsec = (long)(at % 1000000000u)};
    blocking_call("sleep");
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
        continue;
}

void clock_make_virtual(void) {
    is_virtual = true;
}

bool clock_is_virtual(void) {
    return is_virtual;
}

void clock_advance(uint64_t ns) {
    __atomic_fetch_add(&virtual_ns, ns, __ATOMIC_ACQ_REL);
}

int64_t clock_file_time(int64_t host) {
    return is_virtual ? CLOCK_VIRTUAL_UNIX : host;
}
