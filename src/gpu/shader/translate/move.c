/* SPDX-License-Identifier: MIT */
/* Moves between registers, predicates and condition codes. */
#include "gpu/shader/translate/values.h"

/* The mask says which of four lanes are written; all of them in what compilers make. */
void translate_mov(struct translator *t, const struct isa_instruction *in) {
    if (in->operand[ISA_ARG_S].value != 15)
        translate_unknown(t, in, "it moves for some lanes of four only");
    result_word(t, in, operand_word(t, in, ISA_ARG_B));
}

void translate_sel(struct translator *t, const struct isa_instruction *in) {
    const uint32_t truth = operand_predicate(t, in, ISA_ARG_PC);
    result_word(t, in,
                choose(t, type_u32(t), truth, operand_word(t, in, ISA_ARG_A),
                       operand_word(t, in, ISA_ARG_B)));
}
