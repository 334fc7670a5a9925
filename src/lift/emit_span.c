/* SPDX-License-Identifier: MIT */
#include "lift/emit.h"

#include "base/memory.h"

#include <stdlib.h>

/* Names of values that were put aside: o<register> from before the span, w<word>_<register> the
 * word's result. */

struct printer {
    struct emitter *e;
    const struct float_span *span;
    struct strbuf again; /* the text that works out the suspects again */
    uint32_t *aside;     /* by place in the span, 0 for what was before: registers put aside */
    uint32_t holds[32];  /* where the value stands that a register holds in that text */
};

static struct a64_effects effects_of(const struct emitter *e, uint32_t index) {
    struct a64_effects effects;
    a64_effects((enum a64_op)e->text->ops[index], text_word(e->text, index), &effects);
    return effects;
}

static void add_name(const struct printer *p, struct strbuf *out, uint32_t definition,
                     unsigned reg) {
    if (definition == p->span->first - 1)
        strbuf_addf(out, "o%u", reg);
    else
        strbuf_addf(out, "w%u_%u", definition, reg);
}

/* Makes the register hold in that text what it held before the word. */
static void want(struct printer *p, uint32_t at, unsigned reg) {
    const uint32_t definition = float_span_definition(p->e->text, p->span, at, reg);
    if (p->holds[reg] == definition)
        return;
    p->holds[reg] = definition;
    p->aside[definition - p->span->first + 1] |= 1u << reg;
    strbuf_addf(&p->again, "q%u = ", reg);
    add_name(p, &p->again, definition, reg);
    strbuf_add(&p->again, "; ");
}

static void work_out_again(struct printer *p) {
    const struct text *t = p->e->text;
    for (unsigned r = 0; r < 32; r++)
        p->holds[r] = float_span_definition(t, p->span, p->span->end, r);
    for (uint32_t k = 0; k < p->span->step_count; k++) {
        const uint32_t at = p->span->steps[k];
        const struct a64_effects effects = effects_of(p->e, at);
        for (unsigned r = 0; r < 32; r++)
            if (effects.v_read >> r & 1)
                want(p, at, r);
        a64_emit_aside(&p->again, (enum a64_op)t->ops[at], text_word(t, at), text_pc(t, at),
                       A64_FLAGS_ALL);
        strbuf_add(&p->again, " ");
        for (unsigned r = 0; r < 32; r++)
            if (effects.v_written >> r & 1)
                p->holds[r] = at;
    }
    for (unsigned r = 0; r < 32; r++)
        want(p, p->span->end, r);
}

static void put_aside(const struct printer *p, uint32_t definition) {
    const uint32_t set = p->aside[definition - p->span->first + 1];
    for (unsigned r = 0; r < 32; r++) {
        if (!(set >> r & 1))
            continue;
        strbuf_add(p->e->out, "const a64_v2u64 ");
        add_name(p, p->e->out, definition, r);
        strbuf_addf(p->e->out, " = q%u; ", r);
    }
}

/* ---- the test: two registers at a time ---- */

static void add_vector(struct emitter *e, unsigned reg, uint32_t halves) {
    strbuf_addf(e->out, halves >> reg & 1 ? "a64_keep(64, q%u)" : "q%u", reg);
}

static void add_pairs(struct emitter *e, const char *function, uint32_t set, uint32_t halves,
                      const char *separator, const char **between) {
    while (set) {
        const unsigned a = (unsigned)__builtin_ctz(set);
        set &= set - 1;
        const unsigned b = set ? (unsigned)__builtin_ctz(set) : a;
        set &= set ? set - 1 : 0;
        strbuf_addf(e->out, "%s%s(", *between, function);
        add_vector(e, a, halves);
        strbuf_add(e->out, ", ");
        add_vector(e, b, halves);
        strbuf_add(e->out, ")");
        *between = separator;
    }
}

bool emit_nans(struct emitter *e, const struct suspects *s, uint32_t scalars, uint32_t halves) {
    const char *between = "";
    if (!s->v32 && !s->v64)
        return false;
    strbuf_add(e->out, "if (LIFTED_UNLIKELY(");
    add_pairs(e, "a64_nan_32", s->v32 & scalars, 0, " || ", &between);
    add_pairs(e, "a64_nan_64", s->v64 & scalars, 0, " || ", &between);
    if ((s->v32 | s->v64) & ~scalars) {
        strbuf_addf(e->out, "%sa64_any(", between);
        between = "";
        add_pairs(e, "a64_nans_32", s->v32 & ~scalars, halves, " | ", &between);
        add_pairs(e, "a64_nans_64", s->v64 & ~scalars, halves, " | ", &between);
        strbuf_add(e->out, ")");
    }
    strbuf_add(e->out, ")) ");
    return true;
}

void emit_span(struct emitter *e, uint32_t block, const struct float_span *span) {
    struct printer p = {
        .e = e, .span = span, .aside = NEW_ARRAY(uint32_t, span->end - span->first + 1)};
    work_out_again(&p);
    strbuf_add(e->out, "{ ");
    put_aside(&p, span->first - 1);
    for (uint32_t i = span->first; i < span->end; i++) {
        if (i != span->first)
            emit_line(e, i);
        emit_plain(e, block, i, a64_emit_host);
        strbuf_add(e->out, " ");
        put_aside(&p, i);
        if (i + 1 < span->end)
            strbuf_add(e->out, "\n");
    }
    if (emit_nans(e, &span->left, span->scalars, 0))
        strbuf_addf(e->out, "{ %s} ", p.again.text);
    strbuf_add(e->out, "}");
    strbuf_free(&p.again);
    free(p.aside);
}
