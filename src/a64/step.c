/* SPDX-License-Identifier: MIT */
#include "a64/decode_cache.h"

/* A place of zeros would stand for the word 0, whose place is the first one: that begins with a
 * word which is looked for elsewhere. */
struct a64_remembered a64_remembered[1 << A64_REMEMBERED_BITS] = {{1}};

enum a64_op a64_decode_remember(uint32_t word) {
    const enum a64_op op = a64_decode(word);
    __atomic_store_n(&a64_remembered_place(word)->entry, (uint64_t)op << 32 | word,
                     __ATOMIC_RELAXED);
    return op;
}

A64_INTERP a64_do_missed(struct a64_state *s, uint64_t pc, uint64_t end, uint32_t word) {
    __attribute__((musttail)) return a64_interp[a64_decode_remember(word)](s, pc, end, word);
}

A64_INTERP a64_do_none(struct a64_state *s, uint64_t pc, uint64_t end, uint32_t word) {
    (void)end;
    s->env->undefined(s, word);
    return a64_went(s->pc, pc, A64_TRAP);
}

/* The kind of the word and not of what was executed last: a branch that is not taken is plain
 * there. */
enum a64_kind a64_execute(struct a64_state *s, uint32_t word) {
    const enum a64_op op = a64_decode_remember(word);
    s->pc = a64_interp[op](s, s->pc, s->pc + 4, word).pc;
    return a64_info(op)->kind;
}

enum a64_kind a64_step(struct a64_state *s) {
    if (s->pc & 3) { /* PC alignment fault */
        s->env->undefined(s, 0);
        return A64_TRAP;
    }
    return a64_execute(s, a64_fetch(s->pc));
}
