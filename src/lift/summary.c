/* SPDX-License-Identifier: MIT */
#include "lift/summary.h"

#include "base/memory.h"
#include "lift/link.h"

#include <stdlib.h>

/* Three fixpoints, each monotone: what functions write; what they read (a return reads nothing, but
 * where it switches stacks arguments: other code may go on with those that nobody has touched);
 * what is read of what they leave (a return reads that). */

struct call {
    uint32_t caller, callee; /* callee UINT32_MAX: not known */
    bool tail;
};

struct solver {
    const struct text *text;
    const struct discovery *discovery;
    struct summary *summary;
    struct call *calls; /* by caller */
    size_t call_count, call_room;
    uint32_t *first_call;            /* of each function in calls; one more at the end */
    uint32_t *callers, *called;      /* callers[called[f] .. called[f + 1]]: who calls f directly */
    uint32_t *first_block;           /* of each function in the arrays by block */
    struct regset *use, *def, *live; /* by block; live: at its start */
    struct transfer *transfers;      /* of the function that is looked at, by block */
    uint32_t *queue;                 /* functions to look at again: a ring */
    uint8_t *queued;
    size_t head, waiting;
};

static void enqueue(struct solver *s, uint32_t function) {
    size_t n = s->discovery->count;
    if (s->queued[function])
        return;
    s->queued[function] = 1;
    s->queue[(s->head + s->waiting++) % n] = function;
}

static uint32_t dequeue(struct solver *s) {
    uint32_t f = s->queue[s->head];
    s->head = (s->head + 1) % s->discovery->count;
    s->waiting--;
    s->queued[f] = 0;
    return f;
}

static void add_call(struct solver *s, size_t caller, size_t callee, bool tail) {
    GROW(s->calls, s->call_count, s->call_room);
    s->calls[s->call_count++] =
        (struct call){(uint32_t)caller, callee == SIZE_MAX ? UINT32_MAX : (uint32_t)callee, tail};
}

