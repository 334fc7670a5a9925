/* SPDX-License-Identifier: MIT */
#include "core/code_pages.h"

#define BITS 64ull

/* A bit a page; 16 MiB of zeros, of which the host keeps only what was written. */
static uint64_t executable_pages[GUEST_END / GUEST_PAGE / BITS + 1];

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
        set_bits(&executable_pages[page / BITS], ones << first, executable);
        page += count;
    }
}

bool code_pages_executable(uint64_t address) {
    if (address >= GUEST_END)
        return false;
    const uint64_t page = address / GUEST_PAGE;
    return __atomic_load_n(&executable_pages[page / BITS], __ATOMIC_RELAXED) >> page % BITS & 1;
}
