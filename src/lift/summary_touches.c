/* SPDX-License-Identifier: MIT */
#include "lift/endless.h"
#include "lift/summary_solver.h"

/* Of which registers a function, or what it calls, may write the place in the struct. What such a
 * function is given as a parameter it stores there again before it returns, and so the struct,
 * which held something older, is no longer what it was before the call. */

static struct regset calls_touch(const struct solver *s, uint32_t number, const struct block *b) {
    const struct transfer t = summary_transfer(s->text, s->discovery, s->summary, number, b);
    struct regset all = regset_or(regset_or(t.slots, t.touches), regset_or(t.changes, t.left));
    all.x |= t.links ? X_LR : 0;
    return all;
}

static struct regset own_touches(const struct solver *s, uint32_t number) {
    const struct function *f = &s->discovery->functions[number];
    struct regset all = s->summary->changes[number];
    if (f->resumed || s->summary->in_state)
        return REGSET_ALL;
    for (uint32_t i = 0; i < f->block_count; i++) {
        const struct block *b = &f->blocks[i];
        const bool call = b->end == END_CALL || b->end == END_CALL_REG;
        const bool comes_back = b->next.kind == EDGE_BLOCK ||
                                endless_call(s->text, s->discovery, s->summary->endless, f, b);
        if (b->end == END_SVC || b->end == END_TRAP || (call && !comes_back) ||
            b->next.kind == EDGE_LEAVE || b->taken.kind == EDGE_LEAVE ||
            (b->end == END_JUMP && (b->table < 0 || !jump_table_is_complete(&f->tables[b->table]))))
            return REGSET_ALL;
        if (call || b->next.kind == EDGE_TAIL || b->taken.kind == EDGE_TAIL)
            all = regset_or(all, calls_touch(s, number, b));
    }
    return all;
}

void summary_find_touches(struct solver *s) {
    struct regset *touches = s->summary->touches;
    for (uint32_t i = 0; i < s->discovery->count; i++)
        touches[i] = own_touches(s, i);
    solver_enqueue_callees_first(s);
    while (s->waiting) {
        const uint32_t number = solver_dequeue(s);
        struct regset all = touches[number];
        for (uint32_t i = s->first_call[number]; i < s->first_call[number + 1]; i++)
            if (s->calls[i].callee != UINT32_MAX)
                all = regset_or(all, touches[s->calls[i].callee]);
        if (regset_equal(all, touches[number]))
            continue;
        touches[number] = all;
        solver_enqueue_callers(s, number);
    }
}
