/* SPDX-License-Identifier: MIT */
/* Included by a64/ops_fp.h once with A64_FP_BITS 32 and once with 64 (hence no guard). Scalar
 * operations are a64_NAME_BITS; a64_vNAME_BITS are the same on whole registers. Floats travel as
 * floats: no host instruction that moves them looks at a NaN. */

#if A64_FP_BITS == 32
#define FN(name)   a64_##name##_32
#define FLOAT      float
#define UINT       uint32_t
#define VF         a64_vf32
#define VU         a64_vu32
#define MANTISSA   23
#define EXPONENT   8
#define MATH(name) __builtin_##name##f
#else
#define FN(name)   a64_##name##_64
#define FLOAT      double
#define UINT       uint64_t
#define VF         a64_vf64
#define VU         a64_vu64
#define MANTISSA   52
#define EXPONENT   11
#define MATH(name) __builtin_##name
#endif

#define SIGN      ((UINT)1 << (A64_FP_BITS - 1))
#define QUIET     ((UINT)1 << (MANTISSA - 1))
#define INFINITE  ((((UINT)1 << EXPONENT) - 1) << MANTISSA)
#define DEFAULT   (INFINITE | QUIET)
#define HUGE_HALF (INFINITE - ((UINT)2 << MANTISSA)) /* exponent of half the largest number */
#define LANES     (128 / A64_FP_BITS)
#define F(bits)   FN(float)(bits)
/* Bits of y where the mask is set, else of z. */
#define PICK(mask, y, z) ((VF)(((VU)(mask) & (VU)(y)) | (~(VU)(mask) & (VU)(z))))
#define V_ABS(v)         ((VF)((VU)(v) & ~SIGN))
#define UNLIKELY(e)      __builtin_expect(e, 0)
/* Off the hot path; keeps every register, so that calls cost the code around them nothing. */
#define COLD static inline __attribute__((noinline, cold, preserve_all))

#include "a64/ops_fp_scalar.h"

#include "a64/ops_fp_estimate.h"
#include "a64/ops_fp_vector.h"

#undef FN
#undef FLOAT
#undef UINT
#undef VF
#undef VU
#undef MANTISSA
#undef EXPONENT
#undef MATH
#undef SIGN
#undef QUIET
#undef INFINITE
#undef DEFAULT
#undef HUGE_HALF
#undef LANES
#undef F
#undef UNLIKELY
#undef COLD
#undef SCALAR_2
#undef ROUNDING
#undef MINMAX
#undef MINMAX_FORM
#undef ESTIMATE
#undef VECTOR_1
#undef VECTOR_2
#undef VECTOR_MINMAX
#undef EVERY_LANE
#undef PICK
#undef V_ABS
#undef V_FMA
#undef SPLAT
#undef COMPARE
