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

#endif
