/* SPDX-License-Identifier: MIT */
#include "service/syncpoint.h"

#include "base/blocking.h"
#include "kernel/process.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>

#define LOOK_US 100

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint32_t values[SYNCPOINTS];
    void (*listener)(uint32_t id);
} host = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

bool syncpoint_valid(uint32_t id) {
    return id < SYNCPOINTS;
}

uint32_t syncpoint_read(uint32_t id) {
    pthread_mutex_lock(&host.lock);
    uint32_t value = host.values[id];
    pthread_mutex_unlock(&host.lock);
    return value;
}

void syncpoint_increment(uint32_t id) {
    pthread_mutex_lock(&host.lock);
    host.values[id]++;
    pthread_cond_broadcast(&host.changed);
    void (*listener)(uint32_t) = host.listener;
    pthread_mutex_unlock(&host.lock);
    if (listener) {
        listener(id);
    }
}

static bool reached(uint32_t id, uint32_t threshold) {
    return (int32_t)(host.values[id] - threshold) >= 0;
}

bool syncpoint_reached(uint32_t id, uint32_t threshold) {
    return (int32_t)(syncpoint_read(id) - threshold) >= 0;
}

/* With a fixed schedule; gives up the lock. */
static bool wait_virtually(int64_t *left_us) {
    const int64_t step = *left_us < 0 || *left_us > LOOK_US ? LOOK_US : *left_us;
    pthread_mutex_unlock(&host.lock);
    const bool waited = thread_wait_virtual((uint64_t)step * 1000);
    pthread_mutex_lock(&host.lock);
    if (waited && *left_us > 0)
        *left_us -= step;
    return waited;
}

bool syncpoint_wait(uint32_t id, uint32_t threshold, int32_t timeout_us, bool (*cancelled)(void)) {
    blocking_call("a wait for a syncpoint");
    int64_t left_us = timeout_us;
    pthread_mutex_lock(&host.lock);
    while (!reached(id, threshold) && left_us != 0 && !cancelled()) {
        if (wait_virtually(&left_us))
            continue;
        /* In steps of at most a second, so that the end of the process is noticed. */
        int64_t step = left_us < 0 || left_us > 1000000 ? 1000000 : left_us;
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += step / 1000000;
        until.tv_nsec += step % 1000000 * 1000;
        if (until.tv_nsec >= 1000000000) {
            until.tv_sec++;
            until.tv_nsec -= 1000000000;
        }
        if (pthread_cond_timedwait(&host.changed, &host.lock, &until) == ETIMEDOUT && left_us > 0) {
            left_us -= step;
        }
    }
    bool ok = reached(id, threshold);
    pthread_mutex_unlock(&host.lock);
    return ok;
}

void syncpoint_on_increment(void (*call)(uint32_t id)) {
    pthread_mutex_lock(&host.lock);
    host.listener = call;
    pthread_mutex_unlock(&host.lock);
}
