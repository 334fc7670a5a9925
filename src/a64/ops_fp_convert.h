/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_OPS_FP_CONVERT_H
#define WINDLASS_A64_OPS_FP_CONVERT_H

/* Conversions between the floating-point formats and between floating point and integer; part of
 * a64/ops_fp.h, which includes it. Half precision is done on integers, as the host may not have it
 * (F16C) and knows no alternative format. */

/* --- Between the formats ---------------------------------------------------------------------- */

/* The host widens NaNs as ARM does, but for FPCR.DN. */
static inline double a64_fcvt_32_64(float a, struct a64_state *s) {
    if (A64_FLOAT_HAS_MODES &&
        A64_UNLIKELY(__builtin_isunordered(a, a) || (a64_flushes(s) && a64_is_subnormal_32(a))))
        return a64_soft_widen(a, s);
    return (double)a;
}

static inline float a64_fcvt_64_32(double a, struct a64_state *s) {
    if (a64_is_unfit_64(0, s))
        return a64_soft_narrow(a, a64_rounding(s), s);
    float r = (float)a;
    return a64_is_wrong_32(r, a64_is_subnormal_64(a), s) ? a64_soft_narrow(a, a64_rounding(s), s)
                                                         : r;
}

static inline float a64_fcvtxn(double a, struct a64_state *s) {
    return a64_soft_narrow(a, A64_TO_ODD, s);
}

static inline double a64_fcvt_16_64(uint16_t a, struct a64_state *s) {
    return a64_soft_16_64(a, s);
}

static inline float a64_fcvt_16_32(uint16_t a, struct a64_state *s) {
    return a64_soft_16_32(a, s);
}

static inline uint16_t a64_fcvt_64_16(double a, struct a64_state *s) {
    return a64_soft_64_16(a, s);
}

static inline uint16_t a64_fcvt_32_16(float a, struct a64_state *s) {
    return a64_soft_32_16(a, s);
}

/* From the low half of a (FCVTL). */
static inline a64_v2u64 a64_vfcvt_32_64(a64_v2u64 a, struct a64_state *s) {
    a64_vf32 v = (a64_vf32)a;
    return (a64_v2u64)(a64_vf64){a64_fcvt_32_64(v[0], s), a64_fcvt_32_64(v[1], s)};
}

static inline a64_v2u64 a64_vfcvt_16_32(a64_v2u64 a, struct a64_state *s) {
    a64_vf32 r = {0};
    for (int i = 0; i < 4; i++)
        r[i] = a64_fcvt_16_32(((a64_vu16)a)[i], s);
    return (a64_v2u64)r;
}

/* Into the low half (FCVTN, FCVTXN). */
static inline a64_v2u64 a64_vfcvt_64_32(a64_v2u64 a, struct a64_state *s) {
    a64_vf64 v = (a64_vf64)a;
    return (a64_v2u64)(a64_vf32){a64_fcvt_64_32(v[0], s), a64_fcvt_64_32(v[1], s)};
}

static inline a64_v2u64 a64_vfcvt_32_16(a64_v2u64 a, struct a64_state *s) {
    a64_vu16 r = {0};
    for (int i = 0; i < 4; i++)
        r[i] = a64_fcvt_32_16(((a64_vf32)a)[i], s);
    return (a64_v2u64)r;
}

static inline a64_v2u64 a64_vfcvtxn(a64_v2u64 a, struct a64_state *s) {
    a64_vf64 v = (a64_vf64)a;
    return (a64_v2u64)(a64_vf32){a64_fcvtxn(v[0], s), a64_fcvtxn(v[1], s)};
}

/* --- To integers ------------------------------------------------------------------------------ */

/* As a double, which is exact. */
static inline double a64_wide_32(float a, struct a64_state *s) {
    return (double)a64_flush_32(a, s);
}

static inline double a64_wide_64(double a, struct a64_state *s) {
    return a64_flush_64(a, s);
}

/* x * 2^n, for a conversion to a fixed-point number: what no integer reaches stays as it is, since
 * it must not overflow. */
static inline double a64_scaled(double x, int n) {
    if (A64_FLOAT_HAS_STATUS && !__builtin_isless(__builtin_fabs(x), 0x1p64))
        return x;
    return x * a64_power_of_two_64(n);
}

static inline a64_vf32 a64_vpower_of_two_32(int n) {
    return (a64_vf32)((a64_vu32){0} + ((uint32_t)(127 + n) << 23));
}

static inline a64_vf64 a64_vpower_of_two_64(int n) {
    return (a64_vf64)((a64_vu64){0} + ((uint64_t)(1023 + n) << 52));
}

static inline a64_vf32 a64_vscaled_32(a64_vf32 x, int n) {
    const a64_vf32 factor = a64_vpower_of_two_32(n), one = a64_vpower_of_two_32(0);
    const a64_vu32 huge = (a64_vu32)(((a64_vu32)x & INT32_MAX) >= a64_bits_32(0x1p64f));
    return x * (A64_FLOAT_HAS_STATUS
                    ? (a64_vf32)((huge & (a64_vu32)one) | (~huge & (a64_vu32)factor))
                    : factor);
}

static inline a64_vf64 a64_vscaled_64(a64_vf64 x, int n) {
    return (a64_vf64){a64_scaled(x[0], n), a64_scaled(x[1], n)};
}

/* a64_vto_GB: r, which is x rounded, to integers of B bits, G s or u: the host's conversion where
 * every lane is in its range (that to signed numbers, which it has), else lane by lane. */
