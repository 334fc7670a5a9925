/* SPDX-License-Identifier: MIT */
#include "gpu/runner_parts.h"

#include "base/log.h"
#include "base/memory.h"
#include "gpu/capture/capture.h"
#include "gpu/channel/channel.h"
#include "gpu/engine/unknown.h"

#include <stdlib.h>
#include <time.h>

/* The GPU's thread, and the queues in front of it. Where it is synchronous whoever calls is the
 * thread. */

enum {
    LOOK_US = 200,    /* how often a channel that waits for memory is looked at */
    PATIENCE = 10000, /* milliseconds that a device may still work when the process ends */
};

static void lock(void *context) {
    pthread_mutex_lock(&((struct gpu *)context)->lock);
}

static void unlock(void *context) {
    pthread_mutex_unlock(&((struct gpu *)context)->lock);
}

/* ---- syncpoints ---- */

static void wake(struct gpu *g) {
    lock(g);
    g->poked = true;
    pthread_cond_broadcast(&g->changed);
    unlock(g);
}

static void increment_now(void *argument) {
    const struct increment *i = argument;
    i->gpu->owner.syncpoint_increment(i->gpu->owner.context, i->syncpoint);
    wake(i->gpu);
}

static void increment(void *context, uint32_t syncpoint) {
    struct gpu *g = context;
    g->renderer.after(g->renderer.context, increment_now, &g->increments[syncpoint % SYNCPOINTS]);
}

static uint64_t nanoseconds(void *context) {
    const struct gpu *g = context;
    return g->owner.nanoseconds(g->owner.context);
}

/* ---- the thread ---- */

/* With the lock held, which is given up meanwhile: channels may come and leave. */
static bool run_all(struct gpu *g) {
    bool did = false;
    for (size_t i = 0; i < g->count && !g->ends; i++) {
        struct gpu_channel *c = g->members[i].channel;
        if (!channel_has_work(c))
            continue;
        g->members[i].running = true;
        unlock(g);
        const bool moved = channel_run(c, lock, unlock, g) == CHANNEL_DID;
        lock(g);
        did |= moved;
        for (size_t k = 0; k < g->count; k++)
            if (g->members[k].channel == c)
                g->members[k].running = false;
        pthread_cond_broadcast(&g->changed);
    }
    if (g->forget) {
        const uint8_t *const memory = g->forget;
        unlock(g);
        g->renderer.forget(g->renderer.context, memory, g->forget_size);
        lock(g);
        g->forget = NULL;
        pthread_cond_broadcast(&g->changed);
        did = true;
    }
    return did;
}

static bool has_work(const struct gpu *g) {
    for (size_t i = 0; i < g->count; i++)
        if (channel_has_work(g->members[i].channel))
            return true;
    return false;
}

static void wait_a_little(struct gpu *g) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += LOOK_US * 1000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&g->changed, &g->lock, &until);
}

static void *run(void *context) {
    struct gpu *g = context;
    lock(g);
    while (!g->ends) {
        if (run_all(g))
            continue;
        if (g->poked)
            g->poked = false;
        else if (has_work(g))
            wait_a_little(g);
        else
            pthread_cond_wait(&g->changed, &g->lock);
    }
    g->thread_ended = true;
    pthread_cond_broadcast(&g->changed);
    unlock(g);
    return NULL;
}

/* Where the callers are the thread: what can go on goes on, and is done. With the lock held. */
static void run_here(struct gpu *g) {
    if (!g->synchronous)
        return;
    while (g->busy)
        pthread_cond_wait(&g->changed, &g->lock);
    g->busy = true;
    while (!g->ends && run_all(g)) {
        unlock(g);
        g->renderer.finish(g->renderer.context);
        lock(g);
    }
    g->busy = false;
    pthread_cond_broadcast(&g->changed);
}

void gpu_poke(struct gpu *g) {
    wake(g);
    lock(g);
    run_here(g);
    unlock(g);
}

/* ---- channels ---- */

struct gpu_channel *gpu_channel_new(struct gpu *g, uint32_t syncpoint) {
    const struct channel_owner owner = {
        .renderer = &g->renderer,
        .owner = &g->owner,
        .unknown = g->unknown,
        .flight = &g->flight,
        .increment = increment,
        .nanoseconds = nanoseconds,
        .context = g,
        .ends = &g->ends,
        .capture = &g->capture,
    };
    struct gpu_channel *c = channel_new(&owner, syncpoint);
    lock(g);
    GROW(g->members, g->count, g->room);
    g->members[g->count++] = (struct member){.channel = c};
    unlock(g);
    return c;
}

