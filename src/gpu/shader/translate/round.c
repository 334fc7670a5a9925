/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translate/round.h"

/* After Knuth: six operations, exact as long as the sum is finite. */
struct round_sum round_two_sum(struct translator *t, uint32_t type, uint32_t a, uint32_t b) {
    const uint32_t sum = float_add(t, type, a, b), rest = float_sub(t, type, sum, a);
    const uint32_t error_a = float_sub(t, type, a, float_sub(t, type, sum, rest));
    return (struct round_sum){sum, float_add(t, type, error_a, float_sub(t, type, b, rest))};
}

/* The next float towards zero, or away from it, where `truth` holds. Infinity is behind the largest
 * one. */
static uint32_t step(struct translator *t, uint32_t value, uint32_t truth, bool outwards) {
    const uint32_t word = as_word(t, value), by = u32_constant(t, outwards ? 1 : ~0u);
    return as_float(t, choose_word(t, truth, word_add(t, word, by), word));
}

/* `above`: the rounded value lies above the exact one; `below`: below it. */
static uint32_t directed(struct translator *t, uint32_t value, uint32_t above, uint32_t below,
                         unsigned round) {
    const uint32_t negative = word_is_negative(t, as_word(t, value));
    const uint32_t positive = truth_not(t, negative);
    if (round == ISA_ROUND_RZ) {
        const uint32_t too_far =
            truth_or(t, truth_and(t, above, positive), truth_and(t, below, negative));
        return step(t, value, too_far, false);
    }
    const bool down = round == ISA_ROUND_RM;
    const uint32_t wrong = down ? above : below;
    const uint32_t inwards = step(t, value, truth_and(t, wrong, down ? positive : negative), false);
    return choose(t, type_f32(t), truth_and(t, wrong, down ? negative : positive),
                  step(t, value, wrong, true), inwards);
}

static uint32_t is_infinite(struct translator *t, uint32_t value) {
    return op1(t, SpvOpIsInf, type_bool(t), value);
}

/* A sum that is zero although not both are +0 is -0 where it is rounded down. */
static uint32_t zero_sum(struct translator *t, uint32_t sum, uint32_t signs, unsigned round) {
    if (round != ISA_ROUND_RM)
        return sum;
    const uint32_t zero = float_equal(t, sum, f32_constant(t, 0));
    const uint32_t sign = word_and(t, signs, u32_constant(t, 0x80000000u));
    return choose(t, type_f32(t), zero, as_float(t, sign), sum);
}

uint32_t round_add(struct translator *t, uint32_t a, uint32_t b, unsigned round) {
    const uint32_t type = type_f32(t), none = f32_constant(t, 0);
    if (round == ISA_ROUND_NONE)
        return float_add(t, type, a, b);
    const struct round_sum s = round_two_sum(t, type, a, b);
    /* A sum of numbers that is infinite is too large, and has no error. */
    const uint32_t overflow = truth_and(
        t, is_infinite(t, s.sum), truth_not(t, truth_or(t, is_infinite(t, a), is_infinite(t, b))));
    const uint32_t positive = float_less(t, none, s.sum);
    const uint32_t above =
        truth_or(t, float_less(t, s.error, none), truth_and(t, overflow, positive));
    const uint32_t below =
        truth_or(t, float_less(t, none, s.error), truth_and(t, overflow, truth_not(t, positive)));
    return zero_sum(t, directed(t, s.sum, above, below, round),
                    word_or(t, as_word(t, a), as_word(t, b)), round);
}

uint32_t round_add_odd(struct translator *t, uint32_t a, uint32_t b) {
    const uint32_t none = f32_constant(t, 0);
    const struct round_sum s = round_two_sum(t, type_f32(t), a, b);
    const uint32_t word = as_word(t, s.sum);
    const uint32_t even = word_equal(t, word_and(t, word, u32_constant(t, 1)), u32_constant(t, 0));
    const uint32_t off = truth_or(t, float_less(t, s.error, none), float_less(t, none, s.error));
    const uint32_t inwards = word_is_negative(t, word_xor(t, as_word(t, s.error), word));
    const uint32_t by = choose_word(t, inwards, u32_constant(t, ~0u), u32_constant(t, 1));
    return as_float(t, choose_word(t, truth_and(t, even, off), word_add(t, word, by), word));
}

