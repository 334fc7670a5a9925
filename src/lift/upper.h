/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_UPPER_H
#define WINDLASS_LIFT_UPPER_H

#include "lift/function.h"

/* Upper halves of vector registers that nobody reads.
 *
 * An instruction that writes a double sets the upper half of its register to zero. The host's
 * instructions leave something there, so that making the zeros is one more, at nearly every double
 * where ways meet. Whatever leaves the function counts as a reader. */

struct uppers {
    uint32_t *live;  /* by block: registers whose upper half is read from its beginning on */
    uint32_t *first; /* by block: the place of its first word in `dead` */
    bool *dead;      /* by word: it writes lower halves, and nobody reads the upper ones */
};

void uppers_find(const struct text *t, const struct function *f, struct uppers *out);
void uppers_free(struct uppers *uppers);
/* May the word, which is in the block, leave the upper halves that it writes undefined? */
bool uppers_dead(const struct uppers *uppers, const struct block *b, uint32_t block, uint32_t word);

#endif
