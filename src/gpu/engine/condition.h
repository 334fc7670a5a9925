/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_ENGINE_CONDITION_H
#define WINDLASS_GPU_ENGINE_CONDITION_H

#include <stdint.h>

/* When an engine does what it is told: SET_RENDER_ENABLE_A to C, the same of all classes that have
 * it (NVIDIA's published clb197.h). */

enum condition_mode {
    CONDITION_NEVER,
    CONDITION_ALWAYS,
    CONDITION_NOT_ZERO,  /* the first 4 bytes at the address are not all zero */
    CONDITION_EQUAL,     /* the report there and the one 16 bytes behind have the same value */
    CONDITION_NOT_EQUAL, /* of 8 bytes */
};

struct condition {
    uint64_t address;
    uint8_t mode;
};

/* From the three registers. A mode that is none is ALWAYS. */
struct condition condition_decode(const uint32_t registers[3]);

#endif
