/* SPDX-License-Identifier: MIT */
#include "kernel/schedule.h"

#include "base/blocking.h"
#include "base/log.h"
#include "core/core.h"
#include "host/clock.h"
#include "kernel/baton.h"
#include "kernel/lock.h"
#include "kernel/process.h"
#include "kernel/trace.h"

#include <sched.h>

enum {
    PATIENCE_NS = 250000,     /* that a holder has, once flagged, before it is interrupted */
    SPIN_LONG_NS = 1000000000 /* that a thread may wait in a loop before worse ones run, too */
};

/* All under the kernel lock. */
static struct thread *holders[SCHEDULE_CORES];
static unsigned ready_count;
/* Arrivals count up. A thread that lost its core goes to the front of its priority: these count
 * down. */
static uint64_t next_back = 1ull << 63, next_front = (1ull << 63) - 1;
static uint64_t next_turn_ns;
static bool free_threads;                               /* set before the guest starts */
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER; /* some thread left its core */

struct thread *schedule_holder_locked(unsigned core) {
    return holders[core];
}

static bool may_hold(const struct thread *t, unsigned core) {
    return t->affinity >> core & 1 && !t->paused;
}

static bool is_better(const struct thread *a, const struct thread *b) {
    return a->effective < b->effective ||
           (a->effective == b->effective && a->ready_order < b->ready_order);
}

/* True: it was not flagged yet. */
static bool flag(struct thread *t) {
    if (core_demand(&t->state))
        return false;
    t->flagged_ns = clock_ns();
    trace_asked_locked(t);
    return true;
}

static void find_effective_locked(void) {
    for (struct thread *t = thread_first_locked(); t; t = t->next)
        t->effective = thread_priority_locked(t);
}

/* Effective priorities are up to date. */
static struct thread *best_ready_locked(unsigned core) {
    struct thread *best = NULL;
    for (struct thread *t = thread_first_locked(); t; t = t->next)
        if (t->ready && may_hold(t, core) && (!best || is_better(t, best)))
            best = t;
    return best;
}

static void take_locked(struct thread *t, unsigned core) {
    holders[core] = t;
    t->core = t->last_core = (int)core;
    t->ready = false;
    ready_count--;
    trace_core_taken_locked(t);
    thread_unpark_locked(t);
}

/* The idle core that the thread had last, or wants, or any. */
static int idle_core(const struct thread *t) {
    const int wanted[] = {t->last_core, t->ideal_core, 0, 1, 2};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        int core = wanted[i];
        if (core >= 0 && core < SCHEDULE_CORES && !holders[core] && may_hold(t, (unsigned)core))
            return core;
    }
    return -1;
}

/* The worst holder that t is better than, on a core where t may be; claimed ones make room for
 * another already. */
static struct thread *replaceable_locked(const struct thread *t, const bool *claimed) {
    struct thread *worst = NULL;
    for (unsigned core = 0; core < SCHEDULE_CORES; core++) {
        struct thread *h = holders[core];
        if (h && !claimed[core] && may_hold(t, core) && t->effective < h->effective &&
            (!worst || h->effective > worst->effective))
            worst = h;
    }
    return worst;
}

static struct thread *next_ready_locked(const struct thread *after) {
    struct thread *next = NULL;
    for (struct thread *t = thread_first_locked(); t; t = t->next)
        if (t->ready && !t->paused && (!after || is_better(after, t)) &&
            (!next || is_better(t, next)))
            next = t;
    return next;
}

void schedule_demand_locked(void) {
    bool claimed[SCHEDULE_CORES] = {false}, news = false;
    for (unsigned core = 0; core < SCHEDULE_CORES; core++)
        if (holders[core] && !may_hold(holders[core], core))
            news |= flag(holders[core]);
    if (!ready_count && !news)
        return;
    find_effective_locked();
    for (struct thread *t = next_ready_locked(NULL); t; t = next_ready_locked(t)) {
        const int idle = idle_core(t);
        if (idle >= 0) {
            take_locked(t, (unsigned)idle);
            continue;
        }
        struct thread *worst = replaceable_locked(t, claimed);
        if (worst) {
            claimed[worst->core] = true;
            news |= flag(worst);
        }
    }
    if ((ready_count || news) && !baton_used())
        schedule_timer_wake_locked(news);
}

