/* SPDX-License-Identifier: MIT */
/* Predicates and condition codes as operands. */
#include "gpu/shader/translate/compare.h"

static uint32_t first_two(struct translator *t, const struct isa_instruction *in) {
    return combine(t, in->modifier[ISA_MOD_BOOLAB], operand_predicate(t, in, ISA_ARG_PA),
                   operand_predicate(t, in, ISA_ARG_PB));
}

void translate_pset(struct translator *t, const struct isa_instruction *in) {
    result_condition(t, in, first_two(t, in));
}

void translate_psetp(struct translator *t, const struct isa_instruction *in) {
    result_conditions(t, in, first_two(t, in));
}

void translate_cset(struct translator *t, const struct isa_instruction *in) {
    result_condition(t, in, condition_code(t, in->modifier[ISA_MOD_CCC]));
}

void translate_csetp(struct translator *t, const struct isa_instruction *in) {
    if (in->modifier[ISA_MOD_CC])
        translate_unknown(t, in, "nobody knows what it writes to the condition codes");
    result_conditions(t, in, condition_code(t, in->modifier[ISA_MOD_CCC]));
}

/* ---- as bits of registers: P0 to P6, or zero, sign, carry, overflow ---- */

static unsigned count_of(const struct isa_instruction *in) {
    return in->modifier[ISA_MOD_CCPR] == ISA_CCPR_CC ? CC_COUNT : ISA_PT;
}

static uint32_t get_bit(struct translator *t, const struct isa_instruction *in, unsigned i) {
    return in->modifier[ISA_MOD_CCPR] == ISA_CCPR_CC ? get_code(t, i) : get_predicate(t, i);
}

/* B says which bits, from a byte of D on; the others are those of A. */
void translate_p2r(struct translator *t, const struct isa_instruction *in) {
    const unsigned shift = 8 * in->modifier[ISA_MOD_BYTE];
    const uint32_t zero = u32_constant(t, 0);
    uint32_t bits = zero;
    for (unsigned i = 0; i < count_of(in); i++) {
        const uint32_t bit = u32_constant(t, 1u << (i + shift));
        bits = word_or(t, bits, choose_word(t, get_bit(t, in, i), bit, zero));
    }
    const uint32_t byte = word_and(t, operand_word(t, in, ISA_ARG_B), u32_constant(t, 255));
    const uint32_t mask = word_left(t, byte, u32_constant(t, shift));
    result_word(t, in,
                word_or(t, word_and(t, operand_word(t, in, ISA_ARG_A), word_not(t, mask)),
                        word_and(t, bits, mask)));
}

void translate_r2p(struct translator *t, const struct isa_instruction *in) {
    const struct isa_operand *b = &in->operand[ISA_ARG_B];
    const bool known = b->kind != ISA_REGISTER && b->kind != ISA_CONSTANT;
    const uint32_t zero = u32_constant(t, 0), mask = operand_word(t, in, ISA_ARG_B);
    const uint32_t bits = word_right(t, operand_word(t, in, ISA_ARG_A),
                                     u32_constant(t, 8 * in->modifier[ISA_MOD_BYTE]));
    for (unsigned i = 0; i < count_of(in); i++) {
        const uint32_t bit = u32_constant(t, 1u << i);
        if (known && !(b->value >> i & 1))
            continue;
        uint32_t truth = word_differs(t, word_and(t, bits, bit), zero);
        if (!known) {
            const uint32_t wanted = word_differs(t, word_and(t, mask, bit), zero);
            truth = choose(t, type_bool(t), wanted, truth, get_bit(t, in, i));
        }
        if (in->modifier[ISA_MOD_CCPR] == ISA_CCPR_CC)
            set_code(t, i, truth);
        else
            set_predicate(t, i, truth);
    }
}
