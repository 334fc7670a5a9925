/* SPDX-License-Identifier: MIT */
#include "vectors/make.h"

/* A row accesses at most 64 bytes, and the first access that faults may be to any of them. */
enum { REACH = 64 / MAKE_GRANULE, LINE = 8 };

bool make_memory_add(struct make_memory *m, uint64_t address) {
    const uint64_t at = (address - A64_RANDOM_AREA) / MAKE_GRANULE;
    bool is_new = false;
    if (address < A64_RANDOM_AREA || at >= MAKE_GRANULES)
        return false;
    const uint64_t first = at < REACH ? 0 : at - REACH;
    const uint64_t last = at + REACH < MAKE_GRANULES ? at + REACH : MAKE_GRANULES - 1;
    for (uint64_t i = first; i <= last; i++) {
        is_new = is_new || !m->used[i];
        m->used[i] = true;
    }
    return is_new;
}

static void print_granule(uint64_t address, uint64_t seed, struct strbuf *out) {
    seed ^= address;
    for (int i = 0; i < MAKE_GRANULE / 8; i++)
        strbuf_addf(out, "%016llx", (unsigned long long)a64_random(&seed));
}

void make_memory_print(const struct make_memory *m, uint64_t seed, struct strbuf *out) {
    for (uint64_t i = 0; i < MAKE_GRANULES; i++) {
        if (!m->used[i])
            continue;
        strbuf_addf(out, "mem %llx ", (unsigned long long)(A64_RANDOM_AREA + i * MAKE_GRANULE));
        const uint64_t end = i + LINE;
        while (i < end && i < MAKE_GRANULES && m->used[i])
            print_granule(A64_RANDOM_AREA + i++ * MAKE_GRANULE, seed, out);
        i--; /* the last that was printed */
        strbuf_add(out, "\n");
    }
}
