/* SPDX-License-Identifier: MIT */
/* Loads and stores of global memory, and by generic addresses, which may mean all kinds. */
#include "gpu/shader/translate/memory.h"

static void set_words(struct translator *t, const struct isa_instruction *in,
                      struct memory_size size, const uint32_t *word) {
    for (unsigned i = 0; i < size.words; i++)
        set_register(t, register_after(in->operand[ISA_ARG_D].number, i), word[i]);
}

static void get_words(struct translator *t, const struct isa_instruction *in,
                      struct memory_size size, uint32_t *word) {
    for (unsigned i = 0; i < size.words; i++)
        word[i] = operand_word_at(t, in, ISA_ARG_B, i);
}

/* Every page that a program may know of is there. */
void translate_ldg(struct translator *t, const struct isa_instruction *in) {
    const struct memory_size size = memory_size(in->modifier[ISA_MOD_LSIZEG]);
    uint32_t word[MEMORY_WORDS];
    const struct memory_place place = memory_global(t, in, size.words, false);
    memory_load(t, &place, size, word);
    set_words(t, in, size, word);
    result_predicate(t, in, ISA_ARG_PD, spirv_truth(&t->m, true));
}

void translate_stg(struct translator *t, const struct isa_instruction *in) {
    const struct memory_size size = memory_size(in->modifier[ISA_MOD_LSIZE]);
    uint32_t word[MEMORY_WORDS];
    get_words(t, in, size, word);
    const struct memory_place place = memory_global(t, in, size.words, true);
    memory_store(t, &place, size, word);
}
