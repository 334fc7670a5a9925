/* SPDX-License-Identifier: MIT */
/* Included by a64/ops_simd.h with A64_LANE_BITS 8, 16, 32 and 64 (hence no guard): the lane
 * operations of that width, once for unsigned and once for signed lanes. */

#define GLUE_(a, b)     a##b
#define GLUE(a, b)      GLUE_(a, b)
#define BITS            A64_LANE_BITS
#define LANES           (128 / BITS)
#define VS              GLUE(a64_vs, BITS)
#define VU              GLUE(a64_vu, BITS)
#define ES              GLUE(GLUE(int, BITS), _t)
#define EU              GLUE(GLUE(uint, BITS), _t)
#define UNSIGNED_(name) GLUE(a64_##name##_u, BITS)
#define SIGNED_(name)   GLUE(a64_##name##_s, BITS)

#define FN(name) UNSIGNED_(name)
#define V        VU
#define E        EU
#define SIGNED   0
#define LEAST    ((E)0)
#define MOST     ((E) - 1)
#include "a64/ops_simd_lanes.h"
#include "a64/ops_simd_shift.h"
#undef FN
#undef V
#undef E
#undef SIGNED
#undef LEAST
#undef MOST

#define FN(name) SIGNED_(name)
#define V        VS
#define E        ES
#define SIGNED   1
#define LEAST    ((E)((EU)1 << (BITS - 1)))
#define MOST     ((E)(((EU)1 << (BITS - 1)) - 1))
#include "a64/ops_simd_lanes.h"
#include "a64/ops_simd_shift.h"
#undef FN
#undef V
#undef E
#undef SIGNED
#undef LEAST
#undef MOST

#define FN(name) GLUE(a64_##name##_, BITS)
#include "a64/ops_simd_plain.h"
#undef FN

#undef GLUE_
#undef GLUE
#undef BITS
#undef LANES
#undef VS
#undef VU
#undef ES
#undef EU
#undef UNSIGNED_
#undef SIGNED_
