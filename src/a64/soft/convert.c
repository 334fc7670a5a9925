/* SPDX-License-Identifier: MIT */
#include "a64/soft/number.h"
#include "a64/soft_float.h"

/* Between the formats (FPConvert). */

static uint64_t nan_converted(const struct soft_format *from, const struct soft_format *to,
                              const struct soft_number *n, struct a64_state *s) {
    const bool alternative = to == &soft_half && (a64_fpcr(s) & A64_FPCR_AHP);
    if (n->kind == SOFT_SIGNALLING || alternative)
        a64_raise(s, A64_FPSR_IOC);
    if (alternative)
        return soft_zero(to, n->negative);
    const uint64_t quiet = 1ull << (to->fraction - 1), infinity = soft_infinity(to, n->negative);
    if (a64_fpcr(s) & A64_FPCR_DN)
        return soft_infinity(to, false) | quiet;
    const uint64_t fraction = n->bits & ((1ull << from->fraction) - 1);
    const int longer = to->fraction - from->fraction;
    return infinity | quiet | (longer > 0 ? fraction << longer : fraction >> -longer);
}

static uint64_t convert(const struct soft_format *from, const struct soft_format *to,
                        const struct soft_number *n, enum a64_rounding rounding,
                        struct a64_state *s) {
    if (soft_is_nan(n))
        return nan_converted(from, to, n, s);
    if (n->kind == SOFT_ZERO)
        return soft_zero(to, n->negative);
    if (n->kind == SOFT_NUMBER)
        return soft_round(to, n, false, rounding, s);
    if (to != &soft_half || !(a64_fpcr(s) & A64_FPCR_AHP))
        return soft_infinity(to, n->negative);
    a64_raise(s, A64_FPSR_IOC); /* the alternative format has no infinity: its largest number */
    return soft_zero(to, n->negative) | 0x7fff;
}

double a64_soft_widen(float a, struct a64_state *s) {
    const struct soft_number n = soft_unpack(&soft_single, a64_bits_32(a), s);
    return a64_float_64(convert(&soft_single, &soft_double, &n, A64_NEAREST, s));
}

float a64_soft_narrow(double a, enum a64_rounding rounding, struct a64_state *s) {
    const struct soft_number n = soft_unpack(&soft_double, a64_bits_64(a), s);
    return a64_float_32((uint32_t)convert(&soft_double, &soft_single, &n, rounding, s));
}

uint16_t a64_soft_64_16(double a, struct a64_state *s) {
    const struct soft_number n = soft_unpack(&soft_double, a64_bits_64(a), s);
    return (uint16_t)convert(&soft_double, &soft_half, &n, a64_rounding(s), s);
}

uint16_t a64_soft_32_16(float a, struct a64_state *s) {
    const struct soft_number n = soft_unpack(&soft_single, a64_bits_32(a), s);
    return (uint16_t)convert(&soft_single, &soft_half, &n, a64_rounding(s), s);
}

double a64_soft_16_64(uint16_t a, struct a64_state *s) {
    const struct soft_number n = soft_unpack_half(a, s);
    return a64_float_64(convert(&soft_half, &soft_double, &n, A64_NEAREST, s));
}

float a64_soft_16_32(uint16_t a, struct a64_state *s) {
    const struct soft_number n = soft_unpack_half(a, s);
    return a64_float_32((uint32_t)convert(&soft_half, &soft_single, &n, A64_NEAREST, s));
}