#define A64_VECTOR_TO_INTEGER(sign, width, least, end, LANES)                                      \
    static __attribute__((noinline, cold, preserve_all, unused)) a64_v2u64                         \
        a64_vto_##sign##width##_aside(a64_vf##width x, a64_vf##width r, struct a64_state *s) {     \
        a64_vu##width to = {0};                                                                    \
        for (int i = 0; i < LANES; i++)                                                            \
            to[i] = a64_to_##sign##width((double)x[i], (double)r[i], s);                           \
        return (a64_v2u64)to;                                                                      \
    }                                                                                              \
    static inline a64_v2u64 a64_vto_##sign##width(a64_vf##width x, a64_vf##width r,                \
                                                  struct a64_state *s) {                           \
        if (A64_UNLIKELY(a64_any((a64_v2u64) ~((r >= (least)) & (r < (end))))))                    \
            return a64_vto_##sign##width##_aside(x, r, s);                                         \
        if (A64_FLOAT_HAS_STATUS && a64_any((a64_v2u64)(r != x)))                                  \
            a64_raise(s, A64_FPSR_IXC);                                                            \
        return (a64_v2u64) __builtin_convertvector(r, a64_vs##width);                              \
    }
A64_VECTOR_TO_INTEGER(s, 32, -0x1p31f, 0x1p31f, 4)
A64_VECTOR_TO_INTEGER(u, 32, 0.0f, 0x1p31f, 4)
A64_VECTOR_TO_INTEGER(s, 64, -0x1p63, 0x1p63, 2)
A64_VECTOR_TO_INTEGER(u, 64, 0.0, 0x1p63, 2)
#undef A64_VECTOR_TO_INTEGER

/* FCVTxS, FCVTxU with fraction bits; `round` takes and gives a vector. */
#define A64_TO_INTEGER(letter, round, sign, width)                                                 \
    static inline a64_v2u64 a64_vfcvt##letter##sign##_##width(                                     \
        uint64_t bits, a64_v2u64 a, uint64_t fraction_bits, struct a64_state *s) {                 \
        a64_vf##width x = a64_vflush_##width(bits, a, s);                                          \
        if (fraction_bits)                                                                         \
            x = a64_vscaled_##width(x, (int)fraction_bits);                                        \
        return a64_keep(bits, a64_vto_##sign##width(x, round(x), s));                              \
    }
#define A64_TO_INTEGERS(letter, round_32, round_64)                                                \
    A64_TO_INTEGER(letter, round_32, s, 32)                                                        \
    A64_TO_INTEGER(letter, round_32, u, 32)                                                        \
    A64_TO_INTEGER(letter, round_64, s, 64)                                                        \
    A64_TO_INTEGER(letter, round_64, u, 64)

A64_TO_INTEGERS(n, __builtin_elementwise_roundeven, __builtin_elementwise_roundeven)
A64_TO_INTEGERS(p, __builtin_elementwise_ceil, __builtin_elementwise_ceil)
A64_TO_INTEGERS(m, __builtin_elementwise_floor, __builtin_elementwise_floor)
A64_TO_INTEGERS(z, __builtin_elementwise_trunc, __builtin_elementwise_trunc)
A64_TO_INTEGERS(a, a64_vround_away_32, a64_vround_away_64)

#undef A64_TO_INTEGER
#undef A64_TO_INTEGERS

/* --- From integers: one rounding, then an exact scaling --------------------------------------- */

/* The compiler's vector conversion does not know of rounding modes. */
static inline a64_vf32 a64_vfrom_s32(a64_v2u64 a, struct a64_state *s) {
    a64_vs32 v = (a64_vs32)a;
    return A64_FLOAT_HAS_MODES
               ? (a64_vf32){a64_from_s32_32((uint32_t)v[0], s), a64_from_s32_32((uint32_t)v[1], s),
                            a64_from_s32_32((uint32_t)v[2], s), a64_from_s32_32((uint32_t)v[3], s)}
               : __builtin_convertvector(v, a64_vf32);
}

static inline a64_vf32 a64_vfrom_u32(a64_v2u64 a, struct a64_state *s) {
    a64_vu32 v = (a64_vu32)a;
    return A64_FLOAT_HAS_MODES ? (a64_vf32){a64_from_u32_32(v[0], s), a64_from_u32_32(v[1], s),
                                            a64_from_u32_32(v[2], s), a64_from_u32_32(v[3], s)}
                               : __builtin_convertvector(v, a64_vf32);
}

static inline a64_vf64 a64_vfrom_s64(a64_v2u64 a, struct a64_state *s) {
    return (a64_vf64){a64_from_s64_64(a[0], s), a64_from_s64_64(a[1], s)};
}

static inline a64_vf64 a64_vfrom_u64(a64_v2u64 a, struct a64_state *s) {
    return (a64_vf64){a64_from_u64_64(a[0], s), a64_from_u64_64(a[1], s)};
}

#define A64_FROM_INTEGER(sign, width)                                                              \
    static inline a64_v2u64 a64_v##sign##cvtf_##width(                                             \
        uint64_t bits, a64_v2u64 a, uint64_t fraction_bits, struct a64_state *s) {                 \
        a64_vf##width r =                                                                          \
            a64_vfrom_##sign##width(A64_FLOAT_HAS_STATUS ? a64_keep(bits, a) : a, s);              \
        if (fraction_bits)                                                                         \
            r = r * a64_vpower_of_two_##width(-(int)fraction_bits);                                \
        return a64_keep(bits, (a64_v2u64)r);                                                       \
    }
A64_FROM_INTEGER(s, 32)
A64_FROM_INTEGER(u, 32)
A64_FROM_INTEGER(s, 64)
A64_FROM_INTEGER(u, 64)

#undef A64_FROM_INTEGER

#endif
