/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CORE_DEBUG_H
#define WINDLASS_CORE_DEBUG_H

#include "a64/state.h"
#include "core/core.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A debugger's hold on guest threads.
 *
 * Guest threads stop in one place only: in the interpreter, before an instruction, where the state
 * is exact and may be changed. Code that was lifted for debugging gets there by giving up the rest
 * of its function to the interpreter, which it does
 *
 *   - before an instruction with a breakpoint: a flag an instruction (lifted_module.stops), of
 *     which the guest sees nothing;
 *   - at the beginning of a block, and behind a call, when HALT is set in the attention word.
 *
 * A thread in an SVC, or one that waits for its core, runs no guest code. It counts as stopped at
 * once; what it does in the host goes on, and it stops when it comes back. Its registers are those
 * that it came with.
 *
 * All threads stop together: who has something to tell holds all others. */

enum core_debug_cause {
    CORE_DEBUG_HALTED, /* core_debug_halt, or no thread is left that may run */
    CORE_DEBUG_STEPPED,
    CORE_DEBUG_BREAKPOINT,
    CORE_DEBUG_WATCHPOINT,
    CORE_DEBUG_FAULT,   /* nothing of the program or the system has dealt with it yet */
    CORE_DEBUG_BREAK,   /* svcBreak: the process is about to end */
    CORE_DEBUG_BAD_SVC, /* an SVC that the system does not have */
};

struct core_debug_event {
    enum core_debug_cause cause;
    uint64_t thread;            /* 0: none in particular */
    uint64_t address;           /* WATCHPOINT: what was written */
    enum core_fault_kind fault; /* FAULT */
};

/* ---- for who runs guest threads ---- */

extern bool core_debug_on;
/* Is a debugger expected? Fixed before the first thread begins. */
static inline bool core_debugging(void) {
    return core_debug_on;
}
/* `stopped` is called, on any thread, when all threads have stopped and there is an event. All
 * threads are held from their beginning. */
void core_debug_begin(void (*stopped)(void));
/* On the thread's own host thread, around all that it runs. The number is what it is asked for. */
void core_debug_thread_begin(struct a64_state *s, uint64_t id);
void core_debug_thread_end(void);
/* The process ends: nobody is held any more, and there are no more events. */
void core_debug_release(void);
/* From an SVC: stops until the debugger lets the thread go on. */
void core_debug_report(enum core_debug_cause cause);
/* True while all threads are held. */
bool core_debug_held(void);

/* ---- for the debugger's own thread ---- */

enum core_debug_motion {
    CORE_DEBUG_STAY,
    CORE_DEBUG_GO,
    CORE_DEBUG_STEP, /* one instruction, then on while pc is in [start, end) */
};
struct core_debug_action {
    uint64_t thread; /* 0: every thread */
    enum core_debug_motion motion;
    bool pass; /* a fault that stopped it goes to the program; else it is tried again */
    uint64_t start, end;
};

/* Without a debugger nothing is reported. Letting go takes out breakpoints, and all go on. */
void core_debug_attach(void);
void core_debug_detach(void);
/* Asks all threads to stop. */
void core_debug_halt(void);
/* All threads have stopped: gives the event. */
bool core_debug_stopped(struct core_debug_event *out);
/* For each thread the first action counts that names it; without one it stays. */
void core_debug_resume(const struct core_debug_action *actions, size_t count);
/* Their numbers, in ascending order. */
size_t core_debug_threads(uint64_t *ids, size_t room);
/* While all are held. Exact, FPSR too. */
bool core_debug_registers(uint64_t id, struct a64_state *out);
/* False for a thread in an SVC, which would not see it, and where there is none of the number.
 * General registers, sp, pc, flags, vectors, FPCR, FPSR and TPIDR_EL0 count. */
bool core_debug_set_registers(uint64_t id, const struct a64_state *registers);
/* While all are held. False where there is no room for more, or no instruction can be. */
bool core_debug_set_breakpoint(uint64_t address, bool set);
/* Stops a thread behind the instruction that changed one of the bytes. While there is one, all
 * code runs interpreted. */
bool core_debug_set_watchpoint(uint64_t address, uint64_t size, bool set);

#endif
