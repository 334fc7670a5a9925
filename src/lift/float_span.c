/* SPDX-License-Identifier: MIT */
#include "lift/float_span.h"

struct finder {
    const struct text *text;
    const struct function *function;
    const struct flow *flow;
    uint32_t live;
};

static void add_live(void *context, uint32_t to) {
    struct finder *w = context;
    w->live |= w->flow->blocks[to].live_in.v;
}

/* Vector registers that are read behind the words before `end`, as far as is known. */
static uint32_t live_at(struct finder *w, const struct block *b, uint32_t end) {
    const bool inside = b->end == END_FALL || b->end == END_BRANCH || b->end == END_COND;
    w->live = inside && (b->next.kind == EDGE_BLOCK || b->next.kind == EDGE_NONE) &&
                      (b->taken.kind == EDGE_BLOCK || b->taken.kind == EDGE_NONE)
                  ? 0
                  : ~0u;
    function_successors(w->function, b, add_live, w);
    for (uint32_t i = b->first + b->count; i-- > end;) {
        struct a64_effects e;
        a64_effects((enum a64_op)w->text->ops[i], text_word(w->text, i), &e);
        w->live = (w->live & ~e.v_written) | e.v_read;
    }
    return w->live;
}

/* What else a step reads may have changed when it is done again. */
static bool can_be_step(enum a64_op op, const struct a64_effects *e) {
    return !e->x_read && !e->nzcv_read && !a64_info(op)->reads_memory;
}

/* The first one from the word on; false: no result of the rest may be wrong. */
static bool find_next(const struct text *t, uint32_t from, uint32_t end, struct float_span *out) {
    struct suspects now = {0, 0};
    *out = (struct float_span){0};
    for (uint32_t i = from; i < end && out->step_count < SPAN_STEPS; i++) {
        const enum a64_op op = (enum a64_op)t->ops[i];
        struct suspects after = now;
        struct a64_effects e;
        suspects_follow(t, i, &after);
        a64_effects(op, text_word(t, i), &e);
        const bool step = e.v_written & (after.v32 | after.v64);
        if (suspects_seen(t, i, &now) || (step && !can_be_step(op, &e)))
            break;
        now = after;
        if (!step)
            continue;
        if (!out->step_count)
            out->first = i;
        out->steps[out->step_count++] = i;
        out->twins += a64_info(op)->twin;
        out->end = i + 1;
        out->left = now;
        out->scalars &= ~e.v_written;
        out->scalars |= a64_info(op)->float_scalar ? e.v_written : 0;
    }
    return out->step_count;
}

bool float_span_find(const struct text *t, const struct function *f, const struct flow *flow,
                     uint32_t block, uint32_t from, struct float_span *out) {
    const struct block *b = &f->blocks[block];
    const uint32_t end = b->first + b->count - (b->end != END_FALL);
    struct finder w = {t, f, flow, 0};
    for (from = from > b->first ? from : b->first; find_next(t, from, end, out); from = out->end) {
        if (out->twins < SPAN_TWINS)
            continue;
        const uint32_t live = live_at(&w, b, out->end);
        out->left.v32 &= live;
        out->left.v64 &= live;
        out->scalars &= live;
        return true;
    }
    return false;
}

uint32_t float_span_definition(const struct text *t, const struct float_span *span, uint32_t at,
                               unsigned reg) {
    for (uint32_t i = at; i-- > span->first;) {
        struct a64_effects e;
        a64_effects((enum a64_op)t->ops[i], text_word(t, i), &e);
        if (e.v_written >> reg & 1)
            return i;
    }
    return span->first - 1;
}
