/* SPDX-License-Identifier: MIT */
/* Part of a64/ops_fp_width.h: operations on all lanes of one width. */

/* --- Vectors: the whole register at once; lane by lane where a NaN asks for care -------------- */

COLD a64_v2u64 FN(lanes1)(FLOAT (*f)(FLOAT, uint32_t), a64_v2u64 a, uint32_t fpcr) {
    VF r = (VF)a;
    for (int i = 0; i < LANES; i++)
        r[i] = f(r[i], fpcr);
    return (a64_v2u64)r;
}

COLD a64_v2u64 FN(lanes2)(FLOAT (*f)(FLOAT, FLOAT, uint32_t), a64_v2u64 a, a64_v2u64 b,
                          uint32_t fpcr) {
    VF r = (VF)a;
    for (int i = 0; i < LANES; i++)
        r[i] = f(r[i], ((VF)b)[i], fpcr);
    return (a64_v2u64)r;
}

COLD a64_v2u64 FN(lanes3)(FLOAT (*f)(FLOAT, FLOAT, FLOAT, uint32_t), a64_v2u64 addend, a64_v2u64 a,
                          a64_v2u64 b, uint32_t fpcr) {
    VF r = (VF)addend;
    for (int i = 0; i < LANES; i++)
        r[i] = f(r[i], ((VF)a)[i], ((VF)b)[i], fpcr);
    return (a64_v2u64)r;
}

/* `care`: a mask over a, b and r that is set in a lane the expression may be wrong for. */
#define VECTOR_2(name, expression, care)                                                           \
    static inline a64_v2u64 FN(v##name)(a64_v2u64 qa, a64_v2u64 qb, uint32_t fpcr) {               \
        VF a = (VF)qa, b = (VF)qb, r = expression;                                                 \
        if (UNLIKELY(a64_any((a64_v2u64)(care))))                                                  \
            return FN(lanes2)(FN(name), qa, qb, fpcr);                                             \
        return (a64_v2u64)r;                                                                       \
    }
/* Minimum and maximum do no arithmetic: FPCR.FZ is not the host's to see to. */
#define VECTOR_MINMAX(name, numbers)                                                               \
    static inline a64_v2u64 FN(v##name)(a64_v2u64 qa, a64_v2u64 qb, uint32_t fpcr) {               \
        VF a = (VF)qa, b = (VF)qb;                                                                 \
        if (UNLIKELY((fpcr & A64_FPCR_FZ) || a64_any((a64_v2u64)((a != a) | (b != b)))))           \
            return FN(lanes2)(FN(name), qa, qb, fpcr);                                             \
        return (a64_v2u64)FN(numbers)(a, b);                                                       \
    }
#define VECTOR_1(name, expression)                                                                 \
    static inline a64_v2u64 FN(v##name)(a64_v2u64 qa, uint32_t fpcr) {                             \
        VF a = (VF)qa, r = expression;                                                             \
        if (UNLIKELY(a64_any((a64_v2u64)(r != r))))                                                \
            return FN(lanes1)(FN(name), qa, fpcr);                                                 \
        return (a64_v2u64)r;                                                                       \
    }
#define EVERY_LANE(name)                                                                           \
    static inline a64_v2u64 FN(v##name)(a64_v2u64 a, uint32_t fpcr) {                              \
        return FN(lanes1)(FN(name), a, fpcr);                                                      \
    }
#define V_FMA(...) __builtin_elementwise_fma(__VA_ARGS__)
#define SPLAT(c)   ((VF){0} + (FLOAT)(c))

/* As a64_round_away. */
static inline VF FN(vround_away)(VF a) {
    VF whole = __builtin_elementwise_trunc(a);
    VF one = (VF)(((VU)a & SIGN) | (VU)SPLAT(1));
    return PICK(V_ABS(a - whole) >= SPLAT(0.5), whole + one, whole);
}

VECTOR_2(fadd, a + b, r != r)
VECTOR_2(fsub, a - b, r != r)
VECTOR_2(fmul, a *b, r != r)
VECTOR_2(fmulx, a *b, r != r)
VECTOR_2(fdiv, a / b, r != r)
VECTOR_2(fabd, V_ABS(a - b), r != r)
VECTOR_MINMAX(fmax, vfmax_numbers)
VECTOR_MINMAX(fmin, vfmin_numbers)
VECTOR_MINMAX(fmaxnm, vfmax_numbers)
VECTOR_MINMAX(fminnm, vfmin_numbers)
VECTOR_2(frecps, V_FMA(-a, b, SPLAT(2)), r != r)
VECTOR_2(frsqrts, V_FMA(-a, b, SPLAT(3)) * SPLAT(0.5), ((VU)r & INFINITE) >= HUGE_HALF)
VECTOR_1(fsqrt, __builtin_elementwise_sqrt(a))
VECTOR_1(frintn, __builtin_elementwise_roundeven(a))
VECTOR_1(frintp, __builtin_elementwise_ceil(a))
VECTOR_1(frintm, __builtin_elementwise_floor(a))
VECTOR_1(frintz, __builtin_elementwise_trunc(a))
VECTOR_1(frinta, FN(vround_away)(a))
VECTOR_1(frinti, __builtin_elementwise_rint(a))
VECTOR_1(frintx, __builtin_elementwise_rint(a))
EVERY_LANE(frecpe)
EVERY_LANE(frsqrte)
EVERY_LANE(frecpx)

static inline a64_v2u64 FN(vfma)(a64_v2u64 addend, a64_v2u64 a, a64_v2u64 b, uint32_t fpcr) {
    VF r = V_FMA((VF)a, (VF)b, (VF)addend);
    if (UNLIKELY(a64_any((a64_v2u64)(r != r))))
        return FN(lanes3)(FN(fma), addend, a, b, fpcr);
    return (a64_v2u64)r;
}

static inline a64_v2u64 FN(vfabs)(a64_v2u64 a) {
    return (a64_v2u64)V_ABS(a);
}

static inline a64_v2u64 FN(vfneg)(a64_v2u64 a) {
    return (a64_v2u64)((VU)a ^ SIGN);
}

/* Comparisons give all ones or zeros a lane; FAC compare magnitudes. */
#define COMPARE(name, expression)                                                                  \
    static inline a64_v2u64 FN(v##name)(a64_v2u64 qa, a64_v2u64 qb) {                              \
        VF a = (VF)qa, b = (VF)qb;                                                                 \
        return (a64_v2u64)(expression);                                                            \
    }

COMPARE(fcmeq, a == b)
COMPARE(fcmge, a >= b)
COMPARE(fcmgt, a > b)
COMPARE(fcmle, a <= b)
COMPARE(fcmlt, a < b)
COMPARE(facge, V_ABS(a) >= V_ABS(b))
COMPARE(facgt, V_ABS(a) > V_ABS(b))
