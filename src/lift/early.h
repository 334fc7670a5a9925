/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_EARLY_H
#define WINDLASS_LIFT_EARLY_H

#include "lift/dataflow.h"

/* Registers that a function stores where it sets them: once before a loop, say, that calls. Others
 * are stored where somebody reads them in the struct, and where they are newer. */

/* What may be. x0, x1 and q0 come and go with calls; SP and x30 are given. */
#define EARLY_CANDIDATES ((struct regset){0x3ffffffcu, 0xfffffffeu, false})

/* Of the flow, in which nothing is stored early: what is read in the struct behind the ends of
 * blocks, with their transfers, before it is set anew. By block; free it. */
struct regset *early_wanted(const struct function *f, const struct transfer *transfers,
                            const struct flow *flow);
/* What costs less stores as in `early` than as in `late`. */
struct regset early_choose(const struct function *f, const double *runs, const struct flow *late,
                           const struct flow *early);

#endif
