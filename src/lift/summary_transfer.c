/* SPDX-License-Identifier: MIT */
#include "lift/endless.h"
#include "lift/summary.h"

void summary_effects(const struct text *t, size_t index, struct regset *read,
                     struct regset *written) {
    struct a64_effects e;
    a64_effects((enum a64_op)t->ops[index], text_word(t, index), &e);
    *read = (struct regset){e.x_read, e.v_read, e.nzcv_read};
    *written = (struct regset){e.x_written, e.v_written, e.nzcv_written};
}

struct regset summary_returned(const struct summary *s, size_t function) {
    return function == SIZE_MAX || s->in_state ? REGSET_ANSWER : s->results[function];
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
            if (b->end == END_RETURN && block_returns_to_link(t, b))
                read.x &= ~X_LR; /* it is compared, where the function has anything to compare */
            else if (b->end == END_CALL_REG || b->end == END_JUMP || b->end == END_RETURN)
                read.x |= 1u << jump_register(t, b->first + i) & ~X_SP;
        }
        *use = regset_or(*use, regset_minus(read, *def));
        *def = regset_or(*def, written);
    }
}

struct regset summary_unknown_changes(const struct summary *s) {
    struct regset all = s->trusts ? REGSET_SCRATCH : REGSET_ALL;
    all.x &= ~X_SP;
    return all;
}

/* What a direct call leaves undefined: only what nothing but our own guess about unknown code reads
 * behind it. Assembly keeps x9 to x15 and v16 to v31 across calls of functions that it knows, also
 * through a stub whose BR hides what is called. */
static struct regset undefined_behind(const struct summary *s, struct regset changes) {
    if (!s->trusts)
        return REGSET_NONE;
    const struct regset guessed = {REGSET_ARGUMENTS.x, REGSET_ARGUMENTS.v, true};
    return regset_and(changes, regset_and(REGSET_SCRATCH, guessed));
}

/* What code that is not known reads of what it finds: everything. But callers of a function that
 * leads there pass it only what the procedure call standard names, and what they read `back`. */
static struct regset unknown_reads(const struct summary *s, struct regset back) {
    if (s->settled || !s->trusts)
        return REGSET_ALL;
    return regset_or(REGSET_ARGUMENTS, regset_minus(back, REGSET_SCRATCH));
}

static void call_known(const struct summary *s, size_t callee, struct transfer *out) {
    if (callee == SIZE_MAX) { /* nothing is lifted there */
        out->reads = out->slots = unknown_reads(s, REGSET_NONE);
        out->changes = REGSET_ALL;
        out->changes.x &= ~X_SP;
        out->links = true;
    } else {
        out->reads = s->reads[callee];
        out->changes = s->changes[callee];
        out->params = s->params[callee];
        out->results = s->results[callee];
        out->slots = regset_minus(out->reads, out->params);
        out->sure = s->takes[callee];
        out->junk = s->junk[callee];
        out->links = !s->plain[callee] && !(out->params.x & X_LR);
        out->left = s->left[callee];
        out->touches = regset_minus(regset_and(out->params, s->touches[callee]), out->left);
    }
    out->kills = undefined_behind(s, out->changes);
}

static void call_unknown(const struct summary *s, struct transfer *out) {
    out->reads = s->trusts ? REGSET_ARGUMENTS : REGSET_ALL;
    out->params = out->touches = s->trusts && !s->in_state ? REGSET_GIVEN : REGSET_NONE;
    out->slots = regset_minus(out->reads, out->params);
    out->changes = summary_unknown_changes(s);
    out->kills = s->trusts ? REGSET_SCRATCH : REGSET_NONE;
    out->junk = regset_minus(out->kills, s->in_state ? REGSET_ALL : REGSET_RESULTS);
    out->results = REGSET_ANSWER;
    out->links = !s->trusts || s->in_state;
    if (!out->links) { /* nor does it matter what unknown code leaves in x30 */
        out->changes.x &= ~X_LR;
        out->left.x = X_SP | X_LR;
    }
}

/* x8 is the place of a result in memory, which no function's address is. */
static void leave_out_x8(struct transfer *out) {
    out->reads.x &= ~(1u << 8);
    out->slots.x &= ~(1u << 8);
}

/* Where a computed goto goes to no label, the guest has made a pointer that none of its
 * instructions makes. It finds what labels read, and what the function has to give back. */
