/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_OPS_FP_CONVERT_H
#define WINDLASS_A64_OPS_FP_CONVERT_H

/* Conversions between the floating-point formats and between floating point and integer; part of
 * a64/ops_fp.h, which includes it. Half precision is done on integers, as the host may not have it
 * (F16C) and knows no alternative format. */

/* --- Between float and double ----------------------------------------------------------------- */

/* The host converts NaNs as ARM does, but for FPCR.DN. */
static inline double a64_fcvt_32_64(float a, uint32_t fpcr) {
    double r = (double)a;
    return __builtin_expect(r != r, 0) ? a64_nan1_64(r, fpcr) : r;
}

static inline float a64_fcvt_64_32(double a, uint32_t fpcr) {
    float r = (float)a;
    return __builtin_expect(r != r, 0) ? a64_nan1_32(r, fpcr) : r;
}

/* FCVTXN: to nearest odd. The result truncated, its last bit set where anything was cut off. */
static inline float a64_fcvtxn(double a, uint32_t fpcr) {
    const double magnitude = __builtin_fabs(a);
    if (a != a || __builtin_isinf(a))
        return a64_fcvt_64_32(a, fpcr);
    uint32_t sign = (uint32_t)(a64_bits_64(a) >> 63) << 31;
    if ((fpcr & A64_FPCR_FZ) && magnitude < 0x1p-126)
        return a64_float_32(sign);
    if (magnitude > 0x1.fffffep127)
        return a64_float_32(sign | 0x7f7fffff);
    if (magnitude < 0x1p-149)
        return a64_float_32(sign | (magnitude != 0));
    uint32_t r = a64_bits_32((float)magnitude);
    if ((double)a64_float_32(r) > magnitude)
        r--;
    return a64_float_32(sign | r | ((double)a64_float_32(r) != magnitude));
}

/* --- Half precision --------------------------------------------------------------------------- */

static inline double a64_fcvt_16_64(uint16_t a, uint32_t fpcr) {
    uint64_t sign = (uint64_t)(a >> 15) << 63, fraction = a & 0x3ff;
    int exponent = a >> 10 & 31;
    if (exponent == 31 && !(fpcr & A64_FPCR_AHP)) {
        uint64_t bits = sign | 0x7ffull << 52 | fraction << 42;
        return fraction ? a64_nan1_64(a64_float_64(bits), fpcr) : a64_float_64(bits);
    }
    if (exponent == 0) /* zero and subnormals: fraction * 2^-24, exact */
        return a64_float_64(sign | a64_bits_64((double)fraction * 0x1p-24));
    return a64_float_64(sign | (uint64_t)(exponent + 1023 - 15) << 52 | fraction << 42);
}

/* Rounds fraction / 2^shift as RMode says (0 nearest even, 1 up, 2 down, 3 to zero). */
static inline uint64_t a64_shift_and_round(uint64_t fraction, int shift, int negative,
                                           unsigned mode) {
    uint64_t whole = fraction >> shift, rest = fraction & ((1ull << shift) - 1);
    uint64_t half = 1ull << (shift - 1);
    if (mode == 0)
        return whole + (rest > half || (rest == half && (whole & 1)));
    return whole + (rest != 0 && mode == (negative ? 2 : 1));
}

static inline uint16_t a64_fcvt_64_16(double value, uint32_t fpcr) {
    unsigned mode = fpcr >> A64_FPCR_RMODE_SHIFT & 3;
    const uint64_t a = a64_bits_64(a64_flush_64(value, fpcr));
    int alternative = (fpcr & A64_FPCR_AHP) != 0, negative = (int)(a >> 63);
    uint16_t sign = (uint16_t)(negative << 15);
    uint64_t fraction = a & ((1ull << 52) - 1);
    int exponent = (int)(a >> 52 & 0x7ff) - 1023;
    if (a64_is_nan_64(a)) { /* the alternative format has neither NaN nor infinity */
        if (alternative)
            return sign;
        return fpcr & A64_FPCR_DN ? 0x7e00 : (uint16_t)(sign | 0x7e00 | fraction >> 42);
    }
    if (exponent == 1024)
        return sign | (alternative ? 0x7fff : 0x7c00);
    if (exponent < -26) /* below half of the least subnormal, whatever the bits are */
        return sign | (uint16_t)a64_shift_and_round(a << 1 != 0, 2, negative, mode);
    fraction |= 1ull << 52;
    int shift = exponent < -14 ? 42 - 14 - exponent : 42;
    uint64_t r = a64_shift_and_round(fraction, shift, negative, mode);
    if (exponent >= -14) /* the hidden bit adds one to the exponent */
        r += exponent >= 16 + alternative ? 0x10000u : (uint64_t)(exponent + 14) << 10;
    if (r < (alternative ? 0x8000u : 0x7c00u))
        return sign | (uint16_t)r;
    if (alternative)
        return sign | 0x7fff;
    return sign | (mode == 0 || mode == (negative ? 2u : 1u) ? 0x7c00 : 0x7bff);
}

