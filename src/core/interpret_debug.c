/* SPDX-License-Identifier: MIT */
#include "core/core.h"

#include "a64/decode_cache.h"
#include "core/debug_points.h"
#include "core/debug_thread.h"
#include "core/thread.h"

/* The interpreter's inner loop under a debugger: it stops where that wants it. Between two stops it
 * runs as fast as ever, by an end that is the next breakpoint. */

static bool wants_look(const struct a64_state *s) {
    return __atomic_load_n(&s->attention, __ATOMIC_ACQUIRE) & A64_ATTENTION_HALT;
}

static bool may_write(uint32_t word) {
    const struct a64_op_info *op = a64_info(a64_decode(word));
    return op->writes_memory || op->kind == A64_SVC;
}

enum a64_kind core_interpret_debug(const struct core_loop *l, struct a64_state *s, uint64_t *last) {
    struct core_counts counts = {0};
    enum a64_kind kind;
    for (;;) {
        if ((wants_look(s) || debug_points_at(s->pc)) && debug_thread_check(s)) {
            *last = s->pc - 4; /* it goes on at s->pc, and stays in the interpreter */
            kind = A64_BRANCH_REG;
            break;
        }
        const bool single = wants_look(s);
        const uint64_t pc = s->pc, page_end = (pc | (GUEST_PAGE - 1)) + 1;
        const uint64_t end = single ? pc + 4 : debug_points_next(pc + 4, page_end);
        const uint32_t word = a64_fetch(pc);
        const struct a64_went went = a64_dispatch(s, pc, end, word);
        s->pc = went.pc;
        *last = a64_went_last(went);
        kind = a64_went_kind(went);
        counts.interpreted += (*last - pc) / 4 + 1;
        counts.misses += kind == A64_CALL_REG && lifted_lookup(s->pc) == core_unlifted;
        if (kind != A64_PLAIN && kind != A64_SVC && kind != A64_TRAP)
            core_take_step(s, kind, s->pc <= *last);
        if (single && may_write(word))
            debug_thread_wrote();
        if (kind == A64_PLAIN ? !code_pages_executable(s->pc)
                              : kind == A64_SVC || kind == A64_TRAP || !core_stays(l, s, s->pc))
            break;
    }
    core_add_counts(&counts);
    return kind;
}
