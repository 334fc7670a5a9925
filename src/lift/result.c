/* SPDX-License-Identifier: MIT */
#include "lift/result.h"

#include "base/memory.h"
#include "lift/jump_bound.h"
#include "lift/walk.h"

enum {
    DEPTH_MAX = 8,  /* callees of callees */
    ASKED_MAX = 16, /* results that one register may depend on */
    ROUNDS_MAX = 4, /* a switch found late may want a result, too */
};

bool result_known(const struct text *t, uint64_t entry, uint64_t *limit) {
    for (size_t i = 0; i < t->result_count; i++)
        if (t->results[i].entry == entry) {
            *limit = t->results[i].limit;
            return true;
        }
    return false;
}

static uint64_t result_of(struct text *t, const struct discovery *d, uint64_t entry,
                          unsigned depth);

/* x0 at the RET that ends the block. */
static uint64_t returned(struct text *t, const struct discovery *d, const struct function *f,
                         uint32_t block, unsigned depth) {
    const struct block *b = &f->blocks[block];
    for (unsigned asked = 0; asked < ASKED_MAX; asked++) {
        struct symbolic s;
        symbolic_open(&s, t, f);
        uint64_t limit = jump_bound_register(&s, block, b->first + b->count - 1, 0);
        uint64_t wanted = s.wanted;
        bool assumed = s.assumed;
        symbolic_close(&s);
        if (limit < JUMP_BOUND_MAX)
            return assumed ? UINT64_MAX : limit;
        if (!wanted || result_of(t, d, wanted, depth + 1) >= JUMP_BOUND_MAX)
            return UINT64_MAX;
    }
    return UINT64_MAX;
}

/* x0 behind what the block does at its end, if the function returns there. */
static uint64_t left_by(struct text *t, const struct discovery *d, const struct function *f,
                        uint32_t block, unsigned depth) {
    const struct block *b = &f->blocks[block];
    uint64_t limit = 0;
    if (b->end == END_RETURN)
        return returned(t, d, f, block, depth);
    if (b->end == END_JUMP && (b->table < 0 || !jump_table_is_complete(&f->tables[b->table])))
        return UINT64_MAX;
    const struct edge edges[] = {b->next, b->taken, b->landing};
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        uint64_t one = 0;
        if (edges[i].kind == EDGE_TAIL)
            one = result_of(t, d, edges[i].pc, depth + 1);
        else if (edges[i].kind == EDGE_LEAVE)
            one = UINT64_MAX;
        if (one > limit)
            limit = one;
    }
    return limit;
}

static uint64_t result_of(struct text *t, const struct discovery *d, uint64_t entry,
                          unsigned depth) {
    uint64_t limit = UINT64_MAX;
    if (result_known(t, entry, &limit) || depth > DEPTH_MAX)
        return limit;
    const size_t mine = t->result_count, number = discovery_find(d, entry);
    GROW(t->results, t->result_count, t->result_room);
    t->results[t->result_count++] = (struct result){entry, UINT64_MAX}; /* while it is worked out */
    if (number == SIZE_MAX)
        return UINT64_MAX;
    const struct function *f = &d->functions[number];
    limit = 0;
    for (uint32_t i = 0; i < f->block_count && limit < JUMP_BOUND_MAX; i++) {
        uint64_t one = left_by(t, d, f, i, depth);
        if (one > limit)
            limit = one;
    }
    return t->results[mine].limit = limit < JUMP_BOUND_MAX ? limit : UINT64_MAX;
}

/* Was a switch left without a bound for want of a result, and is there one? */
static bool wants(struct text *t, const struct discovery *d, const struct function *f) {
    for (size_t i = 0; i < f->table_count; i++) {
        const struct jump_table *table = &f->tables[i];
        if (table->wanted && !table->bounded && result_of(t, d, table->wanted, 0) < JUMP_BOUND_MAX)
            return true;
    }
    return false;
}

void result_use(struct walker *w, struct discovery *d) {
    w->rest = false;
    for (unsigned round = 0, learned = 1; learned && round < ROUNDS_MAX; round++) {
        learned = 0;
        for (size_t i = 0; i < d->count; i++) {
            struct function *f = &d->functions[i];
            const uint64_t entry = f->entry;
            /* What only the sweep found has what the others left: it stays as it is. */
            if (w->text->marks[text_index(w->text, entry)] & MARK_SWEEP || !wants(w->text, d, f))
                continue;
            function_free(f);
            function_build(w, entry, f);
            learned = 1;
        }
    }
}
