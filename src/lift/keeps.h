/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_KEEPS_H
#define WINDLASS_LIFT_KEEPS_H

#include "lift/discover.h"
#include "lift/regset.h"

/* Verified save and restore of x19 to x30, and of v8 to v15 as far as the procedure call standard
 * goes, the lower halves: a function keeps a register when, at each of its exits, the register
 * holds its entry's value: because nothing wrote it, or because it was stored to a slot of the
 * frame, no store to the frame met the slot, and it was loaded from there again. */

/* Marks the words that this is about, a quarter of all; what follows looks at no others. */
void keeps_mark(struct text *t);

struct keeps_callees {
    void *context;
    bool trusted; /* unknown code restores them */
    /* Registers that a call of the function at `target` may change; 0: unknown code. */
    struct regset (*changes)(void *context, uint64_t target);
    /* Does the call that ends the block never come back? */
    bool (*endless)(void *context, const struct function *f, const struct block *b);
    /* Does the function at `target` store above the SP that it is called with? */
    bool (*stores_above)(void *context, uint64_t target);
};

struct keeps {
    struct regset kept; /* of v8 to v15 the lower halves */
    bool stores_above;
};

/* Code that is left to the interpreter in the middle of the function is trusted to restore what
 * stands in the frame, as any callee is. */
struct keeps keeps_find(const struct text *t, const struct function *f,
                        const struct keeps_callees *callees);

#endif
