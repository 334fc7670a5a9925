/* SPDX-License-Identifier: MIT */
#include "kernel/schedule.h"

#include "base/blocking.h"
#include "base/log.h"
#include "host/clock.h"
#include "kernel/lock.h"

#include <string.h>
#include <time.h>

/* A host thread that exists once two guest threads wanted one core, and sleeps while none waits. */

#define NS_PER_SECOND 1000000000ull

static pthread_cond_t wanted; /* kernel lock */
static bool running, asleep;  /* kernel lock */

static struct timespec host_time_in(uint64_t ns) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    ns += (uint64_t)at.tv_nsec;
    at.tv_sec += (time_t)(ns / NS_PER_SECOND);
    at.tv_nsec = (long)(ns % NS_PER_SECOND);
    return at;
}

static void *timer(void *unused) {
    (void)unused;
    blocking_call("a wait for time");
    kernel_lock();
    for (;;) {
        const uint64_t now = clock_ns(), again = schedule_tick_locked(now);
        asleep = again == UINT64_MAX;
        if (asleep) {
            kernel_wait(&wanted);
            continue;
        }
        const struct timespec at = host_time_in(again > now ? again - now : 0);
        kernel_timedwait(&wanted, &at);
    }
    return NULL;
}

static void start_locked(void) {
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&wanted, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    pthread_t id;
    const int failed = pthread_create(&id, &detached, timer, NULL);
    pthread_attr_destroy(&detached);
    running = !failed;
    if (failed)
        log_warning(LOG_SVC,
                    "cannot start the host thread of the scheduler's timer: %s; loops "
                    "without calls keep their core",
                    strerror(failed));
}

void schedule_timer_wake_locked(bool news) {
    if (!running)
        start_locked();
    else if (asleep || news)
        pthread_cond_signal(&wanted);
}
