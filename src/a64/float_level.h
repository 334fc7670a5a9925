/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_FLOAT_LEVEL_H
#define WINDLASS_A64_FLOAT_LEVEL_H

#include "a64/vector.h"

/* Each generated C file says its level (a64/state.h) before it includes anything. Levels are a
 * matter of speed: where FPCR is never written or FPSR never read, what serves them is left out,
 * and results are the same. Only A64_FLOAT_FAST gives other results (docs/float.md). */

#ifndef A64_FLOAT
#define A64_FLOAT A64_FLOAT_EXACT
#endif

#define A64_FLOAT_HAS_MODES  (A64_FLOAT >= A64_FLOAT_MODES)
#define A64_FLOAT_HAS_STATUS (A64_FLOAT >= A64_FLOAT_EXACT)

/* The compiler then knows that operations depend on MXCSR and, with status, that they write it. */
#if A64_FLOAT_HAS_MODES
#pragma STDC FENV_ACCESS ON
#if !A64_FLOAT_HAS_STATUS
#pragma clang fp exceptions(ignore)
#endif
#endif

enum {
    A64_FPCR_RMODE_SHIFT = 22,
    A64_FPCR_FZ = 1 << 24,
    A64_FPCR_DN = 1 << 25,
    A64_FPCR_AHP = 1 << 26,
};

/* Values of FPCR.RMode, and one that only FCVTXN has. */
enum a64_rounding { A64_NEAREST, A64_UP, A64_DOWN, A64_TO_ZERO, A64_TO_ODD };

enum {
    A64_FPSR_IOC = 1 << 0, /* invalid operation */
    A64_FPSR_DZC = 1 << 1, /* division by zero */
    A64_FPSR_OFC = 1 << 2, /* overflow */
    A64_FPSR_UFC = 1 << 3, /* underflow */
    A64_FPSR_IXC = 1 << 4, /* inexact */
    A64_FPSR_IDC = 1 << 7, /* a subnormal operand was flushed */
    A64_FPSR_QC = 1 << 27, /* an integer saturated */
};

static inline uint32_t a64_fpcr(const struct a64_state *s) {
    return A64_FLOAT_HAS_MODES ? s->fpcr : 0;
}

static inline enum a64_rounding a64_rounding(const struct a64_state *s) {
    return (enum a64_rounding)(a64_fpcr(s) >> A64_FPCR_RMODE_SHIFT & 3);
}

static inline bool a64_flushes(const struct a64_state *s) {
    return __builtin_expect((a64_fpcr(s) & A64_FPCR_FZ) != 0, 0);
}

/* Sets cumulative bits. */
static inline void a64_raise(struct a64_state *s, uint32_t bits) {
    if (A64_FLOAT_HAS_STATUS)
        s->fpsr |= bits;
}

static inline float a64_float_32(uint32_t bits) {
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint32_t a64_bits_32(float value) {
    uint32_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline double a64_float_64(uint64_t bits) {
    double value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint64_t a64_bits_64(double value) {
    uint64_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}

#endif
