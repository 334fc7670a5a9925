/* SPDX-License-Identifier: MIT */
#include "lift/dataflow.h"

#include "base/memory.h"

#include <stdlib.h>

struct flow_finder {
    const struct function *function;
    const struct regset *live; /* at each block's start: read by anybody, see summary.h */
    struct transfer *transfers;
    struct flow *flow;
};

/* What a block leaves newer than the struct. */
static struct regset dirty_out(const struct flow_finder *w, uint32_t number) {
    const struct block *b = &w->function->blocks[number];
    const struct transfer *t = &w->transfers[number];
    struct block_flow *bf = &w->flow->blocks[number];
    bf->dirty_end = regset_or(bf->dirty_in, bf->def);
    if (!block_is_call(b)) {
        bf->spill = regset_and(bf->dirty_end, t->leaves ? t->reads : REGSET_NONE);
        if (t->exact)
            bf->spill = bf->dirty_end;
        return bf->dirty_end;
    }
    struct regset behind = summary_live_behind(w->function, b, w->live);
    struct regset passed = regset_minus(behind, t->kills);
    /* What the callee leaves alone stays in its local; the interpreter would not find it there. */
    bool stays = b->next.kind == EDGE_BLOCK;
    struct regset through = stays ? regset_and(passed, t->writes) : passed;
    bf->spill = regset_and(bf->dirty_end, regset_or(t->reads, through));
    if (t->exact)
        bf->spill = bf->dirty_end;
    struct regset left = regset_minus(regset_minus(bf->dirty_end, bf->spill), t->writes);
    return stays ? regset_and(left, behind) : REGSET_NONE;
}

struct forward {
    const struct flow_finder *finder;
    struct regset out;
    bool changed;
};

static void flows_to(void *context, uint32_t to) {
    struct forward *f = context;
    struct block_flow *bf = &f->finder->flow->blocks[to];
    /* What nobody reads any more is forgotten, and never stored. */
    struct regset in = regset_or(bf->dirty_in, regset_and(f->out, f->finder->live[to]));
    f->changed = f->changed || !regset_equal(in, bf->dirty_in);
    bf->dirty_in = in;
}

static void find_dirty(const struct flow_finder *w) {
    struct forward f = {.finder = w, .changed = true};
    while (f.changed) {
        f.changed = false;
        for (uint32_t i = 0; i < w->function->block_count; i++) {
            f.out = dirty_out(w, i);
            function_successors(w->function, &w->function->blocks[i], flows_to, &f);
        }
    }
}

struct backward {
    const struct flow *flow;
    struct regset live;
};

static void flows_from(void *context, uint32_t to) {
    struct backward *b = context;
    b->live = regset_or(b->live, b->flow->blocks[to].live_in);
}

/* Locals whose value is read: by instructions, and by what is stored. */
static bool find_live(const struct flow_finder *w, uint32_t number) {
    const struct block *b = &w->function->blocks[number];
    const struct transfer *t = &w->transfers[number];
    struct block_flow *bf = &w->flow->blocks[number];
    struct backward backward = {w->flow, REGSET_NONE};
    function_successors(w->function, b, flows_from, &backward);
    struct regset live = backward.live;
    if (block_is_call(b)) {
        struct regset writes = t->writes;
        writes.x &= ~X_SP; /* a call that comes back comes back with the same SP */
        bf->reload = regset_and(live, writes);
        live = regset_minus(live, writes);
    }
    if (t->leaves) {
        live = regset_or(live, bf->spill);
        live.x |= X_SP | (t->reads.x & (block_is_call(b) ? 0 : X_LR)); /* compared */
    }
    struct regset in = regset_or(bf->use, regset_minus(live, bf->def));
    bool changed = !regset_equal(in, bf->live_in);
    bf->live_in = in;
    return changed;
}

void flow_find(const struct text *t, const struct discovery *d, const struct summary *s,
               const struct function *f, struct flow *flow) {
    size_t number = discovery_find(d, f->entry);
    struct flow_finder w = {f, s->live + s->first_block[number],
                            NEW_ARRAY(struct transfer, f->block_count + 1), flow};
    flow->blocks = NEW_ARRAY(struct block_flow, f->block_count + 1);
    flow->used = REGSET_NONE;
    for (uint32_t i = 0; i < f->block_count; i++) {
        struct block_flow *bf = &flow->blocks[i];
        summary_block(t, &f->blocks[i], &bf->use, &bf->def);
        w.transfers[i] = summary_transfer(t, d, s, number, &f->blocks[i]);
        flow->used = regset_or(flow->used, regset_or(bf->use, bf->def));
    }
    find_dirty(&w);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = f->block_count; i-- > 0;)
            changed |= find_live(&w, i);
    }
    for (uint32_t i = 0; i < f->block_count; i++)
        flow->used = regset_or(flow->used, flow->blocks[i].live_in);
    free(w.transfers);
}

void flow_free(struct flow *flow) {
    free(flow->blocks);
    flow->blocks = NULL;
}
