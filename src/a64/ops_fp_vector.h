/* SPDX-License-Identifier: MIT */
/* Part of a64/ops_fp_width.h: operations on the lanes of one width, all at once where host
 * arithmetic will do. */

#define SPLAT(c) ((VF)((VU){0} + FN(bits)(CONSTANT(c))))
/* Lanes that the form does not have must not raise anything: they count as zero. */
#define TAKE(q)        ((VF)(A64_FLOAT_HAS_STATUS ? a64_keep(bits, q) : (q)))
#define ANY(mask)      A64_UNLIKELY(a64_any((a64_v2u64)(mask)))
#define V_SUBNORMAL(a) ((VU)V_ABS(a) - 1 < LEAST - 1)

/* As the scalar functions of these names; `subnormal` is a mask. */
#define V_IS_WRONG(r, subnormal)                                                                   \
    (A64_FLOAT_CARES &&                                                                            \
     (A64_FLOAT_HAS_STATUS                                                                         \
          ? ANY((r != r) | ((VU)V_ABS(r) == LEAST))                                                \
          : ANY(r != r) || (a64_flushes(s) && ANY((subnormal) | ((VU)V_ABS(r) - 1 < LEAST)))))
#define V_IS_UNFIT(special) (A64_FLOAT_HAS_STATUS && (a64_flushes(s) || ANY(special)))
#define V_SPECIAL(a)        (((VU)(a) & INFINITE) == INFINITE)
#define V_LARGE(a)          ((VU)V_ABS(a) > LARGE)

static inline VF FN(vflush)(uint64_t bits, a64_v2u64 q, struct a64_state *s) {
    VF a = TAKE(q);
    if (a64_flushes(s) && ANY(V_SUBNORMAL(a))) {
        a64_raise(s, A64_FPSR_IDC);
        return PICK((VU)V_SUBNORMAL(a) & ~SIGN, (VU){0}, a);
    }
    return a;
}

/* --- Arithmetic ------------------------------------------------------------------------------- */

/* As in a64/ops_fp_scalar.h. */
#define HOST_VECTOR_2(name, expression)                                                            \
    static inline a64_v2u64 FN(host_v##name)(uint64_t bits, a64_v2u64 qa, a64_v2u64 qb,            \
                                             struct a64_state *s) {                                \
        VF a = (VF)qa, b = (VF)qb;                                                                 \
        (void)s;                                                                                   \
        return a64_keep(bits, (a64_v2u64)(expression));                                            \
    }
