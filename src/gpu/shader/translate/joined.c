/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translate/joined.h"

#include "gpu/shader/join.h"
#include "gpu/shader/translate/values.h"

enum { WORD = 4 };

bool joined_first(const struct translator *t) {
    return t->at < t->program->first_size;
}

bool joined_hands_on(const struct translator *t, unsigned address) {
    return t->program->first_size && !joined_first(t) &&
           shader_first_writes(t->program, address / WORD);
}

static uint32_t variable_at(struct translator *t, unsigned address) {
    uint32_t *v = &t->io->between[address / WORD % ATTRIBUTE_WORDS];
    if (!*v) {
        *v = spirv_global(&t->m, SpvStorageClassPrivate, type_u32(t), u32_constant(t, 0));
        translate_used(t, *v);
    }
    return *v;
}

uint32_t joined_load(struct translator *t, unsigned address) {
    return op1(t, SpvOpLoad, type_u32(t), variable_at(t, address));
}

void joined_store(struct translator *t, unsigned address, struct attribute a, uint32_t word) {
    SPIRV_DO(&t->m, SpvOpStore, variable_at(t, address), word);
    if (a.kind != ATTRIBUTE_GENERIC && a.kind != ATTRIBUTE_FIXED)
        attribute_store(t, a, word);
}
