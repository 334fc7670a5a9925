/* SPDX-License-Identifier: MIT */
#include "lift/spin.h"

#include "base/memory.h"
#include "lift/summary.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_BLOCKS = 32 };

/* A loop that is looked at. What registers hold is followed from the header once around: */
struct cycle {
    const struct text *text;
    const struct function *function;
    struct spin spin;
    struct regset moves[MAX_BLOCKS];  /* by block: may differ from the turn before, */
    struct regset loaded[MAX_BLOCKS]; /* depends on memory */
};

static bool has(const struct cycle *c, uint32_t block) {
    return block >= c->spin.header && block <= c->spin.latch &&
           c->spin.blocks >> (block - c->spin.header) & 1;
}

static bool overlap(struct regset a, struct regset b) {
    const struct regset both = regset_and(a, b);
    return both.x || both.v || both.flags;
}

/* ---- which blocks ---- */

/* Load-exclusives count as stores elsewhere, since they claim. */
static bool is_load(const struct a64_op_info *info) {
    return info->reads_memory &&
           (!info->writes_memory || (info->exclusive && !strncmp(info->name, "ld", 2)));
}

/* Of system operations, barriers and registers that no turn finds changed. */
static bool is_quiet_system(enum a64_op op) {
    switch ((int)op) {
    case A64_OP_DSB:
    case A64_OP_DMB_RESERVED:
    case A64_OP_DMB_LOADS:
    case A64_OP_DMB_STORES:
    case A64_OP_DMB_ALL:
    case A64_OP_ISB:
    case A64_OP_MRS_TPIDR:
    case A64_OP_MRS_TPIDRRO:
        return true;
    default:
        return false;
    }
}

static bool is_quiet(const struct text *t, uint32_t index) {
    const enum a64_op op = (enum a64_op)t->ops[index];
    const struct a64_op_info *info = a64_info(op);
    if (op == A64_OP_NONE || info->kind != A64_PLAIN)
        return false;
    if (info->reads_memory || info->writes_memory)
        return is_load(info);
    return !info->system || is_quiet_system(op);
}

static uint32_t plain_end(const struct block *b) {
    return b->first + b->count - (b->end != END_FALL);
}

static bool is_quiet_block(const struct cycle *c, uint32_t number) {
    const struct block *b = &c->function->blocks[number];
    if (b->end != END_FALL && b->end != END_BRANCH && b->end != END_COND)
        return false;
    for (uint32_t i = b->first; i < plain_end(b); i++)
        if (!is_quiet(c->text, i))
            return false;
    return true;
}

static bool leads_into(const struct edge *e, const struct cycle *c, uint32_t blocks) {
    return e->kind == EDGE_BLOCK && e->block >= c->spin.header && e->block <= c->spin.latch &&
           blocks >> (e->block - c->spin.header) & 1;
}

static uint32_t bit_of(const struct cycle *c, const struct edge *e) {
    return leads_into(e, c, ~0u) ? 1u << (e->block - c->spin.header) : 0;
}

/* Quiet blocks between header and latch that the one reaches and from which the other is reached.
 */
static bool find_blocks(struct cycle *c, uint32_t header, uint32_t latch) {
    const struct block *blocks = c->function->blocks + header;
    const uint32_t count = latch - header + 1;
    uint32_t quiet = 0, reached = 1, back = 1u << (count - 1);
    c->spin = (struct spin){.header = header, .latch = latch};
    if (!is_quiet_block(c, header) || !is_quiet_block(c, latch)) /* as in most loops */
        return false;
    for (uint32_t i = 0; i < count; i++)
        quiet |= (uint32_t)is_quiet_block(c, header + i) << i;
    for (uint64_t now = 0, before = 1; now != before;) {
        before = now;
        for (uint32_t i = 0; i < count; i++) {
            if (reached & quiet & 1u << i)
                reached |= bit_of(c, &blocks[i].next) | bit_of(c, &blocks[i].taken);
            if (leads_into(&blocks[i].next, c, back) || leads_into(&blocks[i].taken, c, back))
                back |= 1u << i;
        }
        now = (uint64_t)reached << 32 | back;
    }
    c->spin.blocks = quiet & reached & back;
    return has(c, header) && has(c, latch);
}

/* ---- what a turn leaves to the next ---- */

static struct regset written_in(const struct cycle *c) {
    struct regset all = REGSET_NONE, use, def;
    for (uint32_t n = c->spin.header; n <= c->spin.latch; n++)
        if (has(c, n)) {
            summary_block(c->text, &c->function->blocks[n], &use, &def);
            all = regset_or(all, def);
        }
    return all;
}

