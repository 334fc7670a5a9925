/* SPDX-License-Identifier: MIT */
#include "a64/soft/number.h"
#include "a64/soft_float.h"

/* The operations after the pseudocode of the Arm ARM (shared/functions/float), for both widths. */

/* A sum that is exactly zero, of addends that are not both zeros of one sign. */
static uint64_t cancelled(const struct soft_format *f, const struct a64_state *s) {
    return soft_zero(f, a64_rounding(s) == A64_DOWN);
}

/* Shifts right; what is cut off leaves a trace in the last bit. */
static soft_mantissa shift_jammed(soft_mantissa m, int shift) {
    if (shift > 127)
        return 1;
    return m >> shift | ((m & (((soft_mantissa)1 << shift) - 1)) != 0);
}

/* x + y, neither of them infinite or a NaN, y perhaps zero; then scaled by 2^scale, all in one
 * rounding. With both mantissas at bit 125 a trace suffices for what is cut off: there is some only
 * where the exponents differ so much that the difference loses one bit at most. */
static uint64_t add_numbers(const struct soft_format *f, struct soft_number x, struct soft_number y,
                            int scale, struct a64_state *s) {
    if (x.kind == SOFT_ZERO && y.kind == SOFT_ZERO)
        return x.negative == y.negative ? soft_zero(f, x.negative) : cancelled(f, s);
    struct soft_number sum = x.kind == SOFT_ZERO ? y : x;
    if (x.kind != SOFT_ZERO && y.kind != SOFT_ZERO) {
        soft_normalise(&x, 125);
        soft_normalise(&y, 125);
        if (x.exponent < y.exponent || (x.exponent == y.exponent && x.mantissa < y.mantissa)) {
            sum = x;
            x = y;
            y = sum;
        }
        const soft_mantissa less = shift_jammed(y.mantissa, x.exponent - y.exponent);
        sum = x;
        sum.mantissa = x.negative == y.negative ? x.mantissa + less : x.mantissa - less;
        if (!sum.mantissa)
            return cancelled(f, s);
    }
    sum.exponent += scale;
    return soft_round(f, &sum, false, a64_rounding(s), s);
}

static struct soft_number product(const struct soft_number *a, const struct soft_number *b) {
    return (struct soft_number){
        .kind = a->kind == SOFT_ZERO || b->kind == SOFT_ZERO ? SOFT_ZERO : SOFT_NUMBER,
        .negative = a->negative != b->negative,
        .exponent = a->exponent + b->exponent,
        .mantissa = a->mantissa * b->mantissa,
    };
}

static bool is_invalid_product(const struct soft_number *a, const struct soft_number *b) {
    return (a->kind == SOFT_ZERO && b->kind == SOFT_INFINITE) ||
           (a->kind == SOFT_INFINITE && b->kind == SOFT_ZERO);
}

static uint64_t add(const struct soft_format *f, uint64_t a, uint64_t b, struct a64_state *s) {
    struct soft_number n[] = {soft_unpack(f, a, s), soft_unpack(f, b, s)};
    uint64_t result;
    if (soft_nan_of(f, n, 2, s, &result))
        return result;
    if (n[0].kind == SOFT_INFINITE && n[1].kind == SOFT_INFINITE && n[0].negative != n[1].negative)
        return soft_invalid(f, s);
    for (int i = 0; i < 2; i++)
        if (n[i].kind == SOFT_INFINITE)
            return n[i].bits;
    return add_numbers(f, n[0], n[1], 0, s);
}

/* The sign of a NaN stays: only a number is turned round. */
static uint64_t subtract(const struct soft_format *f, uint64_t a, uint64_t b, struct a64_state *s) {
    const uint64_t sign = soft_zero(f, true);
    return add(f, a, (b & ~sign) > soft_infinity(f, false) ? b : b ^ sign, s);
}

static uint64_t difference(const struct soft_format *f, uint64_t a, uint64_t b,
                           struct a64_state *s) {
    return subtract(f, a, b, s) & ~soft_zero(f, true);
}

