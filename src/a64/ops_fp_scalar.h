/* SPDX-License-Identifier: MIT */
/* Part of a64/ops_fp_width.h: scalar operations on one width. */

static inline bool FN(is_nan)(UINT a) {
    return (a & ~SIGN) > INFINITE;
}

static inline bool FN(is_subnormal)(FLOAT a) {
    return (FN(bits)(a) & ~SIGN) - 1 < LEAST - 1;
}

/* Subnormal, or the least normal number, to which a tiny one may have been rounded. */
static inline bool FN(is_tiny)(FLOAT a) {
    return (FN(bits)(a) & ~SIGN) - 1 < LEAST;
}

/* Is the host's result r, of operands of which some are subnormal, perhaps not ARM's? With status
 * kept, FZ does not come as far as this. */
static inline bool FN(is_wrong)(FLOAT r, bool subnormal, const struct a64_state *s) {
    if (!A64_FLOAT_CARES)
        return false;
    if (A64_UNLIKELY(r != r))
        return true;
    if (A64_FLOAT_HAS_STATUS)
        return A64_UNLIKELY((FN(bits)(r) & ~SIGN) == LEAST);
    return a64_flushes(s) && (subnormal || FN(is_tiny)(r));
}

/* Must the host's arithmetic not be tried, since it would raise what is not to be raised? */
static inline bool FN(is_unfit)(bool special, const struct a64_state *s) {
    return A64_FLOAT_HAS_STATUS && (a64_flushes(s) || A64_UNLIKELY(special));
}

/* FPCR.FZ for what does not go through host arithmetic: a subnormal counts as zero. */
static inline FLOAT FN(flush)(FLOAT a, struct a64_state *s) {
    if (!a64_flushes(s) || !FN(is_subnormal)(a))
        return a;
    a64_raise(s, A64_FPSR_IDC);
    return F(FN(bits)(a) & SIGN);
}

/* --- Arithmetic ------------------------------------------------------------------------------ */

/* Of the operations that a row calls a64_twin_NAME: host_NAME is the host's arithmetic as it is,
 * aside_NAME the exact one out of line, off the hot path. */
#define ASIDE static __attribute__((noinline, cold, preserve_all, unused))
#define ASIDE_2(name)                                                                              \
    ASIDE FLOAT FN(aside_##name)(FLOAT a, FLOAT b, struct a64_state * s) {                         \
        return FN(name)(a, b, s);                                                                  \
    }
#define HOST_2(name, expression)                                                                   \
    static inline FLOAT FN(host_##name)(FLOAT a, FLOAT b, struct a64_state * s) {                  \
        (void)s;                                                                                   \
        return expression;                                                                         \
    }
