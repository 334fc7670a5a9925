/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_LEVEL_H
#define WINDLASS_LIFT_LEVEL_H

#include "lift/function.h"

/* Where SP stands in a function, proved: all that writes it adds a constant, and paths that meet
 * agree. Then SP tells what it was at the entry, which needs no local of its own, and returns need
 * not compare it. */

struct levels {
    bool known;
    bool calls;   /* the function calls others */
    int32_t *end; /* by block: SP minus the entry's SP where the block ends */
};

/* Not known: where frames have no fixed size, SP is another one at a return, or code is resumed. */
void levels_find(const struct text *t, const struct function *f, struct levels *out);
void levels_free(struct levels *levels);

/* Is the word a plain instruction that makes the stack grow by a constant? */
bool level_falls(uint32_t word);

#endif
