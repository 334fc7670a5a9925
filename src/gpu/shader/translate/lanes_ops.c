/* SPDX-License-Identifier: MIT */
/* VOTE, SHFL and FSWZADD. */
#include "gpu/shader/translate/lanes.h"
#include "gpu/shader/translate/quad.h"
#include "gpu/shader/translate/round.h"
#include "gpu/shader/translate/single.h"

/* ---- VOTE ---- */

/* The lanes that are here count. */
void translate_vote(struct translator *t, const struct isa_instruction *in) {
    const uint32_t truth = type_bool(t), none = u32_constant(t, 0);
    const uint32_t own = operand_predicate(t, in, ISA_ARG_PC);
    if (!lanes_together(t, in))
        return;
    const uint32_t yes = lanes_ballot(t, own);
    const uint32_t any = op2(t, SpvOpINotEqual, truth, yes, none);
    uint32_t result = any;
    if (in->modifier[ISA_MOD_VOTE] != ISA_VOTE_ANY) {
        const uint32_t no = lanes_ballot(t, op1(t, SpvOpLogicalNot, truth, own));
        result = op2(t, SpvOpIEqual, truth, no, none);
        if (in->modifier[ISA_MOD_VOTE] == ISA_VOTE_EQ)
            result = op2(t, SpvOpLogicalOr, truth, result, op1(t, SpvOpLogicalNot, truth, any));
    }
    result_word(t, in, yes);
    result_predicate(t, in, ISA_ARG_PD, result);
}

/* ---- SHFL ---- */

static bool is_fixed(const struct isa_instruction *in, enum isa_role role, uint32_t *value) {
    const struct isa_operand *o = &in->operand[role];
    *value = operand_is_rz(in, role) ? 0 : (uint32_t)o->value;
    return operand_is_rz(in, role) || o->kind != ISA_REGISTER;
}

/* Does it stay in the quad? Then pixels can do it whatever subgroups are. */
static bool in_quads(struct translator *t, const struct isa_instruction *in, int *fixed) {
    const unsigned how = in->modifier[ISA_MOD_SHFL];
    uint32_t lane, limits;
    if (t->program->stage != SHADER_FRAGMENT || !is_fixed(in, ISA_ARG_C, &limits))
        return false;
    const bool is_known = is_fixed(in, ISA_ARG_B, &lane);
    const bool four = (limits & 0x1f03) == 0x1c03, all = (limits & 0x1f1f) == 0x1f;
    *fixed = how == ISA_SHFL_BFLY ? (int)lane : -1;
    if (how == ISA_SHFL_BFLY)
        return is_known && lane < 4 && (four || all);
    return how == ISA_SHFL_IDX && four;
}

/* Segments of lanes: C has in bits 8 to 12 those of a lane's number that say its segment, and in
 * bits 0 to 4 where in it lanes end. Without one there the thread's own word comes. */
static void shuffle(struct translator *t, const struct isa_instruction *in) {
    const uint32_t type = type_u32(t), truth = type_bool(t);
    const uint32_t c = operand_word(t, in, ISA_ARG_C), lane = lanes_number(t);
    const uint32_t b = bits_unsigned(t, operand_word(t, in, ISA_ARG_B), 0, 5);
    const uint32_t segment = bits_unsigned(t, c, 8, 5), inner = op1(t, SpvOpNot, type, segment);
    const uint32_t first = op2(t, SpvOpBitwiseAnd, type, lane, segment);
    const uint32_t last = op2(t, SpvOpBitwiseOr, type, first,
                              op2(t, SpvOpBitwiseAnd, type, bits_unsigned(t, c, 0, 5), inner));
    uint32_t other;
    SpvOp holds = SpvOpSLessThanEqual;
    switch (in->modifier[ISA_MOD_SHFL]) {
    case ISA_SHFL_UP:
        other = op2(t, SpvOpISub, type, lane, b);
        holds = SpvOpSGreaterThanEqual;
        break;
    case ISA_SHFL_DOWN:
        other = op2(t, SpvOpIAdd, type, lane, b);
        break;
    case ISA_SHFL_BFLY:
        other = op2(t, SpvOpBitwiseXor, type, lane, b);
        break;
    default:
        other = op2(t, SpvOpBitwiseOr, type, first, op2(t, SpvOpBitwiseAnd, type, b, inner));
        break;
    }
    const uint32_t there = op2(t, holds, truth, other, last);
    const uint32_t word =
        lanes_read(t, operand_word(t, in, ISA_ARG_A), choose(t, type, there, other, lane));
    result_word(t, in, word);
    result_predicate(t, in, ISA_ARG_PD, there);
}

void translate_shfl(struct translator *t, const struct isa_instruction *in) {
    int fixed;
    if (!in_quads(t, in, &fixed)) {
        if (lanes_together(t, in))
            shuffle(t, in);
        return;
    }
    uint32_t other = operand_word(t, in, ISA_ARG_B);
    if (fixed < 0)
        other = op2(t, SpvOpBitwiseXor, type_u32(t), other, lanes_in_quad(t));
    result_word(t, in, quad_read(t, operand_word(t, in, ISA_ARG_A), other, fixed));
    result_predicate(t, in, ISA_ARG_PD, spirv_truth(&t->m, true));
}

/* ---- FSWZADD ---- */

/* What S says for each lane of a quad, the first lane in the highest bits. */
enum swizzle { SWIZZLE_ADD, SWIZZLE_FROM_B, SWIZZLE_FROM_A, SWIZZLE_B };

/* Is it that in this lane? */
static uint32_t swizzles(struct translator *t, uint32_t which, enum swizzle how) {
    uint32_t lanes = 0;
    for (unsigned lane = 0; lane < 4; lane++)
        if ((which >> (6 - 2 * lane) & 3) == how)
            lanes |= 1u << lane;
    if (lanes == 0 || lanes == 15)
        return spirv_truth(&t->m, lanes != 0);
    const uint32_t bit = op3(t, SpvOpBitFieldUExtract, type_u32(t), u32_constant(t, lanes),
                             lanes_in_quad(t), u32_constant(t, 1));
    return word_differs(t, bit, u32_constant(t, 0));
}

static uint32_t negative_if(struct translator *t, uint32_t truth, uint32_t value) {
    const uint32_t sign = choose_word(t, truth, u32_constant(t, 0x80000000u), u32_constant(t, 0));
    return as_float(t, word_xor(t, as_word(t, value), sign));
}

void translate_fswzadd(struct translator *t, const struct isa_instruction *in) {
    const uint32_t which = (uint32_t)in->operand[ISA_ARG_S].value, f32 = type_f32(t);
    const uint32_t a = operand_float_flushed(t, in, ISA_ARG_A, in->modifier[ISA_MOD_FTZ]);
    const uint32_t b = operand_float_flushed(t, in, ISA_ARG_B, in->modifier[ISA_MOD_FTZ]);
    const uint32_t sum = round_add(t, negative_if(t, swizzles(t, which, SWIZZLE_FROM_B), a),
                                   negative_if(t, swizzles(t, which, SWIZZLE_FROM_A), b),
                                   in->modifier[ISA_MOD_ROUND]);
    float_result(t, in, choose(t, f32, swizzles(t, which, SWIZZLE_B), b, sum));
}