/* `extended`: FMULX, which gives 2 for zero by infinity. */
static uint64_t multiply_form(const struct soft_format *f, uint64_t a, uint64_t b, bool extended,
                              struct a64_state *s) {
    struct soft_number n[] = {soft_unpack(f, a, s), soft_unpack(f, b, s)};
    struct soft_number p = product(&n[0], &n[1]);
    uint64_t result;
    if (soft_nan_of(f, n, 2, s, &result))
        return result;
    if (is_invalid_product(&n[0], &n[1])) {
        const struct soft_number two = {SOFT_NUMBER, p.negative, 1, 1, 0};
        return extended ? soft_round(f, &two, false, A64_NEAREST, s) : soft_invalid(f, s);
    }
    if (n[0].kind == SOFT_INFINITE || n[1].kind == SOFT_INFINITE)
        return soft_infinity(f, p.negative);
    if (p.kind == SOFT_ZERO)
        return soft_zero(f, p.negative);
    return soft_round(f, &p, false, a64_rounding(s), s);
}

static uint64_t multiply(const struct soft_format *f, uint64_t a, uint64_t b, struct a64_state *s) {
    return multiply_form(f, a, b, false, s);
}

static uint64_t multiply_extended(const struct soft_format *f, uint64_t a, uint64_t b,
                                  struct a64_state *s) {
    return multiply_form(f, a, b, true, s);
}

static uint64_t divide(const struct soft_format *f, uint64_t a, uint64_t b, struct a64_state *s) {
    struct soft_number n[] = {soft_unpack(f, a, s), soft_unpack(f, b, s)};
    const bool negative = n[0].negative != n[1].negative;
    uint64_t result;
    if (soft_nan_of(f, n, 2, s, &result))
        return result;
    if (n[0].kind == n[1].kind && n[0].kind != SOFT_NUMBER)
        return soft_invalid(f, s);
    if (n[1].kind == SOFT_ZERO && n[0].kind == SOFT_NUMBER)
        a64_raise(s, A64_FPSR_DZC);
    if (n[0].kind == SOFT_INFINITE || n[1].kind == SOFT_ZERO)
        return soft_infinity(f, negative);
    if (n[0].kind == SOFT_ZERO || n[1].kind == SOFT_INFINITE)
        return soft_zero(f, negative);
    soft_normalise(&n[0], 127);
    soft_normalise(&n[1], 63);
    struct soft_number quotient = {SOFT_NUMBER, negative, n[0].exponent - n[1].exponent,
                                   n[0].mantissa / n[1].mantissa, 0};
    return soft_round(f, &quotient, n[0].mantissa % n[1].mantissa != 0, a64_rounding(s), s);
}

static uint64_t square_root(const struct soft_format *f, uint64_t a, struct a64_state *s) {
    struct soft_number n = soft_unpack(f, a, s);
    uint64_t result;
    if (soft_nan_of(f, &n, 1, s, &result))
        return result;
    if (n.kind == SOFT_ZERO)
        return soft_zero(f, n.negative);
    if (n.negative)
        return soft_invalid(f, s);
    if (n.kind == SOFT_INFINITE)
        return a;
    soft_normalise(&n, 125);
    if (n.exponent & 1) {
        n.mantissa <<= 1;
        n.exponent--;
    }
    soft_mantissa root = 0, left = n.mantissa;
    for (int bit = 63; bit >= 0; bit--) { /* (root + 2^bit)^2 at most the mantissa? */
        const soft_mantissa more = (root << (bit + 1)) + ((soft_mantissa)1 << (2 * bit));
        if (left >= more) {
            left -= more;
            root |= (soft_mantissa)1 << bit;
        }
    }
    n.mantissa = root;
    n.exponent /= 2;
    return soft_round(f, &n, left != 0, a64_rounding(s), s);
}

