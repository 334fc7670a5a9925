/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_SUMMARY_H
#define WINDLASS_LIFT_SUMMARY_H

#include "lift/discover.h"
#include "lift/regset.h"

/* What functions expect of each other, over the whole call graph: registers (and condition flags,
 * which outlined code passes on) that matter across calls and returns. Direct calls are followed;
 * at all others the procedure call standard is trusted. */
struct summary {
    struct regset *reads;   /* by function number: what its entry's values are read for */
    struct regset *writes;  /* what it or what it calls may write, saved registers included */
    struct regset *returns; /* what somebody reads of what it leaves */
    /* By block, function after function from first_block[number] on: registers that are read later
     * at its start, by the function itself, by what it calls or by whom it returns to. */
    struct regset *live;
    uint32_t *first_block;
    bool *elsewhere; /* by function number: what it goes back to may read anything; see link.h */
    bool settled;    /* reads, writes and returns are final */
};

void summary_find(const struct text *t, const struct discovery *d, struct summary *out);
void summary_free(struct summary *s);

/* What a block's end means for registers. */
struct transfer {
    bool leaves;          /* control may go to code that is not in the function */
    bool exact;           /* whatever is newer than the struct is stored: SVC and traps */
    struct regset reads;  /* what that code reads */
    struct regset kills;  /* after a call: never the value from before */
    struct regset writes; /* after a call: maybe not the value from before */
};
struct transfer summary_transfer(const struct text *t, const struct discovery *d,
                                 const struct summary *s, size_t function, const struct block *b);

/* The same behind a block: where it passes control on inside the function; `live` is the function's
 * part of the array above. */
struct regset summary_live_behind(const struct function *f, const struct block *b,
                                  const struct regset *live);

/* Registers that the instruction reads and writes. */
void summary_effects(const struct text *t, size_t index, struct regset *read,
                     struct regset *written);
/* The same of a block, the transfer's own effect at its end excluded; use: read before written. */
void summary_block(const struct text *t, const struct block *b, struct regset *use,
                   struct regset *def);

#endif
