/* SPDX-License-Identifier: MIT */
#include "service/nv_gpu.h"

#include "base/blocking.h"
#include "base/log.h"
#include "gpu/gpu.h"
#include "host/clock.h"
#include "host/display.h"
#include "kernel/process.h"
#include "service/service.h"
#include "service/syncpoint.h"

#include <pthread.h>
#include <stdatomic.h>

static struct {
    pthread_mutex_t lock;      /* of the others, but for the thread */
    _Atomic(struct gpu *) gpu; /* set with the lock held */
    bool tried;
    pthread_t opener;
    bool has_opener;
    void (*failure)(struct gpu_channel *channel);
    enum { CAPTURE_WAITS, CAPTURE_RUNS, CAPTURE_DONE } capture;
} host = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* The GPU names syncpoints of its own free will. */
static void increment(void *context, uint32_t id) {
    (void)context;
    if (syncpoint_valid(id))
        syncpoint_increment(id);
}

static uint32_t read_syncpoint(void *context, uint32_t id) {
    (void)context;
    return syncpoint_valid(id) ? syncpoint_read(id) : 0;
}

static uint64_t nanoseconds(void *context) {
    (void)context;
    return clock_ns();
}

static void channel_failed(void *context, struct gpu_channel *channel, const struct error *error) {
    (void)context;
    log_warning(LOG_GPU, "%s; the channel executes nothing any more", error->text);
    if (host.failure)
        host.failure(channel);
}

static void device_lost(void *context, const struct error *error) {
    (void)context;
    process_end(PROCESS_DEVICE, 0, error->text);
}

static const struct gpu_owner owner = {
    .syncpoint_increment = increment,
    .syncpoint_read = read_syncpoint,
    .nanoseconds = nanoseconds,
    .channel_failed = channel_failed,
    .device_lost = device_lost,
};

/* Does not wait for one that is being made: nothing is there to be told yet. */
static struct gpu *opened(void) {
    return atomic_load(&host.gpu);
}

static struct gpu_options options(void) {
    const struct nv_gpu_options *o = &service_options.gpu;
    return (struct gpu_options){
        .device = o->device && *o->device ? o->device : NULL,
        .cache_folder = o->cache_folder,
        .program = o->program,
        .link = o->link,
        .validate = o->validate,
        .no_storage = o->no_storage,
        .synchronous = o->synchronous,
    };
}

struct gpu *nv_gpu(void) {
    const struct gpu_options how = options();
    struct error error;
    struct gpu *made;
    pthread_mutex_lock(&host.lock);
    if (!host.tried) {
        host.tried = true;
        if (gpu_new(&how, &owner, &made, &error))
            atomic_store(&host.gpu, made);
        else
            log_warning(LOG_GPU, "the program draws with the GPU, and there is none: %s",
                        error.text);
    }
    pthread_mutex_unlock(&host.lock);
    return opened();
}

static void *open_ahead(void *context) {
    (void)context;
    nv_gpu();
    return NULL;
}

void nv_gpu_expect(void) {
    const struct gpu_options how = options();
    if (gpu_has_drawn_before(&how))
        host.has_opener = !pthread_create(&host.opener, NULL, open_ahead, NULL);
}

/* With the lock held. */
static bool capture_step(const struct nv_gpu_options *o, int64_t presented, struct error *error) {
    if (host.capture == CAPTURE_WAITS && presented >= o->capture_first) {
        host.capture = CAPTURE_RUNS;
        return gpu_capture_begin(host.gpu, o->capture, error);
    }
    if (host.capture == CAPTURE_RUNS && o->capture_frames &&
        presented >= o->capture_first + o->capture_frames) {
        host.capture = CAPTURE_DONE;
        return gpu_capture_end(host.gpu, error);
    }
    return true;
}

void nv_gpu_before_submission(void) {
    const struct nv_gpu_options *o = &service_options.gpu;
    struct error error;
    if (!o->capture || !*o->capture)
        return;
    pthread_mutex_lock(&host.lock);
    if (host.gpu && !capture_step(o, (int64_t)display_frames(), &error)) {
        host.capture = CAPTURE_DONE;
        log_warning(LOG_GPU, "%s", error.text);
    }
    pthread_mutex_unlock(&host.lock);
}

void nv_gpu_forget(uint64_t address, uint64_t size) {
    struct gpu *gpu = opened();
    blocking_call("memory that the GPU lets go");
    if (gpu)
        gpu_forget(gpu, (const uint8_t *)(uintptr_t)address, size);
}

void nv_gpu_poke(void) {
    struct gpu *gpu = opened();
    if (gpu)
        gpu_poke(gpu);
}

void nv_gpu_on_failure(void (*call)(struct gpu_channel *channel)) {
    host.failure = call;
}

bool service_gpu_end(struct strbuf *report) {
    blocking_call("the end of the GPU");
    pthread_mutex_lock(&host.lock);
    struct gpu *gpu = atomic_exchange(&host.gpu, NULL);
    host.tried = true; /* none is made any more */
    pthread_mutex_unlock(&host.lock);
    if (host.has_opener)
        pthread_join(host.opener, NULL);
    host.has_opener = false;
    if (!gpu)
        return true;
    gpu_report(gpu, report);
    return gpu_stop(gpu);
}
