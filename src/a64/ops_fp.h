/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_OPS_FP_H
#define WINDLASS_A64_OPS_FP_H

#include "a64/vector.h"

/* Scalar and vector floating point, one definition for interpreter and generated C: values in,
 * values out. Every operation computes with host arithmetic and looks at operands again only where
 * the result is a NaN, because there ARM and x86 differ: the default NaN's sign, and which operand
 * a NaN comes from (Arm ARM, shared/functions/float, FPProcessNaNs).
 *
 * FPCR: DN and AHP are taken from the argument. RMode and FZ are in the host's MXCSR
 * (a64/host_fp.h) while guest code runs; what has a rounding of its own (FCVTPS, FRINTA...) does
 * not depend on it. With FZ, x86 decides after rounding whether a result is tiny, ARM before:
 * results at the very edge of the normal range may differ. FPSR: the cumulative bits are what the
 * host's arithmetic leaves in MXCSR, helpers raise none of their own accord, and QC is not kept. */

enum {
    A64_FPCR_RMODE_SHIFT = 22,
    A64_FPCR_FZ = 1 << 24,
    A64_FPCR_DN = 1 << 25,
    A64_FPCR_AHP = 1 << 26,
};

/* Is a bit set anywhere? */
static inline int a64_any(a64_v2u64 v) {
    return (v[0] | v[1]) != 0;
}

static inline float a64_float_32(uint32_t bits) {
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint32_t a64_bits_32(float value) {
    uint32_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline double a64_float_64(uint64_t bits) {
    double value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint64_t a64_bits_64(double value) {
    uint64_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* To nearest, ties away from zero; x - trunc(x) is exact. */
static inline double a64_round_away(double x) {
    double whole = __builtin_trunc(x);
    return __builtin_fabs(x - whole) >= 0.5 ? whole + __builtin_copysign(1.0, x) : whole;
}

/* The functions below take a value already rounded to an integer; NaN gives 0, the rest
 * saturates. */
static inline uint64_t a64_to_s64(double x) {
    if (__builtin_expect(x >= -0x1p63 && x < 0x1p63, 1))
        return (uint64_t)(int64_t)x;
    return x != x ? 0 : x < 0 ? (uint64_t)INT64_MIN : (uint64_t)INT64_MAX;
}

static inline uint64_t a64_to_u64(double x) {
    if (__builtin_expect(x >= 0 && x < 0x1p64, 1))
        return (uint64_t)x;
    return x > 0 ? UINT64_MAX : 0;
}

static inline uint32_t a64_to_s32(double x) {
    if (__builtin_expect(x >= -0x1p31 && x < 0x1p31, 1))
        return (uint32_t)(int32_t)x;
    return x != x ? 0 : x < 0 ? (uint32_t)INT32_MIN : (uint32_t)INT32_MAX;
}

static inline uint32_t a64_to_u32(double x) {
    if (__builtin_expect(x >= 0 && x < 0x1p32, 1))
        return (uint32_t)x;
    return x > 0 ? UINT32_MAX : 0;
}

/* The other way. An unsigned value past INT64_MAX is halved, keeping what is cut off as a last bit
 * that rounds as it should. (The compiler's own way gives -0 for 0 where FPCR says to round down.)
 */
static inline double a64_from_s64_64(uint64_t v) {
    return (double)(int64_t)v;
}

static inline float a64_from_s64_32(uint64_t v) {
    return (float)(int64_t)v;
}

static inline double a64_from_u64_64(uint64_t v) {
    return v >> 63 ? (double)(int64_t)(v >> 1 | (v & 1)) * 2 : (double)(int64_t)v;
}

static inline float a64_from_u64_32(uint64_t v) {
    return v >> 63 ? (float)(int64_t)(v >> 1 | (v & 1)) * 2 : (float)(int64_t)v;
}

/* 2^n, for fixed-point scaling (|n| <= 64). */
static inline double a64_power_of_two(int n) {
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
    uint32_t doubled = x < 256 ? x * 2 + 1 : (x | 1) * 2;
    uint32_t root = (uint32_t)__builtin_sqrt((double)(((1u << 28) - 1) / doubled));
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
