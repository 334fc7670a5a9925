/* SPDX-License-Identifier: MIT */
#include "core/thread.h"

#include "a64/host_trap.h"
#include "a64/ops_exclusive.h"
#include "core/memory.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

/* Host signals that guest code caused. Guest code is what runs between core_run and an SVC: lifted
 * functions, the interpreter and core's own loops. Everywhere else a signal is a mistake of the
 * host's code, and goes to whom it went before. */

enum { HANDLER_STACK_BYTES = 256 << 10, STACK_GUARD_BYTES = 1 << 20, SIGNALS = 5 };
static const int signals[SIGNALS] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP};
static struct sigaction before[SIGNALS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static _Thread_local void *handler_stack;
static _Thread_local stack_t stack_before;

static void give_back(int signal, const siginfo_t *info) {
    for (int i = 0; i < SIGNALS; i++)
        if (signals[i] == signal)
            sigaction(signal, &before[i], NULL);
    if (info->si_code <= 0) /* sent by kill: returning would not repeat it */
        raise(signal);
}

static void classify_access(struct core_fault *f, const struct core_thread *t,
                            const siginfo_t *info, const ucontext_t *context) {
    const uintptr_t address = (uintptr_t)info->si_addr;
    const bool is_write = context->uc_mcontext.gregs[REG_ERR] & 2; /* page-fault error code, W/R */
    uint8_t byte;
    f->address = address;
    if (info->si_code == SI_KERNEL) /* general protection: not in x86-64's canonical form */
        f->kind = CORE_FAULT_ADDRESS;
    else if (t->stack_low && address < t->stack_low && t->stack_low - address < STACK_GUARD_BYTES)
        f->kind = CORE_FAULT_STACK;
    else if (core_thread_interprets(t) && address - t->state->pc < 4)
        f->kind = CORE_FAULT_EXECUTE;
    else
        f->kind = is_write ? CORE_FAULT_WRITE : CORE_FAULT_READ;
    f->mapped = is_write && core_peek(address, &byte, 1);
}

/* SIGILL of an ordered access that ops_memory.h found misaligned. */
static void classify_illegal(struct core_fault *f, const ucontext_t *context) {
    if (!a64_is_misaligned_trap((const void *)context->uc_mcontext.gregs[REG_RIP]))
        return;
    f->kind = CORE_FAULT_ALIGNMENT;
    f->address = (uint64_t)context->uc_mcontext.gregs[REG_RAX];
}

static _Noreturn void finish(struct core_fault *f) {
    struct core_thread *t = &core_thread;
    *t->fault = *f;
    siglongjmp(t->base, 1);
}

static void on_signal(int signal, siginfo_t *info, void *context_) {
    struct core_thread *t = &core_thread;
    const ucontext_t *context = context_;
    if (!t->state || t->in_host || info->si_code <= 0) {
        give_back(signal, info);
        return;
    }
    const bool interprets = core_thread_interprets(t);
    struct core_fault f = {.kind = CORE_FAULT_INTERNAL,
                           .exact = interprets || (core_program() && core_program()->exact)};
    if (signal == SIGSEGV || signal == SIGBUS)
        classify_access(&f, t, info, context);
    else if (signal == SIGILL)
        classify_illegal(&f, context);
    a64_monitor_abandon(t->state);
    t->in_host = true; /* a fault from here on is ours */
    f.registers = *t->state;
    f.pc = interprets ? t->state->pc : 0;
    core_backtrace(&f, (uintptr_t)context->uc_mcontext.gregs[REG_RIP], !interprets);
    finish(&f);
}

_Noreturn void core_fault_raise(struct core_fault *f) {
    struct core_thread *t = &core_thread;
    if (!t->state) {
        fprintf(stderr, "windlass: guest code ran outside core_run\n");
        abort();
    }
    t->in_host = true;
    f->exact = true; /* lifted code spills before it calls the environment */
    f->registers = *t->state;
    core_backtrace(f, 0, false);
    finish(f);
}

/* At each start of a thread: libraries that the host uses may have put in theirs since. */
static void install(void) {
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction now;
        sigaction(signals[i], NULL, &now);
        if ((now.sa_flags & SA_SIGINFO) && now.sa_sigaction == on_signal)
            continue;
        before[i] = now;
        sigaction(signals[i], &action, NULL);
    }
    pthread_mutex_unlock(&lock);
}

static uintptr_t lowest_stack_byte(void) {
    pthread_attr_t attributes;
    void *low = NULL;
    size_t size;
    if (pthread_getattr_np(pthread_self(), &attributes))
        return 0;
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
    return (uintptr_t)low;
}

void core_fault_begin(void) {
    install();
    core_preempt_begin();
    core_thread.stack_low = lowest_stack_byte();
    void *stack = mmap(NULL, HANDLER_STACK_BYTES, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK | MAP_NORESERVE, -1, 0);
    if (stack == MAP_FAILED)
        return; /* a fault still ends the program, without a report where the stack is used up */
    handler_stack = stack;
    stack_t alternate = {.ss_sp = stack, .ss_size = HANDLER_STACK_BYTES};
    sigaltstack(&alternate, &stack_before);
}

void core_fault_end(void) {
    if (!handler_stack)
        return;
    sigaltstack(&stack_before, NULL);
    munmap(handler_stack, HANDLER_STACK_BYTES);
    handler_stack = NULL;
}

bool core_peek(uint64_t address, void *out, size_t size) {
    /* The kernel checks a pointer that is given to write(2) and answers EFAULT. */
    int ends[2];
    if (size > 4096 || pipe2(ends, O_CLOEXEC) < 0)
        return false;
    bool ok = write(ends[1], (const void *)(uintptr_t)address, size) == (ssize_t)size &&
              read(ends[0], out, size) == (ssize_t)size;
    close(ends[0]);
    close(ends[1]);
    return ok;
}
