/* SPDX-License-Identifier: MIT */
#include "lift/summary.h"

void summary_effects(const struct text *t, size_t index, struct regset *read,
                     struct regset *written) {
    struct a64_effects e;
    a64_effects((enum a64_op)t->ops[index], text_word(t, index), &e);
    *read = (struct regset){e.x_read, e.v_read, e.nzcv_read};
    *written = (struct regset){e.x_written, e.v_written, e.nzcv_written};
}

static unsigned jump_register(const struct text *t, size_t index) {
    return a64_branch_register((enum a64_op)t->ops[index], text_word(t, index));
}

void summary_block(const struct text *t, const struct block *b, struct regset *use,
                   struct regset *def) {
    *use = *def = REGSET_NONE;
    for (uint32_t i = 0; i < b->count; i++) {
        struct regset read, written;
        summary_effects(t, b->first + i, &read, &written);
        if (i + 1 == b->count && b->end != END_FALL) {
            /* Transfers are printed by the emitter; calls store x30 as a constant. */
            written = REGSET_NONE;
            if (b->end == END_CALL_REG || b->end == END_JUMP || b->end == END_RETURN)
                read.x |= 1u << jump_register(t, b->first + i) & ~X_SP;
        }
        *use = regset_or(*use, regset_minus(read, *def));
        *def = regset_or(*def, written);
    }
}

/* What a direct call leaves undefined: only what nothing but our own guess about unknown code reads
 * behind it. Assembly keeps x9 to x15 and v16 to v31 across calls of functions that it knows, also
 * through a stub whose BR hides what is called. */
static struct regset undefined_behind(struct regset writes) {
    const struct regset guessed = {REGSET_ARGUMENTS.x, REGSET_ARGUMENTS.v, true};
    return regset_and(writes, regset_and(REGSET_SCRATCH, guessed));
}

static void call_transfer(const struct summary *s, size_t callee, bool known,
                          struct transfer *out) {
    if (!known) {
        out->reads = REGSET_ARGUMENTS;
        out->writes = REGSET_ALL;
        out->kills = REGSET_SCRATCH;
        return;
    }
    out->reads = callee == SIZE_MAX ? REGSET_ALL : s->reads[callee];
    out->writes = callee == SIZE_MAX ? REGSET_ALL : s->writes[callee];
    out->writes.x |= X_LR;
    out->kills = undefined_behind(out->writes);
}

/* Where an edge leads out of the function. */
static void edge_transfer(const struct discovery *d, const struct summary *s, size_t function,
                          const struct edge *e, bool after_call, struct transfer *out) {
    struct regset back = s->returns[function];
    if (e->kind == EDGE_TAIL && !after_call) {
        size_t to = discovery_find(d, e->pc);
        struct transfer call;
        call_transfer(s, to, true, &call);
        out->reads = regset_or(out->reads, call.reads);
        out->reads = regset_or(out->reads, regset_minus(back, call.kills));
        out->reads.x |= X_LR | X_SP;
        if (s->elsewhere[function])
            out->reads = REGSET_ALL;
        out->leaves = true;
    } else if (e->kind == EDGE_LEAVE && !after_call) {
        out->reads = REGSET_ALL;
        out->leaves = true;
    }
}

/* A BR whose targets are not all known. It is no tail call where a frame stands, nor where only a
 * pointer led to the code (a label of goto *, which is a function of its own then): it goes on
 * inside the guest's function, and everything may be read there. Any other one is most likely a
 * tail call, so callers pass only what the procedure call standard names; but it may be a goto of a
 * function without a frame, so what the function itself has computed is stored. */
static struct regset jump_reads(const struct text *t, const struct discovery *d,
                                const struct summary *s, size_t function, const struct block *b) {
    const struct function *f = &d->functions[function];
    const bool inside = b->table >= 0 || b->framed || s->elsewhere[function] ||
                        !(t->marks[text_index(t, f->entry)] & MARK_STRONG);
    if (inside || s->settled)
        return REGSET_ALL;
    return regset_or(REGSET_ARGUMENTS, regset_minus(s->returns[function], REGSET_SCRATCH));
}

struct transfer summary_transfer(const struct text *t, const struct discovery *d,
                                 const struct summary *s, size_t function, const struct block *b) {
    struct transfer out = {.leaves = true};
    struct regset back = s->returns[function];
    switch (b->end) {
    case END_CALL:
        call_transfer(s, discovery_find(d, block_call_target(t, b)), true, &out);
        break;
    case END_CALL_REG:
        call_transfer(s, SIZE_MAX, false, &out);
        break;
    case END_SVC:
        out.exact = true;
        out.reads = REGSET_SVC;
        out.writes = REGSET_ALL;
        break;
    case END_TRAP:
        out.exact = true;
        out.reads = REGSET_TRAP;
        break;
    case END_JUMP:
        if (b->table < 0 || !jump_table_is_complete(&d->functions[function].tables[b->table]))
            out.reads = jump_reads(t, d, s, function, b);
        break;
    case END_RETURN:
        out.reads = s->elsewhere[function] ? REGSET_ALL : back;
        break;
    case END_FALL:
    case END_BRANCH:
    case END_COND:
        out.leaves = false;
        break;
    }
    if (b->end == END_CALL || b->end == END_CALL_REG)
        out.reads.x &= ~X_LR; /* the call writes it */
    out.reads.x |= out.leaves ? X_SP : 0;
    out.reads.x |= b->end == END_RETURN || b->end == END_JUMP ? X_LR : 0;
    edge_transfer(d, s, function, &b->next, block_is_call(b), &out);
    edge_transfer(d, s, function, &b->taken, block_is_call(b), &out);
    return out;
}
