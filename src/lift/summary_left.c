/* SPDX-License-Identifier: MIT */
#include "lift/summary_solver.h"

/* SP, x29 and x30 keep their values over a call, but their places in the struct may have got others
 * meanwhile: for what was called then. Callers have SP and x29 in locals, and x30 is the address
 * behind the call; they do not look for them in the struct, and give them to unknown code as
 * arguments. So nobody puts SP and x30 back, and x29 only where a pointer leads to the function.
 * Functions that branch to each other return for each other.
 *
 * x19 to x28 are put back. Who leaves them saves a load from the frame and a store where it has
 * called something, but makes its callers store theirs again where it has not, which is as often.
 */

#define X_FRAME (1u << 29)

static const struct regset everywhere = {X_SP | X_LR, 0, false};
static const struct regset candidates = {X_SP | X_LR | X_FRAME, 0, false};

static bool has_other_callers(const struct solver *s, uint32_t number) {
    const struct function *f = &s->discovery->functions[number];
    const bool called = s->called[number] != s->called[number + 1];
    return !called || f->resumed || f->odd_stack || s->summary->elsewhere[number] ||
           s->text->marks[text_index(s->text, f->entry)] & (MARK_WEAK | MARK_EXPORTED);
}

/* Behind a call that another function follows the struct has to be exact. */
static void limit_callees(struct solver *s, uint32_t number) {
    const struct function *f = &s->discovery->functions[number];
    for (uint32_t i = 0; i < f->block_count; i++) {
        const struct block *b = &f->blocks[i];
        const size_t callee = b->end == END_CALL && b->next.kind != EDGE_BLOCK
                                  ? discovery_find(s->discovery, block_call_target(s->text, b))
                                  : SIZE_MAX;
        if (callee != SIZE_MAX)
            s->summary->left[callee].x &= ~X_FRAME; /* the rest is stored there */
    }
}

static bool limit_tails(struct solver *s) {
    struct regset *left = s->summary->left;
    bool changed = false;
    for (size_t i = 0; i < s->call_count; i++) {
        const struct call *c = &s->calls[i];
        if (c->callee == UINT32_MAX || !c->tail)
            continue;
        const struct regset both = regset_and(left[c->callee], left[c->caller]);
        changed |= !regset_equal(both, left[c->callee]);
        left[c->callee] = both;
    }
    return changed;
}

void summary_find_left(struct solver *s) {
    struct summary *out = s->summary;
    const size_t count = s->discovery->count;
    if (!out->trusts || out->in_state)
        return;
    for (uint32_t i = 0; i < count; i++)
        out->left[i] =
            regset_minus(has_other_callers(s, i) ? everywhere : candidates, out->changes[i]);
    for (uint32_t i = 0; i < count; i++)
        limit_callees(s, i);
    while (limit_tails(s))
        continue;
    for (uint32_t i = 0; i < count; i++)
        out->left[i] = regset_and(out->left[i], out->touches[i]);
}
