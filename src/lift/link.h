/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_LINK_H
#define WINDLASS_LIFT_LINK_H

#include "lift/discover.h"

/* May the function go back to another place than the one it was called from, on the same stack?
 * Assembly does so that makes a return address by ADR or takes it from a table and branches to a
 * function, or returns behind words that stand after the call. The code there is no function that
 * the compiler made: it may read any register of this function and of its callers. What is loaded
 * from the stack is taken to be a return address that was saved there. */
bool link_leads_elsewhere(const struct text *t, const struct discovery *d,
                          const struct function *f);

#endif
