/* SPDX-License-Identifier: MIT */
#include "a64/decode_cache.h"

struct a64_remembered a64_remembered[1 << A64_REMEMBERED_BITS];

uint64_t a64_decode_entry(uint32_t word, struct a64_remembered *place) {
    const enum a64_op op = a64_decode(word);
    const uint64_t entry =
        1ull << 63 | (uint64_t)a64_rows[op].info.kind << 48 | (uint64_t)op << 32 | word;
    __atomic_store_n(&place->entry, entry, __ATOMIC_RELAXED);
    return entry;
}

static inline enum a64_kind execute(struct a64_state *s, uint32_t word) {
    const uint64_t entry = a64_decode_cached(word);
    const enum a64_op op = a64_entry_op(entry);
    if (__builtin_expect(op == A64_OP_NONE, 0))
        s->env->undefined(s, word);
    else
        s->pc = a64_interp[op](s, word);
    return a64_entry_kind(entry);
}

enum a64_kind a64_execute(struct a64_state *s, uint32_t word) {
    return execute(s, word);
}

/* Another thread may write the word at any time. */
static inline uint32_t fetch(uint64_t pc) {
    return __atomic_load_n((const uint32_t *)(uintptr_t)pc, __ATOMIC_RELAXED);
}

enum a64_kind a64_step(struct a64_state *s) {
    if (s->pc & 3) { /* PC alignment fault */
        s->env->undefined(s, 0);
        return A64_TRAP;
    }
    return execute(s, fetch(s->pc));
}

enum a64_kind a64_run(struct a64_state *s, uint64_t *last) {
    enum a64_kind kind;
    if (s->pc & 3) {
        *last = s->pc;
        return a64_step(s);
    }
    do {
        *last = s->pc;
        kind = execute(s, fetch(*last));
    } while (kind == A64_PLAIN && s->pc % A64_PAGE);
    return kind;
}
