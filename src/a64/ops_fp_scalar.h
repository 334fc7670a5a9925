/* SPDX-License-Identifier: MIT */
/* Part of a64/ops_fp_width.h: scalar operations on one width. */

/* --- NaNs ------------------------------------------------------------------------------------ */

static inline int FN(is_nan)(UINT a) {
    return (a & ~SIGN) > INFINITE;
}

static inline int FN(is_quiet)(FLOAT a) {
    return a != a && (FN(bits)(a) & QUIET);
}

/* The answer of an operation that gave a NaN: the first signalling operand, else the first quiet
 * one, else the default NaN. */
COLD FLOAT FN(nan3)(FLOAT a, FLOAT b, FLOAT c, uint32_t fpcr) {
    const UINT operands[3] = {FN(bits)(a), FN(bits)(b), FN(bits)(c)};
    if (fpcr & A64_FPCR_DN)
        return F(DEFAULT);
    for (int i = 0; i < 3; i++)
        if (FN(is_nan)(operands[i]) && !(operands[i] & QUIET))
            return F(operands[i] | QUIET);
    for (int i = 0; i < 3; i++)
        if (FN(is_nan)(operands[i]))
            return F(operands[i]);
    return F(DEFAULT);
}

COLD FLOAT FN(nan2)(FLOAT a, FLOAT b, uint32_t fpcr) {
    return FN(nan3)(a, b, 0, fpcr);
}

COLD FLOAT FN(nan1)(FLOAT a, uint32_t fpcr) {
    return FN(nan3)(a, 0, 0, fpcr);
}

/* --- Arithmetic ------------------------------------------------------------------------------ */

#define SCALAR_2(name, expression)                                                                 \
    static inline FLOAT FN(name)(FLOAT a, FLOAT b, uint32_t fpcr) {                                \
        FLOAT r = expression;                                                                      \
        return UNLIKELY(r != r) ? FN(nan2)(a, b, fpcr) : r;                                        \
    }

SCALAR_2(fadd, a + b)
SCALAR_2(fsub, a - b)
SCALAR_2(fmul, a *b)
SCALAR_2(fdiv, a / b)

static inline FLOAT FN(fabs)(FLOAT a) {
    return MATH(fabs)(a);
}

static inline FLOAT FN(fneg)(FLOAT a) {
    return -a;
}

static inline FLOAT FN(fnmul)(FLOAT a, FLOAT b, uint32_t fpcr) {
    return -FN(fmul)(a, b, fpcr);
}

static inline FLOAT FN(fabd)(FLOAT a, FLOAT b, uint32_t fpcr) {
    return MATH(fabs)(FN(fsub)(a, b, fpcr));
}

/* FPCR.FZ for what does not go through host arithmetic: a subnormal counts as zero. */
static inline FLOAT FN(flush)(FLOAT a, uint32_t fpcr) {
    return (fpcr & A64_FPCR_FZ) && (FN(bits)(a) & INFINITE) == 0 ? F(FN(bits)(a) & SIGN) : a;
}

/* Minimum and maximum. Equal operands differ in the sign of a zero at most, which `join` takes. The
 * NM forms count a quiet NaN beside a number as missing. */
