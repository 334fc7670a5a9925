/* SPDX-License-Identifier: MIT */
#include "kernel/baton.h"
#include "kernel/lock.h"
#include "kernel/process.h"
#include "kernel/schedule.h"

/* Where a thread is: on a core, or at work for itself on the host. */

bool schedule_holds_core(void) {
    const struct thread *self = thread_current();
    return self && self->core >= 0 && !self->host_work && baton_has_locked(self);
}

void thread_host_work_begin(void) {
    struct thread *self = thread_current();
    if (!self || self->host_work++ || baton_used())
        return;
    kernel_lock();
    schedule_leave_locked(self);
    kernel_unlock();
}

void thread_host_work_end(void) {
    struct thread *self = thread_current();
    if (!self || --self->host_work || baton_used())
        return;
    kernel_lock();
    schedule_enter_locked(self);
    kernel_unlock();
}

unsigned thread_core(struct thread *self) {
    const int core = self->last_core >= 0 ? self->last_core : self->ideal_core;
    return core >= 0 ? (unsigned)core : (unsigned)__builtin_ctzll(self->affinity | 1ull << 63);
}
