/* SPDX-License-Identifier: MIT */
#include "lift/keeps.h"

#include "base/memory.h"
#include "lift/frame.h"

#include <stdlib.h>

enum {
    SLOTS = 24, /* x19 to x30, v8 to v15 and some to spare */
    FRAME_MAX = 1 << 30,
};

/* Registers as bits: xn is bit n, vn bit 32 + n. */
#define CANDIDATES (0x7ff80000u | 0xff00ull << 32)

static uint64_t bits_of(struct regset set) {
    return set.x | (uint64_t)set.v << 32;
}

/* A place of the frame, by distance from the entry's SP, that holds a register's entry value. */
struct slot {
    int32_t at;
    uint8_t reg; /* its bit */
};

/* What is known at a point of the function. */
struct known {
    bool reached;
    bool sp_known, fp_known; /* SP and x29 as entry SP plus sp, fp */
    int32_t sp, fp;
    uint64_t held; /* registers that hold their own entry value */
    uint32_t slot_count;
    struct slot slots[SLOTS];
};

struct finder {
    const struct text *text;
    const struct function *function;
    const struct keeps_callees *callees;
    struct known *at; /* by block, at its start */
    uint64_t kept;
    bool stores_above;
    uint32_t now; /* the block that is looked at; those behind it are still to come */
    bool changed; /* what is known of one that was */
};

static void drop_slot(struct known *k, uint32_t i) {
    k->slots[i] = k->slots[--k->slot_count];
}

static void drop_overlapping(struct known *k, int64_t from, int64_t bytes) {
    for (uint32_t i = k->slot_count; i-- > 0;)
        if (k->slots[i].at < from + bytes && from < k->slots[i].at + 8)
            drop_slot(k, i);
}

/* Paths agree as a rule, also about the order. */
static bool has_slot(const struct known *k, struct slot slot, uint32_t likely) {
    if (likely < k->slot_count && k->slots[likely].at == slot.at &&
        k->slots[likely].reg == slot.reg)
        return true;
    for (uint32_t i = 0; i < k->slot_count; i++)
        if (k->slots[i].at == slot.at && k->slots[i].reg == slot.reg)
            return true;
    return false;
}

static void merge(struct finder *f, uint32_t block, const struct known *from) {
    struct known *to = &f->at[block];
    if (!to->reached) {
        *to = *from;
        to->reached = true;
        f->changed |= block <= f->now;
        return;
    }
    const bool sp_known = to->sp_known, fp_known = to->fp_known;
    const uint64_t held = to->held;
    const uint32_t slots = to->slot_count;
    to->sp_known = to->sp_known && from->sp_known && to->sp == from->sp;
    to->fp_known = to->fp_known && from->fp_known && to->fp == from->fp;
    to->held &= from->held;
    for (uint32_t i = to->slot_count; i-- > 0;)
        if (!has_slot(from, to->slots[i], i))
            drop_slot(to, i);
    f->changed |= block <= f->now && (sp_known != to->sp_known || fp_known != to->fp_known ||
                                      held != to->held || slots != to->slot_count);
}

static bool base_of(const struct known *k, unsigned base, int64_t *out) {
    *out = base == 31 ? k->sp : k->fp;
    return base == 31 ? k->sp_known : base == 29 && k->fp_known;
}

/* The bit of a register that the access moves; x31 has none (a store's is zero), and 31 is none of
 * the candidates. */
static uint8_t moved(const struct frame_access *a, unsigned i) {
    return (uint8_t)(a->reg[i] + (a->general ? 0 : 32));
}

static void store(struct finder *f, struct known *k, const struct frame_access *a, int64_t at) {
    f->stores_above |= at + a->bytes * a->count > 0;
    drop_overlapping(k, at, a->bytes * a->count);
    if (a->bytes != 8)
        return;
    for (unsigned i = 0; i < a->count; i++)
        if (k->held >> moved(a, i) & 1 && k->slot_count < SLOTS)
            k->slots[k->slot_count++] = (struct slot){(int32_t)at + 8 * (int32_t)i, moved(a, i)};
}

static void load(struct known *k, const struct frame_access *a, int64_t at) {
    if (a->bytes != 8)
        return;
    for (unsigned i = 0; i < a->count; i++)
        for (uint32_t s = 0; s < k->slot_count; s++)
            if (k->slots[s].at == at + 8 * (int64_t)i && k->slots[s].reg == moved(a, i))
                k->held |= 1ull << moved(a, i);
}

/* A base register's new place; no frame is larger than the limit. */
static void set_base(struct known *k, unsigned base, bool known, int64_t place) {
    const bool sane = known && place > -FRAME_MAX && place < FRAME_MAX;
    if (base == 31) {
        k->sp_known = sane;
        k->sp = sane ? (int32_t)place : 0;
    } else {
        k->fp_known = sane;
        k->fp = sane ? (int32_t)place : 0;
    }
}

static void forget(struct known *k, const struct a64_effects *e) {
    k->held &= ~(e->x_written | (uint64_t)e->v_written << 32);
}

static void access_frame(struct finder *f, struct known *k, const struct frame_access *a,
                         const struct a64_effects *e) {
    const uint32_t written = e->x_written;
    int64_t base = 0;
    const bool known = base_of(k, a->base, &base);
    if (known && a->is_store)
        store(f, k, a, base + a->offset);
    forget(k, e);
    if (written >> 29 & 1 && a->base != 29)
        k->fp_known = false;
    if (known && !a->is_store)
        load(k, a, base + a->offset);
    if (a->change || (a->base == 29 && written >> 29 & 1))
        set_base(k, a->base, known && (a->change || a->is_store), base + a->change);
}

