/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "lift/endless.h"
#include "lift/link.h"
#include "lift/summary_solver.h"

#include <stdlib.h>

/* Four fixpoints, each monotone: what functions change; what they take as parameters; what they
 * read (a return reads nothing, but where it switches stacks arguments: other code may go on with
 * those that nobody has touched); what is read of what they leave (a return reads that). */

void solver_enqueue(struct solver *s, uint32_t function) {
    size_t n = s->discovery->count;
    if (s->queued[function])
        return;
    s->queued[function] = 1;
    s->queue[(s->head + s->waiting++) % n] = function;
}

uint32_t solver_dequeue(struct solver *s) {
    uint32_t f = s->queue[s->head];
    s->head = (s->head + 1) % s->discovery->count;
    s->waiting--;
    s->queued[f] = 0;
    return f;
}

void solver_enqueue_callers(struct solver *s, uint32_t f) {
    for (uint32_t i = s->called[f]; i < s->called[f + 1]; i++)
        solver_enqueue(s, s->callers[i]);
}

static void add_call(struct solver *s, size_t caller, uint64_t target, bool tail) {
    const size_t callee = target ? discovery_find(s->discovery, target) : SIZE_MAX;
    GROW(s->calls, s->call_count, s->call_room);
    s->calls[s->call_count++] = (struct call){
        (uint32_t)caller, callee == SIZE_MAX ? UINT32_MAX : (uint32_t)callee, tail, target != 0};
}

static void collect_calls(struct solver *s) {
    const struct discovery *d = s->discovery;
    for (size_t i = 0; i < d->count; i++) {
        const struct function *f = &d->functions[i];
        s->first_call[i] = (uint32_t)s->call_count;
        for (uint32_t k = 0; k < f->block_count; k++) {
            const struct block *b = &f->blocks[k];
            if (b->end == END_CALL)
                add_call(s, i, block_call_target(s->text, b), false);
            else if (b->end == END_CALL_REG || (b->end == END_JUMP && b->table < 0))
                add_call(s, i, 0, b->end == END_JUMP);
            if (b->next.kind == EDGE_TAIL && !block_is_call(b))
                add_call(s, i, b->next.pc, true);
            if (b->taken.kind == EDGE_TAIL)
                add_call(s, i, b->taken.pc, true);
        }
    }
    s->first_call[d->count] = (uint32_t)s->call_count;
    for (size_t i = 0; i < s->call_count; i++)
        if (s->calls[i].callee != UINT32_MAX)
            s->called[s->calls[i].callee + 1]++;
    for (size_t i = 0; i < d->count; i++)
        s->called[i + 1] += s->called[i];
    s->callers = NEW_ARRAY(uint32_t, s->call_count + 1);
    uint32_t *at = NEW_ARRAY(uint32_t, d->count + 1);
    for (size_t i = 0; i < s->call_count; i++) {
        uint32_t callee = s->calls[i].callee;
        if (callee != UINT32_MAX)
            s->callers[s->called[callee] + at[callee]++] = s->calls[i].caller;
    }
    free(at);
}

struct meet {
    const struct regset *live;
    struct regset out;
};

static void meet_successor(void *context, uint32_t block) {
    struct meet *m = context;
    m->out = regset_or(m->out, m->live[block]);
}

static uint32_t x_written(const struct function *f) {
    uint32_t all = 0;
    for (uint32_t i = 0; i < f->block_count; i++)
        all |= f->blocks[i].x_written;
    return all;
}

/* What a call that most likely never comes back would leave to unknown code. Where the callee is
 * known for it: what the function itself has changed. */
static struct regset left_behind(const struct text *t, const struct discovery *d,
                                 const struct summary *s, const struct function *f,
                                 const struct block *b) {
    if (!s->trusts)
        return REGSET_ALL;
    if (endless_call(t, d, s->endless, f, b))
        return (struct regset){.x = x_written(f) & REGSET_SAVED.x};
    return regset_or(REGSET_RESULTS, REGSET_SAVED);
}

struct regset summary_live_behind(const struct text *t, const struct discovery *d,
                                  const struct summary *s, size_t function, const struct block *b,
                                  const struct regset *live) {
    const struct function *f = &d->functions[function];
    struct meet m = {live, REGSET_NONE};
    if (block_is_call(b) && b->next.kind != EDGE_BLOCK)
        return left_behind(t, d, s, f, b);
    function_successors(f, b, meet_successor, &m);
    return m.out;
}

