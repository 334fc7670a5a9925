/* SPDX-License-Identifier: MIT */
#include "lift/dataflow.h"

#include "base/memory.h"
#include "lift/early.h"
#include "lift/frequency.h"

#include <stdlib.h>
#include <string.h>

struct flow_finder {
    const struct text *text;
    const struct discovery *discovery;
    const struct summary *summary;
    size_t number;
    const struct function *function;
    const struct regset *live;   /* at each block's start: read by anybody, see summary.h */
    const struct regset *sure;   /* the same by code that is known */
    struct regset changes;       /* by the function */
    const struct regset *wanted; /* see early.h; NULL: nothing is stored early */
    struct transfer *transfers;
    struct flow *flow;
};

/* What a block leaves newer than the struct, and what it leaves touched. */
struct left {
    struct regset dirty, touched;
};

/* What a call leaves that only unknown code may read. */
static struct regset undefined_behind(const struct flow_finder *w, uint32_t number) {
    const struct block *b = &w->function->blocks[number];
    return regset_minus(
        w->transfers[number].junk,
        summary_live_behind(w->text, w->discovery, w->summary, w->number, b, w->sure));
}

static struct left leave_call(const struct flow_finder *w, uint32_t number) {
    const struct block *b = &w->function->blocks[number];
    const struct transfer *t = &w->transfers[number];
    struct block_flow *bf = &w->flow->blocks[number];
    struct regset behind =
        summary_live_behind(w->text, w->discovery, w->summary, w->number, b, w->live);
    struct regset passed =
        regset_minus(regset_minus(behind, t->kills), undefined_behind(w, number));
    /* What the callee leaves alone stays in its local; the interpreter would not find it there. */
    const bool stays = b->next.kind == EDGE_BLOCK;
    struct regset needed = regset_and(passed, t->changes);
    needed =
        stays ? regset_or(t->slots, regset_minus(needed, t->params)) : regset_or(t->slots, passed);
    bf->spill = t->exact ? bf->dirty_end : regset_and(bf->dirty_end, needed);
    struct left left = {regset_minus(regset_minus(bf->dirty_end, bf->spill), t->changes),
                        regset_or(bf->touched, regset_or(bf->spill, t->changes))};
    left.touched = regset_or(left.touched, t->touches);
    left.touched.x |= t->links ? X_LR : 0;
    left.dirty = regset_or(left.dirty, regset_and(t->results, t->changes));
    left.dirty.x |= t->links || t->exact ? 0 : ~t->changes.x & X_LR;
    left.dirty = regset_or(left.dirty, t->left);
    left.touched = regset_or(left.touched, t->left);
    bf->links = t->links;
    bf->results = t->results;
    bf->link_changes = t->changes.x & X_LR;
    left.dirty = stays ? regset_and(left.dirty, behind) : REGSET_NONE;
    return left;
}

static struct regset read_by_labels(const struct flow_finder *w, uint32_t number) {
    const struct block *b = &w->function->blocks[number];
    const struct jump_table *table = function_table(w->function, b);
    return table && jump_table_is_closed(table)
               ? summary_live_behind(w->text, w->discovery, w->summary, w->number, b, w->live)
               : REGSET_NONE;
}

static struct left leave_late(const struct flow_finder *w, uint32_t number) {
    const struct transfer *t = &w->transfers[number];
    struct block_flow *bf = &w->flow->blocks[number];
    bf->dirty_end = regset_or(bf->dirty_in, bf->def);
    if (block_is_call(&w->function->blocks[number]))
        return leave_call(w, number);
    if (t->leaves) {
        /* Callers find in the struct what they had there before, or what the function changes. */
        struct regset back = regset_and(t->back, regset_or(w->changes, bf->touched));
        bf->spill = regset_and(bf->dirty_end,
                               regset_or(regset_or(t->slots, back), read_by_labels(w, number)));
        bf->leave = regset_and(bf->dirty_end, t->reads);
    }
    if (t->exact)
        bf->spill = bf->dirty_end;
    return (struct left){bf->dirty_end, bf->touched};
}

static struct left leave_block(const struct flow_finder *w, uint32_t number) {
    struct block_flow *bf = &w->flow->blocks[number];
    struct left left = leave_late(w, number);
    const struct regset set = regset_and(bf->def, w->flow->early);
    bf->early = REGSET_NONE;
    if (w->wanted)
        bf->early = regset_and(set, w->wanted[number]);
    /* What a call needs is stored there; what other ways out need may not be. */
    if (block_is_call(&w->function->blocks[number]))
        bf->early = regset_minus(bf->early, bf->spill);
    bf->spill = regset_minus(bf->spill, bf->early);
    bf->leave = regset_minus(bf->leave, bf->early);
    left.dirty = regset_minus(left.dirty, bf->early);
    left.touched = regset_or(left.touched, bf->early);
    return left;
}

struct forward {
    const struct flow_finder *finder;
    struct left out;
    bool changed;
};

static void flows_to(void *context, uint32_t to) {
    struct forward *f = context;
    struct block_flow *bf = &f->finder->flow->blocks[to];
    /* What nobody reads any more is forgotten, and never stored. */
    struct regset in = regset_or(bf->dirty_in, regset_and(f->out.dirty, f->finder->live[to]));
    struct regset touched = regset_or(bf->touched, f->out.touched);
    f->changed =
        f->changed || !regset_equal(in, bf->dirty_in) || !regset_equal(touched, bf->touched);
    bf->dirty_in = in;
    bf->touched = touched;
}

