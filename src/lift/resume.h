/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_RESUME_H
#define WINDLASS_LIFT_RESUME_H

#include "lift/discover.h"

/* Where control comes back to a function that it had left for good, or for another stack: landing
 * pads of exceptions, returns of setjmp, returns of what switches stacks. The C function goes on
 * there (see emit.c); at all other places the interpreter runs the rest of the function. */

/* Sets `resumed` of the blocks. */
void resume_find(const struct text *t, struct discovery *d);

struct resume_point {
    uint64_t pc;
    size_t function; /* number */
};

/* One for each address, sorted; none where a function begins. The caller frees. */
struct resume_point *resume_points(const struct text *t, const struct discovery *d, size_t *count);

#endif
