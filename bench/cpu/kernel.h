/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_BENCH_KERNEL_H
#define WINDLASS_BENCH_KERNEL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The same code is compiled for the host and for the guest. A kernel works `rounds` times and gives
 * a checksum that must be the same everywhere. */
typedef uint64_t kernel_run(uint32_t rounds);

struct kernel {
    const char *name;
    kernel_run *run;
};

/* Of the program that is linked; the last one has no name. */
extern const struct kernel kernels[];

/* Nanoseconds of processor time of this process. */
uint64_t kernel_clock(void);

/* A generator whose numbers are the same everywhere. */
static inline uint32_t kernel_random(uint32_t *seed) {
    *seed = *seed * 1664525u + 1013904223u; /* Numerical Recipes' */
    return *seed >> 8;
}

#ifdef __cplusplus
}
#endif

#endif
