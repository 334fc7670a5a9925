/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_VECTOR_H
#define WINDLASS_A64_VECTOR_H

#include "a64/state.h"

#include <stdbool.h>

/* The 16-byte and 8-byte vector types of the instruction rows. */

typedef uint8_t a64_v16u8 __attribute__((vector_size(16)));
typedef int8_t a64_v16s8 __attribute__((vector_size(16)));
typedef uint16_t a64_v8u16 __attribute__((vector_size(16)));
typedef int16_t a64_v8s16 __attribute__((vector_size(16)));
typedef uint32_t a64_v4u32 __attribute__((vector_size(16)));
typedef int32_t a64_v4s32 __attribute__((vector_size(16)));
typedef int64_t a64_v2s64 __attribute__((vector_size(16)));
typedef float a64_v4f32 __attribute__((vector_size(16)));
typedef double a64_v2f64 __attribute__((vector_size(16)));

typedef uint8_t a64_v8u8 __attribute__((vector_size(8)));
typedef int8_t a64_v8s8 __attribute__((vector_size(8)));
typedef uint16_t a64_v4u16 __attribute__((vector_size(8)));
typedef int16_t a64_v4s16 __attribute__((vector_size(8)));
typedef uint32_t a64_v2u32 __attribute__((vector_size(8)));
typedef int32_t a64_v2s32 __attribute__((vector_size(8)));
typedef float a64_v2f32 __attribute__((vector_size(8)));

#endif
