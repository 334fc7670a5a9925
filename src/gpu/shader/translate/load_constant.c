/* SPDX-License-Identifier: MIT */
/* LDC: constants at an address that the code works out. */
#include "gpu/shader/translate/memory.h"
#include "gpu/shader/translate/resources.h"
#include "gpu/shader/translate/values.h"

enum { COMPUTE_SLOTS = 8, LOAD_WORDS = 4 };

/* Words of the buffer that a number says. */
static void load_any(struct translator *t, uint32_t slot, const uint32_t *offset, uint32_t *word,
                     unsigned count) {
    const unsigned slots =
        t->program->stage == SHADER_COMPUTE ? COMPUTE_SLOTS : SHADER_CONSTANT_SLOTS;
    const uint32_t type = type_u32(t), merge = spirv_id(&t->m);
    uint32_t variable[LOAD_WORDS], choice[2 + 2 * SHADER_CONSTANT_SLOTS] = {slot, merge};
    for (unsigned i = 0; i < slots; i++) {
        choice[2 + 2 * i] = i;
        choice[3 + 2 * i] = spirv_id(&t->m);
    }
    values_flush(t);
    for (unsigned k = 0; k < count; k++) {
        variable[k] = spirv_local(&t->m, type, 0);
        SPIRV_DO(&t->m, SpvOpStore, variable[k], u32_constant(t, 0));
    }
    SPIRV_DO(&t->m, SpvOpSelectionMerge, merge, SpvSelectionControlMaskNone);
    spirv_put(&t->m, SPIRV_FUNCTIONS, SpvOpSwitch, 2 + 2 * slots, choice);
    for (unsigned i = 0; i < slots; i++) {
        spirv_label(&t->m, choice[3 + 2 * i]);
        for (unsigned k = 0; k < count; k++)
            SPIRV_DO(&t->m, SpvOpStore, variable[k], constant_word_at(t, i, offset[k]));
        SPIRV_DO(&t->m, SpvOpBranch, merge);
    }
    spirv_label(&t->m, merge);
    for (unsigned k = 0; k < count; k++)
        word[k] = op1(t, SpvOpLoad, type, variable[k]);
}

/* Segmented: the register's high half is added to the number of the buffer, and the place in it has
 * 16 bits. Otherwise the instruction's offset has a sign where there is a register. */
void translate_ldc(struct translator *t, const struct isa_instruction *in) {
    const struct isa_operand *from = &in->operand[ISA_ARG_B];
    const struct memory_size size = memory_size(in->modifier[ISA_MOD_LSIZE]);
    const unsigned mode = in->modifier[ISA_MOD_LDCMODE];
    const bool segmented = mode == ISA_LDCMODE_IS || mode == ISA_LDCMODE_ISL;
    const bool fixed = from->number == ISA_RZ;
    const uint32_t type = type_u32(t);
    uint32_t offset[LOAD_WORDS], word[LOAD_WORDS];
    const uint32_t first = fixed ? (uint32_t)from->value : (uint32_t)(int16_t)from->value;
    const uint32_t index = get_register(t, from->number);
    offset[0] =
        fixed ? u32_constant(t, first) : op2(t, SpvOpIAdd, type, index, u32_constant(t, first));
    if (segmented && !fixed)
        offset[0] = bits_unsigned(t, offset[0], 0, 16);
    for (unsigned i = 1; i < size.words; i++)
        offset[i] = op2(t, SpvOpIAdd, type, offset[0], u32_constant(t, 4 * i));
    if (segmented && !fixed) {
        const uint32_t slot =
            op2(t, SpvOpIAdd, type, bits_unsigned(t, index, 16, 16), u32_constant(t, from->slot));
        load_any(t, slot, offset, word, size.words);
    } else {
        for (unsigned i = 0; i < size.words; i++)
            word[i] = fixed ? constant_word(t, from->slot, (first & ~3u) + 4 * i)
                            : constant_word_at(t, from->slot, offset[i]);
    }
    word[0] = memory_part(t, size, word[0], offset[0]);
    for (unsigned i = 0; i < size.words; i++)
        set_register(t, register_after(in->operand[ISA_ARG_D].number, i), word[i]);
}
