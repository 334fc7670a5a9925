/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_FLOAT_LOOP_H
#define WINDLASS_LIFT_FLOAT_LOOP_H

#include "lift/dataflow.h"
#include "lift/suspects.h"

/* Loops in which no result is looked at (lift/suspects.h).
 *
 * A loop that stores nothing, calls nothing and never looks at suspects has a second copy in which
 * the host computes as it likes. Where control leaves that, suspects are looked at. If one is a
 * NaN, the registers of the loop's beginning come back and the exact copy does the work again: as
 * nothing was stored, nobody saw that it was done twice. */

struct float_loop {
    uint32_t header;         /* block */
    uint32_t *blocks, count; /* by address; the header may stand anywhere */
    struct suspects *at_end; /* of each of them */
    struct regset kept;      /* what comes back */
};

struct float_loops {
    struct float_loop *loops;
    size_t count, room;
};

void float_loops_find(const struct text *t, const struct function *f, const struct flow *flow,
                      struct float_loops *out);
void float_loops_free(struct float_loops *loops);

/* The loop of a header, or NULL. */
const struct float_loop *float_loops_at(const struct float_loops *loops, uint32_t header);
/* Is the block in any? */
bool float_loops_hold(const struct float_loops *loops, uint32_t block);
/* Where the block stands in the loop, or -1. */
int float_loop_place(const struct float_loop *loop, uint32_t block);

#endif
