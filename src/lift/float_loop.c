/* SPDX-License-Identifier: MIT */
#include "lift/float_loop.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_BLOCKS = 16,
    MAX_INSTRUCTIONS = 300,
    MIN_TWINS = 2, /* fewer are not worth a second copy */
};

struct finder {
    const struct text *text;
    const struct function *function;
    const struct flow *flow;
    struct float_loop *loop; /* that is being looked at */
    struct suspects start[MAX_BLOCKS];
    unsigned twins;
    bool seen; /* somebody looks at bits that may be wrong, or work must not be done twice */
};

int float_loop_place(const struct float_loop *loop, uint32_t block) {
    for (uint32_t i = 0; i < loop->count; i++)
        if (loop->blocks[i] == block)
            return (int)i;
    return -1;
}

const struct float_loop *float_loops_at(const struct float_loops *loops, uint32_t header) {
    for (size_t i = 0; loops && i < loops->count; i++)
        if (loops->loops[i].header == header)
            return &loops->loops[i];
    return NULL;
}

/* ---- which blocks ---- */

static bool stays_inside(const struct edge *e) {
    return e->kind == EDGE_BLOCK || e->kind == EDGE_NONE;
}

static bool may_hold(const struct finder *w, uint32_t number) {
    const struct block *b = &w->function->blocks[number];
    return (b->end == END_FALL || b->end == END_BRANCH || b->end == END_COND) &&
           stays_inside(&b->next) && stays_inside(&b->taken) && !b->resumed && !b->table_target;
}

static bool add_block(struct finder *w, uint32_t number) {
    struct float_loop *l = w->loop;
    if (float_loop_place(l, number) >= 0)
        return true;
    if (l->count == MAX_BLOCKS || !may_hold(w, number))
        return false;
    l->blocks[l->count++] = number;
    return true;
}

static int compare(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The blocks from which control comes back to the header, which alone is entered from outside. */
static bool find_blocks(struct finder *w, uint32_t header) {
    const struct function *f = w->function;
    const struct block *h = &f->blocks[header];
    struct float_loop *l = w->loop;
    l->header = header;
    l->count = 0;
    bool ok = add_block(w, header), again = false;
    for (uint32_t i = 0; ok && i < h->pred_count; i++) {
        const uint32_t p = f->preds[h->preds + i];
        if (p < header)
            continue;
        again = true;
        ok = add_block(w, p);
    }
    for (uint32_t k = 1; ok && k < l->count; k++) {
        const struct block *b = &f->blocks[l->blocks[k]];
        ok = l->blocks[k] != f->entry_block;
        for (uint32_t i = 0; ok && i < b->pred_count; i++)
            ok = add_block(w, f->preds[b->preds + i]);
    }
    if (ok)
        qsort(l->blocks, l->count, sizeof *l->blocks, compare);
    return ok && again;
}

/* ---- what they do ---- */

static void follow_instruction(struct finder *w, size_t index, struct suspects *s) {
    const enum a64_op op = (enum a64_op)w->text->ops[index];
    const struct a64_op_info *info = a64_info(op);
    if (!op || info->writes_memory || info->exclusive || info->system ||
        suspects_seen(w->text, index, s))
        w->seen = true;
    w->twins += info->twin;
    suspects_follow(w->text, index, s);
}

/* From its start to its end; the branch there reads no vector register. */
static bool follow_block(struct finder *w, uint32_t place) {
    const struct block *b = &w->function->blocks[w->loop->blocks[place]];
    struct suspects s = w->start[place], *end = &w->loop->at_end[place];
    const uint32_t plain = b->count - (b->end != END_FALL);
    for (uint32_t i = 0; i < plain; i++)
        follow_instruction(w, b->first + i, &s);
    const bool changed = s.v32 != end->v32 || s.v64 != end->v64;
    *end = s;
    const struct edge *const edges[] = {&b->next, &b->taken};
    for (int i = 0; i < 2; i++) {
        const int to =
            edges[i]->kind == EDGE_BLOCK ? float_loop_place(w->loop, edges[i]->block) : -1;
        if (to < 0)
            continue;
        w->start[to].v32 |= s.v32;
        w->start[to].v64 |= s.v64;
    }
    return changed;
}

/* Does nobody look? */
static bool find_suspects(struct finder *w) {
    struct float_loop *l = w->loop;
    memset(w->start, 0, sizeof w->start);
    memset(l->at_end, 0, MAX_BLOCKS * sizeof *l->at_end);
    w->seen = false;
    for (bool changed = true; changed && !w->seen;) {
        changed = false;
        w->twins = 0;
        for (uint32_t i = 0; i < l->count; i++)
            changed |= follow_block(w, i);
    }
    return !w->seen;
}

static bool is_worth_it(struct finder *w, uint32_t header) {
    struct float_loop *l = w->loop;
    size_t instructions = 0;
    struct regset written = REGSET_NONE, early = REGSET_NONE;
    if (!find_blocks(w, header))
        return false;
    for (uint32_t i = 0; i < l->count; i++) {
        instructions += w->function->blocks[l->blocks[i]].count;
        written = regset_or(written, w->flow->blocks[l->blocks[i]].def);
        early = regset_or(early, w->flow->blocks[l->blocks[i]].early);
    }
    l->kept = regset_and(written, w->flow->blocks[header].live_in);
    /* The copy stores no registers. */
    return instructions <= MAX_INSTRUCTIONS && regset_equal(early, REGSET_NONE) &&
           find_suspects(w) && w->twins >= MIN_TWINS;
}

/* ---- all of a function ---- */

bool float_loops_hold(const struct float_loops *loops, uint32_t block) {
    for (size_t i = 0; i < loops->count; i++)
        if (float_loop_place(&loops->loops[i], block) >= 0)
            return true;
    return false;
}

static bool overlaps(const struct float_loops *loops, const struct float_loop *l) {
    for (uint32_t k = 0; k < l->count; k++)
        if (float_loops_hold(loops, l->blocks[k]))
            return true;
    return false;
}

static void loop_free(struct float_loop *l) {
    free(l->blocks);
    free(l->at_end);
}

void float_loops_find(const struct text *t, const struct function *f, const struct flow *flow,
                      struct float_loops *out) {
    struct float_loop l;
    struct finder w = {.text = t, .function = f, .flow = flow, .loop = &l};
    *out = (struct float_loops){0};
    /* By address, so that loops come before those in them. */
    for (uint32_t i = 0; i < f->block_count; i++) {
        if (!f->blocks[i].back_target)
            continue;
        l = (struct float_loop){.blocks = NEW_ARRAY(uint32_t, MAX_BLOCKS),
                                .at_end = NEW_ARRAY(struct suspects, MAX_BLOCKS)};
        if (!is_worth_it(&w, i) || overlaps(out, &l)) {
            loop_free(&l);
            continue;
        }
        GROW(out->loops, out->count, out->room);
        out->loops[out->count++] = l;
    }
}

void float_loops_free(struct float_loops *loops) {
    for (size_t i = 0; i < loops->count; i++)
        loop_free(&loops->loops[i]);
    free(loops->loops);
    *loops = (struct float_loops){0};
}
