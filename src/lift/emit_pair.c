/* SPDX-License-Identifier: MIT */
#include "lift/emit.h"

#include <stdio.h>

/* Names: p<word> the pair that is made at the word, c<register> the one that the loop hands on in
 * the register and another one. */

static void add_operand(struct strbuf *out, const struct pair_operand *o) {
    switch (o->source) {
    case PAIR_SHARED:
        strbuf_addf(out, "a64_pair_of(q%u, q%u)", o->low, o->low);
        break;
    case PAIR_CARRIED:
        strbuf_addf(out, "c%u", o->low);
        break;
    case PAIR_MADE:
        strbuf_addf(out, "p%u", o->low);
        break;
    }
}

/* Of single floats the lane is H:L, of doubles H. */
static void add_lane(struct strbuf *out, const struct pair_operand *o, uint32_t word,
                     unsigned width) {
    const unsigned h = word >> 11 & 1, l = word >> 21 & 1;
    strbuf_addf(out, "a64_pair_lane_%u(q%u, %u)", width, o->low, width == 32 ? h * 2 + l : h);
}

static void add_load(struct emitter *e, const struct float_pair *p) {
    struct pair_load load;
    char base[8] = "sp";
    float_pair_load(e->text, p->at, &load);
    if (load.base != 31)
        snprintf(base, sizeof base, "x%u", load.base);
    strbuf_addf(e->out, "const a64_pair p%u = LOAD256(%s + %#lxul);", p->at, base,
                (unsigned long)(int64_t)load.offset);
    if (load.change)
        strbuf_addf(e->out, " %s = %s + %#lxul;", base, base, (unsigned long)(int64_t)load.change);
}

void emit_pair(struct emitter *e, const struct float_pair *p) {
    const struct pair_form *form = float_pair_form((enum a64_op)e->text->ops[p->at]);
    if (!form) {
        add_load(e, p);
        return;
    }
    strbuf_addf(e->out, "const a64_pair p%u = a64_pair_%s_%u(", p->at, form->name, form->width);
    for (unsigned i = 0; i < form->operands; i++) {
        if (i)
            strbuf_add(e->out, ", ");
        if (i == 1 && form->lane)
            add_lane(e->out, &p->operands[i], text_word(e->text, p->at), form->width);
        else
            add_operand(e->out, &p->operands[i]);
    }
    strbuf_add(e->out, ");");
}

void emit_pairs_begin(struct emitter *e, const struct float_pairs *pairs) {
    for (uint32_t i = 0; i < pairs->carried_count; i++) {
        const struct carried_pair *c = &pairs->carried[i];
        strbuf_addf(e->out, "a64_pair c%u = a64_pair_of(q%u, q%u); ", c->low, c->low, c->high);
    }
}

void emit_pairs_turn(struct emitter *e, const struct float_pairs *pairs) {
    for (uint32_t i = 0; i < pairs->carried_count; i++) {
        const struct carried_pair *c = &pairs->carried[i];
        if (c->end.source == PAIR_MADE)
            strbuf_addf(e->out, "c%u = p%u; ", c->low, c->end.low);
    }
}

void emit_pairs_end(struct emitter *e, const struct float_pairs *pairs, uint32_t live) {
    for (unsigned r = 0; r < 32; r++)
        if (live >> r & 1 && pairs->end[r].half != PAIR_NO_HALF)
            strbuf_addf(e->out, "q%u = a64_pair_half_%d(p%u); ", r, pairs->end[r].half == PAIR_HIGH,
                        pairs->end[r].word);
}
