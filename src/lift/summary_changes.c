/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "lift/endless.h"
#include "lift/keeps.h"
#include "lift/summary_solver.h"

#include <stdlib.h>

/* What functions change: the least fixpoint, so that a function which calls itself keeps what it
 * keeps if it does (of a call that never comes back nothing is asked). */

struct finder {
    struct solver *solver;
    uint8_t *stores_above;
};

static struct regset changes(void *context, uint64_t target) {
    const struct finder *f = context;
    const struct summary *s = f->solver->summary;
    const size_t number = target ? discovery_find(f->solver->discovery, target) : SIZE_MAX;
    if (number != SIZE_MAX)
        return s->changes[number];
    return target ? REGSET_ALL : summary_unknown_changes(s);
}

static bool endless(void *context, const struct function *function, const struct block *b) {
    const struct solver *s = ((struct finder *)context)->solver;
    return endless_call(s->text, s->discovery, s->summary->endless, function, b);
}

static bool stores_above(void *context, uint64_t target) {
    const struct finder *f = context;
    const size_t number = discovery_find(f->solver->discovery, target);
    return number == SIZE_MAX || f->stores_above[number];
}

/* Does control go through code that is not known? The kernel is such code: it gives callee-saved
 * registers back, or the thread goes on elsewhere. */
static bool meets_unknown(const struct function *f, const struct block *b) {
    switch (b->end) {
    case END_SVC:
    case END_TRAP:
    case END_CALL_REG:
        return true;
    case END_JUMP:
        return b->table < 0 || !jump_table_is_complete(&f->tables[b->table]);
    default:
        return b->next.kind == EDGE_LEAVE || b->taken.kind == EDGE_LEAVE ||
               (b->end == END_CALL && b->next.kind == EDGE_TAIL);
    }
}

/* By its own instructions, and by code that is not known. */
static struct regset own_changes(const struct solver *s, uint32_t number) {
    const struct function *f = &s->discovery->functions[number];
    struct regset all = REGSET_NONE;
    if (s->summary->elsewhere[number])
        return REGSET_ALL;
    for (uint32_t k = 0; k < f->block_count; k++) {
        const struct block *b = &f->blocks[k];
        all = regset_or(all, s->def[s->first_block[number] + k]);
        if (meets_unknown(f, b))
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
    const struct keeps_callees callees = {&f, s->summary->trusts, changes, endless, stores_above};
    for (uint32_t i = 0; i < count; i++)
        own[i] = own_changes(s, i);
    solver_enqueue_callees_first(s);
    while (s->waiting) {
        const uint32_t number = solver_dequeue(s);
        struct regset all = regset_or(own[number], callees_change(s, number));
        const bool above = f.stores_above[number];
        if (!s->summary->in_state) {
            const struct keeps k = keeps_find(s->text, &s->discovery->functions[number], &callees);
            all = s->summary->elsewhere[number] ? all : regset_minus(all, k.kept);
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
