/* SPDX-License-Identifier: MIT */
#include "lift/function.h"

#include "base/memory.h"
#include "lift/jump_table.h"
#include "lift/walk.h"

#include <stdlib.h>

static int compare_u32(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static struct edge make_edge(const struct walker *w, uint64_t entry, uint64_t target,
                             const struct depth *depth, bool after_call) {
    struct edge e = {walk_edge(w, entry, target, depth, after_call), target, 0};
    if (e.kind == EDGE_BLOCK) {
        size_t index = text_index(w->text, target);
        if (w->leader[index] == w->epoch && w->seen[index] == w->epoch)
            e.block = w->block_of[index];
        else
            e.kind = EDGE_LEAVE; /* the function grew beyond its limit */
    }
    return e;
}

static void build_block(struct walker *w, struct function *f, struct block *b, uint32_t first) {
    const struct text *t = w->text;
    *b = (struct block){.first = first, .table = -1};
    for (uint32_t i = first;; i++) {
        struct depth depth = w->depths[i];
        enum block_end end = walk_end(t, i);
        b->count++;
        f->instructions++;
        b->x_written |= a64_x_written((enum a64_op)t->ops[i], text_word(t, i));
        if (end == END_FALL && w->seen[i + 1] == w->epoch && w->leader[i + 1] != w->epoch)
            continue;
        b->end = end;
        bool call = block_is_call(b);
        walk_track(&depth, text_word(t, i));
        bool framed = !depth.sp_known || depth.sp;
        f->odd_stack |= end == END_RETURN && framed;
        b->framed = end == END_JUMP && framed;
        if (end == END_BRANCH || end == END_COND)
            b->taken = make_edge(w, f->entry, walk_target(t, i), &depth, false);
        if (end == END_FALL || end == END_COND || call)
            b->next = make_edge(w, f->entry, text_pc(t, i + 1), &depth, call);
        uint32_t pad = call ? walk_landing(w, f->entry, i, &depth) : UINT32_MAX;
        if (pad != UINT32_MAX)
            b->landing = make_edge(w, f->entry, text_pc(t, pad), &depth, false);
        return;
    }
}

uint64_t block_call_target(const struct text *t, const struct block *b) {
    return b->end == END_CALL ? walk_target(t, b->first + b->count - 1) : 0;
}

bool block_returns_to_link(const struct text *t, const struct block *b) {
    const uint32_t last = b->first + b->count - 1;
    return a64_branch_register((enum a64_op)t->ops[last], text_word(t, last)) == 30;
}

struct pred_context {
    struct function *function;
    uint32_t from;
};

static void count_pred(void *context, uint32_t to) {
    const struct pred_context *c = context;
    struct block *blocks = c->function->blocks;
    blocks[to].preds++;
    if (to <= c->from)
        blocks[to].back_target = true;
}

static void add_pred(void *context, uint32_t to) {
    const struct pred_context *c = context;
    struct block *b = &c->function->blocks[to];
    c->function->preds[b->preds + b->pred_count++] = c->from;
}

/* The landing pad's registers that a call keeps are those at the call, as in the block behind it.
 */
static void each_pred(struct pred_context *c, void (*visit)(void *context, uint32_t block)) {
    for (c->from = 0; c->from < c->function->block_count; c->from++) {
        const struct block *b = &c->function->blocks[c->from];
        function_successors(c->function, b, visit, c);
        if (b->landing.kind == EDGE_BLOCK)
            visit(c, b->landing.block);
    }
}

static void build_preds(struct function *f) {
    struct pred_context c = {f, 0};
    each_pred(&c, count_pred);
    uint32_t total = 0;
    for (uint32_t i = 0; i < f->block_count; i++) {
        uint32_t n = f->blocks[i].preds;
        f->blocks[i].preds = total;
        total += n;
    }
    free(f->preds);
    f->preds = NEW_ARRAY(uint32_t, total + 1);
    each_pred(&c, add_pred);
}

static void build_blocks(struct walker *w, struct function *f) {
    qsort(w->leaders, w->leader_count, sizeof *w->leaders, compare_u32);
    uint32_t n = 0;
    for (size_t i = 0; i < w->leader_count; i++)
        if (w->seen[w->leaders[i]] == w->epoch)
            w->block_of[w->leaders[i]] = n++;
    free(f->blocks);
    f->blocks = NEW_ARRAY(struct block, n + 1);
    f->block_count = n;
    f->instructions = 0;
    f->odd_stack = false;
    for (size_t i = 0; i < w->leader_count; i++) {
        uint32_t leader = w->leaders[i];
        if (w->seen[leader] == w->epoch)
            build_block(w, f, &f->blocks[w->block_of[leader]], leader);
    }
    for (size_t i = 0; i < f->table_count; i++) {
        uint32_t at = f->tables[i].at;
        for (uint32_t low = 0, high = n; low < high;) { /* the block that holds the BR */
            uint32_t middle = (low + high) / 2;
            if (f->blocks[middle].first + f->blocks[middle].count <= at)
                low = middle + 1;
            else if (f->blocks[middle].first > at)
                high = middle;
            else {
                f->blocks[middle].table = (int32_t)i;
                break;
            }
        }
    }
    for (size_t i = 0; i < f->table_count; i++)
        for (uint32_t k = 0; k < f->tables[i].distinct_count; k++) {
            uint32_t block = function_block_at(f, f->tables[i].distinct[k]);
            if (block != UINT32_MAX)
                f->blocks[block].table_target = true;
        }
    f->entry_block = w->block_of[text_index(w->text, f->entry)];
    build_preds(f);
}

static void add_table(struct walker *w, struct function *f, const struct jump_table *table) {
    GROW(f->tables, f->table_count, f->table_room);
    f->tables[f->table_count++] = *table;
    for (uint32_t k = 0; k < table->distinct_count; k++) {
        walk_push(w, table->distinct[k], w->depths[table->at]);
        walk_mark(w, table->distinct[k], MARK_BRANCHED);
    }
    if (table->base && text_holds(w->text, table->base))
        walk_mark(w, text_index(w->text, table->base), MARK_TABLE_BASE);
    uint64_t end = table->table + (uint64_t)table->count * table->entry_bytes;
    for (uint64_t a = table->table & ~3ull; a < end; a += 4)
        if (text_holds(w->text, a))
            walk_mark(w, text_index(w->text, a), MARK_DATA);
}

/* Adds tables behind BRs that have none yet; true when there was one. Those that are proved come
 * first, and one that is not only when nothing else is left: its entries are guesses, and blocks
 * that they lead to by mistake would spoil other proofs. */
static bool find_tables(struct walker *w, struct function *f) {
    size_t before = f->table_count;
    struct jump_table guess = {0};
    for (uint32_t i = 0; i < f->block_count; i++) {
        struct jump_table table;
        if (f->blocks[i].end != END_JUMP || f->blocks[i].table >= 0 ||
            !jump_table_find(w->text, f, i, &table))
            continue;
        if (table.proved) {
            add_table(w, f, &table);
        } else if (!guess.count) {
            guess = table;
            continue;
        } else {
            jump_table_free(&table);
        }
    }
    if (f->table_count == before && guess.count)
        add_table(w, f, &guess);
    else
        jump_table_free(&guess);
    return f->table_count > before;
}

/* The first proof saw only the blocks that were known then: once more over all of them. */
static void prove_again(const struct text *t, struct function *f) {
    for (uint32_t i = 0; i < f->block_count; i++) {
        if (f->blocks[i].table < 0)
            continue;
        struct jump_table *known = &f->tables[f->blocks[i].table], again;
        if (!known->bounded)
            continue;
        if (!jump_table_find(t, f, i, &again)) {
            known->proved = known->bounded = false;
            known->why = "table base differs between paths";
            continue;
        }
        known->bounded = known->bounded && again.bounded && again.count <= known->count;
        if (known->proved &&
            (!again.proved || again.count > known->count || again.table != known->table)) {
            known->proved = false;
            known->why = again.proved ? "bound differs between paths" : again.why;
        }
        jump_table_free(&again);
    }
}

void function_build(struct walker *w, uint64_t entry, struct function *f) {
    const struct depth none = {.sp_known = true};
    *f = (struct function){.entry = entry};
    w->epoch++;
    w->leader_count = w->words = 0;
    walk_push(w, (uint32_t)text_index(w->text, entry), none);
    do {
        walk_follow(w, entry);
        build_blocks(w, f);
    } while (find_tables(w, f));
    prove_again(w->text, f);
}

void function_free(struct function *f) {
    for (size_t i = 0; i < f->table_count; i++)
        jump_table_free(&f->tables[i]);
    free(f->tables);
    free(f->blocks);
    free(f->preds);
    *f = (struct function){0};
}

uint32_t function_block_at(const struct function *f, uint32_t first) {
    uint32_t low = 0, high = f->block_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (f->blocks[middle].first < first)
            low = middle + 1;
        else
            high = middle;
    }
    return low < f->block_count && f->blocks[low].first == first ? low : UINT32_MAX;
}
