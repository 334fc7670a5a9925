/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_SUMMARY_SOLVER_H
#define WINDLASS_LIFT_SUMMARY_SOLVER_H

#include "lift/summary.h"

/* What the fixpoints over the call graph share. */

struct call {
    uint32_t caller, callee; /* callee UINT32_MAX: not known */
    bool tail, direct;
};

struct solver {
    const struct text *text;
    const struct discovery *discovery;
    struct summary *summary;
    struct call *calls; /* by caller */
    size_t call_count, call_room;
    uint32_t *first_call;       /* of each function in calls; one more at the end */
    uint32_t *callers, *called; /* callers[called[f] .. called[f + 1]]: who calls f directly */
    uint32_t *first_block;      /* of each function in the arrays by block */
    size_t block_count;
    struct regset *use, *def, *live, *sure; /* by block; live, sure: at its start */
    struct transfer *transfers; /* of the function that is looked at, by block: none of one that
                                   stays inside (block_stays) */
    uint32_t *order; /* all functions, callees before callers where calls make no circle */
    uint32_t *queue; /* functions to look at again: a ring */
    uint8_t *queued;
    uint8_t
        *answers; /* by function: it returns what code behind a pointer does, q0 in the struct */
    size_t head, waiting;
};

/* Finds the order of the functions. */
void solver_order(struct solver *s);
void solver_enqueue(struct solver *s, uint32_t function);
/* All functions. */
void solver_enqueue_callees_first(struct solver *s);
void solver_enqueue_callers_first(struct solver *s);
void solver_enqueue_callers(struct solver *s, uint32_t function);
uint32_t solver_dequeue(struct solver *s);
/* Liveness inside one function, by its transfers. */
void solver_live(struct solver *s, uint32_t function);

/* ---- the fixpoints that have files of their own ---- */
void summary_find_changes(struct solver *s);
void summary_find_params(struct solver *s);
void summary_find_junk(struct solver *s);
void summary_find_touches(struct solver *s);
void summary_find_left(struct solver *s);

#endif
