/* SPDX-License-Identifier: MIT */
#include "core/core.h"

#include "a64/decode_cache.h"
#include "core/debug.h"
#include "core/thread.h"

/* The interpreter's inner loop: it goes on by itself as long as there is nothing to decide, and
 * asks for that what run.c asks, in the order of what is cheap. */

enum { COUNT_AT_ONCE = 1 << 16 };

void core_add_counts(struct core_counts *c) {
    CORE_COUNT(interpreted, c->interpreted);
    if (c->misses)
        CORE_COUNT(dispatch_misses, c->misses);
    *c = (struct core_counts){0};
}

enum a64_kind core_interpret(const struct core_loop *l, struct a64_state *s, uint64_t *last) {
    struct core_counts counts = {0};
    struct a64_went went;
    if (LIFTED_UNLIKELY(core_debugging()))
        return core_interpret_debug(l, s, last);
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
        core_take_step(s, kind, went.pc <= a64_went_last(went));
        counts.misses += kind == A64_CALL_REG && lifted_lookup(pc) == core_unlifted;
        if (!core_stays(l, s, pc))
            break;
        if (LIFTED_UNLIKELY(counts.interpreted >= COUNT_AT_ONCE))
            core_add_counts(&counts);
    }
    core_add_counts(&counts);
    *last = a64_went_last(went);
    return a64_went_kind(went);
}
