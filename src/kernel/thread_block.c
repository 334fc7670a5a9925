/* SPDX-License-Identifier: MIT */
#include "base/blocking.h"
#include "host/clock.h"
#include "kernel/baton.h"
#include "kernel/lock.h"
#include "kernel/results.h"
#include "kernel/schedule.h"
#include "kernel/thread.h"
#include "kernel/trace.h"

#include <limits.h>
#include <stddef.h>

/* Mutex chains longer than this inherit no further; a guest's deadlock is a ring. */
#define INHERITANCE_DEPTH 8

uint64_t thread_deadline(int64_t timeout_ns) {
    if (timeout_ns < 0)
        return THREAD_FOR_EVER;
    uint64_t now = clock_ns();
    return (uint64_t)timeout_ns > THREAD_FOR_EVER - 1 - now ? THREAD_FOR_EVER
                                                            : now + (uint64_t)timeout_ns;
}

static uint64_t last_order; /* kernel lock */

static bool goes_on(const struct thread *self) {
    return self->wait == THREAD_WAIT_NONE && (baton_has_locked(self) || thread_stopping());
}

result thread_block_locked(struct thread *self, enum thread_wait kind, uint64_t deadline_ns) {
    if (thread_stopping()) {
        self->wait = THREAD_WAIT_NONE;
        return RESULT_TERMINATION_REQUESTED;
    }
    self->wait = kind;
    self->wait_result = 0;
    self->wait_index = -1;
    self->wait_order = ++last_order;
    self->wait_deadline_ns = deadline_ns;
    trace_wait_begin_locked(self);
    schedule_leave_locked(self);
    if (kind == THREAD_WAIT_LOCK)
        schedule_demand_locked(); /* the owner may have become better */
    /* With the baton, whoever gives it on sees to timeouts. */
    const uint64_t until = baton_used() ? THREAD_FOR_EVER : deadline_ns;
    baton_pass_locked(self);
    while (!goes_on(self)) {
        const uint64_t now = until == THREAD_FOR_EVER ? 0 : clock_ns();
        if (now >= until) {
            self->wait = THREAD_WAIT_NONE;
            self->wait_result = RESULT_TIMED_OUT;
            break;
        }
        blocking_call("a wait");
        thread_park_locked(self, until == THREAD_FOR_EVER ? THREAD_FOR_EVER : until - now);
    }
    trace_wait_end_locked(self);
    schedule_enter_locked(self);
    return self->wait_result;
}

void thread_wake_locked(struct thread *t, result r) {
    t->wait = THREAD_WAIT_NONE;
    t->wait_result = r;
    trace_woken_locked(t);
    if (thread_stopping())
        thread_unpark_locked(t);
    else
        schedule_ready_locked(t); /* its host thread wakes when it has a core */
}

void thread_requeue_locked(struct thread *t, enum thread_wait kind) {
    t->wait = kind;
    t->wait_order = ++last_order;
    schedule_demand_locked();
}

static int effective(struct thread *t, int depth) {
    int best = t->priority;
    if (depth == INHERITANCE_DEPTH)
        return best;
    for (struct thread *w = thread_first_locked(); w; w = w->next) {
        if (w == t || w->wait != THREAD_WAIT_LOCK || w->wait_owner != t)
            continue;
        int p = effective(w, depth + 1);
        if (p < best)
            best = p;
    }
    return best;
}

int thread_priority_locked(struct thread *t) {
    return effective(t, 0);
}

struct thread *thread_best_waiter_locked(enum thread_wait kind,
                                         bool (*match)(const struct thread *t, const void *key),
                                         const void *key) {
    struct thread *best = NULL;
    int best_priority = INT_MAX;
    for (struct thread *t = thread_first_locked(); t; t = t->next) {
        if (t->wait != kind || !match(t, key))
            continue;
        int p = thread_priority_locked(t);
        if (p < best_priority || (p == best_priority && t->wait_order < best->wait_order)) {
            best = t;
            best_priority = p;
        }
    }
    return best;
}
