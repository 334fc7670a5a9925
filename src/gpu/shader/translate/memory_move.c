/* SPDX-License-Identifier: MIT */
/* Loads and stores of words and of parts of them. */
#include "gpu/shader/translate/memory.h"

enum { BYTES_OF_WORD = 4 };

static uint32_t load(struct translator *t, const struct memory_place *place, unsigned index) {
    const uint32_t type = type_u32(t), pointer = memory_pointer(t, place, index);
    if (place->kind == MEMORY_MAP)
        return SPIRV_VALUE(&t->m, SpvOpLoad, type, pointer, SpvMemoryAccessAlignedMask,
                           BYTES_OF_WORD);
    return op1(t, SpvOpLoad, type, pointer);
}

static void store(struct translator *t, const struct memory_place *place, unsigned index,
                  uint32_t word) {
    const uint32_t pointer = memory_pointer(t, place, index);
    if (place->kind == MEMORY_MAP)
        SPIRV_DO(&t->m, SpvOpStore, pointer, word, SpvMemoryAccessAlignedMask, BYTES_OF_WORD);
    else
        SPIRV_DO(&t->m, SpvOpStore, pointer, word);
}

/* ---- where it is memory ---- */

struct memory_inside memory_begin(struct translator *t, const struct memory_place *place,
                                  uint32_t type) {
    struct memory_inside inside = {.type = type};
    if (!place->there)
        return inside;
    inside.result = spirv_local(&t->m, type, 0);
    SPIRV_DO(&t->m, SpvOpStore, inside.result, spirv_null(&t->m, type));
    inside.branch = branch_begin(t, place->there);
    return inside;
}

uint32_t memory_end(struct translator *t, struct memory_inside inside, uint32_t value) {
    if (!inside.result)
        return value;
    SPIRV_DO(&t->m, SpvOpStore, inside.result, value);
    branch_end(t, inside.branch);
    return op1(t, SpvOpLoad, inside.type, inside.result);
}

/* ---- loads ---- */

static void load_mapped(struct translator *t, const struct memory_place *place, unsigned words,
                        uint32_t *word) {
    uint32_t variable[MEMORY_WORDS];
    for (unsigned i = 0; i < words; i++) {
        variable[i] = spirv_local(&t->m, type_u32(t), 0);
        SPIRV_DO(&t->m, SpvOpStore, variable[i], u32_constant(t, 0));
    }
    const struct branch b = branch_begin(t, place->there);
    for (unsigned i = 0; i < words; i++)
        SPIRV_DO(&t->m, SpvOpStore, variable[i], load(t, place, i));
    branch_end(t, b);
    for (unsigned i = 0; i < words; i++)
        word[i] = op1(t, SpvOpLoad, type_u32(t), variable[i]);
}

void memory_load(struct translator *t, const struct memory_place *place, struct memory_size size,
                 uint32_t *word) {
    if (place->kind == MEMORY_MAP && !place->nowhere)
        load_mapped(t, place, size.words, word);
    else
        for (unsigned i = 0; i < size.words; i++) {
            word[i] = place->nowhere ? u32_constant(t, 0) : load(t, place, i);
            if (place->there && !place->nowhere)
                word[i] = choose(t, type_u32(t), place->there, word[i], u32_constant(t, 0));
        }
    word[0] = memory_part(t, size, word[0], place->address);
}

/* ---- stores ---- */

/* Others may write the rest of the word at the same time. */
static void store_part(struct translator *t, const struct memory_place *place,
                       struct memory_size size, uint32_t word) {
    const uint32_t type = type_u32(t), at = memory_part_at(t, size, place->address);
    const uint32_t mask = u32_constant(t, (1u << size.bits) - 1);
    const uint32_t part =
        op2(t, SpvOpShiftLeftLogical, type, op2(t, SpvOpBitwiseAnd, type, word, mask), at);
    const uint32_t rest = op1(t, SpvOpNot, type, op2(t, SpvOpShiftLeftLogical, type, mask, at));
    if (place->kind == MEMORY_LOCAL) {
        const uint32_t kept = op2(t, SpvOpBitwiseAnd, type, load(t, place, 0), rest);
        store(t, place, 0, op2(t, SpvOpBitwiseOr, type, kept, part));
        return;
    }
    const uint32_t pointer = memory_pointer(t, place, 0);
    const uint32_t scope = u32_constant(t, SpvScopeDevice), relaxed = u32_constant(t, 0);
    SPIRV_VALUE(&t->m, SpvOpAtomicAnd, type, pointer, scope, relaxed, rest);
    SPIRV_VALUE(&t->m, SpvOpAtomicOr, type, pointer, scope, relaxed, part);
}

void memory_store(struct translator *t, const struct memory_place *place, struct memory_size size,
                  const uint32_t *word) {
    if (place->nowhere)
        return;
    const bool branches = place->there && place->kind != MEMORY_LOCAL;
    struct branch b = {0};
    if (branches)
        b = branch_begin(t, place->there);
    if (size.bits)
        store_part(t, place, size, word[0]);
    else
        for (unsigned i = 0; i < size.words; i++)
            store(t, place, i, word[i]);
    if (branches)
        branch_end(t, b);
}
