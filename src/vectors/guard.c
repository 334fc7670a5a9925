/* SPDX-License-Identifier: MIT */
#include "vectors/guard.h"

#include "a64/host_fp.h"
#include "a64/host_trap.h"
#include "a64/ops_exclusive.h"
#include "vectors/vectors.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <ucontext.h>

/* A run that sees two ticks of the processor's time is ended. */
enum { TICK_US = 250000 };
enum { SIGNALS = 6, STACK_BYTES = 1 << 16, STACK_REACH = 1 << 16 };
static const int signals[SIGNALS] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGVTALRM};
static struct sigaction before[SIGNALS];
static stack_t stack_before;
static uint8_t handler_stack[STACK_BYTES];

/* How control comes back to vector_guard_run. */
enum { BACK_LEFT = 1, BACK_ENDED };

static struct {
    sigjmp_buf back;
    volatile sig_atomic_t active;
    volatile unsigned number, ticked; /* of runs; at the timer's last tick */
    uint64_t code_end;
    struct vector_outcome outcome;
} guard;

static _Noreturn void end(enum vector_end how, uint64_t detail) {
    guard.outcome = (struct vector_outcome){how, detail};
    siglongjmp(guard.back, BACK_ENDED);
}

static void on_access(int signal, const siginfo_t *info, const ucontext_t *context) {
    const uintptr_t address = (uintptr_t)info->si_addr;
    const uintptr_t stack = (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
    const bool is_write = context->uc_mcontext.gregs[REG_ERR] & 2; /* page-fault code, W/R */
    if (signal == SIGSEGV && info->si_code == SI_KERNEL)
        end(VECTOR_ADDRESS, 0);
    if (address - (stack - STACK_REACH) < 2 * STACK_REACH) /* lifted calls nest without end */
        end(VECTOR_ENDLESS, 0);
    end(is_write ? VECTOR_WRITE : VECTOR_READ, address);
}

static void on_signal(int signal, siginfo_t *info, void *context) {
    if (signal == SIGVTALRM) {
        if (!guard.active)
            return;
        if (guard.ticked == guard.number)
            end(VECTOR_ENDLESS, 0);
        guard.ticked = guard.number;
        return;
    }
    if (!guard.active || info->si_code <= 0) { /* a mistake of our own, or sent from outside */
        vector_guard_close();
        if (info->si_code <= 0)
            raise(signal);
        return;
    }
    if (signal == SIGSEGV || signal == SIGBUS)
        on_access(signal, info, context);
    const greg_t *registers = ((const ucontext_t *)context)->uc_mcontext.gregs;
    if (signal == SIGILL && a64_is_misaligned_trap((const void *)registers[REG_RIP]))
        end(VECTOR_ALIGNMENT, (uint64_t)registers[REG_RAX]);
    end(VECTOR_TRAP, (uint64_t)signal);
}

bool vector_guard_open(struct error *error) {
    struct sigaction action = {.sa_sigaction = on_signal,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART};
    const stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    const struct itimerval tick = {{0, TICK_US}, {0, TICK_US}};
    bool ok = sigaltstack(&stack, &stack_before) == 0;
    for (int i = 0; i < SIGNALS; i++)
        ok = sigaction(signals[i], &action, &before[i]) == 0 && ok;
    ok = setitimer(ITIMER_VIRTUAL, &tick, NULL) == 0 && ok;
    return ok || error_set(error, ERROR_IO, "signal handlers for guest code: %s", strerror(errno));
}

void vector_guard_close(void) {
    setitimer(ITIMER_VIRTUAL, &(struct itimerval){0}, NULL);
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &before[i], NULL);
    sigaltstack(&stack_before, NULL);
}

static void on_svc(struct a64_state *s, uint32_t number) {
    (void)s;
    end(VECTOR_SVC, number);
}

static void on_undefined(struct a64_state *s, uint32_t word) {
    (void)s;
    end(VECTOR_UNDEFINED, word);
}

