/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_BENCH_KERNELS_H
#define WINDLASS_BENCH_KERNELS_H

#include <stdint.h>

/* The same code is compiled for the host and for the guest; it needs no library. Each kernel works
 * `rounds` times and gives a checksum that must be the same everywhere. */
struct kernel {
    const char *name;
    uint64_t (*run)(uint32_t rounds);
    uint32_t rounds; /* about a tenth of a second of native time */
};

extern const struct kernel kernels[];
extern const unsigned kernel_count;

#endif