/* ---- through doubles ---- */

/* sum + error as a float; error 0: there is none. */
static uint32_t narrow(struct translator *t, uint32_t sum, uint32_t error, unsigned round) {
    const uint32_t value = op1(t, SpvOpFConvert, type_f32(t), sum), back = float_widen(t, value);
    uint32_t above = float_less(t, sum, back), below = float_less(t, back, sum);
    if (error) {
        const uint32_t none = spirv_f64(&t->m, 0), same = float_equal(t, sum, back);
        above = truth_or(t, above, truth_and(t, same, float_less(t, error, none)));
        below = truth_or(t, below, truth_and(t, same, float_less(t, none, error)));
    }
    return directed(t, value, above, below, round);
}

uint32_t round_narrow(struct translator *t, uint32_t value, unsigned round) {
    return round == ISA_ROUND_NONE ? op1(t, SpvOpFConvert, type_f32(t), value)
                                   : narrow(t, value, 0, round);
}

/* `error`: as in narrow. */
static uint32_t narrow_odd(struct translator *t, uint32_t sum, uint32_t error) {
    const uint32_t truncated = narrow(t, sum, error, ISA_ROUND_RZ);
    uint32_t off = op2(t, SpvOpFOrdNotEqual, type_bool(t), float_widen(t, truncated), sum);
    if (error)
        off = truth_or(t, off, op2(t, SpvOpFOrdNotEqual, type_bool(t), error, spirv_f64(&t->m, 0)));
    return as_float(t, word_or(t, as_word(t, truncated), word_of_truth(t, off)));
}

uint32_t round_narrow_odd(struct translator *t, uint32_t value) {
    return narrow_odd(t, value, 0);
}

static bool has_doubles(struct translator *t) {
    if (!(t->key->features & SHADER_HAS_FLOAT64))
        translate_fail(t, ERROR_UNSUPPORTED,
                       "code at 0x%x: a product that is not rounded to nearest needs a device with "
                       "doubles",
                       t->at);
    return t->key->features & SHADER_HAS_FLOAT64;
}

/* The product of two floats is exact in a double. */
uint32_t round_mul(struct translator *t, uint32_t a, uint32_t b, float scale, unsigned round) {
    if (!has_doubles(t))
        return a;
    const uint32_t product = float_mul(t, type_f64(t), float_widen(t, a), float_widen(t, b));
    const uint32_t scaled =
        scale == 1 ? product : float_mul(t, type_f64(t), product, spirv_f64(&t->m, (double)scale));
    return round_narrow(t, scaled, round);
}

uint32_t round_fma(struct translator *t, uint32_t a, uint32_t b, uint32_t c, unsigned round) {
    if (round == ISA_ROUND_NONE)
        return float_fma(t, type_f32(t), a, b, c);
    if (!has_doubles(t))
        return a;
    const uint32_t product = float_mul(t, type_f64(t), float_widen(t, a), float_widen(t, b));
    const struct round_sum s = round_two_sum(t, type_f64(t), product, float_widen(t, c));
    const uint32_t sign = word_xor(t, as_word(t, a), as_word(t, b));
    const uint32_t exactly_zero = float_equal(t, s.sum, spirv_f64(&t->m, 0));
    const uint32_t rounded = narrow(t, s.sum, s.error, round);
    const uint32_t zero = zero_sum(t, f32_constant(t, 0), word_or(t, sign, as_word(t, c)), round);
    return round == ISA_ROUND_RM ? choose(t, type_f32(t), exactly_zero, zero, rounded) : rounded;
}