/* Blocks stand by address, so that going backward meets most successors first. */
static void find_live(struct solver *s, uint32_t number, struct regset *live, bool sure) {
    const struct function *f = &s->discovery->functions[number];
    const uint32_t first = s->first_block[number];
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = f->block_count; i-- > 0;) {
            const struct block *b = &f->blocks[i];
            const struct transfer *t = &s->transfers[i];
            struct regset out =
                summary_live_behind(s->text, s->discovery, s->summary, number, b, live);
            if (!block_stays(b)) {
                const struct regset reads = sure ? t->sure : t->reads;
                out = regset_or(regset_minus(out, t->kills), t->leaves ? reads : REGSET_NONE);
            }
            struct regset in = regset_or(s->use[first + i], regset_minus(out, s->def[first + i]));
            if (regset_equal(in, live[i]))
                continue;
            live[i] = in;
            again = true;
        }
    }
}

void solver_live(struct solver *s, uint32_t number) {
    find_live(s, number, s->live + s->first_block[number], false);
}

static void solve(struct solver *s, uint32_t number) {
    const struct function *f = &s->discovery->functions[number];
    for (uint32_t i = 0; i < f->block_count; i++)
        if (!block_stays(&f->blocks[i]))
            s->transfers[i] =
                summary_transfer(s->text, s->discovery, s->summary, number, &f->blocks[i]);
    solver_live(s, number);
}

/* A function that never touches SP and x30 and leaves only by returning needs neither. */
static bool is_plain(const struct solver *s, uint32_t number) {
    const struct function *f = &s->discovery->functions[number];
    for (uint32_t i = 0; i < f->block_count; i++) {
        const struct block *b = &f->blocks[i];
        const bool inside = b->end == END_FALL || b->end == END_BRANCH || b->end == END_COND ||
                            (b->end == END_RETURN && block_returns_to_link(s->text, b));
        if (!inside || b->next.kind > EDGE_BLOCK || b->taken.kind > EDGE_BLOCK || b->resumed ||
            s->def[s->first_block[number] + i].x & (X_SP | X_LR))
            return false;
    }
    return true;
}

static void find_reads(struct solver *s) {
    for (uint32_t i = 0; i < s->discovery->count; i++)
        if (s->discovery->functions[i].odd_stack)
            s->summary->returns[i] = s->summary->trusts ? REGSET_ARGUMENTS : REGSET_ALL;
    solver_enqueue_callees_first(s);
    while (s->waiting) {
        uint32_t number = solver_dequeue(s);
        const struct function *f = &s->discovery->functions[number];
        solve(s, number);
        struct regset reads = s->live[s->first_block[number] + f->entry_block];
        reads.x |= s->summary->plain[number] ? 0 : X_SP;
        if (regset_equal(reads, s->summary->reads[number]))
            continue;
        s->summary->reads[number] = reads;
        solver_enqueue_callers(s, number);
    }
}

/* Of what a call leaves. */
static struct regset wanted_behind(const struct solver *s, uint32_t number, uint32_t block) {
    const struct block *b = &s->discovery->functions[number].blocks[block];
    const struct regset *live = s->live + s->first_block[number];
    const struct regset *sure = s->sure + s->first_block[number];
    const struct regset idle =
        regset_minus(s->transfers[block].junk,
                     summary_live_behind(s->text, s->discovery, s->summary, number, b, sure));
    return regset_minus(summary_live_behind(s->text, s->discovery, s->summary, number, b, live),
                        idle);
}

static void add_returns(struct solver *s, size_t callee, struct regset wanted) {
    struct regset *r = &s->summary->returns[callee];
    wanted = regset_or(wanted, *r);
    if (regset_equal(wanted, *r))
        return;
    *r = wanted;
    solver_enqueue(s, (uint32_t)callee);
}

static void find_returns(struct solver *s) {
    const struct discovery *d = s->discovery;
    for (uint32_t i = 0; i < d->count; i++) {
        s->summary->returns[i] = regset_or(REGSET_RESULTS, REGSET_SAVED);
        s->summary->returns[i].x |= X_LR;
        if (d->functions[i].odd_stack || s->summary->elsewhere[i] || !s->summary->trusts)
            s->summary->returns[i] = REGSET_ALL;
    }
    solver_enqueue_callers_first(s);
    while (s->waiting) {
        uint32_t number = solver_dequeue(s);
        const struct function *f = &d->functions[number];
        solve(s, number);
        find_live(s, number, s->sure + s->first_block[number], true);
        for (uint32_t i = 0; i < f->block_count; i++) {
            const struct block *b = &f->blocks[i];
            size_t callee =
                b->end == END_CALL ? discovery_find(d, block_call_target(s->text, b)) : SIZE_MAX;
            if (callee != SIZE_MAX)
                add_returns(s, callee, wanted_behind(s, number, i));
        }
        for (uint32_t i = s->first_call[number]; i < s->first_call[number + 1]; i++)
            if (s->calls[i].tail && s->calls[i].callee != UINT32_MAX)
                add_returns(s, s->calls[i].callee, s->summary->returns[number]);
    }
}

