/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_DECODE_CACHE_H
#define WINDLASS_A64_DECODE_CACHE_H

#include "a64/row.h"

/* What a64_decode gave, remembered by the word that it was asked for. A word means the same
 * wherever it stands, so that no change of a page makes an entry wrong: the interpreter fetches
 * each word from memory, and sees code that has changed at once. The table has a fixed size, and
 * all threads share it: an entry is one 64-bit word, whole or not there. */

/* The word in the low half, the opcode in the high one. */
struct a64_remembered {
    uint64_t entry;
};
enum { A64_REMEMBERED_BITS = 13 };
extern struct a64_remembered a64_remembered[1 << A64_REMEMBERED_BITS];

static inline struct a64_remembered *a64_remembered_place(uint32_t word) {
    return &a64_remembered[word * 0x9e3779b1u >>
                           (32 - A64_REMEMBERED_BITS)]; /* 2^32 / golden ratio */
}

/* Decodes, and fills the word's place in the table. */
enum a64_op a64_decode_remember(uint32_t word);

/* Executes the word as the one at pc, as a64_interp_function does; it is the last thing that a
 * function of that type does, and leaves nothing on the host's stack. */
static inline A64_INTERP a64_dispatch(struct a64_state *s, uint64_t pc, uint64_t end,
                                      uint32_t word) {
    const uint64_t entry = __atomic_load_n(&a64_remembered_place(word)->entry, __ATOMIC_RELAXED);
    if (__builtin_expect((uint32_t)entry != word, 0)) __attribute__
        ((musttail)) return a64_do_missed(s, pc, end, word);
    __attribute__((musttail)) return a64_interp[entry >> 32](s, pc, end, word);
}

/* Another thread may write the word at any time. When the fetch faults, s->pc is right. */
static inline uint32_t a64_fetch(uint64_t pc) {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    return __atomic_load_n((const uint32_t *)(uintptr_t)pc, __ATOMIC_RELAXED);
}

/* To the instruction behind the one at pc. */
static inline A64_INTERP a64_go_on(struct a64_state *s, uint64_t pc, uint64_t end, uint32_t word) {
    (void)word;
    s->pc = pc + 4;
    if (__builtin_expect(pc + 4 == end, 0))
        return a64_went(pc + 4, pc, A64_PLAIN);
    __attribute__((musttail)) return a64_dispatch(s, pc + 4, end, a64_fetch(pc + 4));
}
#define A64_GO_ON() __attribute__((musttail)) return a64_go_on(s, pc, end, word)

#endif
