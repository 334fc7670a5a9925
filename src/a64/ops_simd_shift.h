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

/* *lost becomes 1 where it saturates. */
static inline E FN(saturated_left_)(E a, int n, E *lost) {
    if (n < BITS) {
        E r = (E)((EU)a << n);
        if ((E)(r >> n) == a)
            return r;
    } else if (a == 0) {
        return 0;
    }
    *lost = 1;
    return a < 0 ? LEAST : MOST;
}

/* Saturated left, all lanes by n (SQSHL, UQSHL immediate). */
static inline a64_v2u64 FN(qshl)(uint64_t bits, a64_v2u64 a, uint64_t n, struct a64_state *s) {
    V r = (V)a, lost = {0};
    for (int i = 0; i < LANES; i++) {
        E saturated = 0;
        r[i] = FN(saturated_left_)(r[i], (int)n, &saturated);
        lost[i] = saturated;
    }
    return a64_saturated(bits, (a64_v2u64)r, (a64_v2u64)lost, s);
}

/* Left by n, less than the width. In two steps: where the host has no such shift of 32-bit lanes,
 * the compiler multiplies by powers of two that it makes with a conversion from float, and that
 * conversion raises an exception for 2^31, which FPSR would show. */
static inline VU FN(left_)(VU a, VU n) {
#if BITS == 32 && !defined(__AVX2__)
    return a << (n & 15u) << (n & 16u);
#else
    return a << n;
#endif
}

/* By register: the low byte of each lane of b, signed, left if positive. */
static inline a64_v2u64 FN(shlr)(a64_v2u64 a, a64_v2u64 b) {
    VS n = (VS)((VU)b << (EU)(BITS - 8)) >> (ES)(BITS - 8);
    VU left = FN(left_)((VU)a, (VU)n & (EU)(BITS - 1)) & (VU)(n < (ES)BITS);
    return a64_select((a64_v2u64)(n >= 0), (a64_v2u64)left, (a64_v2u64)FN(right_)((V)a, (V)-n));
}

/* The same rounded, saturated or both; `round` and `saturate` are constants where this is used. */
static inline E FN(shift_lane_)(E a, int n, int round, int saturate, E *lost) {
    if (n >= 0) {
        if (saturate)
            return FN(saturated_left_)(a, n, lost);
        return n < BITS ? (E)((EU)a << n) : 0;
    }
    n = -n;
    E r = n < BITS ? (E)(a >> n) : a < 0 ? (E)-1 : 0;
    if (round)
        return n <= BITS ? (E)(r + (a >> (n - 1) & 1)) : 0;
    return r;
}

static inline a64_v2u64 FN(shift_lanes_)(uint64_t bits, a64_v2u64 a, a64_v2u64 b, int round,
                                         int saturate, struct a64_state *s) {
    V r = (V)a, lost = {0};
    for (int i = 0; i < LANES; i++) {
        E saturated = 0;
        r[i] = FN(shift_lane_)(r[i], (int8_t)((VU)b)[i], round, saturate, &saturated);
        lost[i] = saturated;
    }
    return a64_saturated(bits, (a64_v2u64)r, (a64_v2u64)lost, s);
}

static inline a64_v2u64 FN(rshlr)(a64_v2u64 a, a64_v2u64 b) {
    return FN(shift_lanes_)(128, a, b, 1, 0, 0);
}

static inline a64_v2u64 FN(qshlr)(uint64_t bits, a64_v2u64 a, a64_v2u64 b, struct a64_state *s) {
    return FN(shift_lanes_)(bits, a, b, 0, 1, s);
}

static inline a64_v2u64 FN(qrshlr)(uint64_t bits, a64_v2u64 a, a64_v2u64 b, struct a64_state *s) {
    return FN(shift_lanes_)(bits, a, b, 1, 1, s);
}
