/* SPDX-License-Identifier: MIT */
/* Integers to floats, and to integers of another size. */
#include "gpu/shader/translate/convert.h"
#include "gpu/shader/translate/round_double.h"
#include "gpu/shader/translate/wide.h"

/* B as a number of 64 bits with a sign, whatever it is: as wide as its format says, from a byte of
 * the register on; absolute, then negative. */
static struct wide source(struct translator *t, const struct isa_instruction *in) {
    const struct convert_format from = convert_format(in->modifier[ISA_MOD_SFMT]);
    const struct isa_operand *o = &in->operand[ISA_ARG_B];
    const unsigned at = 8 * in->modifier[ISA_MOD_BYTE];
    struct wide v;
    if (from.bits == 64) {
        v.low = operand_word_at(t, in, ISA_ARG_B, 0);
        v.high = operand_word_at(t, in, ISA_ARG_B, 1);
    } else {
        const uint32_t word = operand_word(t, in, ISA_ARG_B);
        const unsigned bits = from.bits + at > 32 ? 32 - at : from.bits;
        v = wide_of_word(t, integer_part(t, word, at, bits, from.sign), from.sign);
    }
    if (o->absolute && from.sign)
        v = wide_absolute(t, v);
    return o->negate ? wide_negate(t, v) : v;
}

/* ---- to floats ---- */

/* A size of 64 bits as a float: its highest 32 bits, the last of which says that there is more. */
static uint32_t float_of_pair(struct translator *t, struct wide size, unsigned round) {
    const uint32_t zero = u32_constant(t, 0), ones = u32_constant(t, 31);
    const uint32_t small = word_equal(t, size.high, zero);
    const uint32_t top = SPIRV_GLSL(&t->m, GLSLstd450FindUMsb, type_u32(t), size.high);
    const uint32_t up = choose_word(t, small, zero, word_sub(t, ones, top)); /* 0 to 31 */
    const uint32_t from_low =
        word_right(t, word_right(t, size.low, u32_constant(t, 1)), word_sub(t, ones, up));
    const uint32_t high = word_or(t, word_left(t, size.high, up), from_low);
    const uint32_t more = word_of_truth(t, word_differs(t, word_left(t, size.low, up), zero));
    const uint32_t word = choose_word(t, small, size.low, word_or(t, high, more));
    /* times 2^(32 - up) */
    const uint32_t exponent =
        word_left(t, word_sub(t, u32_constant(t, 127 + 32), up), u32_constant(t, 23));
    const uint32_t scale = choose(t, type_f32(t), small, f32_constant(t, 1), as_float(t, exponent));
    /* to 24 bits, as a sum of two parts that are exact */
    const uint32_t upper = word_and(t, word, u32_constant(t, 0xffff0000u));
    const uint32_t lower = word_and(t, word, u32_constant(t, 0xffff));
    const uint32_t sum = round_add(t, op1(t, SpvOpConvertUToF, type_f32(t), upper),
                                   op1(t, SpvOpConvertUToF, type_f32(t), lower), round);
    return float_mul(t, type_f32(t), sum, scale);
}

static uint32_t double_of_pair(struct translator *t, struct wide size, unsigned round) {
    const uint32_t type = type_f64(t);
    const uint32_t high =
        float_mul(t, type, op1(t, SpvOpConvertUToF, type, size.high), spirv_f64(&t->m, 0x1p32));
    return round_double_add(t, high, op1(t, SpvOpConvertUToF, type, size.low), round);
}

/* Rounding of a size: down is up for what is negative. So it is done both ways and chosen; to
 * nearest and to zero it is the same. */
static uint32_t with_sign(struct translator *t, uint32_t type, struct wide v, unsigned round,
                          uint32_t (*convert)(struct translator *t, struct wide size,
                                              unsigned round)) {
    static const uint8_t opposite[] = {[ISA_ROUND_NONE] = ISA_ROUND_NONE,
                                       [ISA_ROUND_RM] = ISA_ROUND_RP,
                                       [ISA_ROUND_RP] = ISA_ROUND_RM,
                                       [ISA_ROUND_RZ] = ISA_ROUND_RZ};
    const uint32_t negative = word_is_negative(t, v.high);
    const struct wide size = wide_absolute(t, v);
    const uint32_t value = convert(t, size, round);
    const uint32_t other = opposite[round] == round ? value : convert(t, size, opposite[round]);
    return choose(t, type, negative, op1(t, SpvOpFNegate, type, other), value);
}

void translate_i2f(struct translator *t, const struct isa_instruction *in) {
    const struct convert_format from = convert_format(in->modifier[ISA_MOD_SFMT]);
    const unsigned round = in->modifier[ISA_MOD_ROUND], to = in->modifier[ISA_MOD_DFMT];
    const bool wide = to == ISA_FFMT_F64, plain = from.bits < 64 && round == ISA_ROUND_NONE;
    const struct isa_operand *o = &in->operand[ISA_ARG_B];
    if (wide && !(t->key->features & SHADER_HAS_FLOAT64)) {
        translate_unknown(t, in, "it needs a device with doubles");
        return;
    }
    const uint32_t type = wide ? type_f64(t) : type_f32(t);
    const struct wide v = source(t, in);
    uint32_t value;
    if (plain && !o->absolute && !o->negate)
        value = op1(t, from.sign ? SpvOpConvertSToF : SpvOpConvertUToF, type, v.low);
    else if (from.bits == 64 && !from.sign && !o->negate)
        value = wide ? double_of_pair(t, v, round) : float_of_pair(t, v, round);
    else
        value = with_sign(t, type, v, round, wide ? double_of_pair : float_of_pair);
    convert_result(t, in, type, value, round);
}

/* ---- to integers ---- */

void translate_i2i(struct translator *t, const struct isa_instruction *in) {
    const struct convert_format to = convert_format(in->modifier[ISA_MOD_DFMT]);
    const struct convert_format from = convert_format(in->modifier[ISA_MOD_SFMT]);
    struct wide v = source(t, in);
    if (from.bits == 64 || to.bits == 64) {
        translate_unknown(t, in, "nobody knows it with numbers of 64 bits");
        return;
    }
    if (in->modifier[ISA_MOD_SAT])
        v = wide_clamp(t, v, to.bits, to.sign);
    const uint32_t word = integer_part(t, v.low, 0, to.bits, to.sign);
    result_word(t, in, word);
    result_codes(t, in, word, 0, 0);
}
