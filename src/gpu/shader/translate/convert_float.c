/* SPDX-License-Identifier: MIT */
/* Floats to floats of another size, and to integers. */
#include "gpu/shader/translate/convert.h"
#include "gpu/shader/translate/round.h"
#include "gpu/shader/translate/single.h"

struct convert_format convert_format(unsigned ifmt) {
    return (struct convert_format){8u << (ifmt & 3), ifmt >= ISA_IFMT_S8};
}

/* ---- floats ---- */

static void need_doubles(struct translator *t, const struct isa_instruction *in) {
    if (!(t->key->features & SHADER_HAS_FLOAT64))
        translate_unknown(t, in, "it needs a device with doubles");
}

uint32_t convert_source_type(struct translator *t, const struct isa_instruction *in) {
    return in->modifier[ISA_MOD_SFMT] == ISA_FFMT_F64 ? type_f64(t) : type_f32(t);
}

/* An immediate is the upper part of whatever it is. */
static uint32_t source_double(struct translator *t, const struct isa_instruction *in) {
    const struct isa_operand *o = &in->operand[ISA_ARG_B];
    need_doubles(t, in);
    if (o->kind == ISA_REGISTER || o->kind == ISA_CONSTANT)
        return operand_double(t, in, ISA_ARG_B);
    uint32_t value = join_double(t, u32_constant(t, 0), operand_word(t, in, ISA_ARG_B));
    if (o->absolute)
        value = float_abs(t, type_f64(t), value);
    return o->negate ? op1(t, SpvOpFNegate, type_f64(t), value) : value;
}

uint32_t convert_source(struct translator *t, const struct isa_instruction *in) {
    const struct isa_operand *o = &in->operand[ISA_ARG_B];
    const uint32_t type = type_f32(t);
    switch (in->modifier[ISA_MOD_SFMT]) {
    case ISA_FFMT_F64:
        return source_double(t, in);
    case ISA_FFMT_F32:
        return operand_float_flushed(t, in, ISA_ARG_B, in->modifier[ISA_MOD_FTZ]);
    case ISA_FFMT_F16: {
        const uint32_t word = operand_word(t, in, ISA_ARG_B);
        uint32_t value = float_of_half(t, word, in->modifier[ISA_MOD_SH]);
        if (o->absolute)
            value = float_abs(t, type, value);
        return o->negate ? op1(t, SpvOpFNegate, type, value) : value;
    }
    default:
        translate_unknown(t, in, "nobody knows this format");
        return f32_constant(t, 0);
    }
}

static void single_result(struct translator *t, const struct isa_instruction *in, uint32_t value) {
    if (in->modifier[ISA_MOD_FTZ]) {
        value = flush_float(t, value);
        set_register_flushed(t, in->operand[ISA_ARG_D].number, value);
    } else {
        result_float(t, in, value);
    }
    result_codes_float(t, in, type_f32(t), value);
}

void convert_result(struct translator *t, const struct isa_instruction *in, uint32_t type,
                    uint32_t value, unsigned round) {
    const unsigned to = in->modifier[ISA_MOD_DFMT];
    const bool wide = type == type_f64(t);
    if (in->modifier[ISA_MOD_SAT])
        value = float_saturate(t, type, value);
    switch (to) {
    case ISA_FFMT_F64:
        need_doubles(t, in);
        result_double(t, in, wide ? value : op1(t, SpvOpFConvert, type_f64(t), value));
        break;
    case ISA_FFMT_F32:
        single_result(t, in, wide ? round_narrow(t, value, round) : value);
        return;
    case ISA_FFMT_F16:
        result_word(t, in, half_of_float(t, wide ? round_narrow_odd(t, value) : value, round));
        break;
    default:
        translate_unknown(t, in, "nobody knows this format");
        break;
    }
    result_codes_float(t, in, type, value);
}

static uint32_t integral(struct translator *t, uint32_t type, uint32_t value, unsigned iround) {
    static const uint8_t ops[] = {
        [ISA_IROUND_NONE] = GLSLstd450RoundEven,
        [ISA_IROUND_FLOOR] = GLSLstd450Floor,
        [ISA_IROUND_CEIL] = GLSLstd450Ceil,
        [ISA_IROUND_TRUNC] = GLSLstd450Trunc,
    };
    return SPIRV_GLSL(&t->m, ops[iround], type, value);
}

void translate_f2f(struct translator *t, const struct isa_instruction *in) {
    const unsigned fround = in->modifier[ISA_MOD_FROUND];
    const uint32_t type = convert_source_type(t, in);
    uint32_t value = convert_source(t, in);
    if (fround >= ISA_FROUND_ROUND)
        value = integral(t, type, value, fround - ISA_FROUND_ROUND);
    convert_result(t, in, type, value, fround & 3);
}

/* ---- integers ---- */

