/* SPDX-License-Identifier: MIT */
#include "deko3d/host/host.h"

#include "base/log.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

/* ---- whom the GPU belongs to ---- */

void host_increment(void *host, uint32_t syncpoint) {
    struct host *h = host;
    pthread_mutex_lock(&h->lock);
    h->values[syncpoint % HOST_SYNCPOINTS]++;
    pthread_cond_broadcast(&h->changed);
    pthread_mutex_unlock(&h->lock);
}

uint32_t host_read(void *host, uint32_t syncpoint) {
    struct host *h = host;
    pthread_mutex_lock(&h->lock);
    const uint32_t value = h->values[syncpoint % HOST_SYNCPOINTS];
    pthread_mutex_unlock(&h->lock);
    return value;
}

void host_channel_failed(void *host, struct gpu_channel *channel, const struct error *error) {
    struct host *h = host;
    log_warning(LOG_GPU, "%s; the queue executes nothing any more", error->text);
    pthread_mutex_lock(&h->lock);
    for (struct platform_channel *c = h->channels; c; c = c->next)
        if (c->channel == channel)
            c->failed = true;
    pthread_cond_broadcast(&h->changed);
    pthread_mutex_unlock(&h->lock);
}

/* Whoever waits goes on, and finds that its queue has failed. */
void host_device_lost(void *host, const struct error *error) {
    struct host *h = host;
    log_warning(LOG_GPU, "the device is lost: %s; nothing is drawn any more", error->text);
    pthread_mutex_lock(&h->lock);
    h->lost = true;
    for (struct platform_channel *c = h->channels; c; c = c->next)
        c->failed = true;
    pthread_cond_broadcast(&h->changed);
    pthread_mutex_unlock(&h->lock);
}

/* ---- channels ---- */

/* 0: all are taken. */
static uint32_t take_syncpoint(struct host *h) {
    for (uint32_t i = 1; i < HOST_SYNCPOINTS; i++)
        if (!h->taken[i]) {
            h->taken[i] = true;
            return i;
        }
    return 0;
}

DkResult platform_channel_new(struct platform *p, uint32_t queue_flags,
                              struct platform_channel **out) {
    (void)queue_flags; /* channels go on by turns, whatever their priority */
    struct host *h = p->host;
    struct platform_channel *c = calloc(1, sizeof *c);
    if (!c)
        return DkResult_OutOfMemory;
    pthread_mutex_lock(&h->lock);
    c->syncpoint = take_syncpoint(h);
    pthread_mutex_unlock(&h->lock);
    if (!c->syncpoint) {
        free(c);
        return DkResult_OutOfMemory;
    }
    c->channel = gpu_channel_new(h->gpu, c->syncpoint);
    gpu_channel_bind(c->channel, p->pages);
    pthread_mutex_lock(&h->lock);
    c->next = h->channels;
    c->failed = h->lost;
    h->channels = c;
    pthread_mutex_unlock(&h->lock);
    *out = c;
    return DkResult_Success;
}

void platform_channel_free(struct platform *p, struct platform_channel *c) {
    struct host *h = p->host;
    gpu_channel_free(c->channel);
    pthread_mutex_lock(&h->lock);
    struct platform_channel **at = &h->channels;
    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    h->taken[c->syncpoint] = false;
    pthread_mutex_unlock(&h->lock);
    free(c);
}

uint32_t platform_channel_syncpoint(const struct platform_channel *c) {
    return c->syncpoint;
}

/* Until the GPU has executed some of what waits. */
static void wait_for_room(struct platform *p, struct platform_channel *c, uint32_t count) {
    const struct timespec moment = {.tv_nsec = 200000};
    while (gpu_channel_full(c->channel, count) && !platform_channel_failed(p, c))
        nanosleep(&moment, NULL);
}

DkResult platform_channel_submit(struct platform *p, struct platform_channel *c,
                                 const uint64_t *entries, uint32_t count, uint32_t increments,
                                 struct platform_fence *fence) {
    const struct gpu_submission s = {.entries = entries, .count = count, .increments = increments};
    struct gpu_fence done;
    wait_for_room(p, c, count);
    if (platform_channel_failed(p, c))
        return DkResult_Fail;
    gpu_channel_submit(c->channel, &s, &done);
    *fence = (struct platform_fence){done.syncpoint, done.value};
    return DkResult_Success;
}

bool platform_channel_failed(struct platform *p, struct platform_channel *c) {
    struct error error;
    (void)p;
    return c->failed || gpu_channel_failed(c->channel, &error);
}

/* ---- waiting ---- */

static struct timespec after(int32_t microseconds) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_nsec += microseconds % 1000000 * 1000l;
    t.tv_sec += microseconds / 1000000 + t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

DkResult platform_fence_wait(struct platform *p, struct platform_fence fence, int32_t timeout_us) {
    struct host *h = p ? p->host : host_get();
    if (!h)
        return DkResult_Fail;
    const uint32_t *value = &h->values[fence.syncpoint % HOST_SYNCPOINTS];
    const struct timespec until = timeout_us < 0 ? (struct timespec){0} : after(timeout_us);
    int waited = 0;
    pthread_mutex_lock(&h->lock);
    while ((int32_t)(*value - fence.value) < 0 && !h->lost && waited != ETIMEDOUT)
        waited = timeout_us < 0 ? pthread_cond_wait(&h->changed, &h->lock)
                                : pthread_cond_timedwait(&h->changed, &h->lock, &until);
    const bool reached = (int32_t)(*value - fence.value) >= 0;
    const bool lost = h->lost;
    pthread_mutex_unlock(&h->lock);
    return reached ? DkResult_Success : lost ? DkResult_Fail : DkResult_Timeout;
}

void platform_poke(struct platform *p) {
    gpu_poke(p->host->gpu);
}
