/* SPDX-License-Identifier: MIT */
#include "gpu/runner_parts.h"

#include "base/log.h"
#include "gpu/capture/capture.h"

#include <time.h>

/* The end of the GPU, that of a process. */

void gpu_set_patience(struct gpu *g, unsigned milliseconds) {
    g->patience = milliseconds;
}

static struct timespec moment_in(unsigned milliseconds) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    at.tv_sec += milliseconds / 1000 + at.tv_nsec / 1000000000;
    at.tv_nsec %= 1000000000;
    return at;
}

/* With the lock held. False: it is not so after that time. */
static bool wait_until(struct gpu *g, const bool *is_so, unsigned milliseconds) {
    const struct timespec until = moment_in(milliseconds);
    while (!*is_so)
        if (pthread_cond_timedwait(&g->changed, &g->lock, &until) != 0)
            return *is_so;
    return true;
}

/* What a program gave the device to do may take hours, or never end: then nobody waits for it. The
 * GPU's thread may be in the driver, which compiles what the program wrote. */
static void *watch_end(void *context) {
    struct gpu *g = context;
    pthread_mutex_lock(&g->lock);
    if (!wait_until(g, &g->stopped, g->patience)) {
        g->abandoned = true;
        pthread_mutex_unlock(&g->lock);
        if (g->renderer.abandon)
            g->renderer.abandon(g->renderer.context);
        pthread_mutex_lock(&g->lock);
        g->given_up = !wait_until(g, &g->stopped, g->patience);
        pthread_cond_broadcast(&g->changed);
    }
    pthread_mutex_unlock(&g->lock);
    return NULL;
}

/* False: the thread goes on with something that nobody can end. */
static bool wait_for_thread(struct gpu *g) {
    pthread_mutex_lock(&g->lock);
    while ((g->synchronous ? g->busy : !g->thread_ended) && !g->given_up)
        pthread_cond_wait(&g->changed, &g->lock);
    const bool ended = !g->given_up;
    pthread_mutex_unlock(&g->lock);
    if (ended && !g->synchronous)
        pthread_join(g->thread, NULL);
    return ended;
}

bool gpu_stop(struct gpu *g) {
    pthread_mutex_lock(&g->lock);
    const bool runs = !g->ends;
    g->ends = true;
    pthread_cond_broadcast(&g->changed);
    pthread_mutex_unlock(&g->lock);
    if (!runs)
        return !g->abandoned;
    pthread_t watcher;
    const bool watched = !pthread_create(&watcher, NULL, watch_end, g);
    const bool ended = wait_for_thread(g);
    if (ended) {
        g->renderer.finish(g->renderer.context);
        if (g->renderer.rest)
            g->renderer.rest(g->renderer.context);
    }
    pthread_mutex_lock(&g->lock);
    g->stopped = true;
    pthread_cond_broadcast(&g->changed);
    pthread_mutex_unlock(&g->lock);
    if (watched)
        pthread_join(watcher, NULL);
    struct error error;
    if (ended && g->capture && !capture_end(g->capture, &error))
        log_warning(LOG_GPU, "%s", error.text);
    if (!g->abandoned)
        g->renderer.free(g->renderer.context);
    return !g->abandoned;
}