/* `special`: operands that only soft float is fit for where status is kept. */
#define SCALAR_2(name, special, expression)                                                        \
    HOST_2(name, expression)                                                                       \
    static inline FLOAT FN(name)(FLOAT a, FLOAT b, struct a64_state * s) {                         \
        if (FN(is_unfit)(special, s))                                                              \
            return FN(soft_##name)(a, b, s);                                                       \
        FLOAT r = FN(host_##name)(a, b, s);                                                        \
        if (FN(is_wrong)(r, FN(is_subnormal)(a) || FN(is_subnormal)(b), s))                        \
            return FN(soft_##name)(a, b, s);                                                       \
        return r;                                                                                  \
    }

static inline bool FN(is_special)(FLOAT a) {
    return (FN(bits)(a) & INFINITE) == INFINITE;
}

static inline bool FN(is_large)(FLOAT a) {
    return (FN(bits)(a) & ~SIGN) > LARGE;
}

SCALAR_2(fadd, 0, a + b)
ASIDE_2(fadd)
SCALAR_2(fsub, 0, a - b)
ASIDE_2(fsub)
SCALAR_2(fmul, 0, a *b)
ASIDE_2(fmul)
SCALAR_2(fdiv, 0, a / b)
ASIDE_2(fdiv)
SCALAR_2(fabd, 0, MATH(fabs)(a - b))
/* Zero by infinity is a number here, and no invalid operation. */
SCALAR_2(fmulx, FN(is_special)(a) || FN(is_special)(b), a *b)
/* 2 - a * b, one rounding. */
SCALAR_2(frecps, FN(is_large)(a) || FN(is_large)(b), MATH(fma)(-a, b, CONSTANT(2.0)))

static inline FLOAT FN(fabs)(FLOAT a) {
    return MATH(fabs)(a);
}

static inline FLOAT FN(fneg)(FLOAT a) {
    return -a;
}

static inline FLOAT FN(fnmul)(FLOAT a, FLOAT b, struct a64_state *s) {
    return -FN(fmul)(a, b, s);
}

HOST_2(fnmul, -(a *b))
ASIDE_2(fnmul)

/* (3 - a * b) / 2, one rounding. Halving is exact, but 3 - a * b may overflow before it. */
static inline FLOAT FN(frsqrts)(FLOAT a, FLOAT b, struct a64_state *s) {
    if (FN(is_unfit)(FN(is_large)(a) || FN(is_large)(b), s))
        return FN(soft_frsqrts)(a, b, s);
    FLOAT r = MATH(fma)(-a, b, CONSTANT(3.0)) * CONSTANT(0.5);
    if ((A64_FLOAT_CARES && A64_UNLIKELY((FN(bits)(r) & INFINITE) >= HUGE_HALF)) ||
        FN(is_wrong)(r, FN(is_subnormal)(a) || FN(is_subnormal)(b), s))
        return FN(soft_frsqrts)(a, b, s);
    return r;
}

/* addend + a * b in one rounding. */
static inline FLOAT FN(host_fma)(FLOAT addend, FLOAT a, FLOAT b, struct a64_state *s) {
    (void)s;
    return MATH(fma)(a, b, addend);
}

static inline FLOAT FN(fma)(FLOAT addend, FLOAT a, FLOAT b, struct a64_state *s) {
    if (FN(is_unfit)(0, s))
        return FN(soft_fma)(addend, a, b, s);
    FLOAT r = FN(host_fma)(addend, a, b, s);
    if (FN(is_wrong)(r, FN(is_subnormal)(addend) || FN(is_subnormal)(a) || FN(is_subnormal)(b), s))
        return FN(soft_fma)(addend, a, b, s);
    return r;
}

ASIDE FLOAT FN(aside_fma)(FLOAT addend, FLOAT a, FLOAT b, struct a64_state *s) {
    return FN(fma)(addend, a, b, s);
}

static inline FLOAT FN(host_fsqrt)(FLOAT a, struct a64_state *s) {
    (void)s;
    return MATH(sqrt)(a);
}

static inline FLOAT FN(fsqrt)(FLOAT a, struct a64_state *s) {
    if (FN(is_unfit)(0, s))
        return FN(soft_fsqrt)(a, s);
    FLOAT r = FN(host_fsqrt)(a, s);
    return FN(is_wrong)(r, FN(is_subnormal)(a), s) ? FN(soft_fsqrt)(a, s) : r;
}

ASIDE FLOAT FN(aside_fsqrt)(FLOAT a, struct a64_state *s) {
    return FN(fsqrt)(a, s);
}

/* --- Minimum and maximum: of numbers here. Equal ones differ in the sign of a zero at most, which
 * `join` takes. ------------------------------------------------------------------------------- */

#define MINMAX(name, picks_a, picks_b, join)                                                       \
    static inline VF FN(v##name##_numbers)(VF a, VF b) {                                           \
        if (!A64_FLOAT_CARES)                                                                      \
            return PICK(a picks_a b, a, b);                                                        \
        return PICK(a picks_a b, a, PICK(a picks_b b, b, (VU)a join(VU) b));                       \
    }                                                                                              \
    MINMAX_FORM(name, v##name##_numbers)                                                           \
    MINMAX_FORM(name##nm, v##name##_numbers)
#define MINMAX_FORM(name, numbers)                                                                 \
    static inline FLOAT FN(name)(FLOAT a, FLOAT b, struct a64_state * s) {                         \
        a = FN(flush)(a, s);                                                                       \
        b = FN(flush)(b, s);                                                                       \
        if (A64_FLOAT_CARES && A64_UNLIKELY(__builtin_isunordered(a, b)))                          \
            return FN(soft_##name)(a, b, s);                                                       \
        return FN(numbers)((VF){a}, (VF){b})[0];                                                   \
    }

MINMAX(fmax, >, <, &)
MINMAX(fmin, <, >, |)

/* --- Comparing -------------------------------------------------------------------------------- */

/* FCMPE: any NaN is an invalid operation; FCMP leaves it to the comparison, which raises for
 * signalling ones. */
static inline void FN(signal_nan)(FLOAT a, FLOAT b, struct a64_state *s) {
    if (A64_FLOAT_HAS_STATUS && __builtin_isunordered(a, b))
        a64_raise(s, A64_FPSR_IOC);
}

/* --- Rounding to an integral value: nearest even, up, down, to zero, away, as FPCR says ------- */

#define ROUNDING(name, expression)                                                                 \
    static inline FLOAT FN(name)(FLOAT a, struct a64_state * s) {                                  \
        a = FN(flush)(a, s);                                                                       \
        FLOAT r = (FLOAT)(expression);                                                             \
        return A64_FLOAT_CARES && A64_UNLIKELY(r != r) ? FN(soft_nan)(a, s) : r;                   \
    }

static inline FLOAT FN(round_by_mode)(FLOAT a, const struct a64_state *s) {
    switch (a64_rounding(s)) {
    case A64_UP:
        return MATH(ceil)(a);
    case A64_DOWN:
        return MATH(floor)(a);
    case A64_TO_ZERO:
        return MATH(trunc)(a);
    default:
        return MATH(roundeven)(a);
    }
}

ROUNDING(frintn, MATH(roundeven)(a))
ROUNDING(frintp, MATH(ceil)(a))
ROUNDING(frintm, MATH(floor)(a))
ROUNDING(frintz, MATH(trunc)(a))
ROUNDING(frinta, a64_round_away((double)a))
ROUNDING(frinti, FN(round_by_mode)(a, s))

static inline FLOAT FN(frintx)(FLOAT a, struct a64_state *s) {
    FLOAT r = FN(frinti)(a, s);
    if (A64_FLOAT_HAS_STATUS && r == r)
        a64_note_inexact((double)FN(flush)(a, s), (double)r, s);
    return r;
}

#undef ASIDE_2
#undef HOST_2
#undef SCALAR_2
#undef MINMAX
#undef MINMAX_FORM
#undef ROUNDING
