/* SPDX-License-Identifier: MIT */
#include "model.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

#pragma STDC FENV_ACCESS ON

static const int directions[] = {
    [ISA_ROUND_NONE] = FE_TONEAREST,
    [ISA_ROUND_RM] = FE_DOWNWARD,
    [ISA_ROUND_RP] = FE_UPWARD,
    [ISA_ROUND_RZ] = FE_TOWARDZERO,
};

/* Evaluates an expression while the processor rounds in a direction. */
#define ROUNDED(type, round, expression)                                                           \
    fesetround(directions[round]);                                                                 \
    const type result = (expression);                                                              \
    fesetround(FE_TONEAREST);                                                                      \
    return result

float model_add(float a, float b, unsigned round) {
    ROUNDED(float, round, a + b);
}

float model_fma(float a, float b, float c, unsigned round) {
    ROUNDED(float, round, fmaf(a, b, c));
}

double model_double_add(double a, double b, unsigned round) {
    ROUNDED(double, round, a + b);
}

double model_double_multiply(double a, double b, unsigned round) {
    ROUNDED(double, round, a *b);
}

double model_double_fma(double a, double b, double c, unsigned round) {
    ROUNDED(double, round, fma(a, b, c));
}

float model_narrow(double value, unsigned round) {
    ROUNDED(float, round, (float)value);
}

float model_float_of(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

uint32_t model_float_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return isnan(value) ? 0x7fffffff : bits;
}

double model_double_of(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

uint64_t model_double_bits(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

double model_half_value(uint16_t half) {
    const unsigned exponent = half >> 10 & 31, fraction = half & 1023;
    const double value = exponent == 31  ? (fraction ? NAN : INFINITY)
                         : exponent == 0 ? ldexp(fraction, -24)
                                         : ldexp(1024 + fraction, (int)exponent - 25);
    return half & 0x8000 ? -value : value;
}

uint16_t model_half_of(double value, unsigned round) {
    const uint16_t sign = signbit(value) ? 0x8000 : 0;
    if (isnan(value))
        return 0x7fff;
    const double size = fabs(value);
    /* In units of the half's last place, of which there are at least 2^-24. */
    int exponent = 0;
    frexp(size, &exponent);
    const int last = exponent - 11 < -24 ? -24 : exponent - 11;
    fesetround(directions[round]);
    const double units = isinf(size) ? 0 : fabs(nearbyint(ldexp(value, -last)));
    fesetround(FE_TONEAREST);
    const double rounded = isinf(size) ? size : ldexp(units, last);
    if (rounded >= 65536) {
        const bool down = round == ISA_ROUND_RZ || (round == ISA_ROUND_RM && !sign) ||
                          (round == ISA_ROUND_RP && sign);
        return sign | (isinf(size) || !down ? 0x7c00 : 0x7bff);
    }
    if (rounded < 0x1p-14)
        return sign | (uint16_t)ldexp(rounded, 24);
    const double significand = frexp(rounded, &exponent) * 2048; /* 1024 to 2047 */
    return (uint16_t)(sign | (exponent + 14) << 10 | ((unsigned)significand & 1023));
}

/* The double is rounded to odd, so that rounding it again is as rounding once. */
uint16_t model_half_fma(double a, double b, double c, unsigned round) {
    feclearexcept(FE_INEXACT);
    fesetround(FE_TOWARDZERO);
    const double truncated = fma(a, b, c);
    fesetround(FE_TONEAREST);
    const bool inexact = fetestexcept(FE_INEXACT);
    uint64_t bits = model_double_bits(truncated);
    if (inexact && isfinite(truncated))
        bits |= 1;
    /* A sum of zero has the sign that rounding to nearest gives it. */
    return model_half_of(truncated == 0 ? fma(a, b, c) : model_double_of(bits), round);
}

double model_integral(double value, unsigned iround) {
    return iround == ISA_IROUND_FLOOR   ? floor(value)
           : iround == ISA_IROUND_CEIL  ? ceil(value)
           : iround == ISA_IROUND_TRUNC ? trunc(value)
                                        : rint(value);
}

float model_flush(float value) {
    return fabsf(value) < 0x1p-126f ? copysignf(0, value) : value;
}

double model_signed(double value, const struct isa_operand *operand) {
    if (operand->absolute)
        value = fabs(value);
    return operand->negate ? -value : value;
}

double model_saturate(double value) {
    return value > 0 ? (value < 1 ? value : 1) : 0;
}

bool model_compare(unsigned fcmp, double a, double b) {
    if (isnan(a) || isnan(b))
        return fcmp >= ISA_FCMP_NAN;
    return (fcmp & 1 && a < b) || (fcmp & 2 && a == b) || (fcmp & 4 && a > b);
}
