/* SPDX-License-Identifier: MIT */
#include "lift/early.h"

#include "base/memory.h"

#include <stdlib.h>

struct behind {
    const struct regset *wanted;
    const struct flow *flow;
    struct regset all;
};

static void add_successor(void *context, uint32_t to) {
    struct behind *b = context;
    const struct block_flow *bf = &b->flow->blocks[to];
    const struct regset read = regset_or(b->wanted[to], bf->spill);
    b->all = regset_or(b->all, regset_minus(read, bf->def));
}

struct regset *early_wanted(const struct function *f, const struct transfer *transfers,
                            const struct flow *flow) {
    const uint32_t count = f->block_count;
    struct regset *wanted = NEW_ARRAY(struct regset, count + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = count; i-- > 0;) {
            struct behind behind = {.wanted = wanted, .flow = flow};
            function_successors(f, &f->blocks[i], add_successor, &behind);
            if (block_is_call(&f->blocks[i]))
                behind.all = regset_minus(behind.all, transfers[i].changes);
            changed = changed || !regset_equal(behind.all, wanted[i]);
            wanted[i] = behind.all;
        }
    }
    return wanted;
}

/* Estimated stores of each register: x0 to SP, then v0 to v31. */
static void add_stores(const struct function *f, const double *runs, const struct flow *flow,
                       double cost[64]) {
    for (uint32_t i = 0; i < f->block_count; i++) {
        const struct block_flow *bf = &flow->blocks[i];
        const struct regset stored = regset_or(bf->spill, bf->early);
        for (uint32_t set = stored.x; set; set &= set - 1)
            cost[__builtin_ctz(set)] += runs[i];
        for (uint32_t set = stored.v; set; set &= set - 1)
            cost[32 + __builtin_ctz(set)] += runs[i];
    }
}

/* The part of the stores that may remain at most: how often blocks run is a guess. */
static const double ENOUGH = 0.7;

struct regset early_choose(const struct function *f, const double *runs, const struct flow *late,
                           const struct flow *early) {
    double costs_late[64] = {0}, costs_early[64] = {0};
    struct regset out = REGSET_NONE;
    add_stores(f, runs, late, costs_late);
    add_stores(f, runs, early, costs_early);
    for (unsigned n = 0; n < 32; n++) {
        out.x |= (uint32_t)(costs_early[n] < ENOUGH * costs_late[n]) << n;
        out.v |= (uint32_t)(costs_early[32 + n] < ENOUGH * costs_late[32 + n]) << n;
    }
    return regset_and(out, EARLY_CANDIDATES);
}
