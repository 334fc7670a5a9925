/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translate/round_double.h"

#include <math.h>

/* The double next to it, where `truth` holds: its words as one number, one more or less. */
static uint32_t step(struct translator *t, uint32_t value, uint32_t truth, uint32_t outwards) {
    const uint32_t zero = u32_constant(t, 0), ones = u32_constant(t, ~0u);
    uint32_t w[2];
    split64(t, value, w);
    const uint32_t low = choose_word(t, outwards, word_add(t, w[0], u32_constant(t, 1)),
                                     word_sub(t, w[0], u32_constant(t, 1)));
    const uint32_t passes = word_equal(t, w[0], choose_word(t, outwards, ones, zero));
    const uint32_t by = choose_word(t, outwards, u32_constant(t, 1), ones);
    const uint32_t high = word_add(t, w[1], choose_word(t, passes, by, zero));
    return join_double(t, choose_word(t, truth, low, w[0]), choose_word(t, truth, high, w[1]));
}

static uint32_t is_negative(struct translator *t, uint32_t value) {
    uint32_t w[2];
    split64(t, value, w);
    return word_is_negative(t, w[1]);
}

static uint32_t is_infinite(struct translator *t, uint32_t value) {
    return op1(t, SpvOpIsInf, type_bool(t), value);
}

/* `above`: the rounded value lies above the exact one; `below`: below it. */
static uint32_t directed(struct translator *t, uint32_t value, uint32_t above, uint32_t below,
                         unsigned round) {
    const uint32_t negative = is_negative(t, value), positive = truth_not(t, negative);
    if (round == ISA_ROUND_RM)
        return step(t, value, above, negative);
    if (round == ISA_ROUND_RP)
        return step(t, value, below, positive);
    return step(t, value, truth_or(t, truth_and(t, above, positive), truth_and(t, below, negative)),
                spirv_truth(&t->m, false));
}

uint32_t round_double_add(struct translator *t, uint32_t a, uint32_t b, unsigned round) {
    const uint32_t type = type_f64(t), none = spirv_f64(&t->m, 0);
    if (round == ISA_ROUND_NONE)
        return float_add(t, type, a, b);
    const struct round_sum s = round_two_sum(t, type, a, b);
    const uint32_t overflow = truth_and(
        t, is_infinite(t, s.sum), truth_not(t, truth_or(t, is_infinite(t, a), is_infinite(t, b))));
    const uint32_t negative = is_negative(t, s.sum), positive = truth_not(t, negative);
    const uint32_t above =
        truth_or(t, float_less(t, s.error, none), truth_and(t, overflow, positive));
    const uint32_t below =
        truth_or(t, float_less(t, none, s.error), truth_and(t, overflow, negative));
    const uint32_t rounded = directed(t, s.sum, above, below, round);
    if (round != ISA_ROUND_RM)
        return rounded;
    /* a sum that is zero although not both are +0 is -0 */
    const uint32_t zero = truth_and(t, float_equal(t, s.sum, none),
                                    truth_or(t, is_negative(t, a), is_negative(t, b)));
    return choose(t, type, zero, spirv_f64(&t->m, -0.0), rounded);
}

/* ---- products ---- */

/* mantissa * 2^exponent; the mantissa is from 1 to 2, with the sign. */
struct scaled {
    uint32_t mantissa, exponent;
};

static uint32_t power_of_two(struct translator *t, uint32_t exponent) {
    const uint32_t biased = word_add(t, exponent, u32_constant(t, 1023));
    return join_double(t, u32_constant(t, 0), word_left(t, biased, u32_constant(t, 20)));
}

static uint32_t clamp(struct translator *t, uint32_t word, int limit) {
    return SPIRV_GLSL(&t->m, GLSLstd450SClamp, type_u32(t), word, u32_constant(t, (uint32_t)-limit),
                      u32_constant(t, (uint32_t)limit));
}

/* value * 2^exponent in two steps, of which only the second one may round. */
static uint32_t scale(struct translator *t, uint32_t value, uint32_t exponent) {
    const uint32_t k = clamp(t, exponent, 1200);
    const uint32_t half = word_right_signed(t, k, u32_constant(t, 1));
    const uint32_t first = float_mul(t, type_f64(t), value, power_of_two(t, half));
    return float_mul(t, type_f64(t), first, power_of_two(t, word_sub(t, k, half)));
}

/* A number that is not zero; small ones are made larger first. */
static struct scaled normalized(struct translator *t, uint32_t value) {
    const uint32_t type = type_f64(t);
    const uint32_t small = float_less(t, float_abs(t, type, value), spirv_f64(&t->m, 0x1p-1022));
    const uint32_t larger = float_mul(t, type, value, spirv_f64(&t->m, 0x1p54));
    uint32_t w[2];
    split64(t, choose(t, type, small, larger, value), w);
    const uint32_t bias = choose_word(t, small, u32_constant(t, 1023 + 54), u32_constant(t, 1023));
    const uint32_t high =
        word_or(t, word_and(t, w[1], u32_constant(t, 0x800fffffu)), u32_constant(t, 0x3ff00000));
    return (struct scaled){join_double(t, w[0], high),
                           word_sub(t, bits_unsigned(t, w[1], 20, 11), bias)};
}

