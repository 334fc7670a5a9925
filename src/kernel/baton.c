/* SPDX-License-Identifier: MIT */
#include "kernel/baton.h"

#include "base/blocking.h"
#include "core/core.h"
#include "host/clock.h"
#include "kernel/lock.h"
#include "kernel/process.h"
#include "kernel/results.h"
#include "kernel/schedule.h"
#include "kernel/ticker.h"

#include <time.h>

enum {
    STEP_NS = 10,        /* about ten of the console's instructions */
    SLICE_STEPS = 20000, /* between two holders of cores */
    SVC_STEPS = 50,
    LONELY_NS = 1000000000, /* after so long without a thread that runs, jumps are paced */
    NS_PER_SECOND = 1000000000,
};

static bool used; /* set before the guest starts */

/* All under the kernel lock. */
static struct thread *runner; /* that has the baton */
static bool handing;          /* somebody looks for the next one */
static unsigned last_core;
static unsigned paced; /* reasons why a jump takes the host's time */
static uint64_t last_ran_ns, next_turns_ns;
static pthread_cond_t came = PTHREAD_COND_INITIALIZER; /* somebody from outside made one ready */

void baton_use(bool pace) {
    used = true;
    paced = pace;
}

bool baton_used(void) {
    return used;
}

bool baton_has_locked(const struct thread *t) {
    return !used || runner == t;
}

/* The steps that were taken become time, until the process ends. */
static void settle(struct thread *t) {
    const uint64_t ns = (uint64_t)(t->granted - t->state.steps) * STEP_NS;
    t->granted = t->state.steps;
    t->ran_ns += ns;
    if (!thread_stopping())
        clock_advance(ns);
}

/* Of threads with a timeout that is due by then, the one whose is first; the longest waiting among
 * equals. */
static struct thread *first_timeout_locked(uint64_t by_ns) {
    struct thread *first = NULL;
    for (struct thread *t = thread_first_locked(); t; t = t->next)
        if (t->wait != THREAD_WAIT_NONE && t->wait_deadline_ns <= by_ns &&
            (!first || t->wait_deadline_ns < first->wait_deadline_ns ||
             (t->wait_deadline_ns == first->wait_deadline_ns && t->wait_order < first->wait_order)))
            first = t;
    return first;
}

static uint64_t next_event_ns_locked(void) {
    const struct thread *t = first_timeout_locked(THREAD_FOR_EVER - 1);
    const uint64_t tick = ticker_next_ns();
    return t && t->wait_deadline_ns < tick ? t->wait_deadline_ns : tick;
}

static void run_due_locked(void) {
    for (;;) {
        const uint64_t now = clock_ns();
        struct thread *t = first_timeout_locked(now);
        if (thread_stopping()) {
            return;
        } else if (t) {
            thread_wake_locked(t, RESULT_TIMED_OUT);
        } else if (ticker_next_ns() <= now) {
            kernel_unlock();
            ticker_run_next();
            kernel_lock();
        } else {
            break;
        }
    }
    if (clock_ns() >= next_turns_ns) {
        next_turns_ns = clock_ns() + SCHEDULE_TURN_NS;
        schedule_turns_locked();
    }
}

/* False: somebody came meanwhile. */
static bool let_pass_locked(uint64_t ns) {
    struct timespec at;
    blocking_call("a wait for time");
    clock_gettime(CLOCK_REALTIME, &at);
    ns += (uint64_t)at.tv_nsec;
    at.tv_sec += (time_t)(ns / NS_PER_SECOND);
    at.tv_nsec = (long)(ns % NS_PER_SECOND);
    return kernel_timedwait(&came, &at) != 0;
}

/* All wait: time jumps to what is due next. False: nothing is. */
static bool jump_locked(void) {
    const uint64_t now = clock_ns(), next = next_event_ns_locked();
    if (next == UINT64_MAX)
        return false;
    const bool slowly = paced || now - last_ran_ns > LONELY_NS;
    if (next > now && (!slowly || let_pass_locked(next - now)))
        clock_advance(next - now);
    return true;
}

static struct thread *next_holder_locked(void) {
    for (unsigned i = 1; i <= SCHEDULE_CORES; i++) {
        struct thread *t = schedule_holder_locked((last_core + i) % SCHEDULE_CORES);
        if (t)
            return t;
    }
    return NULL;
}

/* For a slice, or until something is due; one that has to give up its core does so at its first
 * step. */
static void grant_locked(struct thread *t) {
    const uint64_t now = clock_ns(), next = next_event_ns_locked();
    const uint64_t left = next > now ? (next - now) / STEP_NS : 0;
    runner = t;
    last_core = (unsigned)t->core;
    last_ran_ns = now;
    t->granted = left < SLICE_STEPS ? (int64_t)left : SLICE_STEPS;
    if (core_demanded(&t->state))
        t->granted = 0;
    t->state.steps = t->granted;
    thread_unpark_locked(t);
}

static void hand_on_locked(void) {
    struct thread *next = NULL;
    runner = NULL;
    handing = true;
    do {
        run_due_locked();
        next = next_holder_locked();
    } while (!next && !thread_stopping() && jump_locked());
    handing = false;
    if (next)
        grant_locked(next);
}

void baton_pass_locked(struct thread *t) {
    if (!used || runner != t)
        return;
    settle(t);
    hand_on_locked();
}

void baton_end(const struct thread *t) {
    kernel_lock();
    if (used && runner == t)
        hand_on_locked();
    kernel_unlock();
}

void baton_offer_locked(void) {
    if (!used || runner)
        return;
    pthread_cond_signal(&came);
    struct thread *t = handing ? NULL : next_holder_locked();
    if (t)
        grant_locked(t);
}

void baton_charge_svc(struct thread *self) {
    if (!used)
        return;
    self->state.steps -= SVC_STEPS;
    settle(self);
}

void baton_yield(struct thread *self) {
    if (!used)
        return;
    settle(self);
    self->granted = self->state.steps = -1;
}

uint64_t baton_now(struct a64_state *s) {
    if (used)
        settle(s->thread);
    return clock_ns();
}

static bool wait_virtually(uint64_t ns, bool outside) {
    struct thread *self = thread_current();
    if (!used || !self)
        return false;
    kernel_lock();
    paced += outside;
    thread_block_locked(self, THREAD_WAIT_SLEEP, clock_ns() + ns);
    paced -= outside;
    kernel_unlock();
    return !thread_stopping();
}

bool thread_may_not_block(void) {
    return used && thread_current();
}

bool thread_wait_virtual(uint64_t ns) {
    return wait_virtually(ns, false);
}

bool thread_wait_outside(uint64_t ns) {
    return wait_virtually(ns, true);
}
