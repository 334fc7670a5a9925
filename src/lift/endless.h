/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_ENDLESS_H
#define WINDLASS_LIFT_ENDLESS_H

#include "lift/discover.h"

/* Functions that never return: every path ends in a trap, in a loop, in what jumps elsewhere, or
 * in another such function. The compiler of the guest knew, and left behind a call of one whatever
 * came next in the text: registers say nothing there, nor is a frame taken down. It is used only
 * where a wrong answer changes nothing for code that keeps to the procedure call standard. */

/* By function number. */
bool *endless_find(const struct text *t, const struct discovery *d);
/* Is the block's end a call that does not come back, going by what endless_find gave? What is
 * resumed behind a call (resume.h) is code that comes back. */
bool endless_call(const struct text *t, const struct discovery *d, const bool *endless,
                  const struct function *f, const struct block *b);

#endif
