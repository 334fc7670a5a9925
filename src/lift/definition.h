/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_DEFINITION_H
#define WINDLASS_LIFT_DEFINITION_H

#include "lift/symbolic.h"

/* Where a register or a frame slot got what it holds. */

/* A general register, or (bytes != 0) the slot of a frame at [reg + offset]. */
struct place {
    uint8_t reg, bytes;
    uint64_t offset;
};

/* Places of definition that are no instruction. */
#define SITE_NONE  UINT32_MAX
#define SITE_CALL  (UINT32_MAX - 1) /* the call that ends the block */
#define SITE_ENTRY (UINT32_MAX - 2) /* the caller */

#define REG_FP 29
#define REG_SP 31

/* The word that defines the place last before word `at` of the block, or before its end, where the
 * call at it has come back; SITE_NONE: none in the block; SITE_CALL: its call. What such a call
 * runs may stand in place of it (outlined.h): then words of that belong to the block, both as
 * result and as `at`. Stores through other pointers and callees are taken not to aim at a frame
 * slot; what is found that way is noted as assumed. */
uint32_t definition_before(struct symbolic *s, struct place place, uint32_t block, uint32_t at);
/* The same at the end of the block. */
uint32_t definition_in_block(struct symbolic *s, struct place place, uint32_t block);
/* The same, and on through blocks before it up to one where paths meet: that one is *block then. */
uint32_t definition_above(struct symbolic *s, struct place place, uint32_t *block, uint32_t at);
/* Is the site a call after which nothing can read the place? */
bool definition_is_lost(struct place place, uint32_t site);

#endif
