/* SPDX-License-Identifier: MIT */
#include "lift/emit.h"

/* A loop's copy in which results are not looked at: label P<header> is its beginning, F<block> are
 * its blocks, and at X<header> registers come back for the exact copy, whose labels are L<block>.
 */

struct copy {
    const struct float_loop *loop;
    struct float_pairs pairs;
};

static void add_registers(struct emitter *e, struct regset set, const char *form_x,
                          const char *form_sp, const char *form_q, const char *flags) {
    for (unsigned n = 0; n < 31; n++)
        if (set.x >> n & 1)
            strbuf_addf(e->out, form_x, n, n);
    if (set.x >> 31)
        strbuf_add(e->out, form_sp);
    for (unsigned n = 0; n < 32; n++)
        if (set.v >> n & 1)
            strbuf_addf(e->out, form_q, n, n);
    if (set.flags)
        strbuf_add(e->out, flags);
}

static void add_check(struct emitter *e, const struct float_loop *l, uint32_t place, uint32_t live,
                      uint32_t halves) {
    const struct suspects s = {l->at_end[place].v32 & live, l->at_end[place].v64 & live};
    if (emit_nans(e, &s, 0, halves))
        strbuf_addf(e->out, "goto X%u; ", e->function->blocks[l->header].first);
}

static void add_edge(struct emitter *e, const struct copy *c, uint32_t place,
                     const struct edge *edge, bool may_fall) {
    const struct float_loop *l = c->loop;
    const uint32_t from = l->blocks[place], to = edge->block;
    if (edge->kind != EDGE_BLOCK)
        return;
    emit_way(e, from, to);
    if (float_loop_place(l, to) < 0) {
        const uint32_t live = e->flow->blocks[to].live_in.v;
        emit_pairs_end(e, &c->pairs, live);
        add_check(e, l, place, live, ~e->uppers.live[to]);
        emit_goto(e, UINT32_MAX, to);
        return;
    }
    emit_pairs_turn(e, &c->pairs);
    if (!may_fall || place + 1 == l->count || l->blocks[place + 1] != to)
        strbuf_addf(e->out, "goto F%u; ", e->function->blocks[to].first);
}

static void add_block(struct emitter *e, const struct copy *c, uint32_t place) {
    const struct text *t = e->text;
    const uint32_t number = c->loop->blocks[place];
    const struct block *b = &e->function->blocks[number];
    const uint32_t end = b->first + b->count - (b->end != END_FALL);
    emit_line(e, b->first);
    strbuf_addf(e->out, "F%u:; ", b->first);
    for (uint32_t i = b->first; i < end; i++) {
        const struct float_pair *pair = float_pair_at(&c->pairs, i);
        if (i != b->first)
            emit_line(e, i);
        if (!pair)
            emit_plain(e, number, i, a64_emit_host);
        else if (pair->at == i)
            emit_pair(e, pair);
        strbuf_add(e->out, "\n");
    }
    if (b->end == END_COND) {
        if (end != b->first)
            emit_line(e, end);
        strbuf_add(e->out, "if (");
        a64_emit(e->out, (enum a64_op)t->ops[end], text_word(t, end), text_pc(t, end), 0);
        strbuf_add(e->out, ") { ");
        add_edge(e, c, place, &b->taken, false);
        strbuf_add(e->out, "} ");
    } else {
        add_edge(e, c, place, &b->taken, true);
    }
    add_edge(e, c, place, &b->next, true);
    strbuf_add(e->out, "\n");
    e->line = 0; /* wherever that was */
}

void emit_loop(struct emitter *e, const struct float_loop *l) {
    const uint32_t header = e->function->blocks[l->header].first;
    struct copy c = {.loop = l};
    if (!e->pairs || !float_pairs_find(e->text, e->function, e->flow, l, &c.pairs))
        c.pairs = (struct float_pairs){0};
    emit_line(e, header);
    strbuf_addf(e->out, "P%u:; { ", header);
    add_registers(e, l->kept, "const uint64_t kx%u = x%u; ", "const uint64_t ksp = sp; ",
                  "const a64_v2u64 kq%u = q%u; ",
                  "const _Bool kn = fn, kz = fz, kc = fc, kv = fv; ");
    emit_pairs_begin(e, &c.pairs);
    strbuf_addf(e->out, "goto F%u;\n", header);
    for (uint32_t i = 0; i < l->count; i++)
        add_block(e, &c, i);
    emit_line(e, header);
    strbuf_addf(e->out, "X%u:; ", header);
    add_registers(e, l->kept, "x%u = kx%u; ", "sp = ksp; ", "q%u = kq%u; ",
                  "fn = kn; fz = kz; fc = kc; fv = kv; ");
    strbuf_addf(e->out, "goto L%u; }\n", header);
}
