/* SPDX-License-Identifier: MIT */
#include "linux.h"

#include "core/memory.h"
#include "host/clock.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static struct linux_process process;

static void on_fault(struct a64_state *s, const struct core_fault *fault) {
    static const int signals[] = {
        [CORE_FAULT_READ] = SIGSEGV,     [CORE_FAULT_WRITE] = SIGSEGV,
        [CORE_FAULT_EXECUTE] = SIGSEGV,  [CORE_FAULT_ADDRESS] = SIGSEGV,
        [CORE_FAULT_UNDEFINED] = SIGILL, [CORE_FAULT_BREAKPOINT] = SIGTRAP,
        [CORE_FAULT_STACK] = SIGSEGV,    [CORE_FAULT_INTERNAL] = SIGABRT,
        [CORE_FAULT_ALIGNMENT] = SIGBUS, [CORE_FAULT_FLOAT] = SIGABRT,
    };
    (void)s;
    core_fault_report(fault);
    process.status = LINUX_STATUS_SIGNAL + signals[fault->kind];
}

static void *guest_thread(void *unused) {
    (void)unused;
    const uint64_t start = clock_ns();
    core_run(&process.state);
    if (getenv("LINUX_TIME"))
        fprintf(stderr, "seconds %.6f\n", (double)(clock_ns() - start) / 1e9);
    return NULL;
}

/* Guest calls nest on the host's stack, so the guest gets a thread with a large one. */
static bool run_guest(struct error *error) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    bool ok = pthread_attr_setstacksize(&attributes, CORE_STACK_BYTES) == 0 &&
              pthread_create(&thread, &attributes, guest_thread, NULL) == 0;
    pthread_attr_destroy(&attributes);
    if (!ok)
        return error_set(error, ERROR_LIMIT, "the host gives no thread with a large stack");
    pthread_join(thread, NULL);
    return true;
}

int linux_run(const struct lifted_program *program, char **words) {
    static const struct core_kernel kernel = {.svc = linux_syscall, .fault = on_fault};
    struct error error = {0};
    process = (struct linux_process){.module = program->modules, .words = words};
    core_set_kernel(&kernel);
    if (!guest_memory_init(&error) || !core_load(program, &error) ||
        !linux_start(&process, &error) || !run_guest(&error)) {
        fprintf(stderr, "linux: %s\n", error.text);
        return LINUX_STATUS_NOT_STARTED;
    }
    return process.status;
}
