/* SPDX-License-Identifier: MIT */
/* Moves between registers, predicates and condition codes. */
#include "gpu/shader/translate/lanes.h"
#include "gpu/shader/translate/words.h"

/* The mask says which of four lanes are written; all of them in what compilers make. */
void translate_mov(struct translator *t, const struct isa_instruction *in) {
    const uint32_t mask = (uint32_t)in->operand[ISA_ARG_S].value & 15;
    uint32_t word = operand_word(t, in, ISA_ARG_B);
    if (mask != 15) {
        const uint32_t lane = word_and(t, lanes_number(t), u32_constant(t, 3));
        const uint32_t bit = word_left(t, u32_constant(t, 1), lane);
        const uint32_t written =
            word_differs(t, word_and(t, bit, u32_constant(t, mask)), u32_constant(t, 0));
        word = choose_word(t, written, word, get_register(t, in->operand[ISA_ARG_D].number));
    }
    result_word(t, in, word);
}

void translate_sel(struct translator *t, const struct isa_instruction *in) {
    const uint32_t truth = operand_predicate(t, in, ISA_ARG_PC);
    result_word(t, in,
                choose(t, type_u32(t), truth, operand_word(t, in, ISA_ARG_A),
                       operand_word(t, in, ISA_ARG_B)));
}