static uint64_t multiply_add(const struct soft_format *f, uint64_t addend, uint64_t a, uint64_t b,
                             struct a64_state *s) {
    struct soft_number n[] = {soft_unpack(f, addend, s), soft_unpack(f, a, s),
                              soft_unpack(f, b, s)};
    struct soft_number p = product(&n[1], &n[2]);
    const bool infinite = n[1].kind == SOFT_INFINITE || n[2].kind == SOFT_INFINITE;
    const bool invalid = is_invalid_product(&n[1], &n[2]);
    uint64_t result;
    if (n[0].kind == SOFT_QUIET && invalid)
        return soft_invalid(f, s);
    if (soft_nan_of(f, n, 3, s, &result))
        return result;
    if (invalid || (n[0].kind == SOFT_INFINITE && infinite && n[0].negative != p.negative))
        return soft_invalid(f, s);
    if (infinite)
        return soft_infinity(f, p.negative);
    if (n[0].kind == SOFT_INFINITE)
        return n[0].bits;
    return add_numbers(f, n[0], p, 0, s);
}

/* FRECPS and FRSQRTS: (constant - a * b) * 2^scale. `instead` is the value for zero by infinity, as
 * mantissa / 2. */
static uint64_t step(const struct soft_format *f, uint64_t a, uint64_t b, unsigned constant,
                     int scale, unsigned instead, struct a64_state *s) {
    struct soft_number n[] = {soft_unpack(f, a ^ soft_zero(f, true), s), soft_unpack(f, b, s)};
    struct soft_number p = product(&n[0], &n[1]);
    const struct soft_number start = {SOFT_NUMBER, false, 0, constant, 0};
    const struct soft_number fixed = {SOFT_NUMBER, false, -1, instead, 0};
    uint64_t result;
    if (soft_nan_of(f, n, 2, s, &result))
        return result;
    if (is_invalid_product(&n[0], &n[1]))
        return soft_round(f, &fixed, false, A64_NEAREST, s);
    if (n[0].kind == SOFT_INFINITE || n[1].kind == SOFT_INFINITE)
        return soft_infinity(f, p.negative);
    return add_numbers(f, start, p, scale, s);
}

static uint64_t reciprocal_step(const struct soft_format *f, uint64_t a, uint64_t b,
                                struct a64_state *s) {
    return step(f, a, b, 2, 0, 4, s);
}

static uint64_t root_step(const struct soft_format *f, uint64_t a, uint64_t b,
                          struct a64_state *s) {
    return step(f, a, b, 3, -1, 3, s);
}

/* Minimum and maximum: of operands that are flushed, since a result is one of them. */
static bool is_less(const struct soft_format *f, uint64_t a, uint64_t b) {
    const uint64_t sign = soft_zero(f, true);
    if ((a ^ b) & sign)
        return (a & sign) != 0; /* -0 below 0, as both forms have it */
    return a & sign ? a > b : a < b;
}

static uint64_t extreme(const struct soft_format *f, uint64_t a, uint64_t b, bool maximum,
                        bool numbers, struct a64_state *s) {
    struct soft_number n[] = {soft_unpack(f, a, s), soft_unpack(f, b, s)};
    uint64_t result;
    for (int i = 0; numbers && i < 2; i++)
        if (n[i].kind == SOFT_QUIET && n[1 - i].kind != SOFT_QUIET) {
            n[i] = (struct soft_number){.kind = SOFT_INFINITE, .bits = soft_infinity(f, maximum)};
            break;
        }
    if (soft_nan_of(f, n, 2, s, &result))
        return result;
    for (int i = 0; i < 2; i++)
        if (n[i].kind == SOFT_ZERO)
            n[i].bits = soft_zero(f, n[i].negative);
    return n[is_less(f, n[0].bits, n[1].bits) == maximum].bits;
}

#define EXTREME(name, maximum, numbers)                                                            \
    static uint64_t name(const struct soft_format *f, uint64_t a, uint64_t b,                      \
                         struct a64_state *s) {                                                    \
        return extreme(f, a, b, maximum, numbers, s);                                              \
    }
EXTREME(maximum, true, false)
EXTREME(minimum, false, false)
EXTREME(maximum_number, true, true)
EXTREME(minimum_number, false, true)

