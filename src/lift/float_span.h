/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_FLOAT_SPAN_H
#define WINDLASS_LIFT_FLOAT_SPAN_H

#include "lift/dataflow.h"
#include "lift/suspects.h"

/* Pieces of blocks whose results are looked at together, at the end (lift/suspects.h). If one is a
 * NaN, what may have become wrong is worked out again, exactly and in order; values that it needs
 * and that are no longer in their registers then were put aside. Nothing else is done twice. */

enum {
    SPAN_STEPS = 16,
    SPAN_TWINS = 2, /* one is looked at where it stands */
};

struct float_span {
    uint32_t first, end;  /* word indices */
    struct suspects left; /* at the end, and read later; not those that are NaNs only together with
                             another one */
    uint32_t scalars;     /* those of `left` that are one float each */
    /* The instructions whose results may be wrong. */
    uint32_t steps[SPAN_STEPS], step_count, twins;
};

/* The first span in the block from the word on; false: there is none. */
bool float_span_find(const struct text *t, const struct function *f, const struct flow *flow,
                     uint32_t block, uint32_t from, struct float_span *out);

/* Whose result a register holds before the word `at`: an earlier word of the span's, or
 * span->first - 1 for what was there before. */
uint32_t float_span_definition(const struct text *t, const struct float_span *span, uint32_t at,
                               unsigned reg);

#endif
