/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_LIFTED_OPS_H
#define WINDLASS_A64_LIFTED_OPS_H

#include "a64/host_fp.h"
#include "a64/ops_exclusive.h"
#include "a64/ops_fp.h"
#include "a64/ops_fp_pair.h"
#include "a64/ops_int.h"
#include "a64/ops_memory.h"
#include "a64/ops_simd.h"

/* What is left of the macros of docs/a64.md in generated C, where most are printed as what they
 * mean: registers are locals x0..x30, sp, q0..q31 (a64_v2u64), flags are locals fn, fz, fc, fv
 * (_Bool), everything else is in s. Register numbers arrive as bare decimal numbers. */

#define SET_B(n, e)   (q##n = (a64_v2u64){(uint8_t)(e), 0})
#define SET_H(n, e)   (q##n = (a64_v2u64){(uint16_t)(e), 0})
#define SET_S(n, e)   (q##n = (a64_v2u64){(uint32_t)(e), 0})
#define SET_D(n, e)   (q##n = (a64_v2u64){(uint64_t)(e), 0})
#define SET_F32(n, e) (q##n = (a64_v2u64)(a64_vf32){(e), 0.0f, 0.0f, 0.0f})
#define SET_F64(n, e) (q##n = (a64_v2u64)(a64_vf64){(e), 0.0})

/* Where nobody reads the upper half. */
#define LOW_D(n, e)                                                                                \
    (q##n = __builtin_shufflevector((a64_v2u64){(uint64_t)(e)}, (a64_v2u64){0}, 0, -1))
#define LOW_F64(n, e)                                                                              \
    (q##n = (a64_v2u64)__builtin_shufflevector((a64_vf64){(e)}, (a64_vf64){0}, 0, -1))

#define FPCR        (s->fpcr)
#define SET_FPCR(e) (s->fpcr = (uint32_t)(e))
#define FPSR        (s->fpsr)
#define SET_FPSR(e) (s->fpsr = (uint32_t)(e))
#define SYSTEM      s
#define FP          s
#define STATUS      s
/* The lifter saw to it. */
#define NEEDS_MODES()  ((void)0)
#define NEEDS_STATUS() ((void)0)

/* The register of a BR or BLR. */
#define x31 0ul

#endif