#define MINMAX(name, picks_a, picks_b, join)                                                       \
    static inline VF FN(v##name##_numbers)(VF a, VF b) {                                           \
        return PICK(a picks_a b, a, PICK(a picks_b b, b, (VU)a join(VU) b));                       \
    }                                                                                              \
    COLD FLOAT FN(name##_careful)(FLOAT a, FLOAT b, uint32_t fpcr) {                               \
        a = FN(flush)(a, fpcr);                                                                    \
        b = FN(flush)(b, fpcr);                                                                    \
        if (__builtin_isunordered(a, b))                                                           \
            return FN(nan2)(a, b, fpcr);                                                           \
        return FN(v##name##_numbers)((VF){a}, (VF){b})[0];                                         \
    }                                                                                              \
    COLD FLOAT FN(name##nm_careful)(FLOAT a, FLOAT b, uint32_t fpcr) {                             \
        if (FN(is_quiet)(a) && b == b)                                                             \
            a = b;                                                                                 \
        else if (FN(is_quiet)(b) && a == a)                                                        \
            b = a;                                                                                 \
        return FN(name##_careful)(a, b, fpcr);                                                     \
    }                                                                                              \
    MINMAX_FORM(name, name##_careful, v##name##_numbers)                                           \
    MINMAX_FORM(name##nm, name##nm_careful, v##name##_numbers)
#define MINMAX_FORM(name, careful, numbers)                                                        \
    static inline FLOAT FN(name)(FLOAT a, FLOAT b, uint32_t fpcr) {                                \
        if (UNLIKELY((fpcr & A64_FPCR_FZ) || __builtin_isunordered(a, b)))                         \
            return FN(careful)(a, b, fpcr);                                                        \
        return FN(numbers)((VF){a}, (VF){b})[0];                                                   \
    }

MINMAX(fmax, >, <, &)
MINMAX(fmin, <, >, |)

/* 0 * infinity, either way round: what FMULX and the steps give a number for. */
static inline int FN(zero_by_infinity)(FLOAT a, FLOAT b, uint32_t fpcr) {
    const UINT x = FN(bits)(FN(flush)(a, fpcr)) & ~SIGN, y = FN(bits)(FN(flush)(b, fpcr)) & ~SIGN;
    return (x == 0 && y == INFINITE) || (x == INFINITE && y == 0);
}

COLD FLOAT FN(nan_mulx)(FLOAT a, FLOAT b, uint32_t fpcr) {
    if (FN(zero_by_infinity)(a, b, fpcr))
        return MATH(copysign)(2, F(FN(bits)(a) ^ FN(bits)(b)));
    return FN(nan2)(a, b, fpcr);
}

static inline FLOAT FN(fmulx)(FLOAT a, FLOAT b, uint32_t fpcr) {
    FLOAT r = a * b;
    return UNLIKELY(r != r) ? FN(nan_mulx)(a, b, fpcr) : r;
}

/* addend + a * b in one rounding. A quiet NaN as addend gives way to the default NaN where the
 * product is invalid. */
COLD FLOAT FN(nan_fma)(FLOAT addend, FLOAT a, FLOAT b, uint32_t fpcr) {
    if (FN(zero_by_infinity)(a, b, fpcr) && (addend == addend || FN(is_quiet)(addend)))
        return F(DEFAULT);
    return FN(nan3)(addend, a, b, fpcr);
}

static inline FLOAT FN(fma)(FLOAT addend, FLOAT a, FLOAT b, uint32_t fpcr) {
    FLOAT r = MATH(fma)(a, b, addend);
    return UNLIKELY(r != r) ? FN(nan_fma)(addend, a, b, fpcr) : r;
}

static inline FLOAT FN(fsqrt)(FLOAT a, uint32_t fpcr) {
    FLOAT r = MATH(sqrt)(a);
    return UNLIKELY(r != r) ? FN(nan1)(a, fpcr) : r;
}

/* FRECPS: 2 - a * b, one rounding. */
static inline FLOAT FN(frecps)(FLOAT a, FLOAT b, uint32_t fpcr) {
    FLOAT r = MATH(fma)(-a, b, (FLOAT)2);
    if (UNLIKELY(r != r))
        return FN(zero_by_infinity)(a, b, fpcr) ? (FLOAT)2 : FN(nan2)(-a, b, fpcr);
    return r;
}

/* FRSQRTS: (3 - a * b) / 2, one rounding. Halving is exact; where 3 - a * b may have overflowed,
 * the larger operand is halved first instead. */
static inline FLOAT FN(frsqrts)(FLOAT a, FLOAT b, uint32_t fpcr) {
    FLOAT r = MATH(fma)(-a, b, (FLOAT)3) * (FLOAT)0.5;
    if (UNLIKELY(r != r))
        return FN(zero_by_infinity)(a, b, fpcr) ? (FLOAT)1.5 : FN(nan2)(-a, b, fpcr);
    if (UNLIKELY((FN(bits)(r) & INFINITE) >= HUGE_HALF)) {
        if (MATH(fabs)(a) < MATH(fabs)(b))
            return MATH(fma)(-a, b * (FLOAT)0.5, (FLOAT)1.5);
        return MATH(fma)(-a * (FLOAT)0.5, b, (FLOAT)1.5);
    }
    return r;
}

/* --- Rounding to an integral value: nearest even, up, down, to zero, away, as FPCR says ------- */

#define ROUNDING(name, expression)                                                                 \
    static inline FLOAT FN(name)(FLOAT a, uint32_t fpcr) {                                         \
        FLOAT r = (FLOAT)(expression);                                                             \
        return UNLIKELY(r != r) ? FN(nan1)(a, fpcr) : r;                                           \
    }

ROUNDING(frintn, MATH(roundeven)(a))
ROUNDING(frintp, MATH(ceil)(a))
ROUNDING(frintm, MATH(floor)(a))
ROUNDING(frintz, MATH(trunc)(a))
ROUNDING(frinta, a64_round_away((double)a))
ROUNDING(frinti, MATH(rint)(a))
ROUNDING(frintx, MATH(rint)(a))
