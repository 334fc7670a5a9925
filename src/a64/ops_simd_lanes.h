/* SPDX-License-Identifier: MIT */
/* Part of a64/ops_simd_width.h: arithmetic on signed or unsigned lanes of one width. */

#define LANES_2(name, expression)                                                                  \
    static inline a64_v2u64 FN(name)(a64_v2u64 qa, a64_v2u64 qb) {                                 \
        V a = (V)qa, b = (V)qb;                                                                    \
        return (a64_v2u64)(expression);                                                            \
    }

/* The wrapping ones are done unsigned, where C wraps. */
LANES_2(add, (VU)a + (VU)b)
LANES_2(sub, (VU)a - (VU)b)
LANES_2(mul, (VU)a *(VU)b)
LANES_2(max, __builtin_elementwise_max(a, b))
LANES_2(min, __builtin_elementwise_min(a, b))
LANES_2(abd, (VU)__builtin_elementwise_max(a, b) - (VU)__builtin_elementwise_min(a, b))
/* Halved sums without the carry: a + b = 2 (a & b) + (a ^ b) = 2 (a | b) - (a ^ b), and
 * a - b = (a ^ b) - 2 (~a & b). */
LANES_2(hadd, (VU)(a &b) + (VU)((a ^ b) >> 1))
LANES_2(rhadd, (VU)(a | b) - (VU)((a ^ b) >> 1))
LANES_2(hsub, (VU)((a ^ b) >> 1) - (VU)(~a & b))
LANES_2(cmgt, a > b)
LANES_2(cmge, a >= b)
LANES_2(cmle, a <= b)
LANES_2(cmlt, a < b)
LANES_2(cmeq, a == b)
LANES_2(cmtst, (a & b) != 0)

/* Saturated. A lane that is not what it is when it wraps has saturated. */
static inline a64_v2u64 FN(qadd)(uint64_t bits, a64_v2u64 a, a64_v2u64 b, struct a64_state *s) {
    a64_v2u64 r = (a64_v2u64)__builtin_elementwise_add_sat((V)a, (V)b);
    return a64_saturated(bits, r, r ^ FN(add)(a, b), s);
}

static inline a64_v2u64 FN(qsub)(uint64_t bits, a64_v2u64 a, a64_v2u64 b, struct a64_state *s) {
    a64_v2u64 r = (a64_v2u64)__builtin_elementwise_sub_sat((V)a, (V)b);
    return a64_saturated(bits, r, r ^ FN(sub)(a, b), s);
}

/* SUQADD and USQADD: the accumulator has this sign, the operand the other. The sum leaves the
 * range on one side only. */
static inline a64_v2u64 FN(qadd_other)(uint64_t bits, a64_v2u64 qa, a64_v2u64 qb,
                                       struct a64_state *s) {
    V r = (V)qa, lost = {0};
    for (int i = 0; i < LANES; i++) {
        E a = r[i], sum;
#if SIGNED
        lost[i] = __builtin_add_overflow(a, ((VU)qb)[i], &sum);
        r[i] = lost[i] ? MOST : sum;
#else
        ES b = ((VS)qb)[i];
        lost[i] = __builtin_add_overflow(a, b, &sum);
        r[i] = !lost[i] ? sum : b < 0 ? LEAST : MOST;
#endif
    }
    return a64_saturated(bits, (a64_v2u64)r, (a64_v2u64)lost, s);
}

/* Across the lanes of the low 64 or of all 128 bits. */
static inline uint64_t FN(across_max)(a64_v2u64 v, uint64_t bits) {
    return (EU)__builtin_reduce_max((V)(bits == 64 ? a64_join(v[0], v[0]) : v));
}

static inline uint64_t FN(across_min)(a64_v2u64 v, uint64_t bits) {
    return (EU)__builtin_reduce_min((V)(bits == 64 ? a64_join(v[0], v[0]) : v));
}

static inline uint64_t FN(across_add)(a64_v2u64 v, uint64_t bits) {
    return (EU)__builtin_reduce_add((VU)a64_keep(bits, v));
}

#undef LANES_2