/* After Dekker: the halves of the factors, of 26 bits each, have exact products. */
static struct round_sum two_product(struct translator *t, uint32_t a, uint32_t b) {
    const uint32_t type = type_f64(t), factors[] = {a, b};
    uint32_t high[2], low[2];
    for (unsigned i = 0; i < 2; i++) {
        const uint32_t by = float_mul(t, type, factors[i], spirv_f64(&t->m, 0x1p27 + 1));
        high[i] = float_sub(t, type, by, float_sub(t, type, by, factors[i]));
        low[i] = float_sub(t, type, factors[i], high[i]);
    }
    const uint32_t product = float_mul(t, type, a, b);
    uint32_t error = float_sub(t, type, float_mul(t, type, high[0], high[1]), product);
    error = float_add(t, type, error, float_mul(t, type, high[0], low[1]));
    error = float_add(t, type, error, float_mul(t, type, low[0], high[1]));
    return (struct round_sum){product,
                              float_add(t, type, error, float_mul(t, type, low[0], low[1]))};
}

/* (sum + error) * 2^exponent, of which the error only says on which side the sum is. */
static uint32_t scaled_back(struct translator *t, struct round_sum s, uint32_t exponent,
                            unsigned round) {
    const uint32_t none = spirv_f64(&t->m, 0);
    const uint32_t value = scale(t, s.sum, exponent);
    const uint32_t back = scale(t, value, word_negate(t, exponent));
    const uint32_t same = float_equal(t, back, s.sum);
    const uint32_t above =
        truth_or(t, float_less(t, s.sum, back), truth_and(t, same, float_less(t, s.error, none)));
    const uint32_t below =
        truth_or(t, float_less(t, back, s.sum), truth_and(t, same, float_less(t, none, s.error)));
    return directed(t, value, above, below, round);
}

static uint32_t is_plain(struct translator *t, uint32_t value) {
    const uint32_t size = float_abs(t, type_f64(t), value), none = spirv_f64(&t->m, 0);
    return truth_and(t, float_less(t, none, size),
                     float_less(t, size, spirv_f64(&t->m, (double)INFINITY)));
}

uint32_t round_double_mul(struct translator *t, uint32_t a, uint32_t b, unsigned round) {
    const uint32_t type = type_f64(t), product = float_mul(t, type, a, b);
    if (round == ISA_ROUND_NONE || float_is_zero(t, type, a) || float_is_zero(t, type, b))
        return product;
    const struct scaled x = normalized(t, a), y = normalized(t, b);
    const uint32_t exponent = word_add(t, x.exponent, y.exponent);
    const uint32_t rounded =
        scaled_back(t, two_product(t, x.mantissa, y.mantissa), exponent, round);
    return choose(t, type, truth_and(t, is_plain(t, a), is_plain(t, b)), rounded, product);
}

/* The product and the addend are scaled so that the larger one is about 1. The smaller one need not
 * be smaller than 2^-200 for that: it is the same as anything else that is so small. */
static struct round_sum scaled_sum(struct translator *t, uint32_t a, uint32_t b, uint32_t c,
                                   uint32_t *exponent) {
    const uint32_t type = type_f64(t), none = spirv_f64(&t->m, 0), zero = u32_constant(t, 0);
    const struct scaled x = normalized(t, a), y = normalized(t, b), z = normalized(t, c);
    const struct round_sum p = two_product(t, x.mantissa, y.mantissa);
    const uint32_t of_product = word_add(t, x.exponent, y.exponent);
    const uint32_t no_addend = float_equal(t, c, none);
    const uint32_t by = choose_word(t, no_addend, zero, word_sub(t, z.exponent, of_product));
    const uint32_t addend_less = word_is_negative(t, by);
    *exponent = choose_word(t, addend_less, of_product, word_add(t, of_product, by));
    const uint32_t small =
        power_of_two(t, clamp(t, choose_word(t, addend_less, by, word_negate(t, by)), 200));
    const uint32_t one = spirv_f64(&t->m, 1);
    const uint32_t for_product = choose(t, type, addend_less, one, small);
    const uint32_t for_addend = choose(t, type, addend_less, small, one);
    const uint32_t addend =
        choose(t, type, no_addend, none, float_mul(t, type, z.mantissa, for_addend));
    const struct round_sum s =
        round_two_sum(t, type, float_mul(t, type, p.sum, for_product), addend);
    /* what is left of both, and then of the whole */
    const struct round_sum rest =
        round_two_sum(t, type, s.error, float_mul(t, type, p.error, for_product));
    const struct round_sum whole = round_two_sum(t, type, s.sum, rest.sum);
    const uint32_t none_left = float_equal(t, whole.error, none);
    return (struct round_sum){whole.sum, choose(t, type, none_left, rest.error, whole.error)};
}

uint32_t round_double_fma(struct translator *t, uint32_t a, uint32_t b, uint32_t c,
                          unsigned round) {
    const uint32_t type = type_f64(t);
    if (round == ISA_ROUND_NONE)
        return float_fma(t, type, a, b, c);
    uint32_t exponent;
    const struct round_sum s = scaled_sum(t, a, b, c, &exponent);
    uint32_t rounded = scaled_back(t, s, exponent, round);
    if (round == ISA_ROUND_RM)
        rounded = choose(t, type, float_equal(t, s.sum, spirv_f64(&t->m, 0)),
                         spirv_f64(&t->m, -0.0), rounded);
    /* a product of numbers is a number, even where no double holds it */
    const uint32_t numbers = truth_and(t, is_plain(t, a), is_plain(t, b));
    const uint32_t size = float_abs(t, type, c);
    const uint32_t finite = float_less(t, size, spirv_f64(&t->m, (double)INFINITY));
    const uint32_t special = round_double_add(t, float_mul(t, type, a, b), c, round);
    return choose(t, type, numbers, choose(t, type, finite, rounded, c), special);
}
