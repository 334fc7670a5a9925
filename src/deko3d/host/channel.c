/* SPDX-License-Identifier: MIT */
#include "deko3d/host/host.h"

#include "base/log.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

/* ---- whom the GPU belongs to ---- */

void host_increment(void *platform, uint32_t syncpoint) {
    struct platform *p = platform;
    pthread_mutex_lock(&p->lock);
    p->values[syncpoint % HOST_SYNCPOINTS]++;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

uint32_t host_read(void *platform, uint32_t syncpoint) {
    struct platform *p = platform;
    pthread_mutex_lock(&p->lock);
    const uint32_t value = p->values[syncpoint % HOST_SYNCPOINTS];
    pthread_mutex_unlock(&p->lock);
    return value;
}

void host_channel_failed(void *platform, struct gpu_channel *channel, const struct error *error) {
    struct platform *p = platform;
    log_warning(LOG_GPU, "%s; the queue executes nothing any more", error->text);
    pthread_mutex_lock(&p->lock);
    for (struct platform_channel *c = p->channels; c; c = c->next)
        if (c->channel == channel)
            c->failed = true;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

/* ---- channels ---- */

/* 0: all are taken. */
static uint32_t take_syncpoint(struct platform *p) {
    for (uint32_t i = 1; i < HOST_SYNCPOINTS; i++)
        if (!p->taken[i]) {
            p->taken[i] = true;
            return i;
        }
    return 0;
}

DkResult platform_channel_new(struct platform *p, uint32_t queue_flags,
                              struct platform_channel **out) {
    (void)queue_flags; /* channels go on by turns, whatever their priority */
    struct platform_channel *c = calloc(1, sizeof *c);
    if (!c)
        return DkResult_OutOfMemory;
    pthread_mutex_lock(&p->lock);
    c->syncpoint = take_syncpoint(p);
    pthread_mutex_unlock(&p->lock);
    if (!c->syncpoint) {
        free(c);
        return DkResult_OutOfMemory;
    }
    c->channel = gpu_channel_new(p->gpu, c->syncpoint);
    gpu_channel_bind(c->channel, p->pages);
    pthread_mutex_lock(&p->lock);
    c->next = p->channels;
    c->failed = p->lost;
    p->channels = c;
    pthread_mutex_unlock(&p->lock);
    *out = c;
    return DkResult_Success;
}

void platform_channel_free(struct platform *p, struct platform_channel *c) {
    gpu_channel_free(c->channel);
    pthread_mutex_lock(&p->lock);
    struct platform_channel **at = &p->channels;
    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    p->taken[c->syncpoint] = false;
    pthread_mutex_unlock(&p->lock);
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
    if (!p)
        p = host_newest();
    if (!p)
        return DkResult_Fail;
    const uint32_t *value = &p->values[fence.syncpoint % HOST_SYNCPOINTS];
    const struct timespec until = timeout_us < 0 ? (struct timespec){0} : after(timeout_us);
    int waited = 0;
    pthread_mutex_lock(&p->lock);
    while ((int32_t)(*value - fence.value) < 0 && !p->lost && waited != ETIMEDOUT)
        waited = timeout_us < 0 ? pthread_cond_wait(&p->changed, &p->lock)
                                : pthread_cond_timedwait(&p->changed, &p->lock, &until);
    const bool reached = (int32_t)(*value - fence.value) >= 0;
    const bool lost = p->lost;
    pthread_mutex_unlock(&p->lock);
    return reached ? DkResult_Success : lost ? DkResult_Fail : DkResult_Timeout;
}

void platform_poke(struct platform *p) {
    gpu_poke(p->gpu);
}