static void make_ready_locked(struct thread *t, uint64_t order) {
    t->ready = true;
    t->ready_order = order;
    ready_count++;
    schedule_demand_locked();
}

void schedule_set_free(bool on) {
    free_threads = on;
}

void schedule_ready_locked(struct thread *t) {
    if (free_threads)
        thread_unpark_locked(t);
    else if (!t->ready && t->core < 0)
        make_ready_locked(t, next_back++);
    baton_offer_locked();
}

static void stop_waiting_locked(struct thread *t) {
    ready_count -= t->ready;
    t->ready = false;
}

static void wait_for_core_locked(struct thread *self) {
    blocking_call("a wait for a core");
    thread_park_locked(self, THREAD_FOR_EVER);
}

/* With a core and the baton there is nothing to wait for; without a core the baton goes on. */
static void wait_locked(struct thread *self) {
    const bool waits =
        self->core < 0 && baton_has_locked(self) && !free_threads && !thread_stopping();
    if (waits) {
        trace_wait_begin_locked(self);
        baton_pass_locked(self);
    }
    while ((self->core < 0 || !baton_has_locked(self)) && !free_threads && !thread_stopping())
        wait_for_core_locked(self);
    if (waits)
        trace_wait_end_locked(self);
    stop_waiting_locked(self); /* the process ends */
}

void schedule_enter_locked(struct thread *self) {
    schedule_ready_locked(self);
    wait_locked(self);
}

static void put_down_locked(struct thread *self) {
    trace_core_left_locked(self);
    holders[self->core] = NULL;
    self->core = -1;
    self->turn = false;
    pthread_cond_broadcast(&moved);
}

void schedule_leave_locked(struct thread *self) {
    if (self->core < 0)
        return;
    const unsigned core = (unsigned)self->core;
    put_down_locked(self);
    if (!ready_count)
        return;
    find_effective_locked();
    struct thread *next = best_ready_locked(core);
    if (next)
        take_locked(next, core);
}

void schedule_forget_locked(struct thread *t) {
    stop_waiting_locked(t);
    schedule_leave_locked(t);
}

/* To whom a thread gives its core. */
enum way { TO_BETTER, TO_EQUAL, TO_ANY };

static bool gives_way(const struct thread *self, const struct thread *next, enum way way) {
    return next && (way == TO_ANY || next->effective < self->effective ||
                    (way == TO_EQUAL && next->effective == self->effective));
}

/* True: others had it. */
static bool hand_over_locked(struct thread *self, enum way way) {
    if (self->core < 0 || thread_stopping())
        return false;
    const unsigned core = (unsigned)self->core;
    const bool allowed = may_hold(self, core);
    if (allowed && !ready_count)
        return false;
    if (self->turn && way == TO_BETTER)
        way = TO_EQUAL;
    self->turn = false;
    find_effective_locked();
    struct thread *next = best_ready_locked(core);
    if (allowed && !gives_way(self, next, way))
        return false;
    put_down_locked(self);
    if (next)
        take_locked(next, core);
    make_ready_locked(self, way == TO_BETTER ? next_front-- : next_back++);
    wait_locked(self);
    return true;
}

void schedule_check_locked(struct thread *self, bool yields) {
    hand_over_locked(self, yields ? TO_EQUAL : TO_BETTER);
}

/* Whoever ends the wait may be on another core, and its host thread without a processor of the
 * host's. Where all have one the host gives it to somebody else, though: so this is done each time
 * that the wait has become twice as long. */
static void give_host_way(struct thread *self, uint64_t waited_ns) {
    baton_yield(self);
    if (waited_ns <= self->spun_ns)
        self->spun_ns = 0; /* another wait */
    if (waited_ns < 2 * self->spun_ns)
        return;
    self->spun_ns = waited_ns;
    sched_yield();
}

/* Only threads as good as it run meanwhile: programs rely on it that worse ones do not. A wait of a
 * second is none that ends on the console, unless somebody outside ends it: then worse ones run,
 * too, rather than never. */
