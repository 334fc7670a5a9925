/* SPDX-License-Identifier: MIT */
#include "deko3d/host/host.h"

#include "base/log.h"
#include "host/clock.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static struct platform *_Atomic newest;

struct platform *host_newest(void) {
    return newest;
}

static uint64_t nanoseconds(void *context) {
    (void)context;
    return clock_ns();
}

/* Whoever waits goes on, and finds that its queue has failed. */
static void device_lost(void *context, const struct error *error) {
    struct platform *p = context;
    log_warning(LOG_GPU, "the device is lost: %s; nothing is drawn any more", error->text);
    pthread_mutex_lock(&p->lock);
    p->lost = true;
    for (struct platform_channel *c = p->channels; c; c = c->next)
        c->failed = true;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

DkResult host_failed(const struct error *error) {
    log_warning(LOG_GPU, "%s", error->text);
    return error->kind == ERROR_LIMIT ? DkResult_OutOfMemory : DkResult_Fail;
}

static void init_lock(struct platform *p) {
    pthread_condattr_t monotonic;
    pthread_mutex_init(&p->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&p->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

DkResult platform_open(const DkDeviceMaker *maker, struct platform **out) {
    (void)maker;
    const DkHostOptions *o = host_options();
    const struct gpu_options options = {.device = o->gpu,
                                        .cache_folder = o->cacheFolder,
                                        .validate = o->validate,
                                        .synchronous = o->synchronous};
    struct platform *p = calloc(1, sizeof *p);
    struct error error;
    if (!p)
        return DkResult_OutOfMemory;
    const struct gpu_owner owner = {.syncpoint_increment = host_increment,
                                    .syncpoint_read = host_read,
                                    .nanoseconds = nanoseconds,
                                    .channel_failed = host_channel_failed,
                                    .device_lost = device_lost,
                                    .context = p};
    init_lock(p);
    p->taken[0] = true;
    p->pages = page_table_new();
    if (!gpu_new(&options, &owner, &p->gpu, &error)) {
        const DkResult result = host_failed(&error);
        platform_close(p);
        return result;
    }
    newest = *out = p;
    return DkResult_Success;
}

void platform_close(struct platform *p) {
    struct platform *expected = p;
    atomic_compare_exchange_strong(&newest, &expected, NULL);
    if (p->gpu)
        gpu_free(p->gpu);
    page_table_unref(p->pages);
    gpu_space_free(&p->space);
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

/* Those of the console's GPU: code that was made for it divides its memory by them. */
struct platform_facts platform_facts(const struct platform *p) {
    (void)p;
    return (struct platform_facts){
        .multiprocessors = 2, .warps = 128, .upstream_defects = host_options()->upstreamDefects};
}

uint64_t platform_timestamp(struct platform *p) {
    (void)p;
    return clock_ns() * 384 / 625;
}

/* ---- the rest of a C library that differs ---- */

/* Zeros are a mutex that nobody holds, with glibc and musl. */
_Static_assert(sizeof(pthread_mutex_t) <= sizeof(struct platform_mutex), "a mutex fits");

void platform_mutex_lock(struct platform_mutex *m) {
    pthread_mutex_lock((pthread_mutex_t *)m->words);
}

void platform_mutex_unlock(struct platform_mutex *m) {
    pthread_mutex_unlock((pthread_mutex_t *)m->words);
}

uint64_t platform_now_ns(void) {
    return clock_ns();
}

void platform_abort(const char *context, DkResult result, const char *message) {
    fprintf(stderr, "deko3d: %s: %s (DkResult %d)\n", context, message, (int)result);
    abort();
}

void platform_warn(const char *context, const char *message) {
    fprintf(stderr, "deko3d: %s: %s\n", context, message);
}