/* Waits until nobody runs it; with the lock held. */
static struct member *still_member(struct gpu *g, const struct gpu_channel *c) {
    for (;;) {
        struct member *m = g->members;
        while (m->channel != c)
            m++;
        if (!m->running)
            return m;
        pthread_cond_wait(&g->changed, &g->lock);
    }
}

void gpu_channel_free(struct gpu_channel *c) {
    struct gpu *g = channel_context(c);
    lock(g);
    *still_member(g, c) = g->members[g->count - 1];
    g->count--;
    unlock(g);
    channel_free(c);
}

void gpu_channel_bind(struct gpu_channel *c, struct page_table *pages) {
    struct gpu *g = channel_context(c);
    lock(g);
    still_member(g, c);
    channel_bind(c, pages);
    unlock(g);
}

void gpu_channel_submit(struct gpu_channel *c, const struct gpu_submission *submission,
                        struct gpu_fence *fence) {
    struct gpu *g = channel_context(c);
    lock(g);
    channel_queue(c, submission, fence);
    pthread_cond_broadcast(&g->changed);
    run_here(g);
    unlock(g);
}

bool gpu_channel_full(const struct gpu_channel *c, size_t entries) {
    struct gpu *g = channel_context(c);
    lock(g);
    const bool full = channel_full(c, entries);
    unlock(g);
    return full;
}

bool gpu_channel_failed(const struct gpu_channel *c, struct error *error) {
    struct gpu *g = channel_context(c);
    lock(g);
    const bool failed = channel_failed(c, error);
    unlock(g);
    return failed;
}

/* ---- captures ---- */

static bool is_running(const struct gpu *g) {
    for (size_t i = 0; i < g->count; i++)
        if (g->members[i].running)
            return true;
    return false;
}

/* Puts it in the place of the one that is there, between two steps of channels. */
static struct capture *exchange_capture(struct gpu *g, struct capture *new) {
    lock(g);
    while (is_running(g))
        pthread_cond_wait(&g->changed, &g->lock);
    struct capture *old = g->capture;
    g->capture = new;
    unlock(g);
    return old;
}

bool gpu_capture_end(struct gpu *g, struct error *error) {
    struct capture *old = exchange_capture(g, NULL);
    return !old || capture_end(old, error);
}

bool gpu_capture_begin(struct gpu *g, const char *path, struct error *error) {
    struct capture *new;
    if (!gpu_capture_end(g, error) || !capture_new(path, &new, error))
        return false;
    exchange_capture(g, new);
    return true;
}

/* ---- the GPU ---- */

void gpu_forget(struct gpu *g, const uint8_t *memory, uint64_t size) {
    lock(g);
    while (g->forget && !g->ends)
        pthread_cond_wait(&g->changed, &g->lock);
    g->forget = memory;
    g->forget_size = size;
    pthread_cond_broadcast(&g->changed);
    run_here(g);
    while (g->forget == memory && !g->ends)
        pthread_cond_wait(&g->changed, &g->lock);
    unlock(g);
}

void gpu_report(struct gpu *g, struct strbuf *out) {
    g->renderer.describe(g->renderer.context, out);
    unknown_print(g->unknown, out);
    flight_print(&g->flight, g->owner.syncpoint_read, g->owner.context, out);
}

struct gpu *gpu_with_renderer(const struct renderer *renderer, const struct gpu_owner *owner,
                              bool synchronous) {
    struct gpu *g = NEW(struct gpu);
    g->renderer = *renderer;
    g->owner = *owner;
    g->unknown = unknown_new();
    g->synchronous = synchronous;
    g->patience = PATIENCE;
    for (uint32_t i = 0; i < SYNCPOINTS; i++)
        g->increments[i] = (struct increment){g, i};
    pthread_mutex_init(&g->lock, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&g->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (!synchronous)
        pthread_create(&g->thread, NULL, run, g);
    return g;
}

void gpu_free(struct gpu *g) {
    gpu_stop(g);
    if (g->given_up) /* the thread has it */
        return;
    unknown_free(g->unknown);
    pthread_cond_destroy(&g->changed);
    pthread_mutex_destroy(&g->lock);
    free(g->members);
    free(g);
}
