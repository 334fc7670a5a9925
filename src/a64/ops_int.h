/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_OPS_INT_H
#define WINDLASS_A64_OPS_INT_H

#include <stdint.h>

/* Integer helpers of the rows, one definition for lifted code and interpreter. Values in, values
 * out; nothing but compiler builtins. */

/* x86 division traps where AArch64 gives 0 or wraps. */
static inline uint32_t a64_udiv32(uint32_t a, uint32_t b) {
    return b ? a / b : 0;
}
static inline uint64_t a64_udiv64(uint64_t a, uint64_t b) {
    return b ? a / b : 0;
}
static inline uint32_t a64_sdiv32(uint32_t a, uint32_t b) {
    if (b == 0)
        return 0;
    return b == UINT32_MAX ? -a : (uint32_t)((int32_t)a / (int32_t)b);
}
static inline uint64_t a64_sdiv64(uint64_t a, uint64_t b) {
    if (b == 0)
        return 0;
    return b == UINT64_MAX ? -a : (uint64_t)((int64_t)a / (int64_t)b);
}

static inline uint32_t a64_ror32(uint32_t a, uint64_t n) {
    return a >> (n & 31) | a << (-n & 31);
}
static inline uint64_t a64_ror64(uint64_t a, uint64_t n) {
    return a >> (n & 63) | a << (-n & 63);
}

#endif
