/* SPDX-License-Identifier: MIT */
#include "kernel/exception.h"

#include "base/log.h"
#include "base/memory.h"
#include "core/debug.h"
#include "kernel/lock.h"
#include "kernel/process_object.h"
#include "kernel/results.h"
#include "kernel/space.h"
#include "kernel/thread.h"
#include "kernel/tls.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Types that x0 tells the handler. */
enum {
    EXCEPTION_INSTRUCTION_ABORT = 0x100,
    EXCEPTION_DATA_ABORT = 0x101,
    EXCEPTION_MISALIGNED_PC = 0x102,
    EXCEPTION_UNDEFINED = 0x104,
    EXCEPTION_BAD_SVC = 0x301,
};

#define FRAME_REGISTERS 9
#define FRAME_OFFSET    0x148 /* in the process-local region; the handler's stack ends below it */
#define STACK_OFFSET    0x140
#define NZCV_SHIFT      28

#define ENTRY_WORDS 64
#define CMN_X1_1    0xb100043fu
#define CCMN_X1_1   0xba410820u
#define CCMN_MASK   0xffff0ff0u /* all but the condition and the flags */

/* What the handler finds there, and may change before it returns. */
struct frame {
    uint64_t x[FRAME_REGISTERS];
    uint64_t lr, sp, pc;
    uint32_t pstate, afsr0, afsr1, esr;
    uint64_t far;
};
_Static_assert(sizeof(struct frame) == 0x78, "the guest reads this layout");

static const struct thread *handling; /* the one thread that is in a handler; kernel lock */
/* What it deals with there, to be reported where the process ends before it is through; kernel
 * lock. An SVC that is none leaves nothing here. */
static struct core_fault pending;
static bool have_pending;

/* Why a thread leaves its code. */
struct cause {
    uint32_t type;
    const struct a64_state *registers;
    uint64_t pc, far;
    const char *reason;
    const struct core_fault *fault; /* NULL: an SVC that is none */
};

static uint32_t type_of(const struct core_fault *f) {
    switch (f->kind) {
    case CORE_FAULT_EXECUTE:
        return f->address & 3 ? EXCEPTION_MISALIGNED_PC : EXCEPTION_INSTRUCTION_ABORT;
    case CORE_FAULT_UNDEFINED:
    case CORE_FAULT_BREAKPOINT:
        return EXCEPTION_UNDEFINED;
    default:
        return EXCEPTION_DATA_ABORT;
    }
}

/* The upper bits of ESR_EL1: the exception class, which is all that programs print. */
static uint32_t esr_of(uint32_t type) {
    switch (type) {
    case EXCEPTION_INSTRUCTION_ABORT:
        return 0x20u << 26;
    case EXCEPTION_DATA_ABORT:
        return 0x24u << 26;
    case EXCEPTION_MISALIGNED_PC:
        return 0x22u << 26;
    case EXCEPTION_BAD_SVC:
        return 0x15u << 26;
    default:
        return 0;
    }
}

static void write_frame(const struct a64_state *s, uint32_t type, uint64_t pc, uint64_t far) {
    struct frame f = {.lr = s->x[30], .sp = s->sp, .pc = pc, .esr = esr_of(type), .far = far};
    memcpy(f.x, s->x, sizeof f.x);
    f.pstate = ((uint32_t)s->n << 3 | (uint32_t)s->z << 2 | (uint32_t)s->c << 1 | s->v)
               << NZCV_SHIFT;
    memcpy((void *)(tls_process_region() + FRAME_OFFSET), &f, sizeof f);
}

/* Whether the program's entry looks at x1 for -1, as it must to tell an exception from a start:
 * CMN X1, #1 or CCMN X1, #1. What does not would start a second time over its own state, as builds
 * of libnx before September 2018 do. */
static bool entry_knows_exceptions(void) {
    uint32_t words[ENTRY_WORDS];
    if (!process_entry() || !space_read(process_entry(), words, sizeof words))
        return false;
    for (unsigned i = 0; i < ENTRY_WORDS; i++)
        if (words[i] == CMN_X1_1 || (words[i] & CCMN_MASK) == CCMN_X1_1)
            return true;
    return false;
}

/* True when this thread now owns the handler's frame. */
static bool claim(const struct thread *t, const struct core_fault *fault) {
    kernel_lock();
    const bool got = !handling;
    if (got) {
        handling = t;
        have_pending = fault;
        if (fault)
            pending = *fault;
    }
    kernel_unlock();
    return got;
}

void exception_report(void) {
    struct core_fault fault;
    kernel_lock();
    const bool there = have_pending;
    if (there)
        fault = pending;
    have_pending = false;
    kernel_unlock();
    if (there)
        core_fault_report(&fault);
}

