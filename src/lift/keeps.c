/* SPDX-License-Identifier: MIT */
#include "lift/keeps.h"

#include "base/memory.h"
#include "lift/frame.h"
#include "lift/regset.h"

#include <stdlib.h>

enum {
    SLOTS = 16, /* x19 to x30 and some to spare */
    FRAME_MAX = 1 << 30,
};

/* A place of the frame, by distance from the entry's SP, that holds a register's entry value. */
struct slot {
    int32_t at;
    uint8_t reg;
};

/* What is known at a point of the function. */
struct known {
    bool reached;
    bool sp_known, fp_known; /* SP and x29 as entry SP plus sp, fp */
    int32_t sp, fp;
    uint32_t held; /* registers that hold their own entry value */
    uint32_t slot_count;
    struct slot slots[SLOTS];
};

struct finder {
    const struct text *text;
    const struct function *function;
    const struct keeps_callees *callees;
    struct known *at; /* by block, at its start */
    struct keeps out;
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
    const uint32_t held = to->held, slots = to->slot_count;
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

static void store(struct finder *f, struct known *k, const struct frame_access *a, int64_t at) {
    f->out.stores_above |= at + a->bytes * a->count > 0;
    drop_overlapping(k, at, a->bytes * a->count);
    if (!a->general || a->bytes != 8)
        return;
    for (unsigned i = 0; i < a->count; i++)
        if (a->reg[i] != 31 && k->held >> a->reg[i] & 1 && k->slot_count < SLOTS)
            k->slots[k->slot_count++] = (struct slot){(int32_t)at + 8 * (int32_t)i, a->reg[i]};
}

static void load(struct known *k, const struct frame_access *a, int64_t at) {
    if (!a->general || a->bytes != 8)
        return;
    for (unsigned i = 0; i < a->count; i++)
        for (uint32_t s = 0; s < k->slot_count; s++)
            if (k->slots[s].at == at + 8 * (int64_t)i && k->slots[s].reg == a->reg[i])
                k->held |= 1u << a->reg[i];
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

static void access_frame(struct finder *f, struct known *k, const struct frame_access *a,
                         uint32_t written) {
    int64_t base = 0;
    const bool known = base_of(k, a->base, &base);
    if (known && a->is_store)
        store(f, k, a, base + a->offset);
    k->held &= ~written;
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
    return e.x_written & (KEEPS_CANDIDATES | X_SP) || frame_access_read(word, &a);
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
        access_frame(f, k, &a, e.x_written);
        return;
    }
    k->held &= ~e.x_written;
    if (frame_move_read(word, &m)) {
        const bool known = base_of(k, m.from, &base);
        set_base(k, m.to, known, base + m.change);
    } else {
        k->sp_known = k->sp_known && !(e.x_written >> 31);
        k->fp_known = k->fp_known && !(e.x_written >> 29 & 1);
    }
}

/* Where code that is not known runs the rest of the function. */
static uint32_t restorable(const struct finder *f, const struct known *k) {
    if (!f->callees->trusted)
        return 0;
    uint32_t all = k->held;
    for (uint32_t i = 0; i < k->slot_count; i++)
        all |= 1u << k->slots[i].reg;
    return all;
}

static void leave(struct finder *f, uint32_t holds) {
    f->out.kept &= holds;
}

/* The function's exit by a branch to another one. */
static void leave_to(struct finder *f, const struct known *k, const struct edge *e) {
    if (e->kind == EDGE_LEAVE)
        leave(f, restorable(f, k));
    else if (e->kind == EDGE_TAIL)
        leave(f, k->sp_known && !k->sp ? k->held & ~f->callees->changes(f->callees->context, e->pc)
                                       : 0);
}

static void call(struct finder *f, struct known *k, uint64_t target) {
    k->held &= ~(f->callees->changes(f->callees->context, target) | X_LR);
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
    block_exits(f, b, &k);
    function_successors(f->function, b, flows_to, &(struct flow_on){f, &k});
    if (b->landing.kind == EDGE_BLOCK) {
        k.held = 0; /* the unwinder loads them from the frames */
        merge(f, b->landing.block, &k);
    }
}

struct keeps keeps_find(const struct text *t, const struct function *function,
                        const struct keeps_callees *callees) {
    struct finder f = {t,
                       function,
                       callees,
                       NEW_ARRAY(struct known, function->block_count + 1),
                       {KEEPS_CANDIDATES, false},
                       0,
                       true};
    f.at[function->entry_block] =
        (struct known){.reached = true, .sp_known = true, .held = KEEPS_CANDIDATES};
    while (f.changed) {
        f.changed = false;
        for (f.now = 0; f.now < function->block_count; f.now++)
            if (f.at[f.now].reached)
                pass(&f, f.now);
    }
    free(f.at);
    return f.out;
}
