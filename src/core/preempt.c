/* SPDX-License-Identifier: MIT */
#include "core/core.h"

#include "a64/host_fp.h"
#include "core/debug_thread.h"
#include "core/thread.h"

#include <errno.h>
#include <signal.h>
#include <ucontext.h>

/* Giving way to another guest thread: where lifted code and the interpreter see PREEMPT, or, in a
 * loop that never looks, in a signal handler on top of it. */

#define INTERRUPT (SIGRTMIN + 3)

/* The section of LIFTED_CODE; the linker makes the names. */
extern const char __start_lifted_text[], __stop_lifted_text[] __attribute__((weak));
#pragma weak __start_lifted_text

static bool is_lifted(uintptr_t ip) {
    return ip >= (uintptr_t)__start_lifted_text && ip < (uintptr_t)__stop_lifted_text;
}

bool core_demand(struct a64_state *s) {
    return __atomic_fetch_or(&s->attention, A64_ATTENTION_PREEMPT, __ATOMIC_SEQ_CST) &
           A64_ATTENTION_PREEMPT;
}

bool core_demanded(const struct a64_state *s) {
    return __atomic_load_n(&s->attention, __ATOMIC_SEQ_CST) & A64_ATTENTION_PREEMPT;
}

bool core_state_exact(uint32_t *fpsr) {
    *fpsr = core_thread.fpsr;
    return core_thread_interprets(&core_thread) || core_program()->exact;
}

void core_preempt(struct a64_state *s, bool inside) {
    const struct core_kernel *kernel = core_kernel_calls();
    __atomic_fetch_and(&s->attention, ~A64_ATTENTION_PREEMPT, __ATOMIC_SEQ_CST);
    if (!kernel->preempt)
        return;
    if (core_debugging())
        debug_thread_leave(s, false);
    const uint32_t guest_mxcsr = __builtin_ia32_stmxcsr();
    core_thread.fpsr = s->fpsr | a64_host_fpsr();
    __builtin_ia32_ldmxcsr(A64_MXCSR_INITIAL);
    core_thread.in_host = true;
    kernel->preempt(s);
    core_thread.in_host = false;
    __builtin_ia32_ldmxcsr(guest_mxcsr);
    if (core_debugging())
        (inside ? debug_thread_enter_inside : debug_thread_enter)();
}

/* Lifted code holds no lock of the host's, but in the middle of a store-exclusive it has a claim on
 * which others wait. Everywhere else the attention word will be looked at soon. */
static void on_interrupt(int signal, siginfo_t *info, void *context_) {
    struct core_thread *t = &core_thread;
    const ucontext_t *context = context_;
    const int error = errno;
    (void)signal;
    (void)info;
    if (t->state && !t->in_host && !t->state->exclusive_claim && core_demanded(t->state) &&
        is_lifted((uintptr_t)context->uc_mcontext.gregs[REG_RIP]))
        core_preempt(t->state, true);
    errno = error;
}

void core_preempt_begin(void) {
    struct sigaction action = {.sa_sigaction = on_interrupt, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(INTERRUPT, &action, NULL);
}

void core_interrupt(pthread_t host) {
    pthread_kill(host, INTERRUPT);
}