/* --- What soft_float.h declares --------------------------------------------------------------- */

#define SCALAR_2(name, function, b, type, format)                                                  \
    A64_SOFT type a64_soft_##name##_##b(type x, type y, struct a64_state *s) {                     \
        return a64_float_##b((uint##b##_t)function(&format, a64_bits_##b(x), a64_bits_##b(y), s)); \
    }
#define WIDTH(b, type, format)                                                                     \
    A64_SOFT type a64_soft_nan_##b(type x, struct a64_state *s) {                                  \
        struct soft_number n = soft_unpack(&format, a64_bits_##b(x), s);                           \
        uint64_t result = n.bits;                                                                  \
        (void)soft_nan_of(&format, &n, 1, s, &result);                                             \
        return a64_float_##b((uint##b##_t)result);                                                 \
    }                                                                                              \
    A64_SOFT type a64_soft_fsqrt_##b(type x, struct a64_state *s) {                                \
        return a64_float_##b((uint##b##_t)square_root(&format, a64_bits_##b(x), s));               \
    }                                                                                              \
    SCALAR_2(fadd, add, b, type, format)                                                           \
    SCALAR_2(fsub, subtract, b, type, format)                                                      \
    SCALAR_2(fabd, difference, b, type, format)                                                    \
    SCALAR_2(fmul, multiply, b, type, format)                                                      \
    SCALAR_2(fmulx, multiply_extended, b, type, format)                                            \
    SCALAR_2(fdiv, divide, b, type, format)                                                        \
    SCALAR_2(fmax, maximum, b, type, format)                                                       \
    SCALAR_2(fmin, minimum, b, type, format)                                                       \
    SCALAR_2(fmaxnm, maximum_number, b, type, format)                                              \
    SCALAR_2(fminnm, minimum_number, b, type, format)                                              \
    SCALAR_2(frecps, reciprocal_step, b, type, format)                                             \
    SCALAR_2(frsqrts, root_step, b, type, format)                                                  \
    A64_SOFT type a64_soft_fma_##b(type addend, type x, type y, struct a64_state *s) {             \
        return a64_float_##b((uint##b##_t)multiply_add(&format, a64_bits_##b(addend),              \
                                                       a64_bits_##b(x), a64_bits_##b(y), s));      \
    }                                                                                              \
    A64_SOFT a64_v2u64 a64_soft_each1_##b(a64_soft1_##b f, uint64_t bits, a64_v2u64 x,             \
                                          struct a64_state *s) {                                   \
        a64_vf##b r = {0};                                                                         \
        for (uint64_t i = 0; i < bits / b; i++)                                                    \
            r[i] = f(((a64_vf##b)x)[i], s);                                                        \
        return (a64_v2u64)r;                                                                       \
    }                                                                                              \
    A64_SOFT a64_v2u64 a64_soft_each2_##b(a64_soft2_##b f, uint64_t bits, a64_v2u64 x,             \
                                          a64_v2u64 y, struct a64_state *s) {                      \
        a64_vf##b r = {0};                                                                         \
        for (uint64_t i = 0; i < bits / b; i++)                                                    \
            r[i] = f(((a64_vf##b)x)[i], ((a64_vf##b)y)[i], s);                                     \
        return (a64_v2u64)r;                                                                       \
    }                                                                                              \
    A64_SOFT a64_v2u64 a64_soft_fma_each_##b(uint64_t bits, a64_v2u64 addend, a64_v2u64 x,         \
                                             a64_v2u64 y, struct a64_state *s) {                   \
        a64_vf##b r = {0};                                                                         \
        for (uint64_t i = 0; i < bits / b; i++)                                                    \
            r[i] =                                                                                 \
                a64_soft_fma_##b(((a64_vf##b)addend)[i], ((a64_vf##b)x)[i], ((a64_vf##b)y)[i], s); \
        return (a64_v2u64)r;                                                                       \
    }

WIDTH(32, float, soft_single)
WIDTH(64, double, soft_double)
