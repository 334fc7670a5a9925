/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_RESULT_H
#define WINDLASS_LIFT_RESULT_H

#include "lift/discover.h"

/* The largest x0 that functions return. A compiler that knows all values of an enumeration which a
 * callee returns leaves out the compare before a switch on it. */

/* What text->results says of the function; false where nobody asked yet. */
bool result_known(const struct text *t, uint64_t entry, uint64_t *limit);

struct walker;

/* Works out the results that switches of the found functions want, and builds these functions once
 * more with them. */
void result_use(struct walker *w, struct discovery *d);

#endif