static inline float a64_fcvt_16_32(uint16_t a, uint32_t fpcr) {
    return a64_fcvt_64_32(a64_fcvt_16_64(a, fpcr), fpcr);
}

static inline uint16_t a64_fcvt_32_16(float a, uint32_t fpcr) {
    return a64_fcvt_64_16(a64_fcvt_32_64(a, fpcr & ~(uint32_t)A64_FPCR_DN), fpcr);
}

/* --- Vectors: FCVTL, FCVTN, FCVTXN ------------------------------------------------------------ */

/* From the low half of a (FCVTL). */
static inline a64_v2u64 a64_vfcvt_32_64(a64_v2u64 a, uint32_t fpcr) {
    a64_vf32 v = (a64_vf32)a;
    return (a64_v2u64)(a64_vf64){a64_fcvt_32_64(v[0], fpcr), a64_fcvt_32_64(v[1], fpcr)};
}

static inline a64_v2u64 a64_vfcvt_16_32(a64_v2u64 a, uint32_t fpcr) {
    a64_vf32 r = {0};
    for (int i = 0; i < 4; i++)
        r[i] = a64_fcvt_16_32(((a64_vu16)a)[i], fpcr);
    return (a64_v2u64)r;
}

/* Into the low half (FCVTN). */
static inline a64_v2u64 a64_vfcvt_64_32(a64_v2u64 a, uint32_t fpcr) {
    a64_vf64 v = (a64_vf64)a;
    return (a64_v2u64)(a64_vf32){a64_fcvt_64_32(v[0], fpcr), a64_fcvt_64_32(v[1], fpcr)};
}

static inline a64_v2u64 a64_vfcvt_32_16(a64_v2u64 a, uint32_t fpcr) {
    a64_vu16 r = {0};
    for (int i = 0; i < 4; i++)
        r[i] = a64_fcvt_32_16(((a64_vf32)a)[i], fpcr);
    return (a64_v2u64)r;
}

static inline a64_v2u64 a64_vfcvtxn(a64_v2u64 a, uint32_t fpcr) {
    a64_vf64 v = (a64_vf64)a;
    return (a64_v2u64)(a64_vf32){a64_fcvtxn(v[0], fpcr), a64_fcvtxn(v[1], fpcr)};
}

/* --- Vectors: to and from integers ------------------------------------------------------------ */

/* a64_vto_GB(a, scale): rounded values times scale to integers of B bits, G s or u. The host's
 * conversion where every lane is in its range. */
static inline a64_v2u64 a64_vto_s32(a64_vf32 a) {
    if (__builtin_expect(!a64_any((a64_v2u64) ~((a >= -0x1p31f) & (a < 0x1p31f))), 1))
        return (a64_v2u64) __builtin_convertvector(a, a64_vs32);
    return (a64_v2u64)(a64_vu32){a64_to_s32((double)a[0]), a64_to_s32((double)a[1]),
                                 a64_to_s32((double)a[2]), a64_to_s32((double)a[3])};
}

static inline a64_v2u64 a64_vto_u32(a64_vf32 a) {
    if (__builtin_expect(!a64_any((a64_v2u64) ~((a >= 0.0f) & (a < 0x1p31f))), 1))
        return (a64_v2u64) __builtin_convertvector(a, a64_vs32);
    return (a64_v2u64)(a64_vu32){a64_to_u32((double)a[0]), a64_to_u32((double)a[1]),
                                 a64_to_u32((double)a[2]), a64_to_u32((double)a[3])};
}

