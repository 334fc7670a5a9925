/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_SOFT_FLOAT_H
#define WINDLASS_A64_SOFT_FLOAT_H

#include "a64/float_level.h"

/* Floating point by integer arithmetic (soft/): right for every operand and every FPCR, and
 * what it raises stands in s->fpsr. The operations of a64/ops_fp.h come here where the host's
 * arithmetic does not do what ARM's does: results that are NaNs, subnormals that FZ flushes, the
 * edge of the normal range. The functions keep all registers, so that a call off the hot path costs
 * the code around it nothing; they therefore touch no host floating point at all. */

#define A64_SOFT __attribute__((cold, preserve_all))

/* Scalars; a64_soft_fma is addend + a * b, nan the answer to one operand that is a NaN. */
#define A64_SOFT_FUNCTIONS(b, type)                                                                \
    typedef type (*a64_soft1_##b)(type, struct a64_state *) __attribute__((preserve_all));         \
    typedef type (*a64_soft2_##b)(type, type, struct a64_state *) __attribute__((preserve_all));   \
    A64_SOFT type a64_soft_nan_##b(type a, struct a64_state *s);                                   \
    A64_SOFT type a64_soft_fsqrt_##b(type a, struct a64_state *s);                                 \
    A64_SOFT type a64_soft_fadd_##b(type a, type b_, struct a64_state *s);                         \
    A64_SOFT type a64_soft_fsub_##b(type a, type b_, struct a64_state *s);                         \
    A64_SOFT type a64_soft_fmul_##b(type a, type b_, struct a64_state *s);                         \
    A64_SOFT type a64_soft_fmulx_##b(type a, type b_, struct a64_state *s);                        \
    A64_SOFT type a64_soft_fdiv_##b(type a, type b_, struct a64_state *s);                         \
    A64_SOFT type a64_soft_fabd_##b(type a, type b_, struct a64_state *s);                         \
    A64_SOFT type a64_soft_fmax_##b(type a, type b_, struct a64_state *s);                         \
    A64_SOFT type a64_soft_fmin_##b(type a, type b_, struct a64_state *s);                         \
    A64_SOFT type a64_soft_fmaxnm_##b(type a, type b_, struct a64_state *s);                       \
    A64_SOFT type a64_soft_fminnm_##b(type a, type b_, struct a64_state *s);                       \
    A64_SOFT type a64_soft_frecps_##b(type a, type b_, struct a64_state *s);                       \
    A64_SOFT type a64_soft_frsqrts_##b(type a, type b_, struct a64_state *s);                      \
    A64_SOFT type a64_soft_fma_##b(type addend, type a, type b_, struct a64_state *s);             \
    /* The same in the lanes of the low `bits`; the rest of the result is zero. */                 \
    A64_SOFT a64_v2u64 a64_soft_each1_##b(a64_soft1_##b f, uint64_t bits, a64_v2u64 a,             \
                                          struct a64_state *s);                                    \
    A64_SOFT a64_v2u64 a64_soft_each2_##b(a64_soft2_##b f, uint64_t bits, a64_v2u64 a,             \
                                          a64_v2u64 b_, struct a64_state *s);                      \
    A64_SOFT a64_v2u64 a64_soft_fma_each_##b(uint64_t bits, a64_v2u64 addend, a64_v2u64 a,         \
                                             a64_v2u64 b_, struct a64_state *s);

A64_SOFT_FUNCTIONS(32, float)
A64_SOFT_FUNCTIONS(64, double)
#undef A64_SOFT_FUNCTIONS

/* Between the formats. To half precision AHP counts, and a NaN or infinity as operand. */
A64_SOFT double a64_soft_widen(float a, struct a64_state *s);
A64_SOFT float a64_soft_narrow(double a, enum a64_rounding rounding, struct a64_state *s);
A64_SOFT uint16_t a64_soft_64_16(double a, struct a64_state *s);
A64_SOFT uint16_t a64_soft_32_16(float a, struct a64_state *s);
A64_SOFT double a64_soft_16_64(uint16_t a, struct a64_state *s);
A64_SOFT float a64_soft_16_32(uint16_t a, struct a64_state *s);

#endif
