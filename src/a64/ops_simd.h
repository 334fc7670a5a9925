/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_OPS_SIMD_H
#define WINDLASS_A64_OPS_SIMD_H

#include "a64/ops_crypto.h"
#include "a64/ops_fp.h"

/* Advanced SIMD, one definition for interpreter and generated C. Operations take and give whole
 * registers as a64_v2u64 and work on every lane; the row keeps of the result what the form has
 * (a64_keep). Operations on lanes are a64_NAME_GB: G is s or u, B the bits of a lane. Those that
 * saturate take the bits of the form first and keep them, since other lanes must not set QC. */

/* Where a bit of `changed` is set in the low `bits`, an integer saturated. */
static inline void a64_note_saturated(uint64_t bits, a64_v2u64 changed, struct a64_state *s) {
    if (A64_FLOAT_HAS_STATUS && a64_any(a64_keep(bits, changed)))
        s->fpsr |= A64_FPSR_QC;
}

static inline a64_v2u64 a64_saturated(uint64_t bits, a64_v2u64 r, a64_v2u64 changed,
                                      struct a64_state *s) {
    a64_note_saturated(bits, changed, s);
    return a64_keep(bits, r);
}

/* What was loaded, and what is to be stored, as a register. */
static inline a64_v2u64 a64_from_64(uint64_t v) {
    return a64_join(v, 0);
}

static inline a64_v2u64 a64_from_128(a64_v2u64 v) {
    return v;
}

static inline uint64_t a64_to_64(a64_v2u64 v) {
    return v[0];
}

static inline a64_v2u64 a64_to_128(a64_v2u64 v) {
    return v;
}

/* The high half in the place of the low one. */
static inline a64_v2u64 a64_high(a64_v2u64 v) {
    return a64_join(v[1], 0);
}

/* The half that a widening form or its "2" reads. */
static inline a64_v2u64 a64_part(uint64_t upper, a64_v2u64 v) {
    return upper ? a64_high(v) : v;
}

/* low's low half with v's low half above it: what the narrowing "2" forms write. */
static inline a64_v2u64 a64_above(a64_v2u64 low, a64_v2u64 v) {
    return a64_join(low[0], v[0]);
}

/* Bits of a where the mask is set, else of b. */
static inline a64_v2u64 a64_select(a64_v2u64 mask, a64_v2u64 a, a64_v2u64 b) {
    return (mask & a) | (~mask & b);
}

#include "a64/ops_simd_permute.h"

#define A64_LANE_BITS 8
#include "a64/ops_simd_width.h"
#undef A64_LANE_BITS
#define A64_LANE_BITS 16
#include "a64/ops_simd_width.h"
#undef A64_LANE_BITS
#define A64_LANE_BITS 32
#include "a64/ops_simd_width.h"
#undef A64_LANE_BITS
#define A64_LANE_BITS 64
#include "a64/ops_simd_width.h"
#undef A64_LANE_BITS

#include "a64/ops_simd_narrow.h"

#endif