static inline a64_v2u64 a64_vto_s64(a64_vf64 a) {
    return (a64_v2u64){a64_to_s64(a[0]), a64_to_s64(a[1])};
}

static inline a64_v2u64 a64_vto_u64(a64_vf64 a) {
    return (a64_v2u64){a64_to_u64(a[0]), a64_to_u64(a[1])};
}

/* FCVTxS, FCVTxU with fraction bits; `round` takes and gives a vector. */
#define A64_TO_INTEGER(letter, round, sign, bits)                                                  \
    static inline a64_v2u64 a64_vfcvt##letter##sign##_##bits(a64_v2u64 a,                          \
                                                             uint64_t fraction_bits) {             \
        a64_vf##bits x = (a64_vf##bits)a;                                                          \
        if (fraction_bits)                                                                         \
            x = x * (a64_fp##bits)a64_power_of_two((int)fraction_bits);                            \
        return a64_vto_##sign##bits(round(x));                                                     \
    }
#define A64_TO_INTEGERS(letter, round)                                                             \
    A64_TO_INTEGER(letter, round, s, 32)                                                           \
    A64_TO_INTEGER(letter, round, u, 32)                                                           \
    A64_TO_INTEGER(letter, round, s, 64)                                                           \
    A64_TO_INTEGER(letter, round, u, 64)

typedef float a64_fp32;
typedef double a64_fp64;

A64_TO_INTEGERS(n, __builtin_elementwise_roundeven)
A64_TO_INTEGERS(p, __builtin_elementwise_ceil)
A64_TO_INTEGERS(m, __builtin_elementwise_floor)
A64_TO_INTEGERS(z, __builtin_elementwise_trunc)
A64_TO_INTEGER(a, a64_vround_away_32, s, 32)
A64_TO_INTEGER(a, a64_vround_away_32, u, 32)
A64_TO_INTEGER(a, a64_vround_away_64, s, 64)
A64_TO_INTEGER(a, a64_vround_away_64, u, 64)

/* SCVTF, UCVTF: one rounding, then an exact scaling. */
static inline a64_vf32 a64_vfrom_s32(a64_v2u64 a) {
    return __builtin_convertvector((a64_vs32)a, a64_vf32);
}

/* As a64_from_u64_32, in the lanes that are negative as signed integers. */
static inline a64_vf32 a64_vfrom_u32(a64_v2u64 a) {
    a64_vu32 v = (a64_vu32)a;
    a64_vf32 half = a64_vfrom_s32((a64_v2u64)((v >> 1u) | (v & 1u)));
    a64_vu32 large = (a64_vu32)((a64_vs32)v < 0), whole = (a64_vu32)a64_vfrom_s32(a);
    return (a64_vf32)((large & (a64_vu32)(half + half)) | (~large & whole));
}

static inline a64_vf64 a64_vfrom_s64(a64_v2u64 a) {
    return __builtin_convertvector((a64_vs64)a, a64_vf64);
}

static inline a64_vf64 a64_vfrom_u64(a64_v2u64 a) {
    return (a64_vf64){a64_from_u64_64(a[0]), a64_from_u64_64(a[1])};
}

#define A64_FROM_INTEGER(sign, bits)                                                               \
    static inline a64_v2u64 a64_v##sign##cvtf_##bits(a64_v2u64 a, uint64_t fraction_bits) {        \
        a64_vf##bits r = a64_vfrom_##sign##bits(a);                                                \
        if (fraction_bits)                                                                         \
            r = r * (a64_fp##bits)a64_power_of_two(-(int)fraction_bits);                           \
        return (a64_v2u64)r;                                                                       \
    }
A64_FROM_INTEGER(s, 32)
A64_FROM_INTEGER(u, 32)
A64_FROM_INTEGER(s, 64)
A64_FROM_INTEGER(u, 64)

#undef A64_TO_INTEGER
#undef A64_TO_INTEGERS
#undef A64_FROM_INTEGER

#endif
