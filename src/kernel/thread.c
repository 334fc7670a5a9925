/* SPDX-License-Identifier: MIT */
#include "kernel/thread.h"

#include "base/blocking.h"
#include "base/log.h"
#include "core/core.h"
#include "core/debug.h"
#include "kernel/baton.h"
#include "kernel/exception.h"
#include "kernel/lock.h"
#include "kernel/process_object.h"
#include "kernel/results.h"
#include "kernel/schedule.h"
#include "kernel/tls.h"
#include "kernel/trace.h"
#include "kernel/wait.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROOM_WAIT_NS 100000000 /* as long as the system waits at its limit of threads */

static int alive;                                      /* thread objects; kernel lock */
static pthread_cond_t room = PTHREAD_COND_INITIALIZER; /* alive became less */
static uint64_t last_id = 0x4f;                        /* kernel lock */

static bool thread_signalled(struct object *o) {
    return ((struct thread *)o)->phase == THREAD_ENDED;
}

static void thread_destroy(struct object *o) {
    struct thread *t = (struct thread *)o;
    kernel_lock();
    for (struct thread *w = thread_first_locked(); w; w = w->next) {
        if (w->wait == THREAD_WAIT_LOCK && w->wait_owner == t) {
            w->wait_owner = NULL;
            thread_wake_locked(w, RESULT_INVALID_STATE);
        }
    }
    tls_give_locked(t->tls);
    alive--;
    pthread_cond_signal(&room);
    kernel_unlock();
    free(t->fault_reason);
    free(t);
}

static const struct object_ops thread_ops = {
    .kind = OBJECT_THREAD,
    .name = "thread",
    .signalled = thread_signalled,
    .destroy = thread_destroy,
};

static void set_registers(struct thread *t, const struct thread_options *o) {
    t->state.x[0] = o->argument;
    t->state.x[18] = process_entropy_word(t->id % 4) * (t->id | 1) | 1;
    t->state.sp = o->stack_top & ~15ull;
    t->state.pc = o->entry;
    t->state.fpcr = o->fpcr;
    t->state.tpidrro = t->tls;
    t->state.thread = t;
    t->state.env = &core_env;
    t->state.steps = baton_used() ? 0 : INT64_MAX;
}

void thread_write_handle(struct thread *t) {
    memcpy((void *)(t->tls + TLS_HANDLE), &t->handle, sizeof t->handle);
}

int thread_count(void) {
    kernel_lock();
    int n = alive;
    kernel_unlock();
    return n;
}

bool thread_cpu_time(struct thread *t, struct timespec *out) {
    kernel_lock();
    bool running = t->has_cpu_clock;
    clockid_t clock = t->cpu_clock;
    out->tv_sec = (time_t)(t->ran_ns / 1000000000);
    out->tv_nsec = (long)(t->ran_ns % 1000000000);
    kernel_unlock();
    if (baton_used())
        return true;
    return running && clock_gettime(clock, out) == 0;
}

/* A thread that just ended may still be letting go of its object, and may want the caller's core
 * for that; not with a fixed schedule. */
static bool wait_for_room_locked(void) {
    struct thread *self = thread_current();
    struct timespec until;
    if (alive < THREAD_LIMIT || baton_used())
        return alive < THREAD_LIMIT;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += ROOM_WAIT_NS;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    if (self)
        schedule_leave_locked(self);
    blocking_call("a wait for the end of a thread");
    int failed = 0;
    while (alive >= THREAD_LIMIT && !failed)
        failed = kernel_timedwait(&room, &until);
    if (self)
        schedule_enter_locked(self);
    return alive < THREAD_LIMIT;
}

result thread_create(const struct thread_options *options, struct thread **out) {
    *out = NULL;
    struct thread *t = aligned_alloc(_Alignof(struct thread), sizeof *t);
    if (!t)
        return RESULT_OUT_OF_RESOURCE;
    memset(t, 0, sizeof *t);
    kernel_lock();
    result r = wait_for_room_locked() ? 0 : RESULT_LIMIT_REACHED;
    if (!r && !tls_take_locked(&t->tls))
        r = RESULT_OUT_OF_RESOURCE;
    if (!r) {
        alive++;
        t->id = ++last_id;
    }
    kernel_unlock();
    if (r) {
        free(t);
        return r;
    }
    object_init(&t->object, &thread_ops);
    t->priority = options->priority;
    t->ideal_core = options->core;
    t->affinity = 1ull << options->core;
    t->core = t->last_core = -1;
    t->is_main = options->is_main;
    t->entry = options->entry;
    set_registers(t, options);
    *out = t;
    return 0;
}

/* Runs guest code until the thread is done. A fault comes back once more when the guest has a
 * handler for it: exception_enter then points the state at the handler. */
static void run(struct thread *t) {
    uint64_t pc;
    do
        pc = core_run(&t->state);
    while (exception_enter(t));
    if (pc == CORE_LOADER_RETURN && !thread_stopping())
        process_returned((uint32_t)t->state.x[0]);
}

static void *host_thread(void *argument) {
    struct thread *t = argument;
    thread_set_current(t);
    trace_thread_begin(t);
    if (core_debugging())
        core_debug_thread_begin(&t->state, t->id);
    kernel_lock();
    t->has_cpu_clock = pthread_getcpuclockid(pthread_self(), &t->cpu_clock) == 0;
    t->host = pthread_self();
    t->on_host_thread = true;
    schedule_enter_locked(t);
    kernel_unlock();
    run(t);
    if (core_debugging())
        core_debug_thread_end();
    thread_set_current(NULL);
    kernel_lock();
    t->has_cpu_clock = t->on_host_thread = false;
    schedule_leave_locked(t); /* but it keeps the baton, until it has let go of everything */
    t->phase = THREAD_ENDED;
    thread_list_remove_locked(t);
    wait_notify_locked(&t->object);
    kernel_unlock();
    trace_thread_end();
    object_unref(t);
    if (thread_count_ended())
        process_last_thread_ended();
    baton_end(t);
    return NULL;
}

static bool start_host_thread(struct thread *t) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, CORE_STACK_BYTES);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_t id;
    int failed = pthread_create(&id, &attributes, host_thread, t);
    pthread_attr_destroy(&attributes);
    if (failed)
        log_warning(LOG_SVC, "cannot start a host thread for guest thread %llu: %s",
                    (unsigned long long)t->id, strerror(failed));
    return !failed;
}

result thread_start(struct thread *t) {
    kernel_lock();
    result r = thread_stopping()                ? RESULT_TERMINATION_REQUESTED
               : t->phase != THREAD_INITIALIZED ? RESULT_INVALID_STATE
                                                : 0;
    if (!r) {
        t->phase = THREAD_STARTED;
        thread_list_add_locked(t);
        object_ref(t); /* the host thread's */
        schedule_ready_locked(t);
    }
    kernel_unlock();
    if (r || start_host_thread(t))
        return r;
    kernel_lock();
    schedule_forget_locked(t);
    thread_list_remove_locked(t);
    t->phase = THREAD_INITIALIZED;
    kernel_unlock();
    thread_count_ended();
    object_unref(t);
    return RESULT_OUT_OF_RESOURCE;
}

void thread_exit(struct thread *self) {
    core_stop(&self->state);
}
