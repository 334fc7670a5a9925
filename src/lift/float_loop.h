/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_FLOAT_LOOP_H
#define WINDLASS_LIFT_FLOAT_LOOP_H

#include "lift/dataflow.h"

/* Loops in which no result is looked at (docs/float.md).
 *
 * Where FPCR is 0 and nothing reads FPSR, the host's arithmetic is wrong in nothing but the bits of
 * NaNs, and these decide about nothing but bits of other NaNs until somebody looks at them as bits.
 * A loop that stores nothing, calls nothing and never looks has a second copy in which the host
 * computes as it likes. Where control leaves that, registers that may hold a NaN of the wrong bits
 * are looked at. If one does, the registers of the loop's beginning come back and the exact copy
 * does the work again: as nothing was stored, nobody saw that it was done twice. */

/* Vector registers that may hold NaNs of wrong bits, in lanes of 32 or 64 bits. */
struct suspects {
    uint32_t v32, v64;
};

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
