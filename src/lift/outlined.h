/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_OUTLINED_H
#define WINDLASS_LIFT_OUTLINED_H

#include "lift/function.h"

/* Short straight code that a call runs as if it stood in place of the call: clang's outliner makes
 * such callees from pieces of any functions, so that they read and write any registers of their
 * callers. Words [first, end); behind them stand RET, or (tail) B to another function. */
struct outlined {
    uint32_t first, end;
    bool tail;
};

/* What the call that ends the block runs; false where that is more than a straight run. */
bool outlined_read(const struct text *t, const struct block *b, struct outlined *out);
/* Does the run keep the register for its caller, as a function of its own does that saves it on the
 * stack and loads it again? */
bool outlined_saves(const struct text *t, const struct outlined *run, unsigned reg);

#endif
