/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "lift/keeps.h"
#include "lift/summary_solver.h"

#include <stdlib.h>

/* What functions change: the least fixpoint, so that a function which calls itself keeps what it
 * keeps if it does (of a call that never comes back nothing is asked). */

struct finder {
    struct solver *solver;
    uint8_t *stores_above;
};

static uint32_t x_changes(void *context, uint64_t target) {
    const struct finder *f = context;
    const struct summary *s = f->solver->summary;
    const size_t number = target ? discovery_find(f->solver->discovery, target) : SIZE_MAX;
    if (number != SIZE_MAX)
        return s->changes[number].x;
    return target ? REGSET_ALL.x : summary_unknown_changes(s).x;
}

static bool stores_above(void *context, uint64_t target) {
    const struct finder *f = context;
    const size_t number = discovery_find(f->solver->discovery, target);
    return number == SIZE_MAX || f->stores_above[number];
}

/* By its own instructions, and by code that is not known. */
static struct regset own_changes(const struct solver *s, uint32_t number) {
    const struct function *f = &s->discovery->functions[number];
    struct regset all = REGSET_NONE;
    if (s->summary->elsewhere[number])
        return REGSET_ALL;
    for (uint32_t k = 0; k < f->block_count; k++) {
        const struct block *b = &f->blocks[k];
        const bool trap = b->end == END_TRAP;
        all = regset_or(all, s->def[s->first_block[number] + k]);
        if (b->end == END_SVC || b->next.kind == EDGE_LEAVE || b->taken.kind == EDGE_LEAVE)
            all = REGSET_ALL;
        else if (trap || b->end == END_CALL_REG || (b->end == END_JUMP && b->table < 0))
            all = regset_or(all, summary_unknown_changes(s->summary));
        else if (b->end == END_JUMP && !jump_table_is_complete(&f->tables[b->table]))
            all = regset_or(all, summary_unknown_changes(s->summary));
    }
    return all;
}

static struct regset callees_change(const struct solver *s, uint32_t number) {
    struct regset all = REGSET_NONE;
    for (uint32_t i = s->first_call[number]; i < s->first_call[number + 1]; i++) {
        const struct call *c = &s->calls[i];
        if (c->callee != UINT32_MAX)
            all = regset_or(all, s->summary->changes[c->callee]);
        else if (c->direct)
            all = REGSET_ALL;
        all.x |= c->tail ? 0 : X_LR;
    }
    return all;
}

void summary_find_changes(struct solver *s) {
    const size_t count = s->discovery->count;
    struct finder f = {s, NEW_ARRAY(uint8_t, count + 1)};
    struct regset *own = NEW_ARRAY(struct regset, count + 1);
    const struct keeps_callees callees = {&f, s->summary->trusts, x_changes, stores_above};
    for (uint32_t i = 0; i < count; i++)
        own[i] = own_changes(s, i);
    solver_enqueue_callees_first(s);
    while (s->waiting) {
        const uint32_t number = solver_dequeue(s);
        struct regset all = regset_or(own[number], callees_change(s, number));
        const bool above = f.stores_above[number];
        if (!s->summary->in_state) {
            const struct keeps k = keeps_find(s->text, &s->discovery->functions[number], &callees);
            all.x &= s->summary->elsewhere[number] ? ~0u : ~k.kept;
            f.stores_above[number] = k.stores_above;
        }
        all.x &= ~X_SP;
        if (regset_equal(all, s->summary->changes[number]) && above == f.stores_above[number])
            continue;
        s->summary->changes[number] = all;
        solver_enqueue_callers(s, number);
    }
    free(own);
    free(f.stores_above);
}
