/* SPDX-License-Identifier: MIT */
#include "lift/endless.h"

#include "base/memory.h"

#include <stdlib.h>

/* The greatest solution: a function is endless until a path to a return is seen, and is looked at
 * again until nothing changes any more. */

struct finder {
    const struct text *text;
    const struct discovery *discovery;
    bool *endless;
    uint32_t *stack, *seen; /* blocks; seen by function number plus one, and by round */
    uint32_t depth, round;
};

bool endless_call(const struct text *t, const struct discovery *d, const bool *endless,
                  const struct function *f, const struct block *b) {
    if (b->end != END_CALL || (b->next.kind == EDGE_BLOCK && f->blocks[b->next.block].resumed))
        return false;
    const size_t callee = discovery_find(d, block_call_target(t, b));
    return callee != SIZE_MAX && endless[callee];
}

static void visit(void *context, uint32_t block) {
    struct finder *w = context;
    if (w->seen[block] == w->round)
        return;
    w->seen[block] = w->round;
    w->stack[w->depth++] = block;
}

static bool edge_returns(const struct finder *w, const struct edge *e) {
    if (e->kind == EDGE_LEAVE)
        return true;
    const size_t target = e->kind == EDGE_TAIL ? discovery_find(w->discovery, e->pc) : SIZE_MAX;
    return e->kind == EDGE_TAIL && (target == SIZE_MAX || !w->endless[target]);
}

/* As longjmp: it goes back with another SP, and has never saved where it was called from. */
static bool jumps_away(const struct finder *w, const struct function *f) {
    for (uint32_t k = 0; k < f->block_count && f->odd_stack; k++)
        for (uint32_t i = f->blocks[k].first; i < f->blocks[k].first + f->blocks[k].count; i++) {
            struct a64_effects effects;
            a64_effects((enum a64_op)w->text->ops[i], text_word(w->text, i), &effects);
            if (effects.x_read >> 30 & 1 && a64_info((enum a64_op)w->text->ops[i])->writes_memory)
                return false;
        }
    return f->odd_stack;
}

/* Does the function return there? Behind a call that another function follows stands nothing. */
static bool block_returns(const struct finder *w, const struct function *f, const struct block *b) {
    switch (b->end) {
    case END_RETURN:
        return !jumps_away(w, f);
    case END_JUMP:
        return b->table < 0 || !jump_table_is_complete(&f->tables[b->table]);
    case END_TRAP:
    case END_CALL:
    case END_CALL_REG:
    case END_SVC:
        return false;
    default:
        return edge_returns(w, &b->next) || edge_returns(w, &b->taken);
    }
}

static bool returns(struct finder *w, const struct function *f) {
    w->round++;
    w->depth = 0;
    visit(w, f->entry_block);
    for (uint32_t i = 0; i < f->block_count && f->resumed; i++)
        if (f->blocks[i].resumed)
            visit(w, i);
    while (w->depth) {
        const struct block *b = &f->blocks[w->stack[--w->depth]];
        if (block_returns(w, f, b))
            return true;
        if (!endless_call(w->text, w->discovery, w->endless, f, b))
            function_successors(f, b, visit, w);
        if (b->landing.kind == EDGE_BLOCK)
            visit(w, b->landing.block);
    }
    return false;
}

bool *endless_find(const struct text *t, const struct discovery *d) {
    uint32_t most = 0;
    for (size_t i = 0; i < d->count; i++)
        if (d->functions[i].block_count > most)
            most = d->functions[i].block_count;
    struct finder w = {t,
                       d,
                       NEW_ARRAY(bool, d->count + 1),
                       NEW_ARRAY(uint32_t, most + 1),
                       NEW_ARRAY(uint32_t, most + 1),
                       0,
                       0};
    for (size_t i = 0; i < d->count; i++)
        w.endless[i] = true;
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < d->count; i++)
            if (w.endless[i] && returns(&w, &d->functions[i])) {
                w.endless[i] = false;
                again = true;
            }
    }
    free(w.stack);
    free(w.seen);
    return w.endless;
}
