/* SPDX-License-Identifier: MIT */
/* Sums and products of integers of 32 bits. */
#include "gpu/shader/translate/values.h"

static uint32_t overflow_of_sum(struct translator *t, uint32_t a, uint32_t b, uint32_t sum) {
    const uint32_t type = type_u32(t);
    const uint32_t both = op2(t, SpvOpBitwiseAnd, type, op2(t, SpvOpBitwiseXor, type, a, sum),
                              op2(t, SpvOpBitwiseXor, type, b, sum));
    return op2(t, SpvOpSLessThan, type_bool(t), both, u32_constant(t, 0));
}

/* An operand of a sum that is taken away is inverted, and its one comes with the carry. Both signs
 * are no signs: the sum plus one. */
void translate_iadd(struct translator *t, const struct isa_instruction *in) {
    const struct isa_operand *first = &in->operand[ISA_ARG_A], *second = &in->operand[ISA_ARG_B];
    const bool plus_one = first->negate && second->negate, with_carry = in->modifier[ISA_MOD_X];
    const uint32_t type = type_u32(t), truth = type_bool(t);
    uint32_t a = operand_word(t, in, ISA_ARG_A), b = operand_word(t, in, ISA_ARG_B), carry = 0;
    if (first->negate && !plus_one)
        a = op1(t, SpvOpNot, type, a);
    if (second->negate && !plus_one)
        b = op1(t, SpvOpNot, type, b);
    if (with_carry)
        carry = choose(t, type, get_code(t, CC_CARRY), u32_constant(t, 1), u32_constant(t, 0));
    else if (first->negate || second->negate)
        carry = u32_constant(t, 1);
    uint32_t sum = op2(t, SpvOpIAdd, type, a, b);
    uint32_t out = op2(t, SpvOpULessThan, truth, sum, a);
    if (carry) {
        const uint32_t more = op2(t, SpvOpIAdd, type, sum, carry);
        out = op2(t, SpvOpLogicalOr, truth, out, op2(t, SpvOpULessThan, truth, more, sum));
        sum = more;
    }
    const uint32_t overflow = overflow_of_sum(t, a, b, sum);
    if (in->modifier[ISA_MOD_SAT]) {
        const uint32_t negative = op2(t, SpvOpSLessThan, truth, a, u32_constant(t, 0));
        const uint32_t limit =
            choose(t, type, negative, u32_constant(t, 0x80000000u), u32_constant(t, 0x7fffffff));
        sum = choose(t, type, overflow, limit, sum);
    }
    result_word(t, in, sum);
    result_codes(t, in, sum, out, overflow);
}
