/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_FLAGS_H
#define WINDLASS_LIFT_FLAGS_H

#include "lift/function.h"

/* Condition flags one by one, inside a block: most comparisons are followed by a branch that reads
 * one or two of them, and what nobody reads need not be printed and compiled. */

/* The flags that the instruction reads. */
unsigned flags_read(const struct text *t, size_t index);
/* Of the flags that the instruction at word `index` of the block sets, those that somebody reads;
 * live_behind: flags are read behind the block, or stored at its end. */
unsigned flags_wanted(const struct text *t, const struct block *b, uint32_t index,
                      bool live_behind);

#endif
