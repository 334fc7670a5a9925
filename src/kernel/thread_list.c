/* SPDX-License-Identifier: MIT */
#include "base/blocking.h"
#include "core/debug.h"
#include "kernel/lock.h"
#include "kernel/results.h"
#include "kernel/schedule.h"
#include "kernel/thread.h"

#include <stddef.h>
#include <time.h>

#define NS_PER_SECOND 1000000000

static struct thread *first; /* started and not ended; kernel lock */
static int started_count;    /* host threads that have not let go of their thread; kernel lock */
static pthread_cond_t all_ended = PTHREAD_COND_INITIALIZER;
static bool stopping; /* atomic */
static _Thread_local struct thread *current;

struct thread *thread_current(void) {
    return current;
}

void thread_set_current(struct thread *t) {
    current = t;
}

struct thread *thread_first_locked(void) {
    return first;
}

void thread_list_add_locked(struct thread *t) {
    t->next = first;
    first = t;
    started_count++;
}

void thread_list_remove_locked(struct thread *t) {
    struct thread **at = &first;
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    t->next = NULL;
}

bool thread_count_ended(void) {
    kernel_lock();
    bool last = --started_count == 0;
    if (last)
        pthread_cond_broadcast(&all_ended);
    kernel_unlock();
    return last;
}

bool thread_stopping(void) {
    return __atomic_load_n(&stopping, __ATOMIC_ACQUIRE);
}

void thread_stop_all(void) {
    kernel_lock();
    __atomic_store_n(&stopping, true, __ATOMIC_RELEASE);
    for (struct thread *t = first; t; t = t->next) {
        __atomic_fetch_or(&t->state.attention, A64_ATTENTION_STOP, __ATOMIC_SEQ_CST);
        if (t->wait != THREAD_WAIT_NONE)
            thread_wake_locked(t, RESULT_TERMINATION_REQUESTED);
    }
    schedule_stop_locked();
    kernel_unlock();
    core_debug_release();
}

bool thread_join_all(int64_t timeout_ns) {
    struct timespec at;
    clock_gettime(CLOCK_REALTIME, &at);
    at.tv_sec += timeout_ns / NS_PER_SECOND;
    at.tv_nsec += timeout_ns % NS_PER_SECOND;
    if (at.tv_nsec >= NS_PER_SECOND) {
        at.tv_nsec -= NS_PER_SECOND;
        at.tv_sec++;
    }
    blocking_call("a wait for the end of threads");
    kernel_lock();
    int failed = 0;
    while (started_count && !failed)
        failed = kernel_timedwait(&all_ended, &at);
    bool none = !started_count;
    if (none)
        __atomic_store_n(&stopping, false, __ATOMIC_RELEASE);
    kernel_unlock();
    return none;
}
