/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_SPIN_H
#define WINDLASS_LIFT_SPIN_H

#include "lift/function.h"

/* Loops that only another thread can end.
 *
 * In such a loop no instruction stores, calls, or reads a clock; whether it goes on depends on what
 * it loads, and neither that nor from where it loads depends on what an earlier turn left in
 * registers. So a turn goes the way of the turn before it until memory changes. (A walk over a
 * string or a list, a loop that counts, and one that waits for a time end by themselves.) */

/* Blocks from the one at `header` on: bit n of `blocks` is header + n. The edge from `latch`, the
 * last of them, back to the header closes the loop; there may be other ways in. */
struct spin {
    uint32_t header, latch, blocks;
};

struct spins {
    struct spin *spins;
    size_t count, room;
};

void spins_find(const struct text *t, const struct function *f, struct spins *out);
void spins_free(struct spins *spins);

/* What an edge between two blocks is for these loops. */
enum spin_way {
    SPIN_NO_WAY,
    SPIN_AGAIN, /* closes one */
    SPIN_LEFT,  /* leads out of one, and closes none */
};
enum spin_way spins_way(const struct spins *spins, uint32_t from, uint32_t to);

#endif
