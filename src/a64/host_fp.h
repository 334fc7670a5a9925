/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_HOST_FP_H
#define WINDLASS_A64_HOST_FP_H

#include <stdint.h>

/* The guest's floating-point environment on the host: FPCR's rounding mode is in the MXCSR of the
 * host thread while it runs guest code, and most of FPSR comes back from there. A thread begins
 * with FPCR 0, which is MXCSR's initial state. The host never flushes subnormals: FPCR.FZ is the
 * helpers' (a64/ops_fp.h). */

enum {
    A64_MXCSR_INITIAL = 0x1f80, /* all exceptions masked, to nearest */
    A64_MXCSR_EXCEPTIONS = 0x003f,
};

/* Call with 0 before host code that computes with floating point on a guest's thread, and with
 * s->fpcr after it. The compiler moves no arithmetic across this that knows of MXCSR, which is what
 * a64/float_level.h sees to. */
static inline void a64_host_set_fpcr(uint32_t fpcr) {
    const uint32_t mode =
        fpcr >> 22 & 3; /* nearest, up, down, zero; x86: nearest, down, up, zero */
    const uint32_t rounding = (mode >> 1 | mode << 1) & 3;
    __asm__ volatile("" ::: "memory");
    const uint32_t kept = __builtin_ia32_stmxcsr() & A64_MXCSR_EXCEPTIONS;
    __builtin_ia32_ldmxcsr(A64_MXCSR_INITIAL | kept | rounding << 13);
    __asm__ volatile("" ::: "memory");
}

/* IOC, DZC, OFC, UFC and IXC since the last clear. (MXCSR's denormal flag is none of ARM's.) */
static inline uint32_t a64_host_fpsr(void) {
    __asm__ volatile("" ::: "memory");
    const uint32_t seen = __builtin_ia32_stmxcsr();
    return (seen & 1) | (seen >> 1 & 0x1e);
}

static inline void a64_host_clear_fpsr(void) {
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() & ~(uint32_t)A64_MXCSR_EXCEPTIONS);
    __asm__ volatile("" ::: "memory");
}

#endif