uint32_t round_fma_odd(struct translator *t, uint32_t a, uint32_t b, uint32_t c) {
    if (!(t->key->features & SHADER_HAS_FLOAT64))
        return round_add_odd(t, float_mul(t, type_f32(t), a, b), c);
    const uint32_t product = float_mul(t, type_f64(t), float_widen(t, a), float_widen(t, b));
    const struct round_sum s = round_two_sum(t, type_f64(t), product, float_widen(t, c));
    return narrow_odd(t, s.sum, s.error);
}

/* ---- halves ---- */

/* The magnitude in steps of 2^-24, which is what small halves count: to nearest, the sum with one
 * half is rounded just there. */
static uint32_t small_half(struct translator *t, uint32_t size, uint32_t up, unsigned round) {
    if (round == ISA_ROUND_NONE) {
        const uint32_t sum = float_add(t, type_f32(t), size, f32_constant(t, 0.5f));
        return word_sub(t, as_word(t, sum), u32_constant(t, 0x3f000000));
    }
    const uint32_t steps = float_mul(t, type_f32(t), size, f32_constant(t, 0x1p24f));
    const uint32_t whole = SPIRV_GLSL(&t->m, GLSLstd450Trunc, type_f32(t), steps);
    const uint32_t off = truth_and(t, up, float_less(t, whole, steps));
    return word_add(t, op1(t, SpvOpConvertFToU, type_u32(t), whole), word_of_truth(t, off));
}

uint32_t half_of_float(struct translator *t, uint32_t value, unsigned round) {
    const uint32_t word = as_word(t, value);
    const uint32_t sign =
        word_and(t, word_right(t, word, u32_constant(t, 16)), u32_constant(t, 0x8000));
    const uint32_t bits = word_and(t, word, u32_constant(t, 0x7fffffff));
    const uint32_t negative = word_is_negative(t, word);
    /* in a direction: does the magnitude grow? */
    const uint32_t up = round == ISA_ROUND_RM   ? negative
                        : round == ISA_ROUND_RP ? truth_not(t, negative)
                                                : spirv_truth(&t->m, false);
    const uint32_t last = bits_unsigned(t, bits, 13, 1);
    const uint32_t more = round == ISA_ROUND_NONE
                              ? word_add(t, last, u32_constant(t, 0xfff))
                              : choose_word(t, up, u32_constant(t, 0x1fff), u32_constant(t, 0));
    /* the exponent's bias is 15 and not 127 */
    const uint32_t based = word_sub(t, bits, u32_constant(t, 0x38000000));
    const uint32_t normal = word_right(t, word_add(t, based, more), u32_constant(t, 13));
    const uint32_t infinite = u32_constant(t, 0x7f800000);
    uint32_t limit = u32_constant(t, 0x7c00);
    if (round != ISA_ROUND_NONE) {
        const uint32_t stays = truth_or(t, up, word_equal(t, bits, infinite));
        limit = choose_word(t, stays, limit, u32_constant(t, 0x7bff));
    }
    const uint32_t small = word_less(t, bits, u32_constant(t, 0x38800000));
    /* where it is not small, this only has to be harmless */
    const uint32_t size = as_float(t, word_min(t, bits, u32_constant(t, 0x38800000)));
    uint32_t half =
        choose_word(t, small, small_half(t, size, up, round), word_min(t, normal, limit));
    half = choose_word(t, word_less(t, infinite, bits), u32_constant(t, 0x7fff), half);
    return word_or(t, half, sign);
}

/* The upper one is shifted down: an old driver is wrong about it where it knows the word. */
uint32_t float_of_half(struct translator *t, uint32_t word, bool high) {
    if (high)
        word = word_right(t, word, u32_constant(t, 16));
    const uint32_t pair =
        SPIRV_GLSL(&t->m, GLSLstd450UnpackHalf2x16, spirv_vector(&t->m, type_f32(t), 2), word);
    return op2(t, SpvOpCompositeExtract, type_f32(t), pair, 0);
}
