/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translate/resources.h"
#include "gpu/shader/translate/values.h"

static uint32_t constant_at(struct translator *t, const struct isa_operand *o, unsigned index) {
    return constant_word(t, o->slot, (uint32_t)o->value + 4 * index);
}

uint32_t operand_word_at(struct translator *t, const struct isa_instruction *in, enum isa_role role,
                         unsigned index) {
    const struct isa_operand *o = &in->operand[role];
    if (!o->present)
        return u32_constant(t, 0);
    switch ((enum isa_kind)o->kind) {
    case ISA_REGISTER:
        return get_register(t, register_after(o->number, index));
    case ISA_CONSTANT:
        return constant_at(t, o, index);
    default: /* an immediate; a short one for 64 bits has its sign in both words */
        return u32_constant(t, (uint32_t)((uint64_t)o->value >> 32 * index));
    }
}

uint32_t operand_word(struct translator *t, const struct isa_instruction *in, enum isa_role role) {
    return operand_word_at(t, in, role, 0);
}

bool operand_is_rz(const struct isa_instruction *in, enum isa_role role) {
    const struct isa_operand *o = &in->operand[role];
    return !o->present || (o->kind == ISA_REGISTER && o->number == ISA_RZ);
}

uint32_t operand_integer(struct translator *t, const struct isa_instruction *in,
                         enum isa_role role) {
    const struct isa_operand *o = &in->operand[role];
    const uint32_t word = operand_word(t, in, role);
    if (o->invert)
        return op1(t, SpvOpNot, type_u32(t), word);
    return o->negate ? op1(t, SpvOpSNegate, type_u32(t), word) : word;
}

/* In bits, so that NaNs keep theirs and nothing is flushed. */
static uint32_t with_signs(struct translator *t, const struct isa_operand *o, uint32_t word) {
    const uint32_t sign = u32_constant(t, 0x80000000u);
    if (o->absolute)
        word = op2(t, SpvOpBitwiseAnd, type_u32(t), word, u32_constant(t, 0x7fffffff));
    return o->negate ? op2(t, SpvOpBitwiseXor, type_u32(t), word, sign) : word;
}

uint32_t operand_float(struct translator *t, const struct isa_instruction *in, enum isa_role role) {
    const struct isa_operand *o = &in->operand[role];
    if (o->present && o->kind == ISA_REGISTER && !o->absolute && !o->negate)
        return get_register_float(t, o->number);
    return as_float(t, with_signs(t, o, operand_word(t, in, role)));
}

uint32_t operand_double(struct translator *t, const struct isa_instruction *in,
                        enum isa_role role) {
    const uint32_t low = operand_word_at(t, in, role, 0);
    const uint32_t high = with_signs(t, &in->operand[role], operand_word_at(t, in, role, 1));
    return op1(t, SpvOpBitcast, spirv_float(&t->m, 64), join64(t, low, high));
}

uint32_t operand_predicate(struct translator *t, const struct isa_instruction *in,
                           enum isa_role role) {
    const struct isa_operand *o = &in->operand[role];
    if (!o->present)
        return spirv_truth(&t->m, true);
    if (o->number == ISA_PT)
        return spirv_truth(&t->m, !o->invert);
    const uint32_t truth = get_predicate(t, o->number);
    return o->invert ? op1(t, SpvOpLogicalNot, type_bool(t), truth) : truth;
}

/* ---- results ---- */

void result_word(struct translator *t, const struct isa_instruction *in, uint32_t word) {
    set_register(t, in->operand[ISA_ARG_D].number, word);
}

void result_float(struct translator *t, const struct isa_instruction *in, uint32_t value) {
    set_register_float(t, in->operand[ISA_ARG_D].number, value);
}

void result_double(struct translator *t, const struct isa_instruction *in, uint32_t value) {
    uint32_t words[2];
    split64(t, value, words);
    for (unsigned i = 0; i < 2; i++)
        set_register(t, register_after(in->operand[ISA_ARG_D].number, i), words[i]);
}

void result_predicate(struct translator *t, const struct isa_instruction *in, enum isa_role role,
                      uint32_t truth) {
    if (in->operand[role].present)
        set_predicate(t, in->operand[role].number, truth);
}

void result_codes(struct translator *t, const struct isa_instruction *in, uint32_t word,
                  uint32_t carry, uint32_t overflow) {
    if (!in->modifier[ISA_MOD_CC])
        return;
    const uint32_t no = spirv_truth(&t->m, false), zero = u32_constant(t, 0);
    set_code(t, CC_ZERO, op2(t, SpvOpIEqual, type_bool(t), word, zero));
    set_code(t, CC_SIGN, op2(t, SpvOpSLessThan, type_bool(t), word, zero));
    set_code(t, CC_CARRY, carry ? carry : no);
    set_code(t, CC_OVERFLOW, overflow ? overflow : no);
}

/* ---- condition codes ---- */

static uint32_t either(struct translator *t, uint32_t a, uint32_t b) {
    return op2(t, SpvOpLogicalOr, type_bool(t), a, b);
}

/* The plain conditions: less, equal, greater, unordered are what Z and S say. A float's codes have
 * both set where it is NaN. */
uint32_t condition_code(struct translator *t, unsigned ccc) {
    const uint32_t bool_type = type_bool(t), z = get_code(t, CC_ZERO), s = get_code(t, CC_SIGN);
    const uint32_t c = get_code(t, CC_CARRY), o = get_code(t, CC_OVERFLOW);
    const uint32_t nan = op2(t, SpvOpLogicalAnd, bool_type, z, s);
    const uint32_t less =
        op2(t, SpvOpLogicalAnd, bool_type, s, op1(t, SpvOpLogicalNot, bool_type, z));
    const uint32_t equal =
        op2(t, SpvOpLogicalAnd, bool_type, z, op1(t, SpvOpLogicalNot, bool_type, s));
    const uint32_t greater = op1(t, SpvOpLogicalNot, bool_type, either(t, z, s));
    uint32_t truth;
    bool inverted = false;
    if (ccc <= ISA_CCC_NONE) { /* a bit each: less, equal, greater, unordered */
        truth = spirv_truth(&t->m, false);
        const uint32_t part[] = {less, equal, greater, nan};
        for (unsigned i = 0; i < 4; i++)
            if (ccc >> i & 1)
                truth = either(t, truth, part[i]);
        return truth;
    }
    switch (ccc) {
    case ISA_CCC_OFF:
        inverted = true;
        truth = o;
        break;
    case ISA_CCC_OFT:
        truth = o;
        break;
    case ISA_CCC_LO:
        inverted = true;
        truth = c;
        break;
    case ISA_CCC_HS:
        truth = c;
        break;
    case ISA_CCC_SFF:
        inverted = true;
        truth = s;
        break;
    case ISA_CCC_SFT:
        truth = s;
        break;
    case ISA_CCC_LS:
        truth = either(t, z, op1(t, SpvOpLogicalNot, bool_type, c));
        break;
    case ISA_CCC_HI:
        inverted = true;
        truth = either(t, z, op1(t, SpvOpLogicalNot, bool_type, c));
        break;
    default:
        translate_fail(t, ERROR_UNSUPPORTED,
                       "the condition of number %u asks for what only the GPU knows", ccc);
        return spirv_truth(&t->m, false);
    }
    return inverted ? op1(t, SpvOpLogicalNot, bool_type, truth) : truth;
}
