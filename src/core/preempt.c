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

/* Around a call of the kernel that may let other threads run. Gives the guest's MXCSR. */
static uint32_t leave_guest(struct a64_state *s) {
    if (core_debugging())
        debug_thread_leave(s, false);
    const uint32_t guest_mxcsr = __builtin_ia32_stmxcsr();
    core_thread.fpsr = s->fpsr | a64_host_fpsr();
    __builtin_ia32_ldmxcsr(A64_MXCSR_INITIAL);
    core_thread.in_host = true;
    return guest_mxcsr;
}

static void enter_guest(uint32_t guest_mxcsr, bool inside) {
    core_thread.in_host = false;
    __builtin_ia32_ldmxcsr(guest_mxcsr);
    if (core_debugging())
        (inside ? debug_thread_enter_inside : debug_thread_enter)();
}

void core_preempt(struct a64_state *s, bool inside) {
    const struct core_kernel *kernel = core_kernel_calls();
    __atomic_fetch_and(&s->attention, ~A64_ATTENTION_PREEMPT, __ATOMIC_SEQ_CST);
    if (!kernel->preempt)
        return;
    const uint32_t guest_mxcsr = leave_guest(s);
    kernel->preempt(s);
    enter_guest(guest_mxcsr, inside);
}

void lifted_steps_end(struct a64_state *s) {
    core_preempt(s, !core_thread_interprets(&core_thread));
    if (s->steps < 0)
        s->steps = INT64_MAX; /* this kernel counts none */
}

/* The gate of loops that wait. The time is asked at some turns only: on some hosts that is a system
 * call. With a debugger a thread does not give way, since it would be stopped in here, where its
 * registers cannot be written. */
enum { SPIN_PATIENCE_NS = 50000, SPIN_TURNS = 16 };

/* The thread may have been away from its core meanwhile, which is no waiting. */
static uint64_t waited_since(uint64_t then, uint64_t now) {
    return now - then < 2 * SPIN_PATIENCE_NS ? now - then : 2 * SPIN_PATIENCE_NS;
}

static void look_at_time(struct a64_state *s, struct lifted_spin *spin) {
    const struct core_kernel *kernel = core_kernel_calls();
    const uint64_t now = core_now(s);
    if (spin->turns == 1) {
        spin->asked_ns = now;
        spin->waited_ns = 0;
    }
    if (now - spin->asked_ns < SPIN_PATIENCE_NS || !kernel->spin || core_debugging())
        return;
    spin->waited_ns += waited_since(spin->asked_ns, now);
    const uint32_t guest_mxcsr = leave_guest(s);
    kernel->spin(s, spin->waited_ns);
    enter_guest(guest_mxcsr, true);
    spin->asked_ns = core_now(s);
}

/* The signal handler does not act in here, so that this has to look. */
void lifted_spin(struct a64_state *s, struct lifted_spin *spin) {
    __builtin_ia32_pause();
    if (core_demanded(s))
        core_preempt(s, true);
    if (spin->turns++ % SPIN_TURNS == 0)
        look_at_time(s, spin);
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
