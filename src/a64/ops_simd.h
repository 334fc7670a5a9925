/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_OPS_SIMD_H
#define WINDLASS_A64_OPS_SIMD_H

#include "a64/vector.h"

/* Advanced SIMD helpers of the rows, one definition for lifted code and interpreter. Values in,
 * values out; nothing but compiler builtins. */

#endif
