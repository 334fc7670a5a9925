/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translate/compare.h"

#include "gpu/shader/translate/single.h"

static uint32_t is_nan(struct translator *t, uint32_t value) {
    return op1(t, SpvOpIsNan, type_bool(t), value);
}

uint32_t compare_floats(struct translator *t, unsigned fcmp, uint32_t a, uint32_t b) {
    static const SpvOp ops[] = {
        [ISA_FCMP_LT] = SpvOpFOrdLessThan,         [ISA_FCMP_EQ] = SpvOpFOrdEqual,
        [ISA_FCMP_LE] = SpvOpFOrdLessThanEqual,    [ISA_FCMP_GT] = SpvOpFOrdGreaterThan,
        [ISA_FCMP_NE] = SpvOpFOrdNotEqual,         [ISA_FCMP_GE] = SpvOpFOrdGreaterThanEqual,
        [ISA_FCMP_LTU] = SpvOpFUnordLessThan,      [ISA_FCMP_EQU] = SpvOpFUnordEqual,
        [ISA_FCMP_LEU] = SpvOpFUnordLessThanEqual, [ISA_FCMP_GTU] = SpvOpFUnordGreaterThan,
        [ISA_FCMP_NEU] = SpvOpFUnordNotEqual,      [ISA_FCMP_GEU] = SpvOpFUnordGreaterThanEqual,
    };
    switch (fcmp) {
    case ISA_FCMP_F:
    case ISA_FCMP_T:
        return spirv_truth(&t->m, fcmp == ISA_FCMP_T);
    case ISA_FCMP_NUM:
        return truth_not(t, truth_or(t, is_nan(t, a), is_nan(t, b)));
    case ISA_FCMP_NAN:
        return truth_or(t, is_nan(t, a), is_nan(t, b));
    default:
        return op2(t, ops[fcmp], type_bool(t), a, b);
    }
}

uint32_t compare_words(struct translator *t, unsigned icmp, bool sign, uint32_t a, uint32_t b) {
    static const SpvOp ops[][2] = {
        [ISA_ICMP_LT] = {SpvOpULessThan, SpvOpSLessThan},
        [ISA_ICMP_EQ] = {SpvOpIEqual, SpvOpIEqual},
        [ISA_ICMP_LE] = {SpvOpULessThanEqual, SpvOpSLessThanEqual},
        [ISA_ICMP_GT] = {SpvOpUGreaterThan, SpvOpSGreaterThan},
        [ISA_ICMP_NE] = {SpvOpINotEqual, SpvOpINotEqual},
        [ISA_ICMP_GE] = {SpvOpUGreaterThanEqual, SpvOpSGreaterThanEqual},
    };
    if (icmp == ISA_ICMP_F || icmp == ISA_ICMP_T)
        return spirv_truth(&t->m, icmp == ISA_ICMP_T);
    return op2(t, ops[icmp][sign], type_bool(t), a, b);
}

uint32_t compare_known(struct translator *t, unsigned icmp, uint32_t less, uint32_t equal) {
    switch (icmp) {
    case ISA_ICMP_LT:
        return less;
    case ISA_ICMP_EQ:
        return equal;
    case ISA_ICMP_LE:
        return truth_or(t, less, equal);
    case ISA_ICMP_GT:
        return truth_not(t, truth_or(t, less, equal));
    case ISA_ICMP_NE:
        return truth_not(t, equal);
    case ISA_ICMP_GE:
        return truth_not(t, less);
    default:
        return spirv_truth(&t->m, icmp == ISA_ICMP_T);
    }
}

/* ---- results ---- */

static uint32_t with_third(struct translator *t, const struct isa_instruction *in, uint32_t truth) {
    const struct isa_operand *third = &in->operand[ISA_ARG_PC];
    if (third->number == ISA_PT && !third->invert && in->modifier[ISA_MOD_BOOL] == ISA_BOOL_AND)
        return truth;
    return combine(t, in->modifier[ISA_MOD_BOOL], truth, operand_predicate(t, in, ISA_ARG_PC));
}

void result_condition(struct translator *t, const struct isa_instruction *in, uint32_t truth) {
    const uint32_t yes = u32_constant(t, in->modifier[ISA_MOD_BF] ? 0x3f800000 : 0xffffffff);
    const uint32_t word = choose_word(t, with_third(t, in, truth), yes, u32_constant(t, 0));
    result_word(t, in, word);
    result_codes(t, in, word, 0, 0);
}

void result_conditions(struct translator *t, const struct isa_instruction *in, uint32_t truth) {
    const struct isa_operand *first = &in->operand[ISA_ARG_PD], *second = &in->operand[ISA_ARG_PE];
    uint32_t yes = 0, no = 0;
    if (first->present && first->number != ISA_PT)
        yes = with_third(t, in, truth);
    if (second->present && second->number != ISA_PT)
        no = with_third(t, in, truth_not(t, truth));
    if (yes)
        set_predicate(t, first->number, yes);
    if (no)
        set_predicate(t, second->number, no);
}

