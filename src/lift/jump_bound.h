/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_JUMP_BOUND_H
#define WINDLASS_LIFT_JUMP_BOUND_H

#include "lift/symbolic.h"

/* Larger indices than this are taken as "no bound". */
enum { JUMP_BOUND_MAX = 4096 };

/* The largest index with which the load at word `load`, on the way to the BR at the end of `block`,
 * can read its table: by compares on every path, or by the index's own form. */
uint64_t jump_bound(struct symbolic *s, uint32_t block, uint32_t load, const struct value *index);
/* The largest value of Xn before word `at` of the block. */
uint64_t jump_bound_register(struct symbolic *s, uint32_t block, uint32_t at, unsigned reg);

#endif
