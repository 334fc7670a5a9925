/* SPDX-License-Identifier: MIT */
/* Part of a64/ops_fp_width.h: scalar operations on one width. */

/* --- NaNs ------------------------------------------------------------------------------------ */

static inline int FN(is_nan)(UINT a) {
    return (a & ~SIGN) > INFINITE;
}

static inline int FN(is_snan)(UINT a) {
    return FN(is_nan)(a) && !(a & QUIET);
}

/* The answer of an operation that gave a NaN: the first signalling operand, else the first quiet
 * one, else the default NaN. */
COLD UINT FN(nan3)(UINT a, UINT b, UINT c, uint32_t fpcr) {
    if (fpcr & A64_FPCR_DN)
        return DEFAULT;
    UINT operands[3] = {a, b, c};
    for (int i = 0; i < 3; i++)
        if (FN(is_snan)(operands[i]))
            return operands[i] | QUIET;
    for (int i = 0; i < 3; i++)
        if (FN(is_nan)(operands[i]))
            return operands[i];
    return DEFAULT;
}

COLD UINT FN(nan2)(UINT a, UINT b, uint32_t fpcr) {
    return FN(nan3)(a, b, 0, fpcr);
}

COLD UINT FN(nan1)(UINT a, uint32_t fpcr) {
    return FN(nan3)(a, 0, 0, fpcr);
}

/* --- Scalar arithmetic ----------------------------------------------------------------------- */

#define SCALAR_2(name, expression)                                                                 \
    static inline UINT FN(name)(UINT a, UINT b, uint32_t fpcr) {                                   \
        FLOAT r = expression;                                                                      \
        return UNLIKELY(r != r) ? FN(nan2)(a, b, fpcr) : FN(bits)(r);                              \
    }

SCALAR_2(fadd, F(a) + F(b))
SCALAR_2(fsub, F(a) - F(b))
SCALAR_2(fmul, F(a) * F(b))
SCALAR_2(fdiv, F(a) / F(b))

static inline UINT FN(fabs)(UINT a) {
    return a & ~SIGN;
}

static inline UINT FN(fneg)(UINT a) {
    return a ^ SIGN;
}

static inline UINT FN(fnmul)(UINT a, UINT b, uint32_t fpcr) {
    return FN(fmul)(a, b, fpcr) ^ SIGN;
}

static inline UINT FN(fabd)(UINT a, UINT b, uint32_t fpcr) {
    return FN(fsub)(a, b, fpcr) & ~SIGN;
}

/* FPCR.FZ for what does not go through host arithmetic: a subnormal counts as zero. */
static inline UINT FN(flush)(UINT a, uint32_t fpcr) {
    return (fpcr & A64_FPCR_FZ) && (a & INFINITE) == 0 ? a & SIGN : a;
}

/* Equal operands differ in the sign of a zero at most: + is the larger. */
static inline UINT FN(fmax)(UINT a, UINT b, uint32_t fpcr) {
    if (UNLIKELY(__builtin_isunordered(F(a), F(b))))
        return FN(nan2)(a, b, fpcr);
    return FN(flush)(F(a) > F(b) ? a : F(a) < F(b) ? b : a & b, fpcr);
}

static inline UINT FN(fmin)(UINT a, UINT b, uint32_t fpcr) {
    if (UNLIKELY(__builtin_isunordered(F(a), F(b))))
        return FN(nan2)(a, b, fpcr);
    return FN(flush)(F(a) < F(b) ? a : F(a) > F(b) ? b : a | b, fpcr);
}

/* A quiet NaN beside a number counts as missing. */
static inline UINT FN(fmaxnm)(UINT a, UINT b, uint32_t fpcr) {
    if (FN(is_nan)(a) && (a & QUIET) && !FN(is_nan)(b))
        return FN(fmax)(b, b, fpcr);
    if (FN(is_nan)(b) && (b & QUIET) && !FN(is_nan)(a))
        return FN(fmax)(a, a, fpcr);
    return FN(fmax)(a, b, fpcr);
}

static inline UINT FN(fminnm)(UINT a, UINT b, uint32_t fpcr) {
    if (FN(is_nan)(a) && (a & QUIET) && !FN(is_nan)(b))
        return FN(fmin)(b, b, fpcr);
    if (FN(is_nan)(b) && (b & QUIET) && !FN(is_nan)(a))
        return FN(fmin)(a, a, fpcr);
    return FN(fmin)(a, b, fpcr);
}

