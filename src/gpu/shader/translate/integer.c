/* SPDX-License-Identifier: MIT */
/* Sums of integers of 32 bits. */
#include "gpu/shader/translate/integer.h"

struct integer_sum integer_add(struct translator *t, uint32_t a, uint32_t b, uint32_t more) {
    uint32_t sum = word_add(t, a, b), carry = word_less(t, sum, a);
    if (more) {
        const uint32_t next = word_add(t, sum, more);
        carry = truth_or(t, carry, word_less(t, next, sum));
        sum = next;
    }
    const uint32_t both = word_and(t, word_xor(t, a, sum), word_xor(t, b, sum));
    return (struct integer_sum){sum, carry, word_is_negative(t, both)};
}

uint32_t integer_carry_in(struct translator *t, const struct isa_instruction *in) {
    return in->modifier[ISA_MOD_X] ? word_of_truth(t, get_code(t, CC_CARRY)) : 0;
}

/* A sum that overflowed has the wrong sign. */
uint32_t integer_saturate(struct translator *t, struct integer_sum sum) {
    const uint32_t limit = word_xor(t, word_right_signed(t, sum.word, u32_constant(t, 31)),
                                    u32_constant(t, 0x80000000u));
    return choose_word(t, sum.overflow, limit, sum.word);
}

void integer_result(struct translator *t, const struct isa_instruction *in,
                    struct integer_sum sum) {
    result_word(t, in, sum.word);
    result_codes(t, in, sum.word, sum.carry, sum.overflow);
}

uint32_t integer_part(struct translator *t, uint32_t word, unsigned at, unsigned width, bool sign) {
    if (width == 32)
        return word;
    return sign ? bits_signed(t, word, at, width) : bits_unsigned(t, word, at, width);
}

/* An operand of a sum that is taken away is inverted, and its one comes with the carry. Both signs
 * are no signs: the sum plus one. */
static void add_signed(struct translator *t, const struct isa_instruction *in, uint32_t a,
                       bool minus_a, uint32_t b, bool minus_b) {
    const bool plus_one = minus_a && minus_b;
    uint32_t more = integer_carry_in(t, in);
    if (minus_a && !plus_one)
        a = word_not(t, a);
    if (minus_b && !plus_one)
        b = word_not(t, b);
    if (!more && (minus_a || minus_b))
        more = u32_constant(t, 1);
    struct integer_sum sum = integer_add(t, a, b, more);
    if (in->modifier[ISA_MOD_SAT])
        sum.word = integer_saturate(t, sum);
    integer_result(t, in, sum);
    result_predicate(t, in, ISA_ARG_PD, sum.carry);
}

void translate_iadd(struct translator *t, const struct isa_instruction *in) {
    const struct isa_operand *o = in->operand;
    const uint32_t a = operand_word(t, in, ISA_ARG_A);
    add_signed(t, in, a, o[ISA_ARG_A].negate, operand_word(t, in, ISA_ARG_B), o[ISA_ARG_B].negate);
}

static uint32_t shift_of(struct translator *t, const struct isa_instruction *in) {
    return u32_constant(t, (uint32_t)in->operand[ISA_ARG_S].value & 31);
}

void translate_iscadd(struct translator *t, const struct isa_instruction *in) {
    const struct isa_operand *o = in->operand;
    const uint32_t a = word_left(t, operand_word(t, in, ISA_ARG_A), shift_of(t, in));
    add_signed(t, in, a, o[ISA_ARG_A].negate, operand_word(t, in, ISA_ARG_B), o[ISA_ARG_B].negate);
}

/* Its predicate is taken for the carry, as with the chips that came later. */
void translate_lea(struct translator *t, const struct isa_instruction *in) {
    const uint32_t a = word_left(t, operand_word(t, in, ISA_ARG_A), shift_of(t, in));
    add_signed(t, in, a, in->operand[ISA_ARG_A].negate, operand_word(t, in, ISA_ARG_B), false);
}

/* The upper word of C:A shifted. */
void translate_lea_hi(struct translator *t, const struct isa_instruction *in) {
    const unsigned shift = (unsigned)in->operand[ISA_ARG_S].value & 31;
    uint32_t a = operand_word(t, in, ISA_ARG_C);
    if (shift)
        a = word_or(t, word_left(t, a, shift_of(t, in)),
                    word_right(t, operand_word(t, in, ISA_ARG_A), u32_constant(t, 32 - shift)));
    add_signed(t, in, a, in->operand[ISA_ARG_A].negate, operand_word(t, in, ISA_ARG_B), false);
}

/* The sum of the first two is shifted by 16 bits to the left or right, before the third comes to
 * it. */
void translate_iadd3(struct translator *t, const struct isa_instruction *in) {
    const uint8_t *mod = in->modifier;
    const uint32_t half = u32_constant(t, 16);
    uint32_t v[3];
    for (unsigned i = 0; i < 3; i++) {
        const unsigned part = mod[ISA_MOD_APART + i];
        if (part > ISA_PART_H1)
            translate_unknown(t, in, "nobody knows the last part of its operands");
        v[i] = operand_word(t, in, ISA_ARG_A + i);
        if (part != ISA_PART_NONE)
            v[i] = integer_part(t, v[i], part == ISA_PART_H1 ? 16 : 0, 16, false);
        if (in->operand[ISA_ARG_A + i].negate)
            v[i] = mod[ISA_MOD_X] ? word_not(t, v[i]) : word_negate(t, v[i]);
    }
    struct integer_sum first = integer_add(t, v[0], v[1], 0);
    if (mod[ISA_MOD_LRS] == ISA_LRS_RS)
        first.word = word_right(t, first.word, half);
    else if (mod[ISA_MOD_LRS] == ISA_LRS_LS)
        first.word = word_left(t, first.word, half);
    else if (mod[ISA_MOD_LRS] != ISA_LRS_NONE)
        translate_unknown(t, in, "nobody knows its last shift");
    struct integer_sum sum = integer_add(t, first.word, v[2], integer_carry_in(t, in));
    sum.carry = truth_or(t, sum.carry, first.carry);
    integer_result(t, in, sum);
}
