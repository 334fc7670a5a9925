/* SPDX-License-Identifier: MIT */
#include "core/core.h"

#include "a64/decode_cache.h"
#include "core/code_pages.h"
#include "core/thread.h"

/* The interpreter's inner loop: it goes on by itself as long as there is nothing to decide, and
 * asks for that what run.c asks, in the order of what is cheap. */

enum { COUNT_AT_ONCE = 1 << 16 };

struct counts {
    uint64_t interpreted, misses;
};

static void add_counts(struct counts *c) {
    CORE_COUNT(interpreted, c->interpreted);
    if (c->misses)
        CORE_COUNT(dispatch_misses, c->misses);
    *c = (struct counts){0};
}

/* After a transfer to pc: the guest is still the loop's, nobody wants its attention, and what it
 * goes on with is code that is not lifted. The addresses of base returns are never executable. */
static inline bool stays(const struct core_loop *l, struct a64_state *s, uint64_t pc) {
    return !__atomic_load_n(&s->attention, __ATOMIC_ACQUIRE) && s->sp <= l->return_sp &&
           (pc != l->return_pc || s->sp != l->return_sp) && !(pc & 3) &&
           code_pages_executable(pc) && lifted_lookup(pc) == core_unlifted;
}

enum a64_kind core_interpret(const struct core_loop *l, struct a64_state *s, uint64_t *last) {
    struct counts counts = {0};
    struct a64_went went;
    for (uint64_t pc = s->pc;;) {
        const uint64_t first = pc, end = (pc | (GUEST_PAGE - 1)) + 1;
        went = a64_dispatch(s, pc, end, a64_fetch(pc));
        s->pc = pc = went.pc;
        counts.interpreted += (a64_went_last(went) - first) / 4 + 1;
        const enum a64_kind kind = a64_went_kind(went);
        if (kind == A64_PLAIN) { /* the next page begins */
            if (!code_pages_executable(pc))
                break;
            continue;
        }
        if (kind == A64_SVC || kind == A64_TRAP)
            break;
        counts.misses += kind == A64_CALL_REG && lifted_lookup(pc) == core_unlifted;
        if (!stays(l, s, pc))
            break;
        if (LIFTED_UNLIKELY(counts.interpreted >= COUNT_AT_ONCE))
            add_counts(&counts);
    }
    add_counts(&counts);
    *last = a64_went_last(went);
    return a64_went_kind(went);
}