static void follow_instruction(const struct text *t, uint32_t index, struct regset *moves,
                               struct regset *loaded) {
    struct regset read, written;
    summary_effects(t, index, &read, &written);
    const bool is_loaded = is_load(a64_info((enum a64_op)t->ops[index])) || overlap(read, *loaded);
    const bool is_moved = overlap(read, *moves);
    *moves = regset_minus(*moves, written);
    *loaded = regset_minus(*loaded, written);
    if (is_moved)
        *moves = regset_or(*moves, written);
    if (is_loaded)
        *loaded = regset_or(*loaded, written);
}

static bool add(struct regset *to, struct regset more) {
    const struct regset before = *to;
    *to = regset_or(before, more);
    return !regset_equal(before, *to);
}

/* What is true at the header is known: all that a turn writes may move. */
static bool pass_on(struct cycle *c, const struct edge *e, struct regset moves,
                    struct regset loaded) {
    if (!leads_into(e, c, c->spin.blocks) || e->block == c->spin.header)
        return false;
    const uint32_t place = e->block - c->spin.header;
    const bool changed = add(&c->moves[place], moves);
    return add(&c->loaded[place], loaded) || changed;
}

struct turn {
    bool moves;        /* some branch goes by what moves */
    bool ends_by_load; /* and some way out by what was loaded */
};

static bool follow_block(struct cycle *c, uint32_t number, struct turn *turn) {
    const struct block *b = &c->function->blocks[number];
    const uint32_t place = number - c->spin.header, end = plain_end(b);
    struct regset moves = c->moves[place], loaded = c->loaded[place], read, written;
    for (uint32_t i = b->first; i < end; i++)
        follow_instruction(c->text, i, &moves, &loaded);
    if (b->end == END_COND) {
        const bool leaves =
            !leads_into(&b->next, c, c->spin.blocks) || !leads_into(&b->taken, c, c->spin.blocks);
        summary_effects(c->text, end, &read, &written);
        turn->moves |= overlap(read, moves);
        turn->ends_by_load |= leaves && overlap(read, loaded);
    }
    const bool changed = pass_on(c, &b->next, moves, loaded);
    return pass_on(c, &b->taken, moves, loaded) || changed;
}

static bool only_others_end_it(struct cycle *c) {
    struct turn turn;
    memset(c->moves, 0, sizeof c->moves);
    memset(c->loaded, 0, sizeof c->loaded);
    c->moves[0] = written_in(c);
    for (bool changed = true; changed;) {
        changed = false;
        turn = (struct turn){0};
        for (uint32_t n = c->spin.header; n <= c->spin.latch; n++)
            if (has(c, n))
                changed |= follow_block(c, n, &turn);
    }
    return !turn.moves && turn.ends_by_load;
}

/* ---- all of a function ---- */

static void look_at(struct cycle *c, uint32_t from, const struct edge *e, struct spins *out) {
    if (e->kind != EDGE_BLOCK || e->block > from || from - e->block >= MAX_BLOCKS)
        return;
    if (!find_blocks(c, e->block, from) || !only_others_end_it(c))
        return;
    GROW(out->spins, out->count, out->room);
    out->spins[out->count++] = c->spin;
}

void spins_find(const struct text *t, const struct function *f, struct spins *out) {
    struct cycle c = {.text = t, .function = f};
    *out = (struct spins){0};
    for (uint32_t i = 0; i < f->block_count; i++) {
        const struct block *b = &f->blocks[i];
        look_at(&c, i, &b->next, out);
        if (b->taken.kind != b->next.kind || b->taken.block != b->next.block)
            look_at(&c, i, &b->taken, out);
    }
}

void spins_free(struct spins *spins) {
    free(spins->spins);
    *spins = (struct spins){0};
}

static bool spin_has(const struct spin *s, uint32_t block) {
    return block >= s->header && block <= s->latch && s->blocks >> (block - s->header) & 1;
}

enum spin_way spins_way(const struct spins *spins, uint32_t from, uint32_t to) {
    enum spin_way way = SPIN_NO_WAY;
    for (size_t i = 0; i < spins->count; i++) {
        const struct spin *s = &spins->spins[i];
        if (from == s->latch && to == s->header)
            return SPIN_AGAIN;
        if (spin_has(s, from) && !spin_has(s, to))
            way = SPIN_LEFT;
    }
    return way;
}
