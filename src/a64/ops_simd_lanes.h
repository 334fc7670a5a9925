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
LANES_2(qadd, __builtin_elementwise_add_sat(a, b))
LANES_2(qsub, __builtin_elementwise_sub_sat(a, b))
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

/* SUQADD and USQADD: the accumulator has this sign, the operand the other. The sum leaves the
 * range on one side only. */
static inline a64_v2u64 FN(qadd_other)(a64_v2u64 qa, a64_v2u64 qb) {
    V r = (V)qa;
    for (int i = 0; i < LANES; i++) {
        E a = r[i], sum;
#if SIGNED
        r[i] = __builtin_add_overflow(a, ((VU)qb)[i], &sum) ? MOST : sum;
#else
        ES b = ((VS)qb)[i];
        r[i] = !__builtin_add_overflow(a, b, &sum) ? sum : b < 0 ? LEAST : MOST;
#endif
    }
    return (a64_v2u64)r;
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
