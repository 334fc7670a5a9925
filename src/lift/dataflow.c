/* SPDX-License-Identifier: MIT */
#include "lift/dataflow.h"

#include "base/memory.h"

#include <stdlib.h>

#define X_SP 0x80000000u
#define X_LR 0x40000000u

void flow_effects(const struct text *t, size_t index, struct regset *read, struct regset *written) {
    struct a64_effects e;
    a64_effects((enum a64_op)t->ops[index], text_word(t, index), &e);
    *read = (struct regset){e.x_read, e.v_read, e.nzcv_read};
    *written = (struct regset){e.x_written, e.v_written, e.nzcv_written};
}

static unsigned jump_register(const struct text *t, size_t index) {
    return a64_branch_register((enum a64_op)t->ops[index], text_word(t, index));
}

static void block_effects(const struct text *t, const struct block *b, struct block_flow *flow) {
    flow->use = flow->def = (struct regset){0};
    for (uint32_t i = 0; i < b->count; i++) {
        struct regset read, written;
        flow_effects(t, b->first + i, &read, &written);
        if (i + 1 == b->count && b->end != END_FALL) {
            /* Transfers are printed by the emitter; calls store x30 as a constant. */
            written = (struct regset){0};
            if (b->end == END_CALL_REG || b->end == END_JUMP || b->end == END_RETURN)
                read.x |= 1u << jump_register(t, b->first + i) & ~X_SP;
        }
        flow->use = regset_or(flow->use, regset_minus(read, flow->def));
        flow->def = regset_or(flow->def, written);
    }
}

/* Does the block's end give control away with the struct exact? */
static bool spills(const struct block *b) {
    switch (b->end) {
    case END_CALL:
    case END_CALL_REG:
    case END_SVC:
    case END_JUMP:
    case END_RETURN:
    case END_TRAP:
        return true;
    case END_FALL:
    case END_BRANCH:
    case END_COND:
        break;
    }
    return (b->next.kind && b->next.kind != EDGE_BLOCK) ||
           (b->taken.kind && b->taken.kind != EDGE_BLOCK);
}

/* Is x30 compared with the return address there? */
static bool compares_return(const struct block *b) {
    return b->end == END_RETURN || b->end == END_JUMP || b->next.kind == EDGE_TAIL ||
           b->taken.kind == EDGE_TAIL;
}

/* A work list of blocks, each in it once. */
struct worklist {
    uint32_t *items;
    uint8_t *queued;
    uint32_t count;
};

static void worklist_add(struct worklist *w, uint32_t block) {
    if (w->queued[block])
        return;
    w->queued[block] = 1;
    w->items[w->count++] = block;
}

static uint32_t worklist_take(struct worklist *w) {
    uint32_t block = w->items[--w->count];
    w->queued[block] = 0;
    return block;
}

/* What may be newer than the struct where control passes from the block to another of the function.
 * A call or SVC stores everything and leaves nothing that is newer. */
static struct regset dirty_out(const struct block *b, const struct block_flow *flow) {
    return block_is_call(b) ? (struct regset){0} : flow->dirty_end;
}

/* Where paths meet, what is dirty on one of them is dirty behind, when it is read there or the
 * paths meet in front of a loop or behind a jump table. What nothing reads is dirty only when it is
 * so on all of them, see flow_edge_spill. Flags are never stored on edges. */
static struct regset dirty_meet(const struct function *f, const struct flow *flow, uint32_t to) {
    const struct block *b = &f->blocks[to];
    struct regset any = {0}, all = {~0u, ~0u, false};
    for (uint32_t i = 0; i < b->pred_count; i++) {
        uint32_t p = f->preds[b->preds + i];
        struct regset out = dirty_out(&f->blocks[p], &flow->blocks[p]);
        any = regset_or(any, out);
        all = regset_and(all, out);
    }
    if (b->back_target || b->table_target)
        return any;
    if (to == f->entry_block)
        all = (struct regset){0}; /* the caller leaves nothing that is newer */
    struct regset in = regset_or(all, regset_and(any, flow->blocks[to].read_in));
    in.flags = any.flags;
    return regset_and(in, any);
}

struct regset flow_edge_spill(const struct function *f, const struct flow *flow, uint32_t from,
                              uint32_t to) {
    struct regset out = dirty_out(&f->blocks[from], &flow->blocks[from]);
    out.flags = false;
    return regset_minus(out, flow->blocks[to].dirty_in);
}

