/* SPDX-License-Identifier: MIT */
#include "service/nv_channel.h"

#include "service/nvdrv.h"

#include "base/blocking.h"
#include "base/memory.h"
#include "gpu/gpu.h"
#include "kernel/event.h"
#include "service/nv_gpu.h"
#include "service/syncpoint.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* /dev/nvhost-gpu: a channel. The GPU's side of it is made when something is submitted. */

/* Low syncpoints belong to the display and the video engines. */
#define FIRST_SYNCPOINT 20u
#define EVENT_ERROR     3u

/* Of a submission. */
#define FLAG_WAIT            (1u << 0) /* for the fence, before */
#define FLAG_ADD             (1u << 1) /* two increments behind it */
#define FLAG_INCREMENT_VALUE (1u << 8) /* the words make as many as the fence says */
#define ADDED_INCREMENTS     2u
/* Words that make more than this many are none that a driver knows; who waits for what a failed
 * channel was to increment is told by incrementing. */
#define MOST_INCREMENTS 0x10000u

/* What the error notifier says (NvNotification: info32 of a channel that met an MMU fault or the
 * like is its kind). */
#define NOTIFICATION_FAULT 31u

struct channel {
    struct channel *next;
    uint32_t syncpoint;
    struct event *error;
    struct page_table *pages; /* NULL: no address space is bound yet */
    struct gpu_channel *gpu;  /* NULL: nothing was submitted yet */
};

/* Guards the list, and each channel's members. */
static struct {
    pthread_mutex_t lock;
    struct channel *first;
} channels = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void lock(void) {
    pthread_mutex_lock(&channels.lock);
}

static void unlock(void) {
    pthread_mutex_unlock(&channels.lock);
}

static void signal_failure(struct gpu_channel *gpu) {
    lock();
    for (struct channel *c = channels.first; c; c = c->next)
        if (c->gpu == gpu)
            event_signal(c->error);
    unlock();
}

static void *open_channel(void) {
    static uint32_t opened;
    struct channel *ch = NEW(struct channel);
    uint32_t n = __atomic_fetch_add(&opened, 1, __ATOMIC_RELAXED);
    ch->syncpoint = FIRST_SYNCPOINT + n % (SYNCPOINTS - FIRST_SYNCPOINT);
    ch->error = event_new(false);
    nv_gpu_on_failure(signal_failure);
    lock();
    ch->next = channels.first;
    channels.first = ch;
    unlock();
    return ch;
}

static void close_channel(void *data) {
    struct channel *ch = data;
    lock();
    struct channel **at = &channels.first;
    while (*at != ch)
        at = &(*at)->next;
    *at = ch->next;
    unlock();
    blocking_call("the end of a channel");
    if (ch->gpu)
        gpu_channel_free(ch->gpu);
    page_table_unref(ch->pages);
    event_unref(ch->error);
    free(ch);
}

void nv_channel_bind(void *file, struct page_table *pages) {
    struct channel *ch = file;
    lock();
    page_table_unref(ch->pages);
    ch->pages = page_table_ref(pages);
    struct gpu_channel *gpu = ch->gpu;
    unlock();
    blocking_call("a channel's new address space");
    if (gpu)
        gpu_channel_bind(gpu, pages);
}

static uint32_t accept(struct nv_call *c) {
    (void)c;
    return NV_OK;
}

static uint32_t alloc_gpfifo(struct nv_call *c) {
    const struct channel *ch = c->file;
    const uint32_t fence[2] = {ch->syncpoint, syncpoint_read(ch->syncpoint)};
    memcpy(c->argument + 0xc, fence, sizeof fence);
    return NV_OK;
}

/* ---- submissions ---- */

struct submit_argument {
    uint64_t entries_address; /* of the caller; what it points to comes with the request */
    uint32_t count, flags;
    struct gpu_fence fence;
};

/* The GPU's side; NULL: there is no GPU. */
static struct gpu_channel *gpu_side(struct channel *ch) {
    struct gpu *gpu = nv_gpu();
    lock();
    if (gpu && !ch->gpu) {
        ch->gpu = gpu_channel_new(gpu, ch->syncpoint);
        gpu_channel_bind(ch->gpu, ch->pages);
    }
    struct gpu_channel *side = ch->gpu;
    unlock();
    return side;
}

