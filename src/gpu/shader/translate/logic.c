/* SPDX-License-Identifier: MIT */
/* Bit by bit: functions of two words, and of three by a truth table. */
#include "gpu/shader/translate/words.h"

static uint32_t constant_of(struct translator *t, bool ones) {
    return u32_constant(t, ones ? ~0u : 0);
}

/* A function of two words: bit 2 * b + c of the table is what it gives for those bits. */
struct pair_function {
    uint8_t cost;
    SpvOp op; /* of b and c; SpvOpNop: none */
    bool not_b, not_c, not_result;
};
static const struct pair_function pairs[16] = {
    [0x1] = {2, SpvOpBitwiseOr, false, false, true},
    [0x2] = {2, SpvOpBitwiseAnd, true, false, false},
    [0x4] = {2, SpvOpBitwiseAnd, false, true, false},
    [0x6] = {1, SpvOpBitwiseXor, false, false, false},
    [0x7] = {2, SpvOpBitwiseAnd, false, false, true},
    [0x8] = {1, SpvOpBitwiseAnd, false, false, false},
    [0x9] = {2, SpvOpBitwiseXor, false, false, true},
    [0xb] = {2, SpvOpBitwiseOr, true, false, false},
    [0xd] = {2, SpvOpBitwiseOr, false, true, false},
    [0xe] = {1, SpvOpBitwiseOr, false, false, false},
    [0x3] = {1, SpvOpNop, false, false, true}, /* of b alone */
    [0x5] = {1, SpvOpNop, false, false, true}, /* of c alone */
};

static uint32_t of_two(struct translator *t, unsigned table, uint32_t b, uint32_t c) {
    const struct pair_function *f = &pairs[table];
    switch (table) {
    case 0x0:
    case 0xf:
        return constant_of(t, table);
    case 0x3:
    case 0xc:
        return table == 0xc ? b : word_not(t, b);
    case 0x5:
    case 0xa:
        return table == 0xa ? c : word_not(t, c);
    default: {
        const uint32_t value = op2(t, f->op, type_u32(t), f->not_b ? word_not(t, b) : b,
                                   f->not_c ? word_not(t, c) : c);
        return f->not_result ? word_not(t, value) : value;
    }
    }
}

/* A function of three is one of two where the first bit is set, and another where it is not. */
static unsigned cost_of(unsigned yes, unsigned no) {
    if (yes == no)
        return pairs[yes].cost;
    if (yes == (no ^ 15))
        return pairs[no].cost + 1u;
    if (no == 0 || yes == 15)
        return pairs[no == 0 ? yes : no].cost + 1u;
    if (yes == 0 || no == 15)
        return pairs[yes == 0 ? no : yes].cost + 2u;
    return pairs[yes].cost + pairs[no].cost + 4u;
}

static uint32_t of_three(struct translator *t, unsigned yes, unsigned no, uint32_t a, uint32_t b,
                         uint32_t c) {
    if (yes == no)
        return of_two(t, yes, b, c);
    if (yes == (no ^ 15))
        return no == 0 ? a : word_xor(t, a, of_two(t, no, b, c));
    if (no == 0)
        return word_and(t, a, of_two(t, yes, b, c));
    if (yes == 15)
        return word_or(t, a, of_two(t, no, b, c));
    if (yes == 0)
        return word_and(t, word_not(t, a), of_two(t, no, b, c));
    if (no == 15)
        return word_or(t, word_not(t, a), of_two(t, yes, b, c));
    return word_or(t, word_and(t, a, of_two(t, yes, b, c)),
                   word_and(t, word_not(t, a), of_two(t, no, b, c)));
}

/* Where input `first` of the table (2: a, 1: b, 0: c) has the value, what the other two make; the
 * higher one of them counts 2. */
static unsigned half_of(unsigned table, unsigned first, unsigned value) {
    unsigned half = 0;
    for (unsigned i = 0; i < 4; i++) {
        const unsigned low = i & ((1u << first) - 1), high = i >> first << (first + 1);
        half |= (table >> (high | value << first | low) & 1) << i;
    }
    return half;
}

static uint32_t by_table(struct translator *t, unsigned table, const uint32_t input[3]) {
    unsigned best = 0, least = ~0u;
    for (unsigned first = 0; first < 3; first++) {
        const unsigned cost = cost_of(half_of(table, first, 1), half_of(table, first, 0));
        if (cost < least)
            least = cost, best = first;
    }
    return of_three(t, half_of(table, best, 1), half_of(table, best, 0), input[best],
                    input[best == 2 ? 1 : 2], input[best == 0 ? 1 : 0]);
}

/* ---- results ---- */

static void result(struct translator *t, const struct isa_instruction *in, uint32_t word) {
    const uint32_t zero = u32_constant(t, 0);
    const struct isa_operand *predicate = &in->operand[ISA_ARG_PD];
    result_word(t, in, word);
    if (predicate->present && predicate->number != ISA_PT) {
        const unsigned predop = in->modifier[ISA_MOD_PREDOP];
        result_predicate(t, in, ISA_ARG_PD,
                         predop == ISA_PREDOP_Z    ? word_equal(t, word, zero)
                         : predop == ISA_PREDOP_NZ ? word_differs(t, word, zero)
                                                   : spirv_truth(&t->m, predop == ISA_PREDOP_T));
    }
    result_codes(t, in, word, 0, 0);
}

void translate_lop(struct translator *t, const struct isa_instruction *in) {
    const uint32_t b = operand_integer(t, in, ISA_ARG_B);
    const unsigned lop = in->modifier[ISA_MOD_LOP];
    if (lop == ISA_LOP_PASS_B) {
        result(t, in, b);
        return;
    }
    const SpvOp op = lop == ISA_LOP_AND  ? SpvOpBitwiseAnd
                     : lop == ISA_LOP_OR ? SpvOpBitwiseOr
                                         : SpvOpBitwiseXor;
    result(t, in, op2(t, op, type_u32(t), operand_integer(t, in, ISA_ARG_A), b));
}

void translate_lop3(struct translator *t, const struct isa_instruction *in) {
    const uint32_t input[] = {operand_word(t, in, ISA_ARG_C), operand_word(t, in, ISA_ARG_B),
                              operand_word(t, in, ISA_ARG_A)};
    result(t, in, by_table(t, (unsigned)in->operand[ISA_ARG_S].value & 255, input));
}
