/* SPDX-License-Identifier: MIT */
#include "kernel/process.h"
#include "kernel/thread.h"

#include <sched.h>

/* Who may run. The policy today: each guest thread's host thread runs whenever the host lets it,
 * priorities and affinities are recorded and answered but bind nobody. The scheduler of three
 * virtual cores takes the place of these functions: thread_host_work_begin gives the core back,
 * thread_host_work_end waits for one, and a blocking thread passes through the same two. */

void thread_host_work_begin(void) {
}

void thread_host_work_end(void) {
}

unsigned thread_core(struct thread *self) {
    if (self->ideal_core >= 0)
        return (unsigned)self->ideal_core;
    return (unsigned)__builtin_ctzll(self->affinity ? self->affinity : 1);
}

void thread_yield(struct thread *self, int64_t kind) {
    (void)self;
    (void)kind;
    sched_yield();
}
