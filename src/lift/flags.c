/* SPDX-License-Identifier: MIT */
#include "lift/flags.h"

#include "base/memory.h"

#include <stdlib.h>

/* Liveness of the condition flags alone, over all functions until nothing changes. Compilers keep
 * flags inside a function; only outlined code passes them on, so that this ends after two rounds
 * or three. */

enum {
    FLAGS_READ = 1, /* before the block writes them */
    FLAGS_WRITTEN = 2,
    FLAGS_LIVE_IN = 4,
};

struct flag_state {
    const struct text *text;
    const struct discovery *discovery;
    struct flag_contract *contract;
    uint8_t *bits; /* of all blocks, function after function */
};

struct flag_live {
    const uint8_t *bits;
    bool live;
};

static uint8_t scan_block(const struct text *t, const struct block *b) {
    for (uint32_t i = 0; i < b->count; i++) {
        struct a64_effects e;
        size_t at = b->first + i;
        a64_effects((enum a64_op)t->ops[at], text_word(t, at), &e);
        if (e.nzcv_read)
            return FLAGS_READ;
        if (e.nzcv_written)
            return FLAGS_WRITTEN;
    }
    return 0;
}

static void live_from(void *context, uint32_t block) {
    struct flag_live *l = context;
    l->live = l->live || l->bits[block] & FLAGS_LIVE_IN;
}

static bool tail_reads(const struct flag_state *s, const struct edge *e) {
    if (e->kind != EDGE_TAIL)
        return e->kind == EDGE_LEAVE;
    size_t to = discovery_find(s->discovery, e->pc);
    return to != SIZE_MAX && s->contract->reads[to];
}

static bool set(uint8_t *flag) {
    bool changed = !*flag;
    *flag = 1;
    return changed;
}

/* Flags after the block's instructions, before its transfer takes effect. Notes what the callee
 * must give back; *changed when that is news. */
static bool live_out(const struct flag_state *s, size_t number, const struct block *b,
                     const uint8_t *bits, bool *changed) {
    const struct function *f = &s->discovery->functions[number];
    struct flag_live live = {bits, false};
    function_successors(f, b, live_from, &live);
    if (!block_is_call(b) && (tail_reads(s, &b->next) || tail_reads(s, &b->taken)))
        live.live = true;
    if (b->end == END_RETURN)
        return s->contract->returns[number];
    if (b->end == END_CALL) {
        size_t to = discovery_find(s->discovery, block_call_target(s->text, b));
        if (to == SIZE_MAX)
            return false;
        if (live.live && b->next.kind == EDGE_BLOCK)
            *changed |= set(&s->contract->returns[to]);
        return s->contract->reads[to];
    }
    return b->end != END_CALL_REG && live.live;
}

static bool function_round(const struct flag_state *s, size_t number, uint8_t *bits) {
    const struct function *f = &s->discovery->functions[number];
    bool changed = false, again = true;
    while (again) {
        again = false;
        for (uint32_t i = f->block_count; i-- > 0;) {
            const struct block *b = &f->blocks[i];
            bool out = live_out(s, number, b, bits, &changed);
            bool in = bits[i] & FLAGS_READ || (out && !(bits[i] & FLAGS_WRITTEN));
            if (in && !(bits[i] & FLAGS_LIVE_IN)) {
                bits[i] |= FLAGS_LIVE_IN;
                again = true;
            }
        }
    }
    if (f->block_count && bits[f->entry_block] & FLAGS_LIVE_IN)
        changed |= set(&s->contract->reads[number]);
    if (s->contract->returns[number])
        for (uint32_t i = 0; i < f->block_count; i++) {
            const struct edge *edges[] = {&f->blocks[i].next, &f->blocks[i].taken};
            for (int k = 0; k < 2; k++) {
                size_t to = edges[k]->kind == EDGE_TAIL ? discovery_find(s->discovery, edges[k]->pc)
                                                        : SIZE_MAX;
                if (to != SIZE_MAX)
                    changed |= set(&s->contract->returns[to]);
            }
        }
    return changed;
}

void flag_contract_find(const struct text *t, const struct discovery *d,
                        struct flag_contract *out) {
    size_t blocks = 0;
    out->reads = NEW_ARRAY(uint8_t, d->count + 1);
    out->returns = NEW_ARRAY(uint8_t, d->count + 1);
    for (size_t i = 0; i < d->count; i++)
        blocks += d->functions[i].block_count;
    struct flag_state s = {t, d, out, NEW_ARRAY(uint8_t, blocks + 1)};
    blocks = 0;
    for (size_t i = 0; i < d->count; i++)
        for (uint32_t k = 0; k < d->functions[i].block_count; k++)
            s.bits[blocks++] = scan_block(t, &d->functions[i].blocks[k]);
    for (bool changed = true; changed;) {
        changed = false;
        blocks = 0;
        for (size_t i = 0; i < d->count; i++) {
            changed |= function_round(&s, i, s.bits + blocks);
            blocks += d->functions[i].block_count;
        }
    }
    free(s.bits);
}

void flag_contract_free(struct flag_contract *c) {
    free(c->reads);
    free(c->returns);
}
