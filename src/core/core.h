/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CORE_CORE_H
#define WINDLASS_CORE_CORE_H

#include "a64/state.h"
#include "base/error.h"
#include "core/lifted.h"

#include <pthread.h>

/* Running guest code: dispatch table, interpreter fallback, guest threads' base loop, faults.
 *
 * What the kernel does: guest_memory_init, core_load, core_set_kernel; then for each guest thread a
 * host thread that fills a struct a64_state with env = &core_env and calls core_run. Guest calls
 * nest on the host stack, so that the host thread needs CORE_STACK_BYTES of it: address space that
 * the host fills as it is used. */
#define CORE_STACK_BYTES ((size_t)256 << 20)

/* Return addresses that no guest code has; the base loop knows them. */
#define CORE_LOADER_RETURN 0x07fff000ull /* x30 of an NRO's entry: back to the loader */
#define CORE_THREAD_RETURN 0x07ffe000ull /* final pc after core_stop or a fault */

/* Maps the program's modules with their segments' permissions and fills the dispatch table. Call
 * after guest_memory_init. */
MUST_CHECK bool core_load(const struct lifted_program *program, struct error *error);

/* Base loop of a guest thread: runs from s->pc until the guest jumps to CORE_LOADER_RETURN,
 * core_stop was called on this state, or the guest faulted. Returns the final pc. */
uint64_t core_run(struct a64_state *s);
/* The thread leaves guest code for good: its host frames return to core_run. From inside an SVC of
 * the thread, or from any host thread (then it takes effect at the next call that returns). */
void core_stop(struct a64_state *s);
/* Another thread should run in place of this one: core_kernel.preempt is called on its host thread
 * at the end of an SVC, when a call returns, or in the interpreter. Gives true where that is
 * demanded already. core_demanded: it is, and was not called yet. */
bool core_demand(struct a64_state *s);
bool core_demanded(const struct a64_state *s);
/* Interrupts the host thread of a state that core_demand named, wherever it is: when it executes
 * lifted code, core_kernel.preempt is called there. All registers survive. */
void core_interrupt(pthread_t host);

/* In core_kernel.preempt: does the state hold every register? Where lifted code was interrupted,
 * only if it was lifted for debugging. FPSR has a part in a register of the host: all of it goes to
 * *fpsr. */
bool core_state_exact(uint32_t *fpsr);

struct core_fault;

struct core_kernel {
    /* As a64_env.svc. Guest state is exact in *s. */
    void (*svc)(struct a64_state *s, uint32_t number);
    /* A guest fault, of which nothing has been written yet (core_fault_report). Called on the guest
     * thread, outside guest code, before core_run returns CORE_THREAD_RETURN. NULL: it is reported,
     * and that is all. */
    void (*fault)(struct a64_state *s, const struct core_fault *fault);
    /* See core_demand; and the state's steps are used up (core/lifted.h). Returns when the thread
     * may go on. May be NULL. */
    void (*preempt)(struct a64_state *s);
    /* A debugger stops the calling thread while others run: true at the beginning, false at the
     * end. May be NULL. */
    void (*held)(struct a64_state *s, bool held);
    /* The thread has waited so long in a loop that only another one can end: others may run
     * first. May be NULL. */
    void (*spin)(struct a64_state *s, uint64_t waited_ns);
    /* The time of a thread that runs guest code, by clock_ns(). NULL: that. */
    uint64_t (*now)(struct a64_state *s);
};
void core_set_kernel(const struct core_kernel *kernel);
/* The environment of every guest thread: SVCs go to the kernel, time to host/clock.h, undefined
 * words and breakpoints to the fault report. */
extern const struct a64_env core_env;

enum core_fault_kind {
    CORE_FAULT_READ,
    CORE_FAULT_WRITE,
    CORE_FAULT_EXECUTE,    /* a jump to where no code is mapped, or to a misaligned address */
    CORE_FAULT_ADDRESS,    /* an access whose address no pointer can have; it is not known */
    CORE_FAULT_ALIGNMENT,  /* an exclusive, acquire or release whose address is no multiple of its
                              size */
    CORE_FAULT_UNDEFINED,  /* a word that no row of the instruction table matches, UDF, HLT */
    CORE_FAULT_BREAKPOINT, /* BRK */
    CORE_FAULT_STACK,      /* recursion without end: the host's stack for the thread is used up */
    CORE_FAULT_FLOAT,      /* the program was lifted without what MSR FPCR or MRS FPSR needs */
    CORE_FAULT_INTERNAL,   /* lifted code trapped: a mistake of windlass */
};

#define CORE_FAULT_FRAMES 64

struct core_fault {
    enum core_fault_kind kind;
    uint64_t pc;      /* guest; 0 where it is not known */
    uint64_t address; /* of the access or the jump target */
    uint32_t word;    /* UNDEFINED: the instruction, BREAKPOINT: the immediate */
    bool mapped;      /* READ, WRITE: the page exists but refuses */
    bool exact;       /* registers are those at pc; false: as of the last call */
    struct a64_state registers;
    uint64_t frames[CORE_FAULT_FRAMES]; /* call sites, innermost first, without pc */
    unsigned frame_count;
    bool frames_cut; /* there are more */
};

/* "read", "write", ...: as it stands in reports. */
const char *core_fault_name(enum core_fault_kind kind);
/* One line: what happened and where. */
void core_fault_reason(const struct core_fault *fault, char *text, size_t room);
/* What to do next. */
const char *core_fault_hint(const struct core_fault *fault);
/* Writes the whole report to stderr: the kernel calls this where the program does not deal with the
 * fault itself. */
void core_fault_report(const struct core_fault *fault);
/* The first fault that was reported, for the verdict of a run; false: there was none. */
bool core_first_fault(struct core_fault *out);

/* Counters for the report, summed over threads. */
struct core_counters {
    uint64_t dispatch_misses; /* indirect transfers to addresses without a lifted entry */
    uint64_t interpreted;     /* instructions that the interpreter executed */
    uint64_t unwinds;         /* non-local transfers */
};
void core_counters(struct core_counters *out);

/* "symbol+0x1c", or "f_08001234+0x1c" where there is no symbol; false outside all modules. */
bool core_describe(uint64_t pc, char *text, size_t room);
/* The way to `pc` on this guest thread, whose state is *s, to stderr as in a fault's report. */
void core_print_backtrace(const struct a64_state *s, uint64_t pc);
/* Adds the way of a thread that is in an SVC, by the guest's chain of frame pointers. */
struct strbuf;
void core_add_guest_backtrace(struct strbuf *out, const struct a64_state *s);

#endif
