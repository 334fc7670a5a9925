/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_OPS_FP_H
#define WINDLASS_A64_OPS_FP_H

#include "a64/soft_float.h"

/* Scalar and vector floating point, one definition for interpreter and generated C. Operations
 * compute with host arithmetic, whose rounding is FPCR's (a64/host_fp.h), and go to
 * a64/soft_float.h where that cannot be the whole answer:
 *
 *   the result is a NaN    ARM chooses it among the operands in its own order; its default NaN has
 *                          the other sign
 *   FPCR.FZ is set         and an operand or the result is subnormal; the host never flushes
 *   the least normal       ARM calls a result tiny before rounding it, x86 after, so that UFC
 *   number                 differs there
 *
 * The cumulative bits of FPSR are those that host arithmetic leaves in MXCSR together with s->fpsr,
 * where everything goes that is raised by other means. So an operation that must not raise what its
 * host arithmetic would raise does not get as far as that. a64/float_level.h says what of this is
 * compiled in. */

/* Whether r is looked at again. */
#define A64_FLOAT_CARES (A64_FLOAT != A64_FLOAT_FAST)
#define A64_UNLIKELY(e) __builtin_expect((e) != 0, 0)

/* To nearest, ties away from zero; x - trunc(x) is exact. */
static inline double a64_round_away(double x) {
    double whole = __builtin_trunc(x);
    if (whole == x || !__builtin_isgreaterequal(__builtin_fabs(x - whole), 0.5))
        return whole;
    return whole + __builtin_copysign(1.0, x);
}

/* --- To integers: x, already rounded to r. NaN gives 0, the rest saturates ------------------- */

static inline void a64_note_inexact(double x, double r, struct a64_state *s) {
    if (A64_FLOAT_HAS_STATUS && r != x)
        a64_raise(s, A64_FPSR_IXC);
}

/* Quiet comparisons: a NaN raises IOC, and only that, where it is found to be one. */
#define A64_TO_INTEGER(name, type, signed_type, least, end, least_integer, most_integer)           \
    static inline type a64_to_##name(double x, double r, struct a64_state *s) {                    \
        if (__builtin_expect(__builtin_isgreaterequal(r, least) && __builtin_isless(r, end), 1)) { \
            a64_note_inexact(x, r, s);                                                             \
            return (type)(signed_type)r;                                                           \
        }                                                                                          \
        a64_raise(s, A64_FPSR_IOC);                                                                \
        if (__builtin_isunordered(r, r))                                                           \
            return 0;                                                                              \
        return r < 0.0 ? (type)(least_integer) : (type)(most_integer);                             \
    }

A64_TO_INTEGER(s64, uint64_t, int64_t, -0x1p63, 0x1p63, INT64_MIN, INT64_MAX)
A64_TO_INTEGER(u64, uint64_t, uint64_t, 0.0, 0x1p64, 0, UINT64_MAX)
A64_TO_INTEGER(s32, uint32_t, int32_t, -0x1p31, 0x1p31, INT32_MIN, INT32_MAX)
A64_TO_INTEGER(u32, uint32_t, uint32_t, 0.0, 0x1p32, 0, UINT32_MAX)
#undef A64_TO_INTEGER

/* --- From integers ---------------------------------------------------------------------------
 *
 * The rounding is FPCR's because it is the host's. An unsigned value past INT64_MAX is halved,
 * keeping what is cut off as a last bit that rounds as it should. (The compiler's own way gives -0
 * for 0 where FPCR says to round down.) */

#define A64_FROM_INTEGER(name, type, width, integer)                                               \
    static inline type a64_from_##name##_##width(uint64_t v, struct a64_state *s) {                \
        (void)s;                                                                                   \
        return (type)(integer);                                                                    \
    }
A64_FROM_INTEGER(s32, float, 32, (int32_t)v)
A64_FROM_INTEGER(s32, double, 64, (int32_t)v)
A64_FROM_INTEGER(u32, float, 32, (uint32_t)v)
A64_FROM_INTEGER(u32, double, 64, (uint32_t)v)
A64_FROM_INTEGER(s64, float, 32, (int64_t)v)
A64_FROM_INTEGER(s64, double, 64, (int64_t)v)
#undef A64_FROM_INTEGER

static inline double a64_from_u64_64(uint64_t v, struct a64_state *s) {
    return v >> 63 ? a64_from_s64_64(v >> 1 | (v & 1), s) * 2.0 : a64_from_s64_64(v, s);
}

static inline float a64_from_u64_32(uint64_t v, struct a64_state *s) {
    return v >> 63 ? a64_from_s64_32(v >> 1 | (v & 1), s) * 2.0f : a64_from_s64_32(v, s);
}

/* 2^n, for fixed-point scaling (|n| <= 64). */
static inline float a64_power_of_two_32(int n) {
    return a64_float_32((uint32_t)(127 + n) << 23);
}

static inline double a64_power_of_two_64(int n) {
    return a64_float_64((uint64_t)(1023 + n) << 52);
}

/* The 8-bit immediate of FMOV (VFPExpandImm). */
static inline uint32_t a64_expand_imm_32(uint64_t imm8_field) {
    uint32_t imm8 = (uint32_t)imm8_field;
    return imm8 >> 7 << 31 | (imm8 & 0x40 ? 0x1fu : 0x20u) << 25 | (imm8 & 0x3f) << 19;
}

static inline uint64_t a64_expand_imm_64(uint64_t imm8) {
    return imm8 >> 7 << 63 | (uint64_t)(imm8 & 0x40 ? 0xff : 0x100) << 54 | (imm8 & 0x3f) << 48;
}

/* Nine bits of 1 / x and of 1 / sqrt(x) for an x of nine bits (RecipEstimate, RecipSqrtEstimate):
 * x is 0.5 to 1 in units of 1/512, or 0.25 to 1. */
static inline uint32_t a64_recip_estimate(uint32_t x) {
    return ((1u << 19) / (x * 2 + 1) + 1) / 2;
}

static inline uint32_t a64_rsqrt_estimate(uint32_t x) {
    const uint32_t square = ((1u << 28) - 1) / (x < 256 ? x * 2 + 1 : (x | 1) * 2);
    uint32_t root = 0; /* at most 1023; no host arithmetic, which would leave its exceptions */
    for (uint32_t bit = 512; bit; bit >>= 1)
        root += (root + bit) * (root + bit) <= square ? bit : 0;
    return (root + 1) / 2;
}

static inline a64_v2u64 a64_urecpe(a64_v2u64 v) {
    a64_vu32 r = (a64_vu32)v;
    for (int i = 0; i < 4; i++)
        r[i] = r[i] >> 31 ? a64_recip_estimate(r[i] >> 23) << 23 : UINT32_MAX;
    return (a64_v2u64)r;
}

static inline a64_v2u64 a64_ursqrte(a64_v2u64 v) {
    a64_vu32 r = (a64_vu32)v;
    for (int i = 0; i < 4; i++)
        r[i] = r[i] >> 30 ? a64_rsqrt_estimate(r[i] >> 23) << 23 : UINT32_MAX;
    return (a64_v2u64)r;
}

#define A64_FP_BITS 32
#include "a64/ops_fp_width.h"
#undef A64_FP_BITS
#define A64_FP_BITS 64
#include "a64/ops_fp_width.h"
#undef A64_FP_BITS

#include "a64/ops_fp_convert.h"

#endif
