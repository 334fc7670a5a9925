/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_FREQUENCY_H
#define WINDLASS_LIFT_FREQUENCY_H

#include "lift/discover.h"

/* How often the blocks of a function run for each time that it is called: a guess from its edges.
 * Loops run a few times, and what only leads to calls of functions that never return hardly runs.
 * By block; free it. */
double *frequency_find(const struct text *t, const struct discovery *d, const bool *endless,
                       const struct function *f);

#endif
