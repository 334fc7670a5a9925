/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_DATAFLOW_H
#define WINDLASS_LIFT_DATAFLOW_H

#include "lift/summary.h"

/* Which registers a function loads, stores and reloads, so that the state struct holds what code
 * outside of it reads there whenever control goes to it. */

struct block_flow {
    struct regset use, def;  /* by the block's instructions, see summary_block */
    struct regset dirty_in;  /* newer than the struct at the block's start, and read later */
    struct regset dirty_end; /* and before the transfer at its end */
    struct regset touched;   /* at the block's start: the struct may hold another value than at the
                                function's entry */
    struct regset spill;     /* what is stored when control leaves the function there */
    struct regset early;     /* and before, at its end: see early.h */
    struct regset leave;     /* and when it does not go where it was expected to */
    struct regset live_in;   /* the local's value is read later */
    struct regset reload;    /* after a call or SVC */
    struct regset results;   /* what of it a call returns */
    struct regset undefined; /* after a call: what is read later, but not for a value */
    struct regset vague; /* before the transfer: a call left something, and nobody set it since */
    bool links;          /* a call's return address is stored, too, */
    bool link_changes;   /* and may not be what is in x30 after it */
};

struct flow {
    struct block_flow *blocks;
    struct regset early;    /* what is stored where it is set, if it will be read there */
    struct regset used;     /* every local that the function needs */
    struct regset params;   /* those that it is given */
    struct regset through;  /* no local: what callees are given of it is the struct's */
    struct regset returned; /* what its C result is made of, */
    struct regset result;   /* and what of that comes from locals; the rest is the struct's */
    bool plain;             /* see summary.h */
};

void flow_find(const struct text *t, const struct discovery *d, const struct summary *s,
               const struct function *f, struct flow *out);
void flow_free(struct flow *flow);

#endif
