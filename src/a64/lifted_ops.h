/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_LIFTED_OPS_H
#define WINDLASS_A64_LIFTED_OPS_H

#include "a64/host_fp.h"
#include "a64/ops_exclusive.h"
#include "a64/ops_fp.h"
#include "a64/ops_int.h"
#include "a64/ops_memory.h"
#include "a64/ops_simd.h"

/* The macros of docs/a64.md for generated C: registers are locals x0..x30, sp, q0..q31 (a64_v2u64),
 * flags are locals fn, fz, fc, fv (_Bool), everything else is in s. Register numbers arrive as bare
 * decimal numbers. */

#define X(n)          ((uint64_t)x##n)
#define W(n)          ((uint32_t)x##n)
#define XSP(n)        ((uint64_t)A64_BASE_##n)
#define WSP(n)        ((uint32_t)A64_BASE_##n)
#define SET_X(n, e)   (A64_TARGET_##n = (uint64_t)(e))
#define SET_W(n, e)   (A64_TARGET_##n = (uint32_t)(e))
#define SET_XSP(n, e) (A64_BASE_##n = (uint64_t)(e))
#define SET_WSP(n, e) (A64_BASE_##n = (uint32_t)(e))

#define Q(n)          q##n
#define B(n)          (((a64_vu8)q##n)[0])
#define H(n)          (((a64_vu16)q##n)[0])
#define S(n)          (((a64_vu32)q##n)[0])
#define D(n)          (q##n[0])
#define F32(n)        (((a64_vf32)q##n)[0])
#define F64(n)        (((a64_vf64)q##n)[0])
#define SET_Q(n, e)   (q##n = (a64_v2u64)(e))
#define SET_B(n, e)   (q##n = (a64_v2u64){(uint8_t)(e), 0})
#define SET_H(n, e)   (q##n = (a64_v2u64){(uint16_t)(e), 0})
#define SET_S(n, e)   (q##n = (a64_v2u64){(uint32_t)(e), 0})
#define SET_D(n, e)   (q##n = (a64_v2u64){(uint64_t)(e), 0})
#define SET_F32(n, e) (q##n = (a64_v2u64)(a64_vf32){(e), 0.0f, 0.0f, 0.0f})
#define SET_F64(n, e) (q##n = (a64_v2u64)(a64_vf64){(e), 0.0})

#define FLAG_N fn
#define FLAG_Z fz
#define FLAG_C fc
#define FLAG_V fv
/* SET_NZCV sets all; the lifter names the sum of those that somebody reads: N 8, Z 4, C 2, V 1. An
 * argument reads no flag but its own, which therefore needs no copy. */
#define SET_NZCV                SET_NZCV_15
#define SET_NZCV_0(n, z, c, v)  ((void)0)
#define SET_NZCV_1(n, z, c, v)  (fv = (v))
#define SET_NZCV_2(n, z, c, v)  (fc = (c))
#define SET_NZCV_3(n, z, c, v)  (fc = (c), fv = (v))
#define SET_NZCV_4(n, z, c, v)  (fz = (z))
#define SET_NZCV_5(n, z, c, v)  (fz = (z), fv = (v))
#define SET_NZCV_6(n, z, c, v)  (fz = (z), fc = (c))
#define SET_NZCV_7(n, z, c, v)  (fz = (z), fc = (c), fv = (v))
#define SET_NZCV_8(n, z, c, v)  (fn = (n))
#define SET_NZCV_9(n, z, c, v)  (fn = (n), fv = (v))
#define SET_NZCV_10(n, z, c, v) (fn = (n), fc = (c))
#define SET_NZCV_11(n, z, c, v) (fn = (n), fc = (c), fv = (v))
#define SET_NZCV_12(n, z, c, v) (fn = (n), fz = (z))
#define SET_NZCV_13(n, z, c, v) (fn = (n), fz = (z), fv = (v))
#define SET_NZCV_14(n, z, c, v) (fn = (n), fz = (z), fc = (c))
#define SET_NZCV_15(n, z, c, v) (fn = (n), fz = (z), fc = (c), fv = (v))
#define COND(c)                 (A64_COND_##c)

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

#define A64_COND_0  fz
#define A64_COND_1  !fz
#define A64_COND_2  fc
#define A64_COND_3  !fc
#define A64_COND_4  fn
#define A64_COND_5  !fn
#define A64_COND_6  fv
#define A64_COND_7  !fv
#define A64_COND_8  fc && !fz
#define A64_COND_9  !fc || fz
#define A64_COND_10 fn == fv
#define A64_COND_11 fn != fv
#define A64_COND_12 !fz &&fn == fv
#define A64_COND_13 fz || fn != fv
#define A64_COND_14 1
#define A64_COND_15 1

/* Register 31 reads as zero and swallows what is written, or is the stack pointer. */
#define x31           0
#define A64_TARGET_31 (uint64_t){0}
#define A64_BASE_31   sp

#define A64_TARGET_0  x0
#define A64_TARGET_1  x1
#define A64_TARGET_2  x2
#define A64_TARGET_3  x3
#define A64_TARGET_4  x4
#define A64_TARGET_5  x5
#define A64_TARGET_6  x6
#define A64_TARGET_7  x7
#define A64_TARGET_8  x8
#define A64_TARGET_9  x9
#define A64_TARGET_10 x10
#define A64_TARGET_11 x11
#define A64_TARGET_12 x12
#define A64_TARGET_13 x13
#define A64_TARGET_14 x14
#define A64_TARGET_15 x15
#define A64_TARGET_16 x16
#define A64_TARGET_17 x17
#define A64_TARGET_18 x18
#define A64_TARGET_19 x19
#define A64_TARGET_20 x20
#define A64_TARGET_21 x21
#define A64_TARGET_22 x22
#define A64_TARGET_23 x23
#define A64_TARGET_24 x24
#define A64_TARGET_25 x25
#define A64_TARGET_26 x26
#define A64_TARGET_27 x27
#define A64_TARGET_28 x28
#define A64_TARGET_29 x29
#define A64_TARGET_30 x30
#define A64_BASE_0    x0
#define A64_BASE_1    x1
#define A64_BASE_2    x2
#define A64_BASE_3    x3
#define A64_BASE_4    x4
#define A64_BASE_5    x5
#define A64_BASE_6    x6
#define A64_BASE_7    x7
#define A64_BASE_8    x8
#define A64_BASE_9    x9
#define A64_BASE_10   x10
#define A64_BASE_11   x11
#define A64_BASE_12   x12
#define A64_BASE_13   x13
#define A64_BASE_14   x14
#define A64_BASE_15   x15
#define A64_BASE_16   x16
#define A64_BASE_17   x17
#define A64_BASE_18   x18
#define A64_BASE_19   x19
#define A64_BASE_20   x20
#define A64_BASE_21   x21
#define A64_BASE_22   x22
#define A64_BASE_23   x23
#define A64_BASE_24   x24
#define A64_BASE_25   x25
#define A64_BASE_26   x26
#define A64_BASE_27   x27
#define A64_BASE_28   x28
#define A64_BASE_29   x29
#define A64_BASE_30   x30

#endif
