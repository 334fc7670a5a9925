/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_KNOWN_LIMIT_H
#define WINDLASS_LIFT_KNOWN_LIMIT_H

#include "lift/discover.h"

/* The largest values that functions return and are given. A compiler that knows all values of an
 * enumeration leaves out the compare before a switch on it, whether a callee returned it or the
 * callers of a function of this module alone give it. */

/* What text->limits says of the function and register; false where nobody asked yet. */
bool limit_known(const struct text *t, struct limit *limit);

struct walker;

/* Works out what switches of the found functions want, and builds these functions once more. */
void limits_use(struct walker *w, struct discovery *d);

#endif