static void on_breakpoint(struct a64_state *s, uint32_t immediate) {
    (void)s;
    end(VECTOR_BREAKPOINT, immediate);
}

/* Time stands still: what a case does depends on nothing outside of it. */
static uint64_t on_counter(struct a64_state *s) {
    (void)s;
    return 0;
}

static const struct a64_env guard_env = {
    .svc = on_svc, .undefined = on_undefined, .breakpoint = on_breakpoint, .counter = on_counter};

void vector_guard_leave(struct a64_state *s) {
    (void)s; /* pc is where control goes */
    siglongjmp(guard.back, BACK_LEFT);
}

static bool is_inside(uint64_t pc) {
    return pc >= VECTORS_CODE && pc < guard.code_end && !(pc & 3);
}

/* The interpreter runs these words to exchange FPCR and FPSR with wherever guest code keeps them on
 * the host. */
enum {
    MSR_FPCR_X0 = (int)0xd51b4400,
    MSR_FPSR_X0 = (int)0xd51b4420,
    MRS_X0_FPSR = (int)0xd53b4420
};

static uint64_t system_register(struct a64_state *s, uint32_t word, uint64_t value) {
    const uint64_t x0 = s->x[0], pc = s->pc;
    s->x[0] = value;
    a64_execute(s, word);
    value = s->x[0];
    s->x[0] = x0;
    s->pc = pc;
    return value;
}

static void run(struct a64_state *s, lifted_function *lifted) {
    switch (sigsetjmp(guard.back, 0)) {
    case 0:
        guard.active = true;
        if (lifted) {
            const uint64_t link = s->x[30];
            lifted_call(lifted, s);
            s->pc = link; /* a lifted function that returns does so to x30 */
        }
        __attribute__((fallthrough));
    case BACK_LEFT:
        while (is_inside(s->pc))
            a64_step(s);
        break;
    default:
        a64_monitor_abandon(s);
        break;
    }
    guard.active = false;
}

struct vector_outcome vector_guard_run(struct a64_state *s, uint64_t code_end,
                                       lifted_function *lifted) {
    s->env = &guard_env;
    guard.code_end = code_end;
    guard.outcome = (struct vector_outcome){VECTOR_DONE, 0};
    guard.number++;
    system_register(s, (uint32_t)MSR_FPCR_X0, s->fpcr);
    system_register(s, (uint32_t)MSR_FPSR_X0, s->fpsr);
    run(s, lifted);
    s->fpsr = (uint32_t)system_register(s, (uint32_t)MRS_X0_FPSR, 0);
    __builtin_ia32_ldmxcsr(A64_MXCSR_INITIAL);
    return guard.outcome;
}

void vector_outcome_text(const struct vector_outcome *o, char *text, size_t room) {
    const unsigned long long detail = o->detail;
    switch (o->end) {
    case VECTOR_DONE:
        snprintf(text, room, "ends");
        break;
    case VECTOR_UNDEFINED:
        snprintf(text, room, "executes %08llx, which is no instruction", detail);
        break;
    case VECTOR_BREAKPOINT:
        snprintf(text, room, "executes BRK #%llu", detail);
        break;
    case VECTOR_SVC:
        snprintf(text, room, "executes SVC #%llu", detail);
        break;
    case VECTOR_READ:
        snprintf(text, room, "reads %llx, which is not mapped", detail);
        break;
    case VECTOR_WRITE:
        snprintf(text, room, "writes %llx, which is not mapped or read-only", detail);
        break;
    case VECTOR_ADDRESS:
        snprintf(text, room, "accesses memory at an address that no pointer has");
        break;
    case VECTOR_ALIGNMENT:
        snprintf(text, room, "accesses %llx in order or exclusively, which is not aligned", detail);
        break;
    case VECTOR_TRAP:
        snprintf(text, room, "makes the host trap (signal %llu), which is a mistake of windlass",
                 detail);
        break;
    case VECTOR_ENDLESS:
        snprintf(text, room, "does not end");
        break;
    }
}
