/* SPDX-License-Identifier: MIT */
/* Part of a64/ops_fp_width.h: reciprocal estimates of one width. */

/* --- Estimates (Arm ARM, FPRecipEstimate and FPRSqrtEstimate): eight bits of result ----------- */

/* The overflow of 1 / x, x the least numbers: to infinity or the largest number, as RMode says. */
static inline UINT FN(overflow)(UINT sign, struct a64_state *s) {
    const enum a64_rounding rounding = a64_rounding(s);
    a64_raise(s, A64_FPSR_OFC | A64_FPSR_IXC);
    return sign |
           (rounding == A64_NEAREST || rounding == (sign ? A64_DOWN : A64_UP) ? INFINITE
                                                                              : INFINITE - 1);
}

static inline UINT FN(divided_by_zero)(UINT sign, struct a64_state *s) {
    a64_raise(s, A64_FPSR_DZC);
    return sign | INFINITE;
}

static inline UINT FN(frecpe_bits)(UINT a, struct a64_state *s) {
    UINT sign = a & SIGN, fraction = a & (((UINT)1 << MANTISSA) - 1);
    int exponent = (int)(a >> MANTISSA & (((UINT)1 << EXPONENT) - 1));
    const int top = (1 << EXPONENT) - 1, bias = top >> 1;
    if (FN(is_nan)(a))
        return FN(bits)(FN(soft_nan)(F(a), s));
    if (exponent == top)
        return sign;
    if (exponent == 0 && fraction == 0)
        return FN(divided_by_zero)(sign, s);
    if (exponent == 0 && fraction >> (MANTISSA - 2) == 0)
        return FN(overflow)(sign, s);
    if (a64_flushes(s) && exponent >= 2 * bias - 1) {
        a64_raise(s, A64_FPSR_UFC);
        return sign;
    }
    if (exponent == 0) {
        int shift = fraction >> (MANTISSA - 1) & 1 ? 1 : 2;
        exponent = 1 - shift;
        fraction = fraction << shift & (((UINT)1 << MANTISSA) - 1);
    }
    uint32_t scaled = 256 | (uint32_t)(fraction >> (MANTISSA - 8));
    UINT estimate = a64_recip_estimate(scaled) & 0xff;
    int result = 2 * bias - 1 - exponent;
    UINT mantissa = estimate << (MANTISSA - 8);
    if (result <= 0) { /* the estimate is subnormal */
        mantissa = (mantissa | (UINT)1 << MANTISSA) >> (1 - result);
        result = 0;
    }
    return sign | (UINT)result << MANTISSA | mantissa;
}

static inline UINT FN(frsqrte_bits)(UINT a, struct a64_state *s) {
    UINT sign = a & SIGN, fraction = a & (((UINT)1 << MANTISSA) - 1);
    int exponent = (int)(a >> MANTISSA & (((UINT)1 << EXPONENT) - 1));
    const int top = (1 << EXPONENT) - 1, bias = top >> 1;
    if (FN(is_nan)(a))
        return FN(bits)(FN(soft_nan)(F(a), s));
    if (exponent == 0 && fraction == 0)
        return FN(divided_by_zero)(sign, s);
    if (sign) {
        a64_raise(s, A64_FPSR_IOC);
        return DEFAULT;
    }
    if (exponent == top)
        return 0;
    if (exponent == 0) {
        for (exponent = 1; !(fraction >> MANTISSA & 1); exponent--)
            fraction <<= 1;
        fraction &= ((UINT)1 << MANTISSA) - 1;
    }
    /* 0.25 <= operand < 1: an odd exponent takes the operand's 8 bits, an even one 7. */
    uint32_t scaled = exponent & 1 ? 128 | (uint32_t)(fraction >> (MANTISSA - 7))
                                   : 256 | (uint32_t)(fraction >> (MANTISSA - 8));
    UINT estimate = a64_rsqrt_estimate(scaled) & 0xff;
    UINT result = (UINT)((3 * bias - 1 - exponent) / 2);
    return result << MANTISSA | estimate << (MANTISSA - 8);
}

/* FRECPX: the exponent's complement, fraction 0. */
static inline UINT FN(frecpx_bits)(UINT a, struct a64_state *s) {
    const UINT top = ((UINT)1 << EXPONENT) - 1;
    UINT exponent = a >> MANTISSA & top;
    if (FN(is_nan)(a))
        return FN(bits)(FN(soft_nan)(F(a), s));
    return (a & SIGN) | (exponent == 0 ? top - 1 : ~exponent & top) << MANTISSA;
}

#define ESTIMATE(name)                                                                             \
    static inline FLOAT FN(name)(FLOAT a, struct a64_state * s) {                                  \
        return F(FN(name##_bits)(FN(bits)(FN(flush)(a, s)), s));                                   \
    }
ESTIMATE(frecpe)
ESTIMATE(frsqrte)
ESTIMATE(frecpx)
#undef ESTIMATE
