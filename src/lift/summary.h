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
    struct regset *changes; /* what may be another value after it; never SP */
    struct regset *params;  /* what it is given as C parameters, of which the struct may be old */
    struct regset *results; /* which of x0, x1 and q0 its C result has; not in_state */
    struct regset *takes;   /* which of its entry's values instructions read, its own or those of
                               functions that it calls directly */
    struct regset *junk;    /* what it leaves in these is for nobody but such instructions */
    struct regset *touches; /* of which ones it may write the place in the struct */
    struct regset *left;    /* and leaves what it wrote, though they keep their values: SP and x30,
                               for which its callers do not look there */
    struct regset *returns; /* what somebody reads of what it leaves */
    uint8_t *plain; /* it works on registers and memory only: no frame, no way out but RET */
    /* By block, function after function from first_block[number] on: registers that are read later
     * at its start, by the function itself, by what it calls or by whom it returns to. */
    struct regset *live;
    struct regset *sure; /* the same without what only unknown code may read */
    uint32_t *first_block;
    bool *endless;   /* by function number: see endless.h */
    bool *elsewhere; /* by function number: what it goes back to may read anything; see link.h */
    bool in_state;   /* no parameters, and callees keep no register: the struct holds everything */
    bool trusts;     /* unknown code keeps to the procedure call standard */
    bool settled;    /* reads, changes, params and returns are final */
};

enum summary_mode { /* bits */
                    SUMMARY_FAST = 0,
                    SUMMARY_IN_STATE = 1,  /* for code that stores every result */
                    SUMMARY_ANY_CALLS = 2, /* unknown code may read and change whatever it wants */
};

void summary_find(const struct text *t, const struct discovery *d, unsigned mode,
                  struct summary *out);
void summary_free(struct summary *s);

/* Which of x0, x1 and q0 the C result of a function is; SIZE_MAX: of one that is not lifted. */
struct regset summary_returned(const struct summary *s, size_t function);

/* What a block's end means for registers. */
struct transfer {
    bool leaves;           /* control may go to code that is not in the function */
    struct regset touches; /* after a call: the struct may hold another value than before */
    struct regset left;    /* and does not get back what it held */
    bool links;            /* the call leaves its return address in the struct, too */
    bool exact;            /* whatever is newer than the struct is stored: SVC and traps */
    struct regset reads;   /* what that code reads */
    struct regset sure;    /* the same, of code that is known */
    struct regset slots;   /* what of it it reads in the struct, */
    struct regset params;  /* and what it is given */
    struct regset results; /* what a call returns; the rest of what it changes is in the struct */
    struct regset back;    /* at returns and tail calls: what callers read in the struct if the
                              function has changed it (or what the struct holds of it) */
    struct regset kills;   /* after a call: never the value from before */
    struct regset changes; /* after a call: maybe not the value from before */
    struct regset junk;    /* and nothing that unknown code could want */
};
/* What unknown code may change. */
struct regset summary_unknown_changes(const struct summary *s);
struct transfer summary_transfer(const struct text *t, const struct discovery *d,
                                 const struct summary *s, size_t function, const struct block *b);

/* The same behind a block of function number `function`: where it passes control on inside of it;
 * `live` is the function's part of the array above. */
struct regset summary_live_behind(const struct text *t, const struct discovery *d,
                                  const struct summary *s, size_t function, const struct block *b,
                                  const struct regset *live);

/* Registers that the instruction reads and writes. */
void summary_effects(const struct text *t, size_t index, struct regset *read,
                     struct regset *written);
/* The same of a block, the transfer's own effect at its end excluded; use: read before written. */
void summary_block(const struct text *t, const struct block *b, struct regset *use,
                   struct regset *def);

#endif
