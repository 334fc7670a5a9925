/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CORE_THREAD_H
#define WINDLASS_CORE_THREAD_H

#include "a64/a64.h"
#include "core/code_pages.h"
#include "core/core.h"

#include <setjmp.h>

/* What core keeps for a host thread that runs guest code. */

/* An interpreter loop on the host stack. It ends when the guest arrives at return_pc with
 * return_sp, and it runs whatever the guest does at or below return_sp; a transfer above goes to
 * the host frames below it (struct core_thread links the loops). */
struct core_loop {
    uint64_t return_pc, return_sp;
    bool is_base;                  /* core_run's: owns every address, and no sp is above it */
    bool in_call;                  /* a lifted function is running on its behalf, */
    uint64_t call_return, call_sp; /* entered with this x30 and sp */
    bool step_first;               /* the next transfer does not look for a lifted entry */
    struct core_loop *outer;
};

struct core_thread {
    struct a64_state *state; /* NULL outside core_run */
    struct core_loop *loop;  /* the innermost */
    bool in_host;            /* in an SVC: a fault is the host's */
    uint32_t fpsr;           /* when guest code was left for core_preempt */
    struct core_fault *fault;
    sigjmp_buf base;     /* core_run, for leaving guest code from a fault */
    uintptr_t stack_low; /* lowest usable byte of the host stack, 0: not known */
};

extern _Thread_local struct core_thread core_thread;

/* True when the word at the state's pc was about to be interpreted: *state is exact. */
static inline bool core_thread_interprets(const struct core_thread *t) {
    return t->loop && !t->loop->in_call;
}

/* Executes from s->pc until the loop has something to decide: after an SVC or a trap; after a
 * transfer that leaves the loop or the interpreter, or that attention waits for; A64_PLAIN: s->pc
 * is in a page that the guest may not execute. *last: the address of the last instruction. */
enum a64_kind core_interpret(const struct core_loop *l, struct a64_state *s, uint64_t *last);

/* Installs the handlers once, and this thread's alternate stack. */
void core_fault_begin(void);
void core_fault_end(void);
/* Goes back to core_run, which tells the kernel. *fault has kind, pc, address and word. */
_Noreturn void core_fault_raise(struct core_fault *fault);
/* Gives the fault to the kernel. */
void core_fault_tell(struct a64_state *s, const struct core_fault *fault);

/* Call sites of lifted functions on the host stack (from a signal context where ip is not 0), and
 * the guest's chain of frame pointers, without repetition. Fills fault->frames; when the fault is
 * in lifted code, fault->pc too. */
void core_backtrace(struct core_fault *fault, uintptr_t ip, bool in_lifted);
/* The same from the guest's chain alone: of any thread whose state is exact. */
void core_guest_backtrace(struct core_fault *fault);
/* Guest pc of a host address in lifted code, then the call sites of the functions that the compiler
 * inlined around it, innermost first. 0: the address is not in lifted code. */
unsigned core_line_pcs(uintptr_t ip, uint64_t *out, unsigned room);

/* The same where a debugger looks on. */
enum a64_kind core_interpret_debug(const struct core_loop *l, struct a64_state *s, uint64_t *last);
struct core_counts {
    uint64_t interpreted, misses;
};
void core_add_counts(struct core_counts *c);
/* After a transfer to pc: the guest is still the loop's, nobody wants its attention, and what it
 * goes on with is code that is not lifted. The addresses of base returns are never executable. */
static inline bool core_stays(const struct core_loop *l, struct a64_state *s, uint64_t pc) {
    return !__atomic_load_n(&s->attention, __ATOMIC_ACQUIRE) && s->sp <= l->return_sp &&
           (pc != l->return_pc || s->sp != l->return_sp) && !(pc & 3) &&
           code_pages_executable(pc) && lifted_lookup(pc) == core_unlifted;
}

/* In the interpreter the same are steps as in lifted code: calls, and ways back. */
static inline void core_take_step(struct a64_state *s, enum a64_kind kind, bool back) {
    if ((kind == A64_CALL || kind == A64_CALL_REG || back) && LIFTED_UNLIKELY(--s->steps < 0))
        lifted_steps_end(s);
}

/* Tells the kernel that PREEMPT was seen, and clears it. inside: in the middle of lifted code. */
void core_preempt(struct a64_state *s, bool inside);
/* Installs the handler of core_interrupt (preempt.c). */
void core_preempt_begin(void);
/* The thread's time, in ns. */
uint64_t core_now(struct a64_state *s);
/* The kernel's calls. */
const struct core_kernel *core_kernel_calls(void);

/* The program that core_load took; NULL before. */
const struct lifted_program *core_program(void);

/* Bytes of guest memory, when all of them can be read. */
bool core_peek(uint64_t address, void *out, size_t size);

extern struct core_counters core_totals; /* relaxed atomics */
#define CORE_COUNT(field, n) ((void)__atomic_fetch_add(&core_totals.field, (n), __ATOMIC_RELAXED))

#endif
