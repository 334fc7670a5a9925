/* SPDX-License-Identifier: MIT */
#include "lift/upper.h"

#include "base/memory.h"

#include <stdlib.h>

struct finder {
    const struct text *text;
    const struct function *function;
    struct uppers *out;
    uint32_t live; /* at the place that is looked at */
};

static void add_live(void *context, uint32_t to) {
    struct finder *w = context;
    w->live |= w->out->live[to];
}

/* From the block's end to its beginning. */
static bool walk_block(struct finder *w, uint32_t number) {
    const struct block *b = &w->function->blocks[number];
    w->live = block_stays(b) ? 0 : ~0u;
    function_successors(w->function, b, add_live, w);
    for (uint32_t k = b->count; k-- > 0;) {
        const enum a64_op op = (enum a64_op)w->text->ops[b->first + k];
        const struct a64_op_info *info = a64_info(op);
        struct a64_effects e;
        w->out->dead[w->out->first[number] + k] = false;
        if (!info->vectors)
            continue;
        a64_effects(op, text_word(w->text, b->first + k), &e);
        w->out->dead[w->out->first[number] + k] = info->writes_low && !(w->live & e.v_written);
        w->live = (w->live & ~e.v_written) | (info->reads_upper ? e.v_read : 0);
    }
    const bool changed = w->out->live[number] != w->live;
    w->out->live[number] = w->live;
    return changed;
}

/* Most functions have no doubles. */
static bool writes_low(const struct text *t, const struct block *b) {
    bool any = false;
    for (uint32_t k = 0; k < b->count; k++)
        any |= a64_info((enum a64_op)t->ops[b->first + k])->writes_low;
    return any;
}

void uppers_find(const struct text *t, const struct function *f, struct uppers *out) {
    struct finder w = {.text = t, .function = f, .out = out};
    uint32_t words = 0;
    bool changed = false;
    *out = (struct uppers){NEW_ARRAY(uint32_t, f->block_count + 1),
                           NEW_ARRAY(uint32_t, f->block_count + 1), NULL};
    for (uint32_t i = 0; i < f->block_count; words += f->blocks[i++].count) {
        out->first[i] = words;
        changed |= writes_low(t, &f->blocks[i]);
    }
    out->dead = NEW_ARRAY(bool, words + 1);
    for (uint32_t i = 0; !changed && i < f->block_count; i++)
        out->live[i] = ~0u;
    while (changed) {
        changed = false;
        for (uint32_t i = f->block_count; i-- > 0;)
            changed |= walk_block(&w, i);
    }
}

void uppers_free(struct uppers *uppers) {
    free(uppers->live);
    free(uppers->first);
    free(uppers->dead);
    *uppers = (struct uppers){0};
}

bool uppers_dead(const struct uppers *uppers, const struct block *b, uint32_t block,
                 uint32_t word) {
    return uppers->dead[uppers->first[block] + (word - b->first)];
}
