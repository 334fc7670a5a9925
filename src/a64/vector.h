/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_VECTOR_H
#define WINDLASS_A64_VECTOR_H

#include "a64/state.h"

#include <stdbool.h>

/* A vector register by what its lanes are: unsigned, signed or floating point, and their bits.
 * a64_v2u64, in which registers are kept, is a64_vu64. */
typedef uint8_t a64_vu8 __attribute__((vector_size(16)));
typedef uint16_t a64_vu16 __attribute__((vector_size(16)));
typedef uint32_t a64_vu32 __attribute__((vector_size(16)));
typedef a64_v2u64 a64_vu64;
typedef int8_t a64_vs8 __attribute__((vector_size(16)));
typedef int16_t a64_vs16 __attribute__((vector_size(16)));
typedef int32_t a64_vs32 __attribute__((vector_size(16)));
typedef int64_t a64_vs64 __attribute__((vector_size(16)));
typedef float a64_vf32 __attribute__((vector_size(16)));
typedef double a64_vf64 __attribute__((vector_size(16)));

/* Half a register (the narrow side of widening and narrowing). */
typedef uint8_t a64_half_u8 __attribute__((vector_size(8)));
typedef uint16_t a64_half_u16 __attribute__((vector_size(8)));
typedef uint32_t a64_half_u32 __attribute__((vector_size(8)));
typedef int8_t a64_half_s8 __attribute__((vector_size(8)));
typedef int16_t a64_half_s16 __attribute__((vector_size(8)));
typedef int32_t a64_half_s32 __attribute__((vector_size(8)));

/* Is a bit set anywhere? */
static inline bool a64_any(a64_v2u64 v) {
    return (v[0] | v[1]) != 0;
}

/* Ones in the lanes where one of two is a NaN. */
static inline a64_v2u64 a64_nans_32(a64_v2u64 a, a64_v2u64 b) {
    const a64_vf32 x = (a64_vf32)a, y = (a64_vf32)b;
    return (a64_v2u64)((x != x) | (y != y));
}

static inline a64_v2u64 a64_nans_64(a64_v2u64 a, a64_v2u64 b) {
    const a64_vf64 x = (a64_vf64)a, y = (a64_vf64)b;
    return (a64_v2u64)((x != x) | (y != y));
}

/* The same of the lowest lanes. */
static inline bool a64_nan_32(a64_v2u64 a, a64_v2u64 b) {
    return __builtin_isunordered(((a64_vf32)a)[0], ((a64_vf32)b)[0]);
}

static inline bool a64_nan_64(a64_v2u64 a, a64_v2u64 b) {
    return __builtin_isunordered(((a64_vf64)a)[0], ((a64_vf64)b)[0]);
}

static inline a64_v2u64 a64_join(uint64_t low, uint64_t high) {
    return (a64_v2u64){low, high};
}

/* The low `bits` of v, the rest zero: 128 and 64 are the vector forms, less a scalar. */
static inline a64_v2u64 a64_keep(uint64_t bits, a64_v2u64 v) {
    if (bits == 128)
        return v;
    return (a64_v2u64){bits == 64 ? v[0] : v[0] & ((1ull << bits) - 1), 0};
}

#endif
