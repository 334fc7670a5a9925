/* SPDX-License-Identifier: MIT */
#include "core/code_pages.h"

#define BITS ((uint64_t)CODE_PAGES_BITS)

/* 16 MiB of zeros, of which the host keeps only what was written. */
uint64_t code_pages[GUEST_END / GUEST_PAGE / CODE_PAGES_BITS + 1];

/* Where all bits are as wanted nothing is written, so that wide ranges of data cost no memory. */
static void set_bits(uint64_t *word, uint64_t bits, bool value) {
    const uint64_t now = __atomic_load_n(word, __ATOMIC_RELAXED);
    if (value && (now & bits) != bits)
        __atomic_fetch_or(word, bits, __ATOMIC_SEQ_CST);
    else if (!value && (now & bits))
        __atomic_fetch_and(word, ~bits, __ATOMIC_SEQ_CST);
}

void code_pages_set(uint64_t address, uint64_t size, bool executable) {
    uint64_t page = address / GUEST_PAGE;
    const uint64_t end = (address + size) / GUEST_PAGE;
    while (page < end) {
        const uint64_t first = page % BITS;
        const uint64_t count = end - page < BITS - first ? end - page : BITS - first;
        const uint64_t ones = count == BITS ? ~0ull : (1ull << count) - 1;
        set_bits(&code_pages[page / BITS], ones << first, executable);
        page += count;
    }
}
