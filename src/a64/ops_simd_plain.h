/* SPDX-License-Identifier: MIT */
/* Part of a64/ops_simd_width.h: operations on lanes of one width for which the sign is nothing. */

/* Lane i of v, in all lanes. */
static inline a64_v2u64 FN(dup)(a64_v2u64 v, uint64_t i) {
    return (a64_v2u64)((VU){0} + ((VU)v)[i]);
}

static inline a64_v2u64 FN(splat)(uint64_t e) {
    return (a64_v2u64)((VU){0} + (EU)e);
}

static inline EU FN(lane)(a64_v2u64 v, uint64_t i) {
    return ((VU)v)[i];
}

static inline a64_v2u64 FN(insert)(a64_v2u64 v, uint64_t i, uint64_t e) {
    VU r = (VU)v;
    r[i] = (EU)e;
    return (a64_v2u64)r;
}

static inline a64_v2u64 FN(neg)(a64_v2u64 v) {
    return (a64_v2u64)((VU){0} - (VU)v);
}

static inline a64_v2u64 FN(abs)(a64_v2u64 v) {
    VU sign = (VU)((VS)v < 0);
    return (a64_v2u64)(((VU)v ^ sign) - sign);
}

/* Saturated: the least number has no counterpart. */
static inline a64_v2u64 FN(least)(a64_v2u64 v) {
    return (a64_v2u64)((VU)v == (EU)((EU)1 << (BITS - 1)));
}

static inline a64_v2u64 FN(qneg)(uint64_t bits, a64_v2u64 v, struct a64_state *s) {
    a64_v2u64 r = (a64_v2u64)__builtin_elementwise_sub_sat((VS){0}, (VS)v);
    return a64_saturated(bits, r, FN(least)(v), s);
}

static inline a64_v2u64 FN(qabs)(uint64_t bits, a64_v2u64 v, struct a64_state *s) {
    VS negative = __builtin_elementwise_sub_sat((VS){0}, (VS)v);
    a64_v2u64 r = (a64_v2u64)__builtin_elementwise_max((VS)v, negative);
    return a64_saturated(bits, r, FN(least)(v), s);
}

/* Unsigned saturated left shift of signed lanes (SQSHLU). */
static inline a64_v2u64 FN(qshlu)(uint64_t bits, a64_v2u64 v, uint64_t n, struct a64_state *s) {
    a64_v2u64 positive = (a64_v2u64)__builtin_elementwise_max((VS)v, (VS){0});
    a64_note_saturated(bits, v ^ positive, s);
    return UNSIGNED_(qshl)(bits, positive, n, s);
}

/* Shifts that keep the bits of r which v does not reach. */
static inline a64_v2u64 FN(sli)(a64_v2u64 r, a64_v2u64 v, uint64_t n) {
    VU moved = (VU){0} + (EU)((EU)-1 << n);
    return a64_select((a64_v2u64)moved, UNSIGNED_(shl)(v, n), r);
}

static inline a64_v2u64 FN(sri)(a64_v2u64 r, a64_v2u64 v, uint64_t n) {
    a64_v2u64 moved = UNSIGNED_(shr)((a64_v2u64)((VU){0} + (EU)-1), n);
    return a64_select(moved, UNSIGNED_(shr)(v, n), r);
}

/* Leading zeros, and leading copies of the sign bit. */
static inline a64_v2u64 FN(vclz)(a64_v2u64 v) {
    VU r = (VU)v;
    for (int i = 0; i < LANES; i++)
        r[i] = (EU)(r[i] ? __builtin_clzll(r[i]) - (64 - BITS) : BITS);
    return (a64_v2u64)r;
}

static inline a64_v2u64 FN(vcls)(a64_v2u64 v) {
    VU sign = (VU)((VS)v < 0);
    return (a64_v2u64)((VU)FN(vclz)((a64_v2u64)((VU)v ^ sign)) - (EU)1);
}

/* Every second lane of a and then b, from lane 0 or 1 on; registers of 64 bits where q is 0. */
static inline a64_v2u64 FN(even)(uint64_t q, a64_v2u64 a, a64_v2u64 b) {
    return q ? FN(uzp1)(a, b) : FN(uzp1)(a64_above(a, b), a64_join(0, 0));
}

static inline a64_v2u64 FN(odd)(uint64_t q, a64_v2u64 a, a64_v2u64 b) {
    return q ? FN(uzp2)(a, b) : FN(uzp2)(a64_above(a, b), a64_join(0, 0));
}

/* a's and b's lanes in turn, the second half of the outcome (zip1 has the first). */
static inline a64_v2u64 FN(zip_high)(uint64_t q, a64_v2u64 a, a64_v2u64 b) {
    return q ? FN(zip2)(a, b) : a64_high(FN(zip1)(a, b));
}