void summary_find(const struct text *t, const struct discovery *d, unsigned mode,
                  struct summary *out) {
    struct solver s = {.text = t, .discovery = d, .summary = out};
    size_t n = d->count + 2, blocks = 0, most = 0;
    *out = (struct summary){.in_state = mode & SUMMARY_IN_STATE,
                            .trusts = !(mode & SUMMARY_ANY_CALLS)};
    out->reads = NEW_ARRAY(struct regset, n);
    out->changes = NEW_ARRAY(struct regset, n);
    out->params = NEW_ARRAY(struct regset, n);
    out->results = NEW_ARRAY(struct regset, n);
    out->takes = NEW_ARRAY(struct regset, n);
    out->junk = NEW_ARRAY(struct regset, n);
    out->touches = NEW_ARRAY(struct regset, n);
    out->left = NEW_ARRAY(struct regset, n);
    out->plain = NEW_ARRAY(uint8_t, n);
    out->returns = NEW_ARRAY(struct regset, n);
    out->elsewhere = NEW_ARRAY(bool, n);
    out->endless = endless_find(t, d);
    for (size_t i = 0; i < d->count; i++)
        out->elsewhere[i] = link_leads_elsewhere(t, d, &d->functions[i]);
    s.first_call = NEW_ARRAY(uint32_t, n);
    s.called = NEW_ARRAY(uint32_t, n);
    s.first_block = NEW_ARRAY(uint32_t, n);
    s.queue = NEW_ARRAY(uint32_t, n);
    s.queued = NEW_ARRAY(uint8_t, n);
    for (size_t i = 0; i < d->count; i++) {
        s.first_block[i] = (uint32_t)blocks;
        blocks += d->functions[i].block_count;
        if (d->functions[i].block_count > most)
            most = d->functions[i].block_count;
    }
    s.block_count = blocks;
    s.transfers = NEW_ARRAY(struct transfer, most + 1);
    s.use = NEW_ARRAY(struct regset, blocks + 1);
    s.def = NEW_ARRAY(struct regset, blocks + 1);
    s.live = NEW_ARRAY(struct regset, blocks + 1);
    s.sure = NEW_ARRAY(struct regset, blocks + 1);
    for (size_t i = 0; i < d->count; i++)
        for (uint32_t k = 0; k < d->functions[i].block_count; k++)
            summary_block(t, &d->functions[i].blocks[k], &s.use[s.first_block[i] + k],
                          &s.def[s.first_block[i] + k]);
    out->live = s.live;
    out->sure = s.sure;
    out->first_block = s.first_block;
    collect_calls(&s);
    solver_order(&s);
    for (uint32_t i = 0; i < d->count; i++)
        out->plain[i] = !out->in_state && is_plain(&s, i);
    summary_find_changes(&s);
    if (out->in_state) {
        for (size_t i = 0; i < d->count; i++)
            out->params[i].x = X_SP; /* for jumps, see core/lifted.h */
    } else {
        summary_find_params(&s);
        if (out->trusts)
            summary_find_junk(&s);
    }
    find_reads(&s);
    find_returns(&s);
    summary_find_touches(&s);
    summary_find_left(&s);
    out->settled = true;
    for (uint32_t i = 0; i < d->count; i++)
        solve(&s, i);
    free(s.calls);
    free(s.transfers);
    free(s.first_call);
    free(s.order);
    free(s.callers);
    free(s.called);
    free(s.use);
    free(s.def);
    free(s.queue);
    free(s.queued);
}

void summary_free(struct summary *s) {
    free(s->reads);
    free(s->changes);
    free(s->params);
    free(s->results);
    free(s->takes);
    free(s->junk);
    free(s->touches);
    free(s->left);
    free(s->plain);
    free(s->returns);
    free(s->elsewhere);
    free(s->endless);
    free(s->live);
    free(s->sure);
    free(s->first_block);
    *s = (struct summary){0};
}