static void collect_calls(struct solver *s) {
    const struct discovery *d = s->discovery;
    for (size_t i = 0; i < d->count; i++) {
        const struct function *f = &d->functions[i];
        s->first_call[i] = (uint32_t)s->call_count;
        for (uint32_t k = 0; k < f->block_count; k++) {
            const struct block *b = &f->blocks[k];
            if (b->end == END_CALL)
                add_call(s, i, discovery_find(d, block_call_target(s->text, b)), false);
            else if (b->end == END_CALL_REG || (b->end == END_JUMP && b->table < 0))
                add_call(s, i, SIZE_MAX, b->end == END_JUMP);
            if (b->next.kind == EDGE_TAIL)
                add_call(s, i, discovery_find(d, b->next.pc), true);
            if (b->taken.kind == EDGE_TAIL)
                add_call(s, i, discovery_find(d, b->taken.pc), true);
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

static void enqueue_callers(struct solver *s, uint32_t f) {
    for (uint32_t i = s->called[f]; i < s->called[f + 1]; i++)
        enqueue(s, s->callers[i]);
}

static void find_writes(struct solver *s) {
    struct regset *writes = s->summary->writes;
    for (size_t i = 0; i < s->discovery->count; i++) {
        const struct function *f = &s->discovery->functions[i];
        for (uint32_t k = 0; k < f->block_count; k++) {
            const struct block *b = &f->blocks[k];
            bool unknown = b->end == END_SVC || b->end == END_TRAP || b->next.kind == EDGE_LEAVE ||
                           b->taken.kind == EDGE_LEAVE;
            writes[i] = regset_or(writes[i], s->def[s->first_block[i] + k]);
            if (unknown)
                writes[i] = REGSET_ALL;
        }
        if (s->summary->elsewhere[i])
            writes[i] = REGSET_ALL;
        enqueue(s, (uint32_t)i);
    }
    while (s->waiting) {
        uint32_t f = dequeue(s);
        struct regset all = writes[f];
        for (uint32_t i = s->first_call[f]; i < s->first_call[f + 1]; i++) {
            uint32_t callee = s->calls[i].callee;
            all = regset_or(all, callee == UINT32_MAX ? REGSET_ALL : writes[callee]);
            all.x |= s->calls[i].tail ? 0 : X_LR;
        }
        if (regset_equal(all, writes[f]))
            continue;
        writes[f] = all;
        enqueue_callers(s, f);
    }
}

struct meet {
    const struct regset *live;
    struct regset out;
};

static void meet_successor(void *context, uint32_t block) {
    struct meet *m = context;
    m->out = regset_or(m->out, m->live[block]);
}

struct regset summary_live_behind(const struct function *f, const struct block *b,
                                  const struct regset *live) {
    struct meet m = {live, REGSET_NONE};
    function_successors(f, b, meet_successor, &m);
    /* Behind a call that most likely never comes back: what it would leave. */
    if (block_is_call(b) && b->next.kind != EDGE_BLOCK)
        m.out = regset_or(REGSET_RESULTS, REGSET_SAVED);
    return m.out;
}

/* Liveness inside one function. Blocks stand by address, so that going
 * backward meets most successors first. */
static void solve(struct solver *s, uint32_t number) {
    const struct function *f = &s->discovery->functions[number];
    uint32_t first = s->first_block[number];
    struct regset *live = s->live + first;
    for (uint32_t i = 0; i < f->block_count; i++)
        s->transfers[i] =
            summary_transfer(s->text, s->discovery, s->summary, number, &f->blocks[i]);
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = f->block_count; i-- > 0;) {
            const struct transfer *t = &s->transfers[i];
            struct regset out = regset_minus(summary_live_behind(f, &f->blocks[i], live), t->kills);
            if (t->leaves)
                out = regset_or(out, t->reads);
            struct regset in = regset_or(s->use[first + i], regset_minus(out, s->def[first + i]));
            if (regset_equal(in, live[i]))
                continue;
            live[i] = in;
            again = true;
        }
    }
}

static void find_reads(struct solver *s) {
    for (uint32_t i = (uint32_t)s->discovery->count; i-- > 0;) {
        if (s->discovery->functions[i].odd_stack)
            s->summary->returns[i] = REGSET_ARGUMENTS;
        enqueue(s, i);
    }
    while (s->waiting) {
        uint32_t number = dequeue(s);
        const struct function *f = &s->discovery->functions[number];
        solve(s, number);
        struct regset reads = s->live[s->first_block[number] + f->entry_block];
        reads.x |= X_SP;
        if (regset_equal(reads, s->summary->reads[number]))
            continue;
        s->summary->reads[number] = reads;
        enqueue_callers(s, number);
    }
}

static void add_returns(struct solver *s, size_t callee, struct regset wanted) {
    struct regset *r = &s->summary->returns[callee];
    wanted = regset_or(wanted, *r);
    if (regset_equal(wanted, *r))
        return;
    *r = wanted;
    enqueue(s, (uint32_t)callee);
}

static void find_returns(struct solver *s) {
    const struct discovery *d = s->discovery;
    for (uint32_t i = 0; i < d->count; i++) {
        s->summary->returns[i] = regset_or(REGSET_RESULTS, REGSET_SAVED);
        s->summary->returns[i].x |= X_LR;
        if (d->functions[i].odd_stack || s->summary->elsewhere[i])
            s->summary->returns[i] = REGSET_ALL;
        enqueue(s, i);
    }
    while (s->waiting) {
        uint32_t number = dequeue(s);
        const struct function *f = &d->functions[number];
        solve(s, number);
        for (uint32_t i = 0; i < f->block_count; i++) {
            const struct block *b = &f->blocks[i];
            size_t callee =
                b->end == END_CALL ? discovery_find(d, block_call_target(s->text, b)) : SIZE_MAX;
            if (callee != SIZE_MAX)
                add_returns(s, callee, summary_live_behind(f, b, s->live + s->first_block[number]));
        }
        for (uint32_t i = s->first_call[number]; i < s->first_call[number + 1]; i++)
            if (s->calls[i].tail && s->calls[i].callee != UINT32_MAX)
                add_returns(s, s->calls[i].callee, s->summary->returns[number]);
    }
}

void summary_find(const struct text *t, const struct discovery *d, struct summary *out) {
    struct solver s = {.text = t, .discovery = d, .summary = out};
    size_t n = d->count + 2, blocks = 0, most = 0;
    *out = (struct summary){.settled = false};
    out->reads = NEW_ARRAY(struct regset, n);
    out->writes = NEW_ARRAY(struct regset, n);
    out->returns = NEW_ARRAY(struct regset, n);
    out->elsewhere = NEW_ARRAY(bool, n);
    for (size_t i = 0; i < d->count; i++)
        out->elsewhere[i] = link_leads_elsewhere(t, &d->functions[i]);
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
    s.transfers = NEW_ARRAY(struct transfer, most + 1);
    s.use = NEW_ARRAY(struct regset, blocks + 1);
    s.def = NEW_ARRAY(struct regset, blocks + 1);
    s.live = NEW_ARRAY(struct regset, blocks + 1);
    for (size_t i = 0; i < d->count; i++)
        for (uint32_t k = 0; k < d->functions[i].block_count; k++)
            summary_block(t, &d->functions[i].blocks[k], &s.use[s.first_block[i] + k],
                          &s.def[s.first_block[i] + k]);
    out->live = s.live;
    out->first_block = s.first_block;
    collect_calls(&s);
    find_writes(&s);
    find_reads(&s);
    find_returns(&s);
    out->settled = true;
    for (uint32_t i = 0; i < d->count; i++)
        solve(&s, i);
    free(s.calls);
    free(s.transfers);
    free(s.first_call);
    free(s.callers);
    free(s.called);
    free(s.use);
    free(s.def);
    free(s.queue);
    free(s.queued);
}

void summary_free(struct summary *s) {
    free(s->reads);
    free(s->writes);
    free(s->returns);
    free(s->elsewhere);
    free(s->live);
    free(s->first_block);
    *s = (struct summary){0};
}