static struct regset leaves_labels(const struct summary *s) {
    return s->trusts ? REGSET_SAVED : REGSET_ALL;
}

/* The function goes on where nothing is known: by a BR whose targets are not all known, or in code
 * that is left to the interpreter. That may be in the function itself, so that whatever it has
 * computed may be read there. Of what it was given that holds, too, where only a pointer led to the
 * code (a label of goto *, which is a function of its own then) or it goes back elsewhere. */
static struct regset goes_on_unknown(const struct text *t, const struct discovery *d,
                                     const struct summary *s, size_t function) {
    const uint64_t entry = d->functions[function].entry;
    if (s->elsewhere[function] || !(t->marks[text_index(t, entry)] & MARK_STRONG))
        return REGSET_ALL;
    return unknown_reads(s, s->returns[function]);
}

/* Where an edge leads out of the function. */
static void edge_transfer(const struct text *t, const struct discovery *d, const struct summary *s,
                          size_t function, const struct edge *e, struct transfer *out) {
    if (e->kind == EDGE_TAIL) {
        struct transfer call = {.leaves = true};
        call_known(s, discovery_find(d, e->pc), &call);
        const struct regset back = regset_minus(s->returns[function], call.kills);
        out->reads = regset_or(out->reads, regset_or(call.reads, back));
        out->sure =
            regset_or(out->sure, regset_or(call.sure, regset_minus(back, s->junk[function])));
        out->slots = regset_or(out->slots, call.slots);
        out->params = regset_or(out->params, call.params);
        out->back =
            regset_or(out->back,
                      regset_minus(back, regset_or(s->left[function],
                                                   regset_and(call.params, s->results[function]))));
        out->reads.x |= X_LR | X_SP;
        if (s->elsewhere[function])
            out->reads = REGSET_ALL;
        out->leaves = true;
    } else if (e->kind == EDGE_LEAVE) {
        out->reads = out->slots = goes_on_unknown(t, d, s, function);
        out->leaves = true;
    }
}

static void return_transfer(const struct summary *s, size_t function, struct transfer *out) {
    out->reads = s->elsewhere[function] ? REGSET_ALL : s->returns[function];
    if (s->plain[function])
        out->reads.x &= ~(X_LR | X_SP);
    else
        out->reads.x |= X_LR | X_SP; /* compared */
    out->back = regset_minus(out->reads, regset_or(s->results[function], s->left[function]));
}

struct transfer summary_transfer(const struct text *t, const struct discovery *d,
                                 const struct summary *s, size_t function, const struct block *b) {
    struct transfer out = {.leaves = true};
    const struct jump_table *table = function_table(&d->functions[function], b);
    switch (b->end) {
    case END_CALL:
        call_known(s, discovery_find(d, block_call_target(t, b)), &out);
        if (s->trusts && endless_call(t, d, s->endless, &d->functions[function], b))
            out.kills = REGSET_SCRATCH;
        break;
    case END_CALL_REG:
        call_unknown(s, &out);
        if (s->trusts && jump_register(t, b->first + b->count - 1) == 8)
            leave_out_x8(&out);
        break;
    case END_SVC:
        out.exact = true;
        out.reads = out.sure = REGSET_SVC;
        out.changes = REGSET_ALL;
        break;
    case END_TRAP:
        out.exact = true;
        out.reads = out.sure = s->trusts ? REGSET_TRAP : REGSET_ALL;
        break;
    case END_JUMP:
        if (table && jump_table_is_closed(table))
            out.reads = out.slots = leaves_labels(s);
        else if (!table || !jump_table_is_complete(table))
            out.reads = out.slots = goes_on_unknown(t, d, s, function);
        out.reads.x |= X_LR;
        break;
    case END_RETURN:
        return_transfer(s, function, &out);
        out.sure = regset_minus(out.reads, s->junk[function]);
        return out;
    case END_FALL:
    case END_BRANCH:
    case END_COND:
        out.leaves = false;
        break;
    }
    if (b->end == END_CALL || b->end == END_CALL_REG) {
        out.reads.x &= ~X_LR; /* the call writes it */
        out.slots.x &= ~X_LR;
        out.kills.x |= X_LR;
    }
    out.reads.x |= out.leaves ? X_SP : 0;
    if (!block_is_call(b)) {
        edge_transfer(t, d, s, function, &b->next, &out);
        edge_transfer(t, d, s, function, &b->taken, &out);
    }
    return out;
}
