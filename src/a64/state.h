/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_STATE_H
#define WINDLASS_A64_STATE_H

#include <stdint.h>

/* The architectural state of one guest thread. Lifted code keeps registers in C locals and writes
 * them here around calls, so that what stands here is exact at every call, return and SVC. The
 * header is included by generated C and therefore pulls in nothing but stdint. */

typedef uint64_t a64_v2u64 __attribute__((vector_size(16)));

/* How much of the guest's floating-point environment a piece of compiled code can see
 * (a64/float_level.h). The interpreter always has the highest level. */
#define A64_FLOAT_FAST  0 /* the host's arithmetic, not looked at again */
#define A64_FLOAT_PLAIN 1 /* FPCR is 0, nothing reads FPSR */
#define A64_FLOAT_MODES 2 /* FPCR is what the guest writes, nothing reads FPSR */
#define A64_FLOAT_EXACT 3 /* all of it */

struct a64_state;

/* What an instruction needs from outside the CPU. Set once a thread by core/. */
struct a64_env {
    /* SVC #number. s->pc is the address after the instruction. May set attention. */
    void (*svc)(struct a64_state *s, uint32_t number);
    /* A word without a row, UDF, HLT or a privileged instruction at s->pc. Does not return to the
     * instruction: it ends the program or redirects s->pc and sets attention. */
    void (*undefined)(struct a64_state *s, uint32_t word);
    /* BRK #imm at s->pc; same contract as undefined. */
    void (*breakpoint)(struct a64_state *s, uint32_t imm);
    /* CNTPCT_EL0 / CNTVCT_EL0: ticks of 19.2 MHz. */
    uint64_t (*counter)(struct a64_state *s);
    /* The interpreter is about to execute an MSR FPCR or MRS FPSR at s->pc, which makes sense only
     * where all code has at least this level. Does not return where it has not. */
    void (*float_used)(struct a64_state *s, unsigned level);
};

/* Bits of a64_state.attention. Lifted code tests the whole word after calls (and may at
 * back-edges); core/ decides what each bit means for the frame that saw it. */
enum {
    A64_ATTENTION_UNWIND = 1u << 0,  /* s->pc is where the guest goes on; the host frame above may
                                        not be the one that owns it */
    A64_ATTENTION_PREEMPT = 1u << 1, /* a better thread waits for this virtual core */
    A64_ATTENTION_STOP = 1u << 2,    /* leave guest code for good: thread or process exit */
    A64_ATTENTION_HALT = 1u << 3,    /* a debugger wants to be asked before the next instruction;
                                        where lifted code sees it, registers are exact */
};

struct a64_state {
    uint64_t x[31];
    uint64_t sp;
    uint64_t pc;
    uint32_t attention; /* written by other threads with atomics */
    /* Condition flags, each 0 or 1. */
    uint8_t n, z, c, v;
    a64_v2u64 q[32];
    uint32_t fpcr;
    uint32_t fpsr;
    uint32_t resume; /* the lifted function that is called goes on at pc, not at its entry */
    uint32_t leave;  /* what the last look at attention said: the lifted function returns at once */
    /* Counts down where code is counted (core/lifted.h); below 0 the kernel is asked what now. */
    int64_t steps;
    uint64_t tpidr;   /* TPIDR_EL0 */
    uint64_t tpidrro; /* TPIDRRO_EL0: the thread-local region */
    /* The exclusive monitor, see a64/ops_exclusive.h: address, size in bytes (0: open), the value
     * that was loaded, the version of the granule. The claim is that of the store-exclusive in
     * progress. */
    uint64_t exclusive_address;
    uint32_t exclusive_size;
    uint64_t exclusive_value[2]; /* no vector: one half is often read right after it is written */
    uint64_t exclusive_version;
    uint64_t *exclusive_claim;
    const struct a64_env *env;
    void *thread; /* the kernel's thread; a64 and core never look inside */
} __attribute__((aligned(64)));

#endif
