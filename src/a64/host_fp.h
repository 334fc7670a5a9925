/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_HOST_FP_H
#define WINDLASS_A64_HOST_FP_H

#include <stdint.h>

/* The guest's floating-point environment on the host: FPCR's rounding mode and flush-to-zero are in
 * the MXCSR of the host thread while it runs guest code, and the cumulative exceptions come back
 * from there. A thread begins with FPCR 0, which is MXCSR's initial state. */

enum {
    A64_MXCSR_INITIAL = 0x1f80, /* all exceptions masked, to nearest */
    A64_MXCSR_FLUSH = 0x8040,   /* results and operands */
    A64_MXCSR_EXCEPTIONS = 0x003f,
};

/* Call with 0 before host code that computes with floating point on a guest's thread, and with
 * s->fpcr after it. */
static inline void a64_host_set_fpcr(uint32_t fpcr) {
    const uint32_t mode =
        fpcr >> 22 & 3; /* nearest, up, down, zero; x86: nearest, down, up, zero */
    const uint32_t rounding = (mode >> 1 | mode << 1) & 3;
    const uint32_t kept = __builtin_ia32_stmxcsr() & A64_MXCSR_EXCEPTIONS;
    __builtin_ia32_ldmxcsr(A64_MXCSR_INITIAL | kept | rounding << 13 |
                           (fpcr >> 24 & 1 ? A64_MXCSR_FLUSH : 0));
}

/* IOC, DZC, OFC, UFC, IXC and IDC since the last clear. */
static inline uint32_t a64_host_fpsr(void) {
    const uint32_t seen = __builtin_ia32_stmxcsr();
    const uint32_t denormal = seen >> 1 & 1 && (seen & A64_MXCSR_FLUSH);
    return (seen & 1) | (seen >> 1 & 0x1e) | denormal << 7;
}

static inline void a64_host_clear_fpsr(void) {
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() & ~(uint32_t)A64_MXCSR_EXCEPTIONS);
}

#endif
