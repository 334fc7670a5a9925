/* SPDX-License-Identifier: MIT */
/* What the devices of a process share. */
#include "deko3d/host/host.h"

#include "base/log.h"
#include "host/clock.h"

#include <stdlib.h>

static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
static struct host *_Atomic now;

struct host *host_get(void) {
    return now;
}

DkResult host_failed(const struct error *error) {
    log_warning(LOG_GPU, "%s", error->text);
    return error->kind == ERROR_LIMIT ? DkResult_OutOfMemory : DkResult_Fail;
}

static uint64_t nanoseconds(void *context) {
    (void)context;
    return clock_ns();
}

static void init_lock(struct host *h) {
    pthread_condattr_t monotonic;
    pthread_mutex_init(&h->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&h->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

static void destroy(struct host *h) {
    if (h->gpu)
        gpu_free(h->gpu);
    pthread_cond_destroy(&h->changed);
    pthread_mutex_destroy(&h->lock);
    free(h);
}

static DkResult create(struct host **out) {
    const DkHostOptions *o = host_options();
    const struct gpu_options options = {.device = o->gpu,
                                        .cache_folder = o->cacheFolder,
                                        .validate = o->validate,
                                        .synchronous = o->synchronous};
    struct error error;
    struct host *h = calloc(1, sizeof *h);
    if (!h)
        return DkResult_OutOfMemory;
    const struct gpu_owner owner = {.syncpoint_increment = host_increment,
                                    .syncpoint_read = host_read,
                                    .nanoseconds = nanoseconds,
                                    .channel_failed = host_channel_failed,
                                    .device_lost = host_device_lost,
                                    .context = h};
    init_lock(h);
    h->taken[0] = true;
    if (!gpu_new(&options, &owner, &h->gpu, &error)) {
        destroy(h);
        return host_failed(&error);
    }
    *out = h;
    return DkResult_Success;
}

DkResult host_open(struct host **out) {
    DkResult result = DkResult_Success;
    struct host *h;
    pthread_mutex_lock(&opening);
    h = now;
    if (!h)
        result = create(&h);
    if (result == DkResult_Success) {
        h->users++;
        now = *out = h;
    }
    pthread_mutex_unlock(&opening);
    return result;
}

void host_close(struct host *h) {
    pthread_mutex_lock(&opening);
    if (--h->users == 0) {
        now = NULL;
        destroy(h);
    }
    pthread_mutex_unlock(&opening);
}
