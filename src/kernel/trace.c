/* SPDX-License-Identifier: MIT */
#include "kernel/trace.h"

#include "base/log.h"
#include "core/core.h"
#include "host/timeline.h"
#include "kernel/schedule.h"

#include <stdarg.h>
#include <stdio.h>

static struct timeline_track *cores[SCHEDULE_CORES];
static uint64_t last_arrow; /* kernel lock */

/* Ids of threads begin above. */
static uint64_t core_track_id(int core) {
    return (uint64_t)core + 1;
}

void trace_start(void) {
    for (int core = 0; core < SCHEDULE_CORES && !cores[core]; core++) {
        char name[16];
        snprintf(name, sizeof name, "core %d", core);
        cores[core] = timeline_track_new(TIMELINE_CORES, core_track_id(core), name);
    }
}

void trace_thread_begin(const struct thread *t) {
    if (!timeline_on())
        return;
    char where[128], name[192];
    if (t->is_main || !core_describe(t->state.pc, where, sizeof where))
        snprintf(where, sizeof where, "main");
    snprintf(name, sizeof name, "thread %llu: %s", (unsigned long long)t->id, where);
    timeline_set_own(timeline_track_new(TIMELINE_PROGRAM, t->id, name));
}

void trace_thread_end(void) {
    struct timeline_track *track = timeline_own();
    timeline_set_own(NULL);
    timeline_track_free(track);
}

/* ---- sched ---- */

static void line(const struct thread *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void line(const struct thread *t, const char *format, ...) {
    char text[160];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    log_trace(LOG_SCHED, "thread %llu: %s", (unsigned long long)t->id, text);
}

static void instant(const struct thread *holder, const char *name) {
    timeline_start(cores[holder->core], TIMELINE_INSTANT, "sched", name);
    timeline_finish(cores[holder->core]);
}

void trace_core_taken_locked(const struct thread *t) {
    if (!log_on(LOG_SCHED))
        return;
    if (!timeline_on()) {
        line(t, "has core %d", t->core);
        return;
    }
    char name[32];
    snprintf(name, sizeof name, "thread %llu", (unsigned long long)t->id);
    timeline_start(cores[t->core], TIMELINE_BEGIN, "sched", name);
    timeline_number(cores[t->core], "priority", (uint64_t)t->effective);
    timeline_finish(cores[t->core]);
}

/* Why a thread has no core, as of its state. */
static const char *why(const struct thread *t) {
    return t->wait != THREAD_WAIT_NONE ? "blocked"
           : t->host_work              ? "works on the host"
           : t->paused                 ? "paused"
           : t->spins                  ? "waits in a loop"
           : !t->on_host_thread        ? "ended"
                                       : "handed over";
}

void trace_core_left_locked(const struct thread *t) {
    if (!log_on(LOG_SCHED))
        return;
    if (!timeline_on()) {
        line(t, "leaves core %d: %s", t->core, why(t));
        return;
    }
    timeline_start(cores[t->core], TIMELINE_END, "sched", "");
    timeline_text(cores[t->core], "left", why(t));
    timeline_finish(cores[t->core]);
}

void trace_asked_locked(const struct thread *holder) {
    if (!log_on(LOG_SCHED))
        return;
    const char *reason = holder->turn ? "its turn ends" : "it is to hand over";
    if (timeline_on())
        instant(holder, reason);
    else
        line(holder, "%s", reason);
}

void trace_interrupted_locked(const struct thread *holder) {
    if (!log_on(LOG_SCHED))
        return;
    if (timeline_on())
        instant(holder, "interrupt");
    else
        line(holder, "is interrupted");
}

/* An arrow begins in a slice, and a thread that ends is in none. */
static void arrow_from(struct timeline_track *waker, struct thread *t) {
    char name[32];
    snprintf(name, sizeof name, "wakes thread %llu", (unsigned long long)t->id);
    t->trace_arrow = ++last_arrow;
    timeline_start(waker, TIMELINE_BEGIN, "sched", name);
    timeline_finish(waker);
    timeline_arrow(waker, false, t->trace_arrow);
    timeline_start(waker, TIMELINE_END, "sched", "");
    timeline_finish(waker);
}

void trace_woken_locked(struct thread *t) {
    if (!log_on(LOG_SCHED))
        return;
    struct timeline_track *waker = timeline_own();
    if (!timeline_on()) {
        line(t, "is woken");
    } else if (waker) {
        arrow_from(waker, t);
    }
}

/* A slice within that of the call, or of nothing where a thread lost its core in lifted code. */
void trace_wait_begin_locked(const struct thread *self) {
    static const char *const names[] = {
        [THREAD_WAIT_NONE] = "wait for a core",
        [THREAD_WAIT_SLEEP] = "sleep",
        [THREAD_WAIT_OBJECTS] = "wait for objects",
        [THREAD_WAIT_LOCK] = "wait for a mutex",
        [THREAD_WAIT_CONDVAR] = "wait for a condition variable",
        [THREAD_WAIT_ADDRESS] = "wait at an address",
        [THREAD_WAIT_REPLY] = "wait for a reply",
    };
    struct timeline_track *track = timeline_own();
    if (!log_on(LOG_SCHED))
        return;
    if (!timeline_on()) {
        line(self, "begins to %s", names[self->wait]);
        return;
    }
    timeline_start(track, TIMELINE_BEGIN, "sched", names[self->wait]);
    if (self->wait == THREAD_WAIT_LOCK && self->wait_owner)
        timeline_number(track, "owner", self->wait_owner->id);
    timeline_finish(track);
}

void trace_wait_end_locked(struct thread *self) {
    struct timeline_track *track = timeline_own();
    if (!log_on(LOG_SCHED) || !timeline_on())
        return;
    if (self->trace_arrow)
        timeline_arrow(track, true, self->trace_arrow);
    self->trace_arrow = 0;
    timeline_start(track, TIMELINE_END, "sched", "");
    timeline_finish(track);
}