/* All but the attention word, which is other threads' too. */
static void set_registers(struct a64_state *s, const struct a64_state *from) {
    size_t after = offsetof(struct a64_state, attention) + sizeof s->attention;
    memmove(s, from, offsetof(struct a64_state, attention));
    memmove((char *)s + after, (const char *)from + after, sizeof *s - after);
}

/* Nothing of the program deals with it. Where the thread was in its handler already, what led there
 * comes first; where another one is, that is reported at the end of the process. */
static void end_process(struct thread *t, const struct cause *c) {
    if (t->in_exception)
        exception_report();
    if (c->fault)
        core_fault_report(c->fault);
    process_end(PROCESS_FAULT, c->type, t->in_exception ? t->fault_reason : c->reason);
}

static void raise(struct thread *t, const struct cause *c) {
    if (t->in_exception || !entry_knows_exceptions() || !claim(t, c->fault)) {
        end_process(t, c);
        return;
    }
    log_trace(LOG_CORE, "exception 0x%x goes to the program's handler: %s", c->type, c->reason);
    t->fault_reason = memory_string(c->reason);
    t->exception_type = c->type;
    set_registers(&t->state, c->registers);
    write_frame(&t->state, c->type, c->pc, c->far);
}

/* Those that tell of no exception of the guest's. */
static bool is_ours(const struct core_fault *f) {
    return f->kind == CORE_FAULT_STACK || f->kind == CORE_FAULT_FLOAT ||
           f->kind == CORE_FAULT_INTERNAL;
}

void exception_fault(struct a64_state *s, const struct core_fault *fault) {
    char reason[400];
    core_fault_reason(fault, reason, sizeof reason);
    const struct cause c = {
        .type = is_ours(fault) ? 0 : type_of(fault),
        .registers = &fault->registers,
        .pc = fault->pc,
        .far = fault->address,
        .reason = reason,
        .fault = fault,
    };
    if (is_ours(fault))
        end_process(s->thread, &c);
    else
        raise(s->thread, &c);
}

void exception_bad_svc(struct thread *self, uint32_t number) {
    char reason[100];
    const uint64_t pc = self->state.pc - 4;
    core_debug_report(CORE_DEBUG_BAD_SVC);
    snprintf(reason, sizeof reason, "svc 0x%02x at 0x%llx: the system has no such call", number,
             (unsigned long long)pc);
    raise(self, &(struct cause){
                    .type = EXCEPTION_BAD_SVC,
                    .registers = &self->state,
                    .pc = pc,
                    .reason = reason,
                });
    core_stop(&self->state);
}

bool exception_enter(struct thread *t) {
    if (!t->exception_type)
        return false;
    struct a64_state *s = &t->state;
    /* In this order: who stops all threads sets the flag first, then the attention words. */
    __atomic_store_n(&s->attention, 0, __ATOMIC_SEQ_CST);
    if (thread_stopping()) {
        exception_report();
        return false;
    }
    s->x[0] = t->exception_type;
    s->x[1] = tls_process_region() + FRAME_OFFSET;
    s->sp = tls_process_region() + STACK_OFFSET;
    s->pc = process_entry();
    t->exception_type = 0;
    t->in_exception = true;
    return true;
}

void exception_reset(void) {
    kernel_lock();
    handling = NULL;
    have_pending = false;
    kernel_unlock();
}

static void leave_handler(struct thread *self) {
    exception_reset();
    self->in_exception = false;
    free(self->fault_reason);
    self->fault_reason = NULL;
}

bool exception_return(struct thread *self, result handled) {
    if (!self->in_exception)
        return false;
    if (handled) {
        process_end(PROCESS_FAULT, handled, self->fault_reason);
        core_stop(&self->state);
        return true;
    }
    struct frame f;
    memcpy(&f, (const void *)(tls_process_region() + FRAME_OFFSET), sizeof f);
    struct a64_state *s = &self->state;
    memcpy(s->x, f.x, sizeof f.x);
    s->x[30] = f.lr;
    s->sp = f.sp;
    s->pc = f.pc;
    s->n = f.pstate >> (NZCV_SHIFT + 3) & 1;
    s->z = f.pstate >> (NZCV_SHIFT + 2) & 1;
    s->c = f.pstate >> (NZCV_SHIFT + 1) & 1;
    s->v = f.pstate >> NZCV_SHIFT & 1;
    leave_handler(self);
    /* s->pc is not where the call came from. */
    __atomic_fetch_or(&s->attention, A64_ATTENTION_UNWIND, __ATOMIC_ACQ_REL);
    return true;
}