/* A constant of either type. */
static uint32_t constant(struct translator *t, uint32_t type, double value) {
    return type == type_f32(t) ? f32_constant(t, (float)value) : spirv_f64(&t->m, value);
}

static uint32_t power(struct translator *t, uint32_t type, unsigned exponent) {
    double value = 1;
    for (unsigned i = 0; i < exponent; i++)
        value *= 2;
    return constant(t, type, value);
}

static uint32_t is_nan(struct translator *t, uint32_t value) {
    return op1(t, SpvOpIsNan, type_bool(t), value);
}

/* A whole number as a word, the nearest of the format where it does not fit. What NaN becomes:
 * zero of a float, the lowest number with a sign of a double. */
static uint32_t to_word(struct translator *t, const struct isa_instruction *in, uint32_t type,
                        uint32_t value, struct convert_format to) {
    const bool wide = type == type_f64(t);
    const uint32_t least =
        to.sign ? op1(t, SpvOpFNegate, type, power(t, type, to.bits - 1)) : constant(t, type, 0);
    const uint32_t limit = power(t, type, to.bits - to.sign);
    const uint32_t largest = u32_constant(t, to.sign         ? (1u << (to.bits - 1)) - 1
                                             : to.bits == 32 ? ~0u
                                                             : (1u << to.bits) - 1);
    const uint32_t fits = float_less(t, value, limit);
    /* NaN is less than nothing, and comes out as the least number here */
    const uint32_t low = op2(t, SpvOpFOrdGreaterThan, type_bool(t), value, least);
    const uint32_t inside = choose(t, type, truth_and(t, fits, low), value, least);
    const uint32_t word =
        op1(t, to.sign ? SpvOpConvertFToS : SpvOpConvertFToU, type_u32(t), inside);
    const uint32_t above = op2(t, SpvOpFOrdGreaterThanEqual, type_bool(t), value, limit);
    const uint32_t result = choose_word(t, above, largest, word);
    (void)in;
    return choose_word(t, is_nan(t, value), u32_constant(t, wide ? 1u << (to.bits - 1) : 0),
                       result);
}

/* In words: the size in two parts, each of which fits one, and then its sign. */
static void to_pair(struct translator *t, const struct isa_instruction *in, uint32_t type,
                    uint32_t value, bool sign) {
    const uint32_t limit = power(t, type, sign ? 63 : 64), zero = u32_constant(t, 0);
    const uint32_t negative = float_less(t, value, constant(t, type, 0));
    const uint32_t size = float_abs(t, type, value);
    const uint32_t fits = float_less(t, size, limit);
    const uint32_t inside = choose(t, type, fits, size, constant(t, type, 0));
    const uint32_t upper =
        integral(t, type, float_mul(t, type, inside, constant(t, type, 0x1p-32)), ISA_IROUND_TRUNC);
    const uint32_t rest =
        float_sub(t, type, inside, float_mul(t, type, upper, constant(t, type, 0x1p32)));
    const uint32_t low = op1(t, SpvOpConvertFToU, type_u32(t), rest);
    const uint32_t high = op1(t, SpvOpConvertFToU, type_u32(t), upper);
    /* what does not fit: the limits; NaN is the lowest with a sign */
    const uint32_t ones = u32_constant(t, ~0u), lowest = u32_constant(t, 0x80000000u);
    const uint32_t nan = is_nan(t, value), beyond = truth_not(t, fits);
    uint32_t words[2], most[2] = {ones, u32_constant(t, sign ? 0x7fffffff : ~0u)};
    if (sign) {
        const uint32_t borrow = word_of_truth(t, word_equal(t, low, zero));
        words[0] = choose_word(t, negative, word_negate(t, low), low);
        words[1] = choose_word(t, negative, word_add(t, word_not(t, high), borrow), high);
    } else {
        words[0] = choose_word(t, negative, zero, low);
        words[1] = choose_word(t, negative, zero, high);
    }
    most[0] = choose_word(t, truth_or(t, negative, nan), zero, most[0]);
    most[1] = choose_word(t, negative, sign ? lowest : zero, most[1]);
    most[1] = choose_word(t, nan, lowest, most[1]);
    for (unsigned i = 0; i < 2; i++) {
        words[i] = choose_word(t, beyond, most[i], words[i]);
        set_register(t, register_after(in->operand[ISA_ARG_D].number, i), words[i]);
    }
    result_codes(t, in, words[0], 0, 0);
}

void translate_f2i(struct translator *t, const struct isa_instruction *in) {
    const struct convert_format to = convert_format(in->modifier[ISA_MOD_DFMT]);
    const uint32_t type = convert_source_type(t, in);
    const uint32_t value = integral(t, type, convert_source(t, in), in->modifier[ISA_MOD_IROUND]);
    if (to.bits == 64) {
        to_pair(t, in, type, value, to.sign);
        return;
    }
    const uint32_t word = to_word(t, in, type, value, to);
    result_word(t, in, word);
    result_codes(t, in, word, 0, 0);
}
