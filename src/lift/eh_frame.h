/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_EH_FRAME_H
#define WINDLASS_LIFT_EH_FRAME_H

#include "lift/text.h"

/* Marks the start of each FDE in the module's .eh_frame and reads the exception table that it
 * names. Returns how many FDEs there are; a malformed record ends the walk, what was read before it
 * counts. */
size_t eh_frame_mark(struct text *t);

#endif