/* `take` is where b comes from: zero is no divisor for lanes that are not there. */
#define VECTOR_2_OF(name, take, special, expression)                                               \
    HOST_VECTOR_2(name, expression)                                                                \
    static inline a64_v2u64 FN(v##name)(uint64_t bits, a64_v2u64 qa, a64_v2u64 qb,                 \
                                        struct a64_state *s) {                                     \
        VF a = TAKE(qa), b = take;                                                                 \
        if (V_IS_UNFIT(special))                                                                   \
            return FN(soft_each2)(FN(soft_##name), bits, qa, qb, s);                               \
        VF r = expression;                                                                         \
        if (V_IS_WRONG(r, V_SUBNORMAL(a) | V_SUBNORMAL(b)))                                        \
            return FN(soft_each2)(FN(soft_##name), bits, qa, qb, s);                               \
        return a64_keep(bits, (a64_v2u64)r);                                                       \
    }
#define VECTOR_2(name, special, expression) VECTOR_2_OF(name, TAKE(qb), special, expression)

/* a * b + c in one rounding. The elementwise builtin does not know of rounding modes. */
static inline VF FN(vmultiply_add)(VF a, VF b, VF c) {
#if !A64_FLOAT_HAS_MODES
    return __builtin_elementwise_fma(a, b, c);
#elif defined(__FMA__)
    return HOST_V_FMA(a, b, c);
#else
    for (int i = 0; i < LANES; i++)
        c[i] = MATH(fma)(a[i], b[i], c[i]);
    return c;
#endif
}

static inline VF FN(divisor)(uint64_t bits, a64_v2u64 q) {
    VF b = TAKE(q);
    for (int i = 1; A64_FLOAT_HAS_STATUS && i < LANES; i++)
        if ((uint64_t)i * A64_FP_BITS >= bits)
            b[i] = CONSTANT(1.0);
    return b;
}

#define ASIDE_VECTOR_2(name)                                                                       \
    ASIDE a64_v2u64 FN(aside_v##name)(uint64_t bits, a64_v2u64 a, a64_v2u64 b,                     \
                                      struct a64_state *s) {                                       \
        return FN(v##name)(bits, a, b, s);                                                         \
    }

VECTOR_2(fadd, (VU){0}, a + b)
ASIDE_VECTOR_2(fadd)
VECTOR_2(fsub, (VU){0}, a - b)
ASIDE_VECTOR_2(fsub)
VECTOR_2(fmul, (VU){0}, a *b)
ASIDE_VECTOR_2(fmul)
VECTOR_2_OF(fdiv, FN(divisor)(bits, qb), (VU){0}, a / b)
ASIDE_VECTOR_2(fdiv)
VECTOR_2(fabd, (VU){0}, V_ABS(a - b))
VECTOR_2(fmulx, V_SPECIAL(a) | V_SPECIAL(b), a *b)
VECTOR_2(frecps, V_LARGE(a) | V_LARGE(b), FN(vmultiply_add)(-a, b, SPLAT(2.0)))

static inline a64_v2u64 FN(vfrsqrts)(uint64_t bits, a64_v2u64 qa, a64_v2u64 qb,
                                     struct a64_state *s) {
    VF a = TAKE(qa), b = TAKE(qb);
    if (V_IS_UNFIT(V_LARGE(a) | V_LARGE(b)))
        return FN(soft_each2)(FN(soft_frsqrts), bits, qa, qb, s);
    VF r = FN(vmultiply_add)(-a, b, SPLAT(3.0)) * SPLAT(0.5);
    if ((A64_FLOAT_CARES && ANY(((VU)r & INFINITE) >= HUGE_HALF)) ||
        V_IS_WRONG(r, V_SUBNORMAL(a) | V_SUBNORMAL(b)))
        return FN(soft_each2)(FN(soft_frsqrts), bits, qa, qb, s);
    return a64_keep(bits, (a64_v2u64)r);
}

static inline a64_v2u64 FN(vfma)(uint64_t bits, a64_v2u64 addend, a64_v2u64 qa, a64_v2u64 qb,
                                 struct a64_state *s) {
    VF a = TAKE(qa), b = TAKE(qb), c = TAKE(addend);
    if (V_IS_UNFIT((VU){0}))
        return FN(soft_fma_each)(bits, addend, qa, qb, s);
    VF r = FN(vmultiply_add)(a, b, c);
    if (V_IS_WRONG(r, V_SUBNORMAL(a) | V_SUBNORMAL(b) | V_SUBNORMAL(c)))
        return FN(soft_fma_each)(bits, addend, qa, qb, s);
    return a64_keep(bits, (a64_v2u64)r);
}

static inline a64_v2u64 FN(host_vfma)(uint64_t bits, a64_v2u64 addend, a64_v2u64 a, a64_v2u64 b,
                                      struct a64_state *s) {
    (void)s;
    return a64_keep(bits, (a64_v2u64)FN(vmultiply_add)((VF)a, (VF)b, (VF)addend));
}

ASIDE a64_v2u64 FN(aside_vfma)(uint64_t bits, a64_v2u64 addend, a64_v2u64 a, a64_v2u64 b,
                               struct a64_state *s) {
    return FN(vfma)(bits, addend, a, b, s);
}

static inline a64_v2u64 FN(host_vfsqrt)(uint64_t bits, a64_v2u64 a, struct a64_state *s) {
    (void)s;
    return a64_keep(bits, (a64_v2u64)__builtin_elementwise_sqrt((VF)a));
}

static inline a64_v2u64 FN(vfsqrt)(uint64_t bits, a64_v2u64 qa, struct a64_state *s) {
    VF a = TAKE(qa);
    if (V_IS_UNFIT((VU){0}))
        return FN(soft_each1)(FN(soft_fsqrt), bits, qa, s);
    VF r = __builtin_elementwise_sqrt(a);
    if (V_IS_WRONG(r, V_SUBNORMAL(a)))
        return FN(soft_each1)(FN(soft_fsqrt), bits, qa, s);
    return a64_keep(bits, (a64_v2u64)r);
}

ASIDE a64_v2u64 FN(aside_vfsqrt)(uint64_t bits, a64_v2u64 a, struct a64_state *s) {
    return FN(vfsqrt)(bits, a, s);
}

static inline a64_v2u64 FN(vfabs)(a64_v2u64 a) {
    return (a64_v2u64)V_ABS(a);
}

static inline a64_v2u64 FN(vfneg)(a64_v2u64 a) {
    return (a64_v2u64)((VU)a ^ SIGN);
}

#define VECTOR_MINMAX(name, numbers)                                                               \
    static inline a64_v2u64 FN(v##name)(uint64_t bits, a64_v2u64 qa, a64_v2u64 qb,                 \
                                        struct a64_state *s) {                                     \
        VF a = FN(vflush)(bits, qa, s), b = FN(vflush)(bits, qb, s);                               \
        if (A64_FLOAT_CARES && ANY((a != a) | (b != b)))                                           \
            return FN(soft_each2)(FN(soft_##name), bits, (a64_v2u64)a, (a64_v2u64)b, s);           \
        return a64_keep(bits, (a64_v2u64)FN(numbers)(a, b));                                       \
    }
VECTOR_MINMAX(fmax, vfmax_numbers)
VECTOR_MINMAX(fmin, vfmin_numbers)
VECTOR_MINMAX(fmaxnm, vfmax_numbers)
VECTOR_MINMAX(fminnm, vfmin_numbers)

/* --- Rounding to integral values, estimates --------------------------------------------------- */

/* Ties away from zero. Where little is cut off, a zero of the same sign is added: that is exact. */
static inline VF FN(vround_away)(VF a) {
    const UINT all_whole = (UINT)((1 << (EXPONENT - 1)) - 1 + MANTISSA) << MANTISSA;
    VF small = (VF)((VU)a & (VU)((VU)V_ABS(a) < all_whole));
    VF part = V_ABS(small - __builtin_elementwise_trunc(small));
    VU one = ((VU)a & SIGN) | ((VU)SPLAT(1.0) & (VU)(part >= SPLAT(0.5)));
    return __builtin_elementwise_trunc(a) + (VF)one;
}

static inline VF FN(vround_by_mode)(VF a, const struct a64_state *s) {
    switch (a64_rounding(s)) {
    case A64_UP:
        return __builtin_elementwise_ceil(a);
    case A64_DOWN:
        return __builtin_elementwise_floor(a);
    case A64_TO_ZERO:
        return __builtin_elementwise_trunc(a);
    default:
        return __builtin_elementwise_roundeven(a);
    }
}

static inline a64_v2u64 FN(each1)(FLOAT (*f)(FLOAT, struct a64_state *), uint64_t bits, a64_v2u64 a,
                                  struct a64_state *s) {
    VF r = {0};
    for (uint64_t i = 0; i < bits / A64_FP_BITS; i++)
        r[i] = f(((VF)a)[i], s);
    return (a64_v2u64)r;
}

/* Off the hot path; keeps every register, so that calls cost the code around them nothing. */
static inline __attribute__((noinline, cold, preserve_all)) a64_v2u64 FN(each1_aside)(
    FLOAT (*f)(FLOAT, struct a64_state *), uint64_t bits, a64_v2u64 a, struct a64_state *s) {
    return FN(each1)(f, bits, a, s);
}

#define VECTOR_ROUNDING(name, expression, exact)                                                   \
    static inline a64_v2u64 FN(v##name)(uint64_t bits, a64_v2u64 qa, struct a64_state *s) {        \
        VF a = FN(vflush)(bits, qa, s), r = expression;                                            \
        if (A64_FLOAT_CARES && ANY(r != r))                                                        \
            return FN(each1_aside)(FN(name), bits, qa, s);                                         \
        if (A64_FLOAT_HAS_STATUS && !(exact) && ANY(r != a))                                       \
            a64_raise(s, A64_FPSR_IXC);                                                            \
        return a64_keep(bits, (a64_v2u64)r);                                                       \
    }
VECTOR_ROUNDING(frintn, __builtin_elementwise_roundeven(a), true)
VECTOR_ROUNDING(frintp, __builtin_elementwise_ceil(a), true)
VECTOR_ROUNDING(frintm, __builtin_elementwise_floor(a), true)
VECTOR_ROUNDING(frintz, __builtin_elementwise_trunc(a), true)
VECTOR_ROUNDING(frinta, FN(vround_away)(a), true)
VECTOR_ROUNDING(frinti, FN(vround_by_mode)(a, s), true)
VECTOR_ROUNDING(frintx, FN(vround_by_mode)(a, s), false)

#define EVERY_LANE(name)                                                                           \
    static inline a64_v2u64 FN(v##name)(uint64_t bits, a64_v2u64 a, struct a64_state *s) {         \
        return FN(each1)(FN(name), bits, a, s);                                                    \
    }
EVERY_LANE(frecpe)
EVERY_LANE(frsqrte)

/* --- Comparisons give all ones or zeros a lane; FAC compare magnitudes. All but == raise for every
 * NaN, as C has it. ---------------------------------------------------------------------------- */

#define COMPARE(name, expression)                                                                  \
    static inline a64_v2u64 FN(v##name)(uint64_t bits, a64_v2u64 qa, a64_v2u64 qb,                 \
                                        struct a64_state *s) {                                     \
        VF a = FN(vflush)(bits, qa, s), b = FN(vflush)(bits, qb, s);                               \
        return a64_keep(bits, (a64_v2u64)(expression));                                            \
    }

COMPARE(fcmeq, a == b)
COMPARE(fcmge, a >= b)
COMPARE(fcmgt, a > b)
COMPARE(fcmle, a <= b)
COMPARE(fcmlt, a < b)
COMPARE(facge, V_ABS(a) >= V_ABS(b))
COMPARE(facgt, V_ABS(a) > V_ABS(b))

#undef SPLAT
#undef TAKE
#undef ANY
#undef V_SUBNORMAL
#undef V_IS_WRONG
#undef V_IS_UNFIT
#undef V_SPECIAL
#undef V_LARGE
#undef ASIDE
#undef ASIDE_VECTOR_2
#undef HOST_VECTOR_2
#undef VECTOR_2_OF
#undef VECTOR_2
#undef VECTOR_MINMAX
#undef VECTOR_ROUNDING
#undef EVERY_LANE
#undef COMPARE
