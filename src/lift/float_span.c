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
        if (!a64_info(op)->vectors)
            continue;
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

/* ---- what a later result tells of an earlier one ---- */

/* Instructions that take one lane of a vector, by their index, have these bits; multiply-add of
 * single floats has some of them. */
enum {
    ELEMENT_FORM = 0x0f000400,
    ELEMENT = 0x0f000000,
    ELEMENT_INDEX = 1 << 21 | 1 << 11,
    MULTIPLY_ADD = 0x1f,
};

static bool takes_other_lane(uint32_t word) {
    return (word & ELEMENT_FORM) == ELEMENT && word >> 24 != MULTIPLY_ADD && word & ELEMENT_INDEX;
}

/* Arithmetic at `at` that reads a register which holds one float: is its result a NaN if that is
 * one? Lane 0 of the register has it, and the others are zero. */
static bool passes_on(const struct text *t, uint32_t at) {
    return a64_info((enum a64_op)t->ops[at])->twin && !takes_other_lane(text_word(t, at));
}

static uint32_t written_by(const struct text *t, uint32_t at) {
    struct a64_effects e;
    a64_effects((enum a64_op)t->ops[at], text_word(t, at), &e);
    return e.v_written;
}

static bool reads(const struct text *t, const struct float_span *span, uint32_t at, uint32_t from) {
    struct a64_effects e;
    const unsigned reg = (unsigned)__builtin_ctz(written_by(t, from));
    a64_effects((enum a64_op)t->ops[at], text_word(t, at), &e);
    return e.v_read >> reg & 1 && float_span_definition(t, span, at, reg) == from;
}

/* A NaN that is also in a result of it which is looked at needs no look of its own. */
static void leave_out_implied(const struct text *t, struct float_span *span) {
    bool told[SPAN_STEPS];
    for (uint32_t k = span->step_count; k-- > 0;) {
        const uint32_t at = span->steps[k], set = written_by(t, at);
        const bool scalar = a64_info((enum a64_op)t->ops[at])->float_scalar;
        told[k] = false;
        for (uint32_t i = k + 1; i < span->step_count && scalar && !told[k]; i++)
            told[k] = told[i] && passes_on(t, span->steps[i]) && reads(t, span, span->steps[i], at);
        if (float_span_definition(t, span, span->end, (unsigned)__builtin_ctz(set)) != at)
            continue;
        if (told[k]) {
            span->left.v32 &= ~set;
            span->left.v64 &= ~set;
        }
        told[k] = told[k] || (span->left.v32 | span->left.v64) & set;
    }
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
        leave_out_implied(t, out);
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
