/* SPDX-License-Identifier: MIT */
/* Included by a64/ops_fp.h once with A64_FP_BITS 32 and once with 64 (hence no guard). Scalar
 * operations are a64_NAME_BITS; a64_vNAME_BITS are the same on the low `bits` of a register, the
 * rest of the result is zero. Floats travel as floats: no host instruction that moves them looks at
 * a NaN. Constants are of the type that they are used as: where the compiler must think of
 * exceptions, it works conversions and sums out at run time, those of constants too. */

#if A64_FP_BITS == 32
#define FN(name)    a64_##name##_32
#define FLOAT       float
#define UINT        uint32_t
#define VF          a64_vf32
#define VU          a64_vu32
#define MANTISSA    23
#define EXPONENT    8
#define MATH(name)  __builtin_##name##f
#define HOST_V_FMA  __builtin_ia32_vfmaddps
#define CONSTANT(c) c##f
#else
#define FN(name)    a64_##name##_64
#define FLOAT       double
#define UINT        uint64_t
#define VF          a64_vf64
#define VU          a64_vu64
#define MANTISSA    52
#define EXPONENT    11
#define MATH(name)  __builtin_##name
#define HOST_V_FMA  __builtin_ia32_vfmaddpd
#define CONSTANT(c) c
#endif

#define SIGN      ((UINT)1 << (A64_FP_BITS - 1))
#define QUIET     ((UINT)1 << (MANTISSA - 1))
#define INFINITE  ((((UINT)1 << EXPONENT) - 1) << MANTISSA)
#define DEFAULT   (INFINITE | QUIET)
#define LEAST     ((UINT)1 << MANTISSA)              /* the least normal number */
#define HUGE_HALF (INFINITE - ((UINT)2 << MANTISSA)) /* exponent of half the largest number */
/* Products of two that are not larger cannot overflow. */
#define LARGE   ((UINT)(3 * ((1 << (EXPONENT - 1)) - 1) / 2) << MANTISSA)
#define LANES   (128 / A64_FP_BITS)
#define F(bits) FN(float)(bits)
/* Bits of y where the mask is set, else of z. */
#define PICK(mask, y, z) ((VF)(((VU)(mask) & (VU)(y)) | (~(VU)(mask) & (VU)(z))))
#define V_ABS(v)         ((VF)((VU)(v) & ~SIGN))

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
#undef HOST_V_FMA
#undef CONSTANT
#undef SIGN
#undef QUIET
#undef INFINITE
#undef DEFAULT
#undef LEAST
#undef HUGE_HALF
#undef LARGE
#undef LANES
#undef F
#undef PICK
#undef V_ABS