/* 0 * infinity, either way round: what FMULX and the steps give a number for. */
static inline int FN(zero_by_infinity)(UINT a, UINT b, uint32_t fpcr) {
    a = FN(flush)(a, fpcr) & ~SIGN;
    b = FN(flush)(b, fpcr) & ~SIGN;
    return (a == 0 && b == INFINITE) || (a == INFINITE && b == 0);
}

static inline UINT FN(fmulx)(UINT a, UINT b, uint32_t fpcr) {
    if (UNLIKELY(FN(zero_by_infinity)(a, b, fpcr)))
        return FN(bits)((FLOAT)2) | ((a ^ b) & SIGN);
    return FN(fmul)(a, b, fpcr);
}

/* addend + a * b in one rounding. A quiet NaN as addend gives way to the default NaN where the
 * product is invalid. */
COLD UINT FN(nan_fma)(UINT addend, UINT a, UINT b, uint32_t fpcr) {
    if (FN(zero_by_infinity)(a, b, fpcr) && !FN(is_snan)(addend))
        return DEFAULT;
    return FN(nan3)(addend, a, b, fpcr);
}

static inline UINT FN(fma)(UINT addend, UINT a, UINT b, uint32_t fpcr) {
    FLOAT r = MATH(fma)(F(a), F(b), F(addend));
    return UNLIKELY(r != r) ? FN(nan_fma)(addend, a, b, fpcr) : FN(bits)(r);
}

static inline UINT FN(fsqrt)(UINT a, uint32_t fpcr) {
    FLOAT r = MATH(sqrt)(F(a));
    return UNLIKELY(r != r) ? FN(nan1)(a, fpcr) : FN(bits)(r);
}

/* FRECPS: 2 - a * b, one rounding. */
static inline UINT FN(frecps)(UINT a, UINT b, uint32_t fpcr) {
    FLOAT r = MATH(fma)(-F(a), F(b), (FLOAT)2);
    if (UNLIKELY(r != r))
        return FN(zero_by_infinity)(a, b, fpcr) ? FN(bits)((FLOAT)2) : FN(nan2)(a ^ SIGN, b, fpcr);
    return FN(bits)(r);
}

/* FRSQRTS: (3 - a * b) / 2, one rounding. Halving is exact; where 3 - a * b may have overflowed,
 * the larger operand is halved first instead. */
static inline UINT FN(frsqrts)(UINT a, UINT b, uint32_t fpcr) {
    FLOAT r = MATH(fma)(-F(a), F(b), (FLOAT)3) * (FLOAT)0.5;
    if (UNLIKELY(r != r))
        return FN(zero_by_infinity)(a, b, fpcr) ? FN(bits)((FLOAT)1.5)
                                                : FN(nan2)(a ^ SIGN, b, fpcr);
    if (UNLIKELY((FN(bits)(r) & INFINITE) >= HUGE_HALF)) {
        FLOAT large = F(a) * (FLOAT)0.5, small = F(b);
        if ((a & ~SIGN) < (b & ~SIGN)) {
            large = F(b) * (FLOAT)0.5;
            small = F(a);
        }
        r = MATH(fma)(-large, small, (FLOAT)1.5);
    }
    return FN(bits)(r);
}

/* --- Rounding to an integral value: nearest even, up, down, to zero, away, as FPCR says ------- */

#define ROUNDING(name, expression)                                                                 \
    static inline UINT FN(name)(UINT a, uint32_t fpcr) {                                           \
        if (UNLIKELY(FN(is_nan)(a)))                                                               \
            return FN(nan1)(a, fpcr);                                                              \
        return FN(bits)((FLOAT)(expression));                                                      \
    }

ROUNDING(frintn, MATH(roundeven)(F(a)))
ROUNDING(frintp, MATH(ceil)(F(a)))
ROUNDING(frintm, MATH(floor)(F(a)))
ROUNDING(frintz, MATH(trunc)(F(a)))
ROUNDING(frinta, a64_round_away((double)F(a)))
ROUNDING(frinti, MATH(rint)(F(a)))
ROUNDING(frintx, MATH(rint)(F(a)))
