/* SPDX-License-Identifier: MIT */
#include "service/nvdrv.h"

#include "base/log.h"
#include "base/memory.h"
#include "kernel/event.h"
#include "service/syncpoint.h"

#include <stdlib.h>
#include <string.h>

/* /dev/nvhost-gpu: a channel, on which no command is executed yet. */

/* Low syncpoints belong to the display and the video engines. */
#define FIRST_SYNCPOINT 20u
#define EVENT_ERROR     3u

struct channel {
    uint32_t syncpoint;
    struct event *error;
};

static void *open_channel(void) {
    static uint32_t opened;
    struct channel *ch = NEW(struct channel);
    uint32_t n = __atomic_fetch_add(&opened, 1, __ATOMIC_RELAXED);
    ch->syncpoint = FIRST_SYNCPOINT + n % (SYNCPOINTS - FIRST_SYNCPOINT);
    ch->error = event_new(false);
    return ch;
}

static void close_channel(void *data) {
    event_unref(((struct channel *)data)->error);
    free(data);
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

static uint32_t submit(struct nv_call *c) {
    (void)c;
    static bool told;
    log_once(&told, LOG_NVDRV,
             "the program submits GPU commands; there is no GPU here yet, so the submission fails "
             "(programs that draw with the CPU work)");
    return NV_NOT_SUPPORTED;
}

static uint32_t no_error(struct nv_call *c) {
    memset(c->argument, 0, c->size);
    return NV_OK;
}

static struct object *query_event(void *file, uint32_t number) {
    const struct channel *ch = file;
    return number == EVENT_ERROR ? object_ref(event_readable(ch->error)) : NULL;
}

static const struct nv_ioctl ioctls[] = {
    {0x4801, "SetNvmapFd", 4, accept, COMMAND_ACCEPTED},
    {0x4803, "SetTimeout", 4, accept, COMMAND_ACCEPTED},
    {0x4808, "SubmitGpfifo", 0x18, submit, COMMAND_ABSENT},
    {0x4809, "AllocObjCtx", 0x10, accept, COMMAND_ACCEPTED},
    {0x480b, "ZCullBind", 0x10, accept, COMMAND_ACCEPTED},
    {0x480c, "SetErrorNotifier", 0x18, accept, COMMAND_ACCEPTED},
    {0x480d, "SetPriority", 4, accept, COMMAND_ACCEPTED},
    {0x4816, "GetErrorInfo", 0x20, no_error, COMMAND_FIXED},
    {0x4817, "GetErrorNotification", 0x10, no_error, COMMAND_FIXED},
    {0x4818, "AllocGpfifoEx", 0x20, alloc_gpfifo, COMMAND_FULL},
    {0x481a, "AllocGpfifoEx2", 0x20, alloc_gpfifo, COMMAND_FULL},
    {0x481b, "KickoffPb", 0x18, submit, COMMAND_ABSENT},
    {0x4714, "SetUserData", 8, accept, COMMAND_ACCEPTED},
};

const struct nv_device nv_device_channel = {NV_DEVICE("/dev/nvhost-gpu", ioctls),
                                            .open = open_channel, .close = close_channel,
                                            .event = query_event};
