/* SPDX-License-Identifier: MIT */
#include "lift/known_limit.h"

#include "base/memory.h"
#include "lift/jump_bound.h"
#include "lift/walk.h"

enum {
    DEPTH_MAX = 8,  /* functions that one limit leads through */
    ASKED_MAX = 16, /* limits that one register may depend on */
    ROUNDS_MAX = 4, /* a switch found late may want a limit, too */
};

bool limit_known(const struct text *t, struct limit *limit) {
    for (size_t i = 0; i < t->limit_count; i++)
        if (t->limits[i].entry == limit->entry && t->limits[i].of == limit->of) {
            *limit = t->limits[i];
            return true;
        }
    return false;
}

/* The work for one limit. */
struct search {
    struct text *text;
    const struct discovery *found;
    unsigned depth;
    bool *assumed; /* of the limit */
};

static uint64_t limit_of(struct search q, struct limit limit);

static uint64_t larger(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

/* Register before word `at` of the block. */
static uint64_t register_limit(struct search q, const struct function *f, uint32_t block,
                               uint32_t at, unsigned reg) {
    q.depth++;
    for (unsigned asked = 0; asked < ASKED_MAX; asked++) {
        struct symbolic s;
        symbolic_open(&s, q.text, f);
        uint64_t limit = jump_bound_register(&s, block, at, reg);
        const struct limit wanted = s.wanted;
        *q.assumed |= s.assumed;
        symbolic_close(&s);
        if (limit < JUMP_BOUND_MAX)
            return limit;
        if (!wanted.entry || limit_of(q, wanted) >= JUMP_BOUND_MAX)
            break;
    }
    return UINT64_MAX;
}

/* ---- results ---- */

/* x0 behind what the block does at its end, if the function returns there. */
static uint64_t left_by(struct search q, const struct function *f, uint32_t block) {
    const struct block *b = &f->blocks[block];
    if (b->end == END_RETURN)
        return register_limit(q, f, block, b->first + b->count - 1, 0);
    if (b->end == END_JUMP && (b->table < 0 || !jump_table_is_complete(&f->tables[b->table])))
        return UINT64_MAX;
    const struct edge edges[] = {b->next, b->taken, b->landing};
    uint64_t limit = 0;
    q.depth++;
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        if (edges[i].kind == EDGE_TAIL)
            limit = larger(limit,
                           limit_of(q, (struct limit){.entry = edges[i].pc, .of = LIMIT_RESULT}));
        else if (edges[i].kind == EDGE_LEAVE)
            limit = UINT64_MAX;
    }
    return limit;
}

static uint64_t result_limit(struct search q, uint64_t entry) {
    const size_t number = discovery_find(q.found, entry);
    if (number == SIZE_MAX)
        return UINT64_MAX;
    const struct function *f = &q.found->functions[number];
    uint64_t limit = 0;
    for (uint32_t i = 0; i < f->block_count && limit < JUMP_BOUND_MAX; i++)
        limit = larger(limit, left_by(q, f, i));
    return limit;
}

/* ---- arguments ---- */

/* Can only branches that stand in the text lead to the entry? */
static bool is_private(const struct text *t, uint64_t entry) {
    return text_holds(t, entry) &&
           !(t->marks[text_index(t, entry)] & (MARK_ENTRY_POINT | MARK_WEAK | MARK_EXPORTED));
}

static bool calls(const struct text *t, const struct block *b, uint64_t entry) {
    return block_call_target(t, b) == entry || (b->taken.kind == EDGE_TAIL && b->taken.pc == entry);
}

/* The register where block b leads to the entry, as far as it does. */
static uint64_t given_by(struct search q, const struct function *f, uint32_t block, uint64_t entry,
                         unsigned reg) {
    const struct block *b = &f->blocks[block];
    if ((b->taken.kind == EDGE_LEAVE && b->taken.pc == entry) ||
        (b->next.pc == entry && (b->next.kind == EDGE_LEAVE || b->next.kind == EDGE_TAIL)))
        return UINT64_MAX;
    return calls(q.text, b, entry) ? register_limit(q, f, block, b->first + b->count - 1, reg) : 0;
}

static uint64_t argument_limit(struct search q, uint64_t entry, unsigned reg) {
    uint64_t limit = 0;
    if (!is_private(q.text, entry))
        return UINT64_MAX;
    for (size_t i = 0; i < q.found->count; i++) {
        const struct function *f = &q.found->functions[i];
        for (uint32_t k = 0; k < f->block_count && limit < JUMP_BOUND_MAX; k++)
            limit = larger(limit, given_by(q, f, k, entry, reg));
    }
    return limit;
}

static uint64_t limit_of(struct search q, struct limit limit) {
    struct text *t = q.text;
    if (limit_known(t, &limit)) {
        *q.assumed |= limit.assumed;
        return limit.largest;
    }
    if (q.depth > DEPTH_MAX)
        return UINT64_MAX;
    const size_t mine = t->limit_count;
    const bool given = limit.of != LIMIT_RESULT;
    struct search inner = {t, q.found, q.depth, &limit.assumed};
    limit.largest = UINT64_MAX; /* while it is worked out */
    limit.assumed = given;
    GROW(t->limits, t->limit_count, t->limit_room);
    t->limits[t->limit_count++] = limit;
    uint64_t largest =
        given ? argument_limit(inner, limit.entry, limit.of) : result_limit(inner, limit.entry);
    limit.largest = largest < JUMP_BOUND_MAX ? largest : UINT64_MAX;
    t->limits[mine] = limit;
    *q.assumed |= limit.assumed;
    return limit.largest;
}

/* Was a switch left without a bound for want of a limit, and is there one? */
static bool wants(struct text *t, const struct discovery *d, const struct function *f) {
    bool assumed = false;
    const struct search q = {t, d, 0, &assumed};
    for (size_t i = 0; i < f->table_count; i++) {
        const struct jump_table *table = &f->tables[i];
        if (table->wanted.entry && !table->bounded && limit_of(q, table->wanted) < JUMP_BOUND_MAX)
            return true;
    }
    return false;
}

void limits_use(struct walker *w, struct discovery *d) {
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