void schedule_spin(struct a64_state *s, uint64_t waited_ns) {
    static bool said;
    struct thread *self = s->thread;
    const bool is_long = waited_ns >= SPIN_LONG_NS;
    kernel_lock();
    self->spins = true;
    const bool others = hand_over_locked(self, is_long ? TO_ANY : TO_EQUAL);
    self->spins = false;
    kernel_unlock();
    if (others && is_long)
        log_once(&said, LOG_SCHED,
                 "thread %llu waits in a loop for a second and more; threads of worse priority "
                 "run meanwhile, which they would not on the console",
                 (unsigned long long)self->id);
    if (!others)
        give_host_way(self, waited_ns);
}

void schedule_stop_locked(void) {
    for (struct thread *t = thread_first_locked(); t; t = t->next)
        thread_unpark_locked(t);
    pthread_cond_broadcast(&moved);
}

static bool is_allowed(const struct thread *t) {
    return t->core < 0 || may_hold(t, (unsigned)t->core);
}

void schedule_until_allowed_locked(struct thread *self, const struct thread *t) {
    schedule_demand_locked();
    if (is_allowed(t))
        return;
    if (baton_used()) {
        while (!is_allowed(t) && !thread_stopping()) {
            baton_pass_locked(self); /* t moves when it has the baton */
            wait_locked(self);
        }
        return;
    }
    schedule_leave_locked(self);
    blocking_call("a wait for another thread");
    while (!is_allowed(t) && !thread_stopping())
        kernel_wait(&moved);
    schedule_enter_locked(self);
}

static void end_slice_locked(struct thread *self) {
    if (self->state.steps >= 0)
        return;
    baton_pass_locked(self);
    wait_locked(self);
}

void schedule_preempt(struct a64_state *s) {
    struct thread *self = s->thread;
    self->registers =
        core_state_exact(&self->fpsr) ? THREAD_REGISTERS_EXACT : THREAD_REGISTERS_UNKNOWN;
    kernel_lock();
    schedule_check_locked(self, false);
    end_slice_locked(self);
    kernel_unlock();
}

void schedule_svc(struct thread *self) {
    self->registers = THREAD_REGISTERS_SVC;
    if (!core_demanded(&self->state))
        return;
    kernel_lock();
    schedule_check_locked(self, false);
    kernel_unlock();
}

void schedule_svc_end(struct thread *self) {
    if (self->state.steps >= 0)
        return;
    kernel_lock();
    end_slice_locked(self);
    kernel_unlock();
}

bool schedule_is_free(void) {
    return free_threads;
}

void schedule_held(struct a64_state *s, bool held) {
    struct thread *self = s->thread;
    if (!held) {
        thread_host_work_end();
        return;
    }
    if (self->registers != THREAD_REGISTERS_SVC) {
        (void)core_state_exact(&self->fpsr);
        self->registers = THREAD_REGISTERS_EXACT;
    }
    thread_host_work_begin();
}

void schedule_turns_locked(void) {
    find_effective_locked();
    for (unsigned core = 0; core < SCHEDULE_CORES; core++) {
        struct thread *h = holders[core];
        const struct thread *next = best_ready_locked(core);
        if (h && next && h->effective == SCHEDULE_TURNS_PRIORITY &&
            next->effective == SCHEDULE_TURNS_PRIORITY) {
            h->turn = true;
            flag(h);
        }
    }
}

uint64_t schedule_tick_locked(uint64_t now_ns) {
    uint64_t again = UINT64_MAX;
    if (now_ns >= next_turn_ns) {
        next_turn_ns = now_ns + SCHEDULE_TURN_NS;
        schedule_turns_locked();
    }
    for (unsigned core = 0; core < SCHEDULE_CORES; core++) {
        struct thread *h = holders[core];
        if (!h || !core_demanded(&h->state))
            continue;
        if (now_ns - h->flagged_ns >= PATIENCE_NS && h->on_host_thread) {
            trace_interrupted_locked(h);
            core_interrupt(h->host);
            h->flagged_ns = now_ns;
        }
        if (h->flagged_ns + PATIENCE_NS < again)
            again = h->flagged_ns + PATIENCE_NS;
    }
    return ready_count && next_turn_ns < again ? next_turn_ns : again;
}

void thread_yield(struct thread *self) {
    kernel_lock();
    const bool alone = !ready_count;
    schedule_check_locked(self, true);
    kernel_unlock();
    baton_yield(self);
    if (alone)
        sched_yield();
}
