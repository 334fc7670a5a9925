/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_DATAFLOW_H
#define WINDLASS_LIFT_DATAFLOW_H

#include "lift/flags.h"

/* Which registers a function must load, store and reload, so that the state struct is exact at
 * every transfer to code that is not in the function. */

struct regset {
    uint32_t x, v; /* bit 31 of x: SP */
    bool flags;
};

static inline struct regset regset_or(struct regset a, struct regset b) {
    return (struct regset){a.x | b.x, a.v | b.v, a.flags || b.flags};
}
static inline struct regset regset_and(struct regset a, struct regset b) {
    return (struct regset){a.x & b.x, a.v & b.v, a.flags && b.flags};
}
static inline struct regset regset_minus(struct regset a, struct regset b) {
    return (struct regset){a.x & ~b.x, a.v & ~b.v, a.flags && !b.flags};
}
static inline bool regset_equal(struct regset a, struct regset b) {
    return a.x == b.x && a.v == b.v && a.flags == b.flags;
}

struct block_flow {
    struct regset use, def;  /* by the block's instructions, the transfer at its end excluded */
    struct regset read_in;   /* read later by instructions, before they are written */
    struct regset dirty_in;  /* may be newer than the struct at the block's start */
    struct regset dirty_end; /* and before the transfer at its end */
    struct regset spill;     /* what is stored there when control leaves the function */
    struct regset live_in;
    struct regset reload; /* after a call or SVC: what is read later */
};

struct flow {
    struct block_flow *blocks;
    struct regset used; /* every local that the function needs */
};

void flow_find(const struct text *t, const struct discovery *d, const struct flag_contract *c,
               const struct function *f, struct flow *out);
void flow_free(struct flow *flow);
/* What is stored on the way from block `from` to block `to`: where paths meet outside of loops, a
 * register that is newer than the struct on only some of them and that nothing reads any more is
 * stored on these, so that the others need not load it just to store it again. */
struct regset flow_edge_spill(const struct function *f, const struct flow *flow, uint32_t from,
                              uint32_t to);
/* Registers that the instruction reads and writes. */
void flow_effects(const struct text *t, size_t index, struct regset *read, struct regset *written);

#endif
