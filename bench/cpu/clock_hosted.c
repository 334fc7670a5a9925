/* SPDX-License-Identifier: MIT */
#include "kernel.h"

#include <time.h>

uint64_t kernel_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}
