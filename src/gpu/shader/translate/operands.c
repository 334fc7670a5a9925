/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translate/resources.h"
#include "gpu/shader/translate/values.h"

#include <math.h>
#include <string.h>

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

/* Signs of what is known already. */
static uint32_t signed_bits(const struct isa_operand *o, uint32_t bits) {
    if (o->absolute)
        bits &= 0x7fffffff;
    return o->negate ? bits ^ 0x80000000u : bits;
}

/* Are signs changed as bits? Compilers of drivers take |x| for something that is at least zero, and
 * -|x| for something that is at most zero, which a NaN is not. */
static bool signs_are_bits(const struct isa_instruction *in, const struct isa_operand *o) {
    switch ((enum isa_class)in->row->class) {
    case ISA_FSET:
    case ISA_FSETP:
    case ISA_FCMP:
    case ISA_DSET:
    case ISA_DSETP:
    case ISA_HSET2:
    case ISA_HSETP2:
        return o->absolute;
    default:
        return o->absolute && o->negate;
    }
}

static uint32_t word_signs(struct translator *t, const struct isa_operand *o, uint32_t word) {
    return o->negate ? op2(t, SpvOpBitwiseOr, type_u32(t), word, u32_constant(t, 0x80000000u))
                     : op2(t, SpvOpBitwiseAnd, type_u32(t), word, u32_constant(t, 0x7fffffff));
}

uint32_t operand_signs(struct translator *t, const struct isa_instruction *in, enum isa_role role,
                       uint32_t value) {
    const struct isa_operand *o = &in->operand[role];
    const uint32_t type = type_f32(t);
    if (signs_are_bits(in, o))
        return as_float(t, word_signs(t, o, as_word(t, value)));
    if (o->absolute)
        return SPIRV_GLSL(&t->m, GLSLstd450FAbs, type, value);
    return o->negate ? op1(t, SpvOpFNegate, type, value) : value;
}

uint32_t operand_float_flushed(struct translator *t, const struct isa_instruction *in,
                               enum isa_role role, bool flush) {
    const struct isa_operand *o = &in->operand[role];
    const bool variable = o->present && (o->kind == ISA_REGISTER || o->kind == ISA_CONSTANT);
    uint32_t value;
    if (!variable || operand_is_rz(in, role)) {
        uint32_t bits = signed_bits(o, variable ? 0 : (uint32_t)o->value);
        if (flush && !(bits & 0x7f800000))
            bits &= 0x80000000u;
        float known;
        memcpy(&known, &bits, sizeof known);
        return f32_constant(t, known);
    }
    if (o->kind == ISA_REGISTER) {
        value = flush ? get_register_flushed(t, o->number) : get_register_float(t, o->number);
    } else {
        value = as_float(t, operand_word(t, in, role));
        value = flush ? flush_float(t, value) : value;
    }
    return operand_signs(t, in, role, value);
}

uint32_t operand_float(struct translator *t, const struct isa_instruction *in, enum isa_role role) {
    return operand_float_flushed(t, in, role, false);
}

uint32_t operand_double(struct translator *t, const struct isa_instruction *in,
                        enum isa_role role) {
    const struct isa_operand *o = &in->operand[role];
    if (!(t->key->features & SHADER_HAS_FLOAT64))
        translate_unknown(t, in, "it needs a device with doubles");
    if (operand_is_rz(in, role) || o->kind == ISA_DOUBLE) {
        double known = 0;
        if (o->kind == ISA_DOUBLE)
            memcpy(&known, &o->value, sizeof known);
        if (o->absolute)
            known = fabs(known);
        return spirv_f64(&t->m, o->negate ? -known : known);
    }
    const uint32_t low = operand_word_at(t, in, role, 0), high = operand_word_at(t, in, role, 1);
    if (signs_are_bits(in, o))
        return join_double(t, low, word_signs(t, o, high));
    const uint32_t value = join_double(t, low, high);
    if (o->absolute)
        return SPIRV_GLSL(&t->m, GLSLstd450FAbs, spirv_float(&t->m, 64), value);
    return o->negate ? op1(t, SpvOpFNegate, spirv_float(&t->m, 64), value) : value;
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