static bool matters(uint32_t word, enum a64_op op) {
    struct a64_effects e;
    struct frame_access a;
    a64_effects(op, word, &e);
    return e.x_written & X_SP || ((e.x_written | (uint64_t)e.v_written << 32) & CANDIDATES) ||
           frame_access_read(word, &a);
}

void keeps_mark(struct text *t) {
    for (size_t i = 0; i < t->count; i++)
        if (matters(text_word(t, i), (enum a64_op)t->ops[i]))
            t->marks[i] |= MARK_KEEP;
}

static void step(struct finder *f, struct known *k, uint32_t index) {
    struct a64_effects e;
    struct frame_access a;
    struct frame_move m;
    const uint32_t word = text_word(f->text, index);
    int64_t base;
    a64_effects((enum a64_op)f->text->ops[index], word, &e);
    if (frame_access_read(word, &a)) {
        access_frame(f, k, &a, &e);
        return;
    }
    forget(k, &e);
    if (frame_move_read(word, &m)) {
        const bool known = base_of(k, m.from, &base);
        set_base(k, m.to, known, base + m.change);
    } else {
        k->sp_known = k->sp_known && !(e.x_written >> 31);
        k->fp_known = k->fp_known && !(e.x_written >> 29 & 1);
    }
}

/* Where code that is not known runs the rest of the function. */
static uint64_t restorable(const struct finder *f, const struct known *k) {
    if (!f->callees->trusted)
        return 0;
    uint64_t all = k->held;
    for (uint32_t i = 0; i < k->slot_count; i++)
        all |= 1ull << k->slots[i].reg;
    return all;
}

static void leave(struct finder *f, uint64_t holds) {
    f->kept &= holds;
}

static uint64_t changed_by(const struct finder *f, uint64_t target) {
    return bits_of(f->callees->changes(f->callees->context, target));
}

/* The function's exit by a branch to another one. */
static void leave_to(struct finder *f, const struct known *k, const struct edge *e) {
    if (e->kind == EDGE_LEAVE)
        leave(f, restorable(f, k));
    else if (e->kind == EDGE_TAIL)
        leave(f, k->sp_known && !k->sp ? k->held & ~changed_by(f, e->pc) : 0);
}

static void call(struct finder *f, struct known *k, uint64_t target) {
    k->held &= ~(changed_by(f, target) | X_LR);
    if (target && f->callees->stores_above(f->callees->context, target))
        k->slot_count = 0;
}

static void block_exits(struct finder *f, const struct block *b, const struct known *k) {
    const bool at_entry = k->sp_known && !k->sp;
    switch (b->end) {
    case END_RETURN:
        /* What returns by x30 compares it. */
        leave(f, at_entry ? k->held | (block_returns_to_link(f->text, b) ? X_LR : 0) : 0);
        break;
    case END_JUMP:
        if (b->table < 0 || !jump_table_is_complete(&f->function->tables[b->table]))
            leave(f, b->framed || b->table >= 0        ? restorable(f, k)
                     : at_entry && f->callees->trusted ? k->held
                                                       : 0);
        break;
    case END_TRAP:
        leave(f, restorable(f, k));
        break;
    case END_CALL:
    case END_CALL_REG:
    case END_SVC:
        if (b->next.kind != EDGE_BLOCK) /* most likely it never comes back */
            leave(f, restorable(f, k));
        break;
    default:
        leave_to(f, k, &b->taken);
        leave_to(f, k, &b->next);
    }
}

struct flow_on {
    struct finder *finder;
    const struct known *known;
};

static void flows_to(void *context, uint32_t block) {
    struct flow_on *o = context;
    merge(o->finder, block, o->known);
}

static void pass(struct finder *f, uint32_t number) {
    const struct block *b = &f->function->blocks[number];
    struct known k = f->at[number];
    const bool transfers = b->end != END_FALL;
    for (uint32_t i = 0; i + transfers < b->count; i++)
        if (f->text->marks[b->first + i] & MARK_KEEP)
            step(f, &k, b->first + i);
    if (b->end == END_CALL)
        call(f, &k, block_call_target(f->text, b));
    else if (b->end == END_CALL_REG)
        call(f, &k, 0);
    if (!f->callees->trusted || !f->callees->endless(f->callees->context, f->function, b)) {
        block_exits(f, b, &k);
        function_successors(f->function, b, flows_to, &(struct flow_on){f, &k});
    }
    if (b->landing.kind == EDGE_BLOCK) {
        k.held = 0; /* the unwinder loads them from the frames */
        merge(f, b->landing.block, &k);
    }
}

struct keeps keeps_find(const struct text *t, const struct function *function,
                        const struct keeps_callees *callees) {
    struct finder f = {.text = t,
                       .function = function,
                       .callees = callees,
                       .at = NEW_ARRAY(struct known, function->block_count + 1),
                       .kept = CANDIDATES,
                       .changed = true};
    f.at[function->entry_block] =
        (struct known){.reached = true, .sp_known = true, .held = CANDIDATES};
    while (f.changed) {
        f.changed = false;
        for (f.now = 0; f.now < function->block_count; f.now++)
            if (f.at[f.now].reached)
                pass(&f, f.now);
    }
    free(f.at);
    /* Nothing restores the upper halves of v8 to v15; who trusts nothing may read them. */
    const uint32_t v = callees->trusted ? (uint32_t)(f.kept >> 32) : 0;
    return (struct keeps){{(uint32_t)f.kept, v, false}, f.stores_above};
}