/* Blocks stand by address: all but loop headers come after their predecessors, so that one pass is
 * enough where nothing changes at a header. */
static void find_dirty(const struct function *f, struct flow *flow) {
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < f->block_count; i++) {
            struct block_flow *bf = &flow->blocks[i];
            struct regset in = dirty_meet(f, flow, i);
            if (!regset_equal(in, bf->dirty_in))
                changed = true;
            bf->dirty_in = in;
            bf->dirty_end = regset_or(in, bf->def);
        }
    }
}

struct backward {
    const struct function *function;
    const struct flow *flow;
    uint32_t from;
    struct regset live;
};

static void live_flows_from(void *context, uint32_t to) {
    struct backward *b = context;
    b->live = regset_or(b->live, b->flow->blocks[to].live_in);
    b->live = regset_or(b->live, flow_edge_spill(b->function, b->flow, b->from, to));
}

/* Do flags matter to who gets control at the block's end? */
static bool flags_leave(const struct discovery *d, const struct flag_contract *c, size_t self,
                        const struct block *b, uint64_t call_target) {
    const struct edge *edges[] = {&b->next, &b->taken};
    for (int i = 0; i < 2 && !block_is_call(b); i++) {
        if (edges[i]->kind == EDGE_LEAVE)
            return true;
        if (edges[i]->kind == EDGE_TAIL) {
            size_t to = discovery_find(d, edges[i]->pc);
            if (to == SIZE_MAX || c->reads[to])
                return true;
        }
    }
    switch (b->end) {
    case END_SVC:
    case END_TRAP:
        return true;
    case END_RETURN:
        return c->returns[self];
    case END_CALL: {
        size_t to = discovery_find(d, call_target);
        return to == SIZE_MAX || c->reads[to];
    }
    default:
        return false;
    }
}

static void find_live(const struct text *t, const struct discovery *d,
                      const struct flag_contract *c, const struct function *f, struct flow *flow,
                      struct worklist *work) {
    size_t self = discovery_find(d, f->entry);
    for (uint32_t i = 0; i < f->block_count; i++)
        worklist_add(work, i);
    while (work->count) {
        uint32_t i = worklist_take(work);
        const struct block *b = &f->blocks[i];
        struct block_flow *bf = &flow->blocks[i];
        struct backward backward = {f, flow, i, {0}};
        function_successors(f, b, live_flows_from, &backward);
        struct regset live = backward.live;
        if (block_is_call(b)) {
            bf->reload = live;
            bf->reload.x &= ~X_SP; /* a call that comes back comes back with the same SP */
            live = (struct regset){.x = live.x & X_SP};
        }
        if (spills(b)) {
            bf->spill = bf->dirty_end;
            bf->spill.flags =
                bf->spill.flags && flags_leave(d, c, self, b, block_call_target(t, b));
            live = regset_or(live, bf->spill);
            live.x |= X_SP;
            if (compares_return(b))
                live.x |= X_LR;
        }
        struct regset in = regset_or(bf->use, regset_minus(live, bf->def));
        if (regset_equal(in, bf->live_in))
            continue;
        bf->live_in = in;
        for (uint32_t p = 0; p < b->pred_count; p++)
            worklist_add(work, f->preds[b->preds + p]);
    }
}

void flow_find(const struct text *t, const struct discovery *d, const struct flag_contract *c,
               const struct function *f, struct flow *flow) {
    struct worklist work = {0};
    flow->blocks = NEW_ARRAY(struct block_flow, f->block_count + 1);
    work.items = NEW_ARRAY(uint32_t, f->block_count + 1);
    work.queued = NEW_ARRAY(uint8_t, f->block_count + 1);
    flow->used = (struct regset){0};
    for (uint32_t i = 0; i < f->block_count; i++) {
        block_effects(t, &f->blocks[i], &flow->blocks[i]);
        flow->used = regset_or(flow->used, regset_or(flow->blocks[i].use, flow->blocks[i].def));
    }
    find_live(t, d, c, f, flow, &work); /* nothing is dirty yet: real reads only */
    for (uint32_t i = 0; i < f->block_count; i++)
        flow->blocks[i].read_in = flow->blocks[i].live_in;
    find_dirty(f, flow);
    find_live(t, d, c, f, flow, &work);
    for (uint32_t i = 0; i < f->block_count; i++)
        flow->used = regset_or(flow->used, flow->blocks[i].live_in);
    free(work.items);
    free(work.queued);
}

void flow_free(struct flow *flow) {
    free(flow->blocks);
    flow->blocks = NULL;
}