static void find_dirty(const struct flow_finder *w) {
    struct forward f = {.finder = w, .changed = true};
    const struct function *function = w->function;
    for (uint32_t i = 0; i < function->block_count; i++) {
        w->flow->blocks[i].dirty_in = REGSET_NONE;
        w->flow->blocks[i].touched = function->blocks[i].resumed ? REGSET_ALL : REGSET_NONE;
    }
    w->flow->blocks[function->entry_block].dirty_in = w->flow->params;
    while (f.changed) {
        f.changed = false;
        for (uint32_t i = 0; i < function->block_count; i++) {
            f.out = leave_block(w, i);
            function_successors(function, &function->blocks[i], flows_to, &f);
        }
    }
}

static bool has_spills(const struct flow_finder *w) {
    struct regset all = REGSET_NONE;
    for (uint32_t i = 0; i < w->function->block_count; i++)
        if (block_is_call(&w->function->blocks[i]))
            all = regset_or(all, w->flow->blocks[i].spill);
    return (all.x & EARLY_CANDIDATES.x) || (all.v & EARLY_CANDIDATES.v);
}

/* Tries both ways for all registers. */
static void find_stores(struct flow_finder *w) {
    const struct function *f = w->function;
    find_dirty(w);
    if (!w->summary->trusts || w->summary->in_state || !has_spills(w))
        return;
    double *runs = frequency_find(w->text, w->discovery, w->summary->endless, f);
    struct regset *wanted = early_wanted(f, w->transfers, w->flow);
    struct flow late = *w->flow;
    w->flow->blocks = NEW_ARRAY(struct block_flow, f->block_count + 1);
    memcpy(w->flow->blocks, late.blocks, f->block_count * sizeof *late.blocks);
    w->wanted = wanted;
    w->flow->early = EARLY_CANDIDATES;
    find_dirty(w);
    w->flow->early = early_choose(f, runs, &late, w->flow);
    find_dirty(w);
    free(late.blocks);
    free(wanted);
    free(runs);
    w->wanted = NULL;
}

/* What no instruction has set since a call that leaves anything in it, on all ways here. */
struct vague {
    const struct flow_finder *finder;
    struct regset *in, out;
    bool changed;
};

static void vague_flows_to(void *context, uint32_t to) {
    struct vague *v = context;
    const struct regset in = regset_and(v->in[to], v->out);
    v->changed = v->changed || !regset_equal(in, v->in[to]);
    v->in[to] = in;
}

static void find_vague(const struct flow_finder *w) {
    const struct function *f = w->function;
    struct vague v = {.finder = w, .in = NEW_ARRAY(struct regset, f->block_count + 1)};
    for (uint32_t i = 0; i < f->block_count; i++)
        v.in[i] = f->blocks[i].resumed || i == f->entry_block ? REGSET_NONE : REGSET_ALL;
    for (v.changed = true; v.changed;) {
        v.changed = false;
        for (uint32_t i = 0; i < f->block_count; i++) {
            struct block_flow *bf = &w->flow->blocks[i];
            const struct transfer *t = &w->transfers[i];
            bf->vague = v.out = regset_minus(v.in[i], bf->def);
            if (block_is_call(&f->blocks[i]))
                v.out = regset_or(regset_minus(v.out, t->changes), undefined_behind(w, i));
            function_successors(f, &f->blocks[i], vague_flows_to, &v);
        }
    }
    free(v.in);
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
        struct regset changes = t->changes;
        changes.x =
            (changes.x | X_LR) & ~X_SP; /* a call that comes back does so with the same SP */
        bf->undefined = regset_and(regset_and(live, changes), undefined_behind(w, number));
        bf->reload = regset_minus(regset_and(live, changes), bf->undefined);
        live = regset_minus(live, changes);
    }
    if (t->leaves) {
        struct regset params = regset_minus(t->params, w->flow->through);
        if (b->end == END_CALL_REG) /* the rest is given from the struct */
            params = regset_and(params, bf->dirty_end);
        params.x &= block_is_call(b) ? ~X_LR : ~0u; /* a constant there */
        live = regset_or(live, regset_or(params, regset_or(bf->spill, bf->leave)));
        live.x |= t->reads.x & (X_SP | (block_is_call(b) ? 0 : X_LR)); /* compared */
    }
    if (b->end == END_RETURN)
        live = regset_or(live, w->flow->result);
    live = regset_or(live, bf->early);
    struct regset in = regset_or(bf->use, regset_minus(live, bf->def));
    const bool changed = !regset_equal(in, bf->live_in);
    bf->live_in = in;
    return changed;
}

void flow_find(const struct text *t, const struct discovery *d, const struct summary *s,
               const struct function *f, struct flow *flow) {
    const size_t number = discovery_find(d, f->entry);
    struct flow_finder w = {t,
                            d,
                            s,
                            number,
                            f,
                            s->live + s->first_block[number],
                            s->sure + s->first_block[number],
                            s->changes[number],
                            NULL,
                            NEW_ARRAY(struct transfer, f->block_count + 1),
                            flow};
    *flow = (struct flow){.blocks = NEW_ARRAY(struct block_flow, f->block_count + 1),
                          .params = s->params[number],
                          .plain = s->plain[number]};
    flow->returned = summary_returned(s, number);
    flow->result = regset_and(flow->returned, regset_or(w.changes, flow->params));
    flow->result = s->in_state ? REGSET_NONE : flow->result;
    for (uint32_t i = 0; i < f->block_count; i++) {
        struct block_flow *bf = &flow->blocks[i];
        summary_block(t, &f->blocks[i], &bf->use, &bf->def);
        if (!block_stays(&f->blocks[i]))
            w.transfers[i] = summary_transfer(t, d, s, number, &f->blocks[i]);
        flow->used = regset_or(flow->used, regset_or(bf->use, bf->def));
    }
    flow->through = regset_minus(REGSET_SAVED, regset_or(flow->used, flow->params));
    flow->through.x &= ~X_SP;
    find_stores(&w);
    find_vague(&w);
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
