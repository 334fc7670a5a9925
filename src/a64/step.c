/* SPDX-License-Identifier: MIT */
#include "a64/decode_cache.h"

/* A place of zeros would stand for the word 0, whose place is the first one: that begins with a
 * word which is looked for elsewhere. */
struct a64_remembered a64_remembered[1 << A64_REMEMBERED_BITS] = {{1}};

uint64_t a64_decode_entry(uint32_t word, struct a64_remembered *place) {
    const enum a64_op op = a64_decode(word);
    const uint64_t entry = (uint64_t)a64_rows[op].info.kind << 48 | (uint64_t)op << 32 | word;
    __atomic_store_n(&place->entry, entry, __ATOMIC_RELAXED);
    return entry;
}

enum a64_kind a64_execute(struct a64_state *s, uint32_t word) {
    enum a64_kind kind;
    a64_execute_at(s, word, s->pc, &kind);
    return kind;
}

enum a64_kind a64_step(struct a64_state *s) {
    if (s->pc & 3) { /* PC alignment fault */
        s->env->undefined(s, 0);
        return A64_TRAP;
    }
    return a64_execute(s, a64_fetch(s->pc));
}
