/* SPDX-License-Identifier: MIT */
/* Part of a64/ops_simd_width.h: shifts of signed or unsigned lanes, by one number for all lanes or
 * by a register of signed counts. */

static inline V FN(splat_)(uint64_t n) {
    return (V){0} + (E)n;
}

/* Right by n, at least 0: a shift of the whole width or more leaves sign or zero. */
static inline V FN(right_)(V a, V n) {
#if SIGNED
    return a >> (V)__builtin_elementwise_min((VU)n, (VU){0} + (EU)(BITS - 1)); /* 128 as -128 */
#else
    return (a >> (n & (E)(BITS - 1))) & (V)(n < (E)BITS);
#endif
}

static inline a64_v2u64 FN(shr)(a64_v2u64 a, uint64_t n) {
    return (a64_v2u64)FN(right_)((V)a, FN(splat_)(n));
}

/* Rounded: half of the last bit that stays is added, without the carry that the sum could lose. */
static inline a64_v2u64 FN(rshr)(a64_v2u64 a, uint64_t n) {
    VU half = (VU)((V)a >> FN(splat_)(n - 1)) & (EU)1;
    return (a64_v2u64)((VU)FN(shr)(a, n) + half);
}

static inline a64_v2u64 FN(shl)(a64_v2u64 a, uint64_t n) {
    return (a64_v2u64)((VU)a << (EU)n);
}

static inline E FN(saturated_left_)(E a, int n) {
    if (n < BITS) {
        E r = (E)((EU)a << n);
        if ((E)(r >> n) == a)
            return r;
    } else if (a == 0) {
        return 0;
    }
    return a < 0 ? LEAST : MOST;
}

/* Saturated left, all lanes by n (SQSHL, UQSHL immediate). */
static inline a64_v2u64 FN(qshl)(a64_v2u64 a, uint64_t n) {
    V r = (V)a;
    for (int i = 0; i < LANES; i++)
        r[i] = FN(saturated_left_)(r[i], (int)n);
    return (a64_v2u64)r;
}

/* By register: the low byte of each lane of b, signed, left if positive. */
static inline a64_v2u64 FN(shlr)(a64_v2u64 a, a64_v2u64 b) {
    VS n = (VS)((VU)b << (EU)(BITS - 8)) >> (ES)(BITS - 8);
    VU left = ((VU)a << (VU)(n & (ES)(BITS - 1))) & (VU)(n < (ES)BITS);
    return a64_select((a64_v2u64)(n >= 0), (a64_v2u64)left, (a64_v2u64)FN(right_)((V)a, (V)-n));
}

/* The same rounded, saturated or both; `round` and `saturate` are constants where this is used. */
static inline E FN(shift_lane_)(E a, int n, int round, int saturate) {
    if (n >= 0) {
        if (saturate)
            return FN(saturated_left_)(a, n);
        return n < BITS ? (E)((EU)a << n) : 0;
    }
    n = -n;
    E r = n < BITS ? (E)(a >> n) : a < 0 ? (E)-1 : 0;
    if (round)
        return n <= BITS ? (E)(r + (a >> (n - 1) & 1)) : 0;
    return r;
}

#define SHIFT(name, round, saturate)                                                               \
    static inline a64_v2u64 FN(name)(a64_v2u64 a, a64_v2u64 b) {                                   \
        V r = (V)a;                                                                                \
        for (int i = 0; i < LANES; i++)                                                            \
            r[i] = FN(shift_lane_)(r[i], (int8_t)((VU)b)[i], round, saturate);                     \
        return (a64_v2u64)r;                                                                       \
    }

SHIFT(rshlr, 1, 0)
SHIFT(qshlr, 0, 1)
SHIFT(qrshlr, 1, 1)

#undef SHIFT
