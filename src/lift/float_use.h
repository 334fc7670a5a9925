/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_FLOAT_USE_H
#define WINDLASS_LIFT_FLOAT_USE_H

#include "lift/lift.h"
#include "lift/text.h"

/* The level (A64_FLOAT_*) that all C of a program is compiled for. With LIFT_FLOAT_AUTO it follows
 * from the words of all texts: FPCR is 0 where nothing writes it, and what FPSR holds is nobody's
 * concern where nothing reads it. Programs that can make code at run time, and debug output, have
 * everything. */
unsigned float_use_level(const struct text *texts, size_t count,
                         const struct lift_options *options);

#endif
