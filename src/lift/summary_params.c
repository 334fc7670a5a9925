/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "lift/summary_solver.h"

#include <string.h>

/* Which registers functions are given as C parameters: those that their own instructions read, or
 * that they hand on as parameters themselves. What unknown code reads stays in the struct. */

enum { X_PARAMS = 6, V_PARAMS = 8 }; /* what the host passes in registers beside the state */

/* What is worth most first: a function with a frame reads SP, x29 and x30 and the registers that it
 * saves. */
static const uint8_t order[32] = {31, 30, 0,  1, 29, 19, 20, 2,  21, 3,  22, 4,  23, 5,  24, 6,
                                  25, 7,  26, 8, 27, 28, 9,  10, 11, 12, 13, 14, 15, 16, 17, 18};

static struct regset choose(struct regset takes) {
    struct regset out = REGSET_NONE;
    unsigned count = 0;
    for (unsigned i = 0; i < 32 && count < X_PARAMS; i++)
        if (takes.x >> order[i] & 1) {
            out.x |= 1u << order[i];
            count++;
        }
    for (unsigned n = 0, v = 0; n < 32 && v < V_PARAMS; n++)
        if (takes.v >> n & 1) {
            out.v |= 1u << n;
            v++;
        }
    return out;
}

static struct regset takes_of(const struct solver *s, uint64_t pc) {
    const size_t callee = discovery_find(s->discovery, pc);
    return callee == SIZE_MAX ? REGSET_NONE : s->summary->params[callee];
}

/* Of the transfer only what matters for the locals of this function. */
static struct transfer local_transfer(const struct solver *s, uint32_t number,
                                      const struct block *b) {
    struct transfer t = summary_transfer(s->text, s->discovery, s->summary, number, b);
    t.reads = b->end == END_CALL ? takes_of(s, block_call_target(s->text, b)) : REGSET_NONE;
    t.kills = t.changes;
    t.kills.x |= block_is_call(b) ? X_LR : 0;
    if (!block_is_call(b) && b->next.kind == EDGE_TAIL)
        t.reads = regset_or(t.reads, takes_of(s, b->next.pc));
    if (!block_is_call(b) && b->taken.kind == EDGE_TAIL)
        t.reads = regset_or(t.reads, takes_of(s, b->taken.pc));
    return t;
}

static void solve(struct solver *s, uint32_t number) {
    const struct function *f = &s->discovery->functions[number];
    for (uint32_t i = 0; i < f->block_count; i++)
        s->transfers[i] = local_transfer(s, number, &f->blocks[i]);
    solver_live(s, number);
}

void summary_find_params(struct solver *s) {
    const struct discovery *d = s->discovery;
    struct summary *out = s->summary;
    for (uint32_t i = (uint32_t)d->count; i-- > 0;)
        solver_enqueue(s, i);
    while (s->waiting) {
        const uint32_t number = solver_dequeue(s);
        solve(s, number);
        struct regset takes = s->live[s->first_block[number] + d->functions[number].entry_block];
        takes.x |= out->plain[number] ? 0 : X_SP | X_LR;
        takes.flags = false;
        if (regset_equal(takes, out->params[number]))
            continue;
        out->params[number] = takes;
        solver_enqueue_callers(s, number);
    }
    for (size_t i = 0; i < d->count; i++)
        out->params[i] = choose(out->params[i]);
    memset(s->live, 0, s->block_count * sizeof *s->live);
}