static uint32_t submit(struct nv_call *c, const uint8_t *entries, size_t room) {
    struct channel *ch = c->file;
    struct submit_argument a;
    struct error ignored;
    memcpy(&a, c->argument, sizeof a);
    if (a.count > room / sizeof(uint64_t))
        return NV_INVALID_SIZE;
    if (a.flags & FLAG_WAIT && a.fence.syncpoint != UINT32_MAX &&
        !syncpoint_valid(a.fence.syncpoint))
        return NV_BAD_PARAMETER;
    if (a.flags & FLAG_INCREMENT_VALUE && a.fence.value > MOST_INCREMENTS)
        return NV_BAD_PARAMETER;
    if (!ch->pages)
        return NV_INVALID_STATE;
    blocking_call("a submission to the GPU");
    struct gpu_channel *gpu = gpu_side(ch);
    if (!gpu)
        return NV_NOT_SUPPORTED;
    if (gpu_channel_failed(gpu, &ignored))
        return NV_INVALID_STATE;
    if (gpu_channel_full(gpu, a.count))
        return NV_NO_MEMORY;
    uint64_t *copy = memory_new(a.count * sizeof *copy + 1);
    memcpy(copy, entries, a.count * sizeof *copy);
    const struct gpu_submission submission = {
        .entries = copy,
        .count = a.count,
        .wait = a.flags & FLAG_WAIT && a.fence.syncpoint != UINT32_MAX ? &a.fence : NULL,
        .increments = a.flags & FLAG_INCREMENT_VALUE ? a.fence.value : 0,
        .added = a.flags & FLAG_ADD ? ADDED_INCREMENTS : 0,
    };
    struct gpu_fence done;
    nv_gpu_before_submission();
    gpu_channel_submit(gpu, &submission, &done);
    free(copy);
    a.fence = done;
    memcpy(c->argument, &a, sizeof a);
    return NV_OK;
}

/* The entries follow the argument. */
static uint32_t submit_gpfifo(struct nv_call *c) {
    return submit(c, c->argument + sizeof(struct submit_argument),
                  c->size - sizeof(struct submit_argument));
}

/* The entries are a buffer of their own; where the caller has none they follow. */
static uint32_t kickoff(struct nv_call *c) {
    if (!c->extra_in.size)
        return submit_gpfifo(c);
    return submit(c, c->extra_in.data, c->extra_in.size);
}

static uint32_t error_info(struct nv_call *c) {
    memset(c->argument, 0, c->size);
    return NV_OK;
}

/* Time of 8 bytes, info of 4, info of 2, status of 2. */
static uint32_t error_notification(struct nv_call *c) {
    const struct channel *ch = c->file;
    const uint32_t kind = NOTIFICATION_FAULT;
    struct error ignored;
    memset(c->argument, 0, c->size);
    lock();
    struct gpu_channel *gpu = ch->gpu;
    unlock();
    if (gpu && gpu_channel_failed(gpu, &ignored))
        memcpy(c->argument + 8, &kind, sizeof kind);
    return NV_OK;
}

static struct object *query_event(void *file, uint32_t number) {
    const struct channel *ch = file;
    return number == EVENT_ERROR ? object_ref(event_readable(ch->error)) : NULL;
}

static const struct nv_ioctl ioctls[] = {
    {0x4801, "SetNvmapFd", 4, accept, COMMAND_ACCEPTED},
    {0x4803, "SetTimeout", 4, accept, COMMAND_ACCEPTED},
    {0x4808, "SubmitGpfifo", 0x18, submit_gpfifo, COMMAND_FULL},
    {0x4809, "AllocObjCtx", 0x10, accept, COMMAND_ACCEPTED},
    {0x480b, "ZCullBind", 0x10, accept, COMMAND_ACCEPTED},
    {0x480c, "SetErrorNotifier", 0x18, accept, COMMAND_ACCEPTED},
    {0x480d, "SetPriority", 4, accept, COMMAND_ACCEPTED},
    {0x4816, "GetErrorInfo", 0x20, error_info, COMMAND_FIXED},
    {0x4817, "GetErrorNotification", 0x10, error_notification, COMMAND_FULL},
    {0x4818, "AllocGpfifoEx", 0x20, alloc_gpfifo, COMMAND_FULL},
    {0x481a, "AllocGpfifoEx2", 0x20, alloc_gpfifo, COMMAND_FULL},
    {0x481b, "KickoffPb", 0x18, kickoff, COMMAND_FULL},
    {0x4714, "SetUserData", 8, accept, COMMAND_ACCEPTED},
};

const struct nv_device nv_device_channel = {NV_DEVICE("/dev/nvhost-gpu", ioctls),
                                            .open = open_channel, .close = close_channel,
                                            .event = query_event};
