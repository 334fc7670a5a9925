/* SPDX-License-Identifier: MIT */
/* Sums and products of floats as IEEE has them. Drivers
 * take x + 0 for x and x * 0 for 0 where they know the zero, which is wrong for -0, infinities and
 * NaN: so no driver sees such a zero. */
#include "gpu/shader/translate/words.h"

#include <math.h>

static uint32_t exact(struct translator *t, uint32_t id) {
    spirv_decorate(&t->m, id, SpvDecorationNoContraction, 0, NULL);
    return id;
}

static uint32_t constant(struct translator *t, uint32_t type, double value) {
    return type == type_f32(t) ? f32_constant(t, (float)value) : spirv_f64(&t->m, value);
}

enum known_zero { NOT_ZERO, ZERO, NEGATIVE_ZERO };

static enum known_zero known_zero(struct translator *t, uint32_t type, uint32_t value) {
    return value == spirv_null(&t->m, type) || value == constant(t, type, 0) ? ZERO
           : value == constant(t, type, -0.0)                                ? NEGATIVE_ZERO
                                                                             : NOT_ZERO;
}

bool float_is_zero(struct translator *t, uint32_t type, uint32_t value) {
    return known_zero(t, type, value) != NOT_ZERO;
}

static uint32_t equals_zero(struct translator *t, uint32_t type, uint32_t value) {
    return float_equal(t, value, constant(t, type, 0));
}

/* x + 0 is +0 for both zeros; x + -0 is x. In bits, where that is cheap. */
static uint32_t plus_zero(struct translator *t, uint32_t type, uint32_t value,
                          enum known_zero zero) {
    if (zero == NEGATIVE_ZERO)
        return value;
    if (type == type_f32(t)) {
        const uint32_t word = as_word(t, value);
        const uint32_t negative = word_equal(t, word, u32_constant(t, 0x80000000u));
        return as_float(t, choose_word(t, negative, u32_constant(t, 0), word));
    }
    return choose(t, type, equals_zero(t, type, value), constant(t, type, 0), value);
}

/* The word with the sign of a float or double. */
static uint32_t sign_word(struct translator *t, uint32_t type, uint32_t value) {
    uint32_t words[2];
    if (type == type_f32(t))
        return as_word(t, value);
    split64(t, value, words);
    return words[1];
}

static uint32_t times_zero(struct translator *t, uint32_t type, uint32_t value,
                           enum known_zero zero) {
    const uint32_t bit = u32_constant(t, 0x80000000u);
    uint32_t sign = word_and(t, sign_word(t, type, value), bit);
    if (zero == NEGATIVE_ZERO)
        sign = word_xor(t, sign, bit);
    const uint32_t signed_zero =
        type == type_f32(t) ? as_float(t, sign) : join_double(t, u32_constant(t, 0), sign);
    const uint32_t finite =
        float_less(t, float_abs(t, type, value), constant(t, type, (double)INFINITY));
    return choose(t, type, finite, signed_zero, constant(t, type, (double)NAN));
}

uint32_t float_add(struct translator *t, uint32_t type, uint32_t a, uint32_t b) {
    const enum known_zero first = known_zero(t, type, a), second = known_zero(t, type, b);
    if (first)
        return plus_zero(t, type, b, first);
    if (second)
        return plus_zero(t, type, a, second);
    return exact(t, op2(t, SpvOpFAdd, type, a, b));
}

uint32_t float_sub(struct translator *t, uint32_t type, uint32_t a, uint32_t b) {
    return exact(t, op2(t, SpvOpFSub, type, a, b));
}

uint32_t float_mul(struct translator *t, uint32_t type, uint32_t a, uint32_t b) {
    const enum known_zero first = known_zero(t, type, a), second = known_zero(t, type, b);
    if (first)
        return times_zero(t, type, b, first);
    if (second)
        return times_zero(t, type, a, second);
    return exact(t, op2(t, SpvOpFMul, type, a, b));
}

/* In bits: a choice by x == 0 between 0 and -x is -x to a driver. */
uint32_t float_zero_factor(struct translator *t, uint32_t a, uint32_t b) {
    const uint32_t size = u32_constant(t, 0x7fffffff), zero = u32_constant(t, 0);
    return truth_or(t, word_equal(t, word_and(t, as_word(t, a), size), zero),
                    word_equal(t, word_and(t, as_word(t, b), size), zero));
}

/* With 0 behind it a product keeps its value, and its sign unless it is just zero. */
static uint32_t product_and_zero(struct translator *t, uint32_t type, uint32_t a, uint32_t b) {
    const uint32_t product = float_mul(t, type, a, b);
    const uint32_t zero = truth_and(t, equals_zero(t, type, product),
                                    truth_or(t, equals_zero(t, type, a), equals_zero(t, type, b)));
    return choose(t, type, zero, constant(t, type, 0), product);
}

uint32_t float_fma(struct translator *t, uint32_t type, uint32_t a, uint32_t b, uint32_t c) {
    const enum known_zero addend = known_zero(t, type, c);
    if (known_zero(t, type, a) || known_zero(t, type, b))
        return float_add(t, type, float_mul(t, type, a, b), c);
    if (addend == ZERO)
        return product_and_zero(t, type, a, b);
    if (addend == NEGATIVE_ZERO)
        return float_mul(t, type, a, b);
    return exact(t, SPIRV_GLSL(&t->m, GLSLstd450Fma, type, a, b, c));
}

uint32_t float_widen(struct translator *t, uint32_t value) {
    const enum known_zero zero = known_zero(t, type_f32(t), value);
    if (zero)
        return spirv_f64(&t->m, zero == ZERO ? 0 : -0.0);
    return op1(t, SpvOpFConvert, type_f64(t), value);
}
