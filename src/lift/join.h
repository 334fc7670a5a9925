/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_JOIN_H
#define WINDLASS_LIFT_JOIN_H

#include "lift/definition.h"

/* What a place holds at the start of a block where paths meet: what its only definition gives, a
 * constant that all paths bring, or a name for all that it may be. */
const struct value *join_value(struct symbolic *s, struct place place, uint32_t block);
/* What the call at the block's end leaves. */
const struct value *join_call(struct symbolic *s, struct place place, uint32_t block);
/* The value that one definition gives (symbolic.c). */
const struct value *symbolic_defined(struct symbolic *s, struct place place, uint32_t block,
                                     uint32_t at);

#endif
