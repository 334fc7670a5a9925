/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_DECODE_CACHE_H
#define WINDLASS_A64_DECODE_CACHE_H

#include "a64/row.h"

/* What a64_decode gave, remembered by the word that it was asked for. A word means the same
 * wherever it stands, so that no change of a page makes an entry wrong: the interpreter fetches
 * each word from memory, and sees code that has changed at once. The table has a fixed size, and
 * all threads share it: an entry is one 64-bit word, whole or not there. */

/* The word in the low half, then 16 bits of opcode and 16 of kind. */
struct a64_remembered {
    uint64_t entry;
};
enum { A64_REMEMBERED_BITS = 13 };
extern struct a64_remembered a64_remembered[1 << A64_REMEMBERED_BITS];

static inline size_t a64_remembered_at(uint32_t word) {
    return word * 0x9e3779b1u >> (32 - A64_REMEMBERED_BITS); /* 2^32 / golden ratio */
}

/* Decodes, and fills the word's place in the table. */
uint64_t a64_decode_entry(uint32_t word, struct a64_remembered *place);

static inline uint64_t a64_decode_cached(uint32_t word) {
    struct a64_remembered *place = &a64_remembered[a64_remembered_at(word)];
    const uint64_t entry = __atomic_load_n(&place->entry, __ATOMIC_RELAXED);
    if (__builtin_expect((uint32_t)entry == word, 1))
        return entry;
    return a64_decode_entry(word, place);
}

static inline enum a64_op a64_entry_op(uint64_t entry) {
    return (enum a64_op)(entry >> 32 & 0xffff);
}

static inline enum a64_kind a64_entry_kind(uint64_t entry) {
    return (enum a64_kind)(entry >> 48);
}

/* Executes the word as the one at pc, which must be s->pc, and moves s->pc on; gives it, too. */
static inline uint64_t a64_execute_at(struct a64_state *s, uint32_t word, uint64_t pc,
                                      enum a64_kind *kind) {
    const uint64_t entry = a64_decode_cached(word);
    *kind = a64_entry_kind(entry);
    return s->pc = a64_interp[a64_entry_op(entry)](s, word, pc);
}

/* Another thread may write the word at any time. */
static inline uint32_t a64_fetch(uint64_t pc) {
    return __atomic_load_n((const uint32_t *)(uintptr_t)pc, __ATOMIC_RELAXED);
}

#endif
