/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_OPS_FP_H
#define WINDLASS_A64_OPS_FP_H

#include "a64/vector.h"

/* Floating-point helpers of the rows, one definition for lifted code and interpreter. Values in,
 * values out; nothing but compiler builtins. */

#endif