/* ---- floats ---- */

static uint32_t single(struct translator *t, const struct isa_instruction *in) {
    const bool flush = float_flush_is_written(t, in);
    const uint32_t a = operand_float_flushed(t, in, ISA_ARG_A, flush);
    return compare_floats(t, in->modifier[ISA_MOD_FCMP], a,
                          operand_float_flushed(t, in, ISA_ARG_B, flush));
}

void translate_fset(struct translator *t, const struct isa_instruction *in) {
    result_condition(t, in, single(t, in));
}

void translate_fsetp(struct translator *t, const struct isa_instruction *in) {
    result_conditions(t, in, single(t, in));
}

/* The bits of A or B, whatever they are. */
void translate_fcmp(struct translator *t, const struct isa_instruction *in) {
    const uint32_t c = operand_float_flushed(t, in, ISA_ARG_C, float_flush_is_written(t, in));
    const uint32_t truth = compare_floats(t, in->modifier[ISA_MOD_FCMP], c, f32_constant(t, 0));
    result_word(
        t, in,
        choose_word(t, truth, operand_word(t, in, ISA_ARG_A), operand_word(t, in, ISA_ARG_B)));
}

static uint32_t of_doubles(struct translator *t, const struct isa_instruction *in) {
    const uint32_t a = operand_double(t, in, ISA_ARG_A);
    return compare_floats(t, in->modifier[ISA_MOD_FCMP], a, operand_double(t, in, ISA_ARG_B));
}

void translate_dset(struct translator *t, const struct isa_instruction *in) {
    result_condition(t, in, of_doubles(t, in));
}

void translate_dsetp(struct translator *t, const struct isa_instruction *in) {
    result_conditions(t, in, of_doubles(t, in));
}

/* ---- integers ---- */

/* With X these are the upper words of long numbers: where they are equal, the difference of the
 * lower ones, which the codes are of, decides. */
static uint32_t integers(struct translator *t, const struct isa_instruction *in) {
    const uint32_t a = operand_word(t, in, ISA_ARG_A), b = operand_word(t, in, ISA_ARG_B);
    const unsigned icmp = in->modifier[ISA_MOD_ICMP];
    const bool sign = in->modifier[ISA_MOD_SIGN] == ISA_SIGN_S32;
    if (!in->modifier[ISA_MOD_X])
        return compare_words(t, icmp, sign, a, b);
    const uint32_t same = word_equal(t, a, b), carry = get_code(t, CC_CARRY);
    const uint32_t less = truth_or(t, compare_words(t, ISA_ICMP_LT, sign, a, b),
                                   truth_and(t, same, truth_not(t, carry)));
    const uint32_t equal = truth_and(t, same, truth_and(t, carry, get_code(t, CC_ZERO)));
    return compare_known(t, icmp, less, equal);
}

void translate_iset(struct translator *t, const struct isa_instruction *in) {
    result_condition(t, in, integers(t, in));
}

void translate_isetp(struct translator *t, const struct isa_instruction *in) {
    result_conditions(t, in, integers(t, in));
}

void translate_icmp(struct translator *t, const struct isa_instruction *in) {
    const uint32_t c = operand_word(t, in, ISA_ARG_C);
    const uint32_t truth =
        compare_words(t, in->modifier[ISA_MOD_ICMP], in->modifier[ISA_MOD_SIGN] == ISA_SIGN_S32, c,
                      u32_constant(t, 0));
    result_word(
        t, in,
        choose_word(t, truth, operand_word(t, in, ISA_ARG_A), operand_word(t, in, ISA_ARG_B)));
}

void translate_imnmx(struct translator *t, const struct isa_instruction *in) {
    const struct isa_operand *minimum = &in->operand[ISA_ARG_PC];
    const bool sign = in->modifier[ISA_MOD_SIGN] == ISA_SIGN_S32;
    const enum GLSLstd450 least = sign ? GLSLstd450SMin : GLSLstd450UMin;
    const enum GLSLstd450 most = sign ? GLSLstd450SMax : GLSLstd450UMax;
    const uint32_t a = operand_word(t, in, ISA_ARG_A), b = operand_word(t, in, ISA_ARG_B);
    uint32_t value;
    if (in->modifier[ISA_MOD_XMODE] != ISA_XMODE_NONE)
        translate_unknown(t, in, "parts of long numbers are not compared yet");
    if (minimum->number == ISA_PT)
        value = SPIRV_GLSL(&t->m, minimum->invert ? most : least, type_u32(t), a, b);
    else
        value = choose_word(t, operand_predicate(t, in, ISA_ARG_PC),
                            SPIRV_GLSL(&t->m, least, type_u32(t), a, b),
                            SPIRV_GLSL(&t->m, most, type_u32(t), a, b));
    result_word(t, in, value);
    result_codes(t, in, value, 0, 0);
}
