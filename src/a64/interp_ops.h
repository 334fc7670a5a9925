/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_INTERP_OPS_H
#define WINDLASS_A64_INTERP_OPS_H

#include "a64/host_fp.h"
#include "a64/ops_exclusive.h"
#include "a64/ops_fp.h"
#include "a64/ops_int.h"
#include "a64/ops_memory.h"
#include "a64/ops_simd.h"

#include <stdbool.h>
#include <stddef.h>

/* The macros of docs/a64.md for the interpreter: everything is in s. */

_Static_assert(offsetof(struct a64_state, sp) == 31 * sizeof(uint64_t), "SP is register 31");
static inline uint64_t *a64_base_register(struct a64_state *s, uint64_t n) {
    return (uint64_t *)s + n;
}
static inline uint64_t a64_read_x(const struct a64_state *s, uint64_t n) {
    return n == 31 ? 0 : s->x[n];
}
static inline void a64_write_x(struct a64_state *s, uint64_t n, uint64_t value) {
    if (n != 31)
        s->x[n] = value;
}

#define X(n)          a64_read_x(s, n)
#define W(n)          ((uint32_t)a64_read_x(s, n))
#define XSP(n)        (*a64_base_register(s, n))
#define WSP(n)        ((uint32_t)*a64_base_register(s, n))
#define SET_X(n, e)   a64_write_x(s, n, (uint64_t)(e))
#define SET_W(n, e)   a64_write_x(s, n, (uint32_t)(e))
#define SET_XSP(n, e) (*a64_base_register(s, n) = (uint64_t)(e))
#define SET_WSP(n, e) (*a64_base_register(s, n) = (uint32_t)(e))

#define Q(n)          (s->q[n])
#define B(n)          (((a64_vu8)s->q[n])[0])
#define H(n)          (((a64_vu16)s->q[n])[0])
#define S(n)          (((a64_vu32)s->q[n])[0])
#define D(n)          (s->q[n][0])
#define F32(n)        (((a64_vf32)s->q[n])[0])
#define F64(n)        (((a64_vf64)s->q[n])[0])
#define SET_Q(n, e)   (s->q[n] = (a64_v2u64)(e))
#define SET_B(n, e)   (s->q[n] = (a64_v2u64){(uint8_t)(e), 0})
#define SET_H(n, e)   (s->q[n] = (a64_v2u64){(uint16_t)(e), 0})
#define SET_S(n, e)   (s->q[n] = (a64_v2u64){(uint32_t)(e), 0})
#define SET_D(n, e)   (s->q[n] = (a64_v2u64){(uint64_t)(e), 0})
#define SET_F32(n, e) (s->q[n] = (a64_v2u64)(a64_vf32){(e), 0.0f, 0.0f, 0.0f})
#define SET_F64(n, e) (s->q[n] = (a64_v2u64)(a64_vf64){(e), 0.0})

#define FLAG_N s->n
#define FLAG_Z s->z
#define FLAG_C s->c
#define FLAG_V s->v
#define SET_NZCV(n_, z_, c_, v_)                                                                   \
    do {                                                                                           \
        const _Bool new_n = (n_), new_z = (z_), new_c = (c_), new_v = (v_);                        \
        s->n = new_n, s->z = new_z, s->c = new_c, s->v = new_v;                                    \
    } while (0)
#define COND(c_) a64_condition(s, c_)

#define FPCR           (s->fpcr)
#define SET_FPCR(e)    (s->fpcr = (uint32_t)(e))
#define FPSR           (s->fpsr)
#define SET_FPSR(e)    (s->fpsr = (uint32_t)(e))
#define SYSTEM         s
#define FP             s
#define STATUS         s
#define NEEDS_MODES()  a64_float_used(s, A64_FLOAT_MODES)
#define NEEDS_STATUS() a64_float_used(s, A64_FLOAT_EXACT)

static inline void a64_float_used(struct a64_state *s, unsigned level) {
    if (s->env && s->env->float_used)
        s->env->float_used(s, level);
}

/* For each condition a bit for each value of the flags (v, c, z, n from the top), and no branch:
 * the host would predict it badly, since all conditional branches of the guest go through here. */
static inline bool a64_condition(const struct a64_state *s, uint64_t c) {
    static const uint16_t holds[16] = {
        0xcccc, 0x3333, /* EQ, NE */
        0xf0f0, 0x0f0f, /* CS, CC */
        0xaaaa, 0x5555, /* MI, PL */
        0xff00, 0x00ff, /* VS, VC */
        0x3030, 0xcfcf, /* HI, LS */
        0xaa55, 0x55aa, /* GE, LT */
        0x2211, 0xddee, /* GT, LE */
        0xffff, 0xffff, /* AL, NV */
    };
    return holds[c] >> (s->n | s->z << 1 | s->c << 2 | s->v << 3) & 1;
}

#endif
