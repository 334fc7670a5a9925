/* SPDX-License-Identifier: MIT */
/* Loads and stores of all kinds of memory. */
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

/* ---- shared and local ---- */

static void load(struct translator *t, const struct isa_instruction *in,
                 const struct memory_place *place, struct memory_size size) {
    uint32_t word[MEMORY_WORDS];
    memory_load(t, place, size, word);
    set_words(t, in, size, word);
}

static void store(struct translator *t, const struct isa_instruction *in,
                  const struct memory_place *place, struct memory_size size) {
    uint32_t word[MEMORY_WORDS];
    get_words(t, in, size, word);
    memory_store(t, place, size, word);
}

void translate_lds(struct translator *t, const struct isa_instruction *in) {
    const struct memory_size size = memory_size(in->modifier[ISA_MOD_LSIZE]);
    const struct memory_place place = memory_shared(t, memory_address(t, in, NULL), size.words);
    load(t, in, &place, size);
}

void translate_sts(struct translator *t, const struct isa_instruction *in) {
    const struct memory_size size = memory_size(in->modifier[ISA_MOD_LSIZE]);
    const struct memory_place place = memory_shared(t, memory_address(t, in, NULL), size.words);
    store(t, in, &place, size);
}

void translate_ldl(struct translator *t, const struct isa_instruction *in) {
    const struct memory_size size = memory_size(in->modifier[ISA_MOD_LSIZE]);
    const struct memory_place place = memory_local(t, memory_address(t, in, NULL), size.words);
    load(t, in, &place, size);
}

void translate_stl(struct translator *t, const struct isa_instruction *in) {
    const struct memory_size size = memory_size(in->modifier[ISA_MOD_LSIZE]);
    const struct memory_place place = memory_local(t, memory_address(t, in, NULL), size.words);
    store(t, in, &place, size);
}

/* ---- global ---- */

/* Every page that a program may know of is there. */
void translate_ldg(struct translator *t, const struct isa_instruction *in) {
    const struct memory_size size = memory_size(in->modifier[ISA_MOD_LSIZEG]);
    const struct memory_place place = memory_global(t, in, size.words, false);
    load(t, in, &place, size);
    result_predicate(t, in, ISA_ARG_PD, spirv_truth(&t->m, true));
}

void translate_stg(struct translator *t, const struct isa_instruction *in) {
    const struct memory_size size = memory_size(in->modifier[ISA_MOD_LSIZE]);
    const struct memory_place place = memory_global(t, in, size.words, true);
    store(t, in, &place, size);
}

/* ---- generic ---- */

/* Which kind of memory an address means is known when it is there: a truth each. A pointer that a
 * constant buffer holds is one of global memory. */
enum generic_kind { GENERIC_SHARED, GENERIC_LOCAL, GENERIC_GLOBAL, GENERIC_KINDS };

static uint32_t in_window(struct translator *t, uint32_t low, uint32_t high, uint32_t window) {
    const uint32_t offset = op2(t, SpvOpISub, type_u32(t), low, u32_constant(t, window));
    return op2(t, SpvOpLogicalAnd, type_bool(t),
               op2(t, SpvOpIEqual, type_bool(t), high, u32_constant(t, 0)),
               op2(t, SpvOpULessThan, type_bool(t), offset, u32_constant(t, WINDOW_SIZE)));
}

static void find_kinds(struct translator *t, const struct isa_instruction *in,
                       uint32_t truth[GENERIC_KINDS]) {
    const struct shader_origin *from = shader_origin_at(&t->origins, t->block, t->at);
    uint32_t high;
    if (from && from->kind == ORIGIN_PLACE && !t->key->map_only) {
        truth[GENERIC_SHARED] = truth[GENERIC_LOCAL] = 0;
        truth[GENERIC_GLOBAL] = spirv_truth(&t->m, true);
        return;
    }
    const uint32_t low = memory_address(t, in, &high);
    truth[GENERIC_SHARED] = in_window(t, low, high, t->key->shared_window);
    truth[GENERIC_LOCAL] = in_window(t, low, high, t->key->local_window);
    truth[GENERIC_GLOBAL] =
        op1(t, SpvOpLogicalNot, type_bool(t),
            op2(t, SpvOpLogicalOr, type_bool(t), truth[GENERIC_SHARED], truth[GENERIC_LOCAL]));
}

static struct memory_place generic_place(struct translator *t, const struct isa_instruction *in,
                                         enum generic_kind kind, unsigned words, bool written) {
    if (kind == GENERIC_GLOBAL)
        return memory_global(t, in, words, written);
    const struct shader_key *key = t->key;
    const uint32_t window = kind == GENERIC_SHARED ? key->shared_window : key->local_window;
    const uint32_t offset =
        op2(t, SpvOpISub, type_u32(t), memory_address(t, in, NULL), u32_constant(t, window));
    return kind == GENERIC_SHARED ? memory_shared(t, offset, words)
                                  : memory_local(t, offset, words);
}

static void check_generic(struct translator *t, const struct isa_instruction *in) {
    const struct isa_operand *also = &in->operand[ISA_ARG_PC];
    if (also->present && (also->number != ISA_PT || also->invert))
        translate_unknown(t, in, "what its predicate does is not known");
}

void translate_ld(struct translator *t, const struct isa_instruction *in) {
    const struct memory_size size = memory_size(in->modifier[ISA_MOD_LSIZEG]);
    uint32_t truth[GENERIC_KINDS], variable[MEMORY_WORDS], word[MEMORY_WORDS];
    check_generic(t, in);
    find_kinds(t, in, truth);
    for (unsigned i = 0; i < size.words; i++)
        variable[i] = spirv_local(&t->m, type_u32(t), 0);
    for (unsigned kind = 0; kind < GENERIC_KINDS; kind++) {
        if (!truth[kind])
            continue;
        const struct branch b = branch_begin(t, truth[kind]);
        const struct memory_place place = generic_place(t, in, kind, size.words, false);
        memory_load(t, &place, size, word);
        for (unsigned i = 0; i < size.words; i++)
            SPIRV_DO(&t->m, SpvOpStore, variable[i], word[i]);
        branch_end(t, b);
    }
    for (unsigned i = 0; i < size.words; i++)
        word[i] = op1(t, SpvOpLoad, type_u32(t), variable[i]);
    set_words(t, in, size, word);
}

void translate_st(struct translator *t, const struct isa_instruction *in) {
    const struct memory_size size = memory_size(in->modifier[ISA_MOD_LSIZEG]);
    uint32_t truth[GENERIC_KINDS];
    check_generic(t, in);
    find_kinds(t, in, truth);
    for (unsigned kind = 0; kind < GENERIC_KINDS; kind++) {
        if (!truth[kind])
            continue;
        const struct branch b = branch_begin(t, truth[kind]);
        const struct memory_place place = generic_place(t, in, kind, size.words, true);
        store(t, in, &place, size);
        branch_end(t, b);
    }
}
