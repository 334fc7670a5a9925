/* SPDX-License-Identifier: MIT */
#include "service/nvdrv.h"

#include "base/log.h"
#include "kernel/event.h"
#include "service/nv_gpu.h"
#include "service/syncpoint.h"

#include <pthread.h>
#include <string.h>

/* /dev/nvhost-ctrl: syncpoints, and 64 events that fire when one reaches a threshold.
 *
 * An event's number as programs see it: a registered slot is 0x10000000 | slot; the older way,
 * EventWait without a registered slot, answers syncpoint << 4 | slot. */

#define EVENT_SLOTS      64u
#define EVENT_REGISTERED 0x10000000u
/* Slots that EventWait may take by itself: the older number has four bits for them. */
#define EVENT_SLOTS_FREE 16u

struct slot {
    struct event *event; /* NULL: not registered */
    bool waiting;
    uint32_t syncpoint, threshold;
};

static struct {
    pthread_mutex_t lock;
    struct slot slots[EVENT_SLOTS];
} events = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void incremented(uint32_t syncpoint) {
    pthread_mutex_lock(&events.lock);
    for (uint32_t i = 0; i < EVENT_SLOTS; i++) {
        struct slot *s = &events.slots[i];
        if (s->waiting && s->syncpoint == syncpoint && syncpoint_reached(syncpoint, s->threshold)) {
            s->waiting = false;
            event_signal(s->event);
        }
    }
    pthread_mutex_unlock(&events.lock);
}

static uint32_t syncpt_read(struct nv_call *c) {
    struct {
        uint32_t id, value;
    } a;
    memcpy(&a, c->argument, sizeof a);
    if (!syncpoint_valid(a.id)) {
        return NV_BAD_PARAMETER;
    }
    a.value = syncpoint_read(a.id);
    memcpy(c->argument, &a, sizeof a);
    return NV_OK;
}

static uint32_t syncpt_incr(struct nv_call *c) {
    uint32_t id;
    memcpy(&id, c->argument, sizeof id);
    if (!syncpoint_valid(id)) {
        return NV_BAD_PARAMETER;
    }
    syncpoint_increment(id);
    nv_gpu_poke();
    return NV_OK;
}

static bool ended(void) {
    return process_ended();
}

static uint32_t syncpt_wait(struct nv_call *c) {
    struct {
        uint32_t id, threshold;
        int32_t timeout; /* milliseconds on the wire's older form; -1: for ever */
    } a;
    memcpy(&a, c->argument, sizeof a);
    if (!syncpoint_valid(a.id)) {
        return NV_BAD_PARAMETER;
    }
    nv_gpu_poke();
    int32_t us = a.timeout < 0 ? -1 : a.timeout > INT32_MAX / 1000 ? INT32_MAX : a.timeout * 1000;
    return syncpoint_wait(a.id, a.threshold, us, ended) ? NV_OK : NV_TIMEOUT;
}

static uint32_t get_config(struct nv_call *c) {
    (void)c; /* no configuration of the driver exists on retail consoles */
    return 0x30006;
}

static uint32_t event_register(struct nv_call *c) {
    uint32_t slot, status = NV_BAD_PARAMETER;
    memcpy(&slot, c->argument, sizeof slot);
    pthread_mutex_lock(&events.lock);
    if (slot < EVENT_SLOTS) {
        struct slot *s = &events.slots[slot];
        status = s->waiting ? NV_BUSY : NV_OK;
        if (status == NV_OK && !s->event) {
            s->event = event_new(false);
        }
    }
    pthread_mutex_unlock(&events.lock);
    return status;
}

static bool drop(uint32_t slot) {
    struct slot *s = &events.slots[slot];
    bool there = s->event != NULL;
    if (there) {
        event_unref(s->event);
    }
    *s = (struct slot){0};
    return there;
}

static uint32_t event_unregister(struct nv_call *c) {
    uint32_t slot, status = NV_BAD_PARAMETER;
    memcpy(&slot, c->argument, sizeof slot);
    pthread_mutex_lock(&events.lock);
    if (slot < EVENT_SLOTS && drop(slot)) {
        status = NV_OK;
    }
    pthread_mutex_unlock(&events.lock);
    return status;
}

static uint32_t event_unregister_batch(struct nv_call *c) {
    uint64_t mask;
    memcpy(&mask, c->argument, sizeof mask);
    pthread_mutex_lock(&events.lock);
    for (uint32_t i = 0; i < EVENT_SLOTS; i++) {
        if (mask >> i & 1) {
            drop(i);
        }
    }
    pthread_mutex_unlock(&events.lock);
    return NV_OK;
}

static uint32_t slot_of(uint32_t number) {
    return number & EVENT_REGISTERED ? number & 0xffff : number & (EVENT_SLOTS_FREE - 1);
}

static uint32_t event_signal_slot(struct nv_call *c) {
    uint32_t number, status = NV_BAD_PARAMETER;
    memcpy(&number, c->argument, sizeof number);
    uint32_t slot = slot_of(number);
    pthread_mutex_lock(&events.lock);
    if (slot < EVENT_SLOTS && events.slots[slot].event) {
        events.slots[slot].waiting = false;
        event_clear(events.slots[slot].event);
        status = NV_OK;
    }
    pthread_mutex_unlock(&events.lock);
    return status;
}

struct wait_argument {
    uint32_t syncpoint, threshold;
    int32_t timeout_us;
    uint32_t event; /* in: a slot; out: the event's number, or the value that was reached */
};

/* Arms the slot, or says that there is nothing to wait for. */
static uint32_t arm(struct wait_argument *a, uint32_t slot, uint32_t number) {
    if (slot >= EVENT_SLOTS || !events.slots[slot].event) {
        return NV_BAD_PARAMETER;
    }
    struct slot *s = &events.slots[slot];
    if (s->waiting) {
        return NV_BUSY;
    }
    event_clear(s->event);
    s->syncpoint = a->syncpoint;
    s->threshold = a->threshold;
    if (syncpoint_reached(a->syncpoint, a->threshold)) {
        a->event = syncpoint_read(a->syncpoint);
        return NV_OK;
    }
    if (a->timeout_us == 0) {
        return NV_TIMEOUT;
    }
    s->waiting = true;
    a->event = number;
    return NV_TIMEOUT; /* "wait for the event" */
}

static uint32_t event_wait_async(struct nv_call *c) {
    struct wait_argument a;
    memcpy(&a, c->argument, sizeof a);
    if (!syncpoint_valid(a.syncpoint)) {
        return NV_BAD_PARAMETER;
    }
    nv_gpu_poke();
    pthread_mutex_lock(&events.lock);
    uint32_t status = arm(&a, a.event, EVENT_REGISTERED | a.event);
    pthread_mutex_unlock(&events.lock);
    memcpy(c->argument, &a, sizeof a);
    return status;
}

/* The older form picks a slot by itself. */
static uint32_t event_wait(struct nv_call *c) {
    struct wait_argument a;
    memcpy(&a, c->argument, sizeof a);
    if (!syncpoint_valid(a.syncpoint)) {
        return NV_BAD_PARAMETER;
    }
    uint32_t status = NV_NO_MEMORY;
    if (syncpoint_reached(a.syncpoint, a.threshold)) {
        a.event = syncpoint_read(a.syncpoint);
        status = NV_OK;
    } else {
        pthread_mutex_lock(&events.lock);
        for (uint32_t i = 0; i < EVENT_SLOTS_FREE && status == NV_NO_MEMORY; i++) {
            struct slot *s = &events.slots[i];
            if (!s->waiting) {
                if (!s->event) {
                    s->event = event_new(false);
                }
                status = arm(&a, i, a.syncpoint << 4 | i);
            }
        }
        pthread_mutex_unlock(&events.lock);
    }
    memcpy(c->argument, &a, sizeof a);
    return status;
}

static struct object *query_event(void *file, uint32_t number) {
    (void)file;
    uint32_t slot = slot_of(number);
    struct object *e = NULL;
    pthread_mutex_lock(&events.lock);
    if (slot < EVENT_SLOTS && events.slots[slot].event) {
        e = object_ref(event_readable(events.slots[slot].event));
    }
    pthread_mutex_unlock(&events.lock);
    return e;
}

static void *open_ctrl(void) {
    syncpoint_on_increment(incremented);
    return NULL;
}

static const struct nv_ioctl ioctls[] = {
    {0x0014, "SyncptRead", 8, syncpt_read, COMMAND_FULL},
    {0x0015, "SyncptIncr", 4, syncpt_incr, COMMAND_FULL},
    {0x0016, "SyncptWait", 0xc, syncpt_wait, COMMAND_FULL},
    {0x001a, "SyncptReadMax", 8, syncpt_read, COMMAND_FULL},
    {0x001b, "GetConfig", 0x183, get_config, COMMAND_ABSENT},
    {0x001c, "EventSignal", 4, event_signal_slot, COMMAND_FULL},
    {0x001d, "EventWait", 0x10, event_wait, COMMAND_FULL},
    {0x001e, "EventWaitAsync", 0x10, event_wait_async, COMMAND_FULL},
    {0x001f, "EventRegister", 4, event_register, COMMAND_FULL},
    {0x0020, "EventUnregister", 4, event_unregister, COMMAND_FULL},
    {0x0021, "EventUnregisterBatch", 8, event_unregister_batch, COMMAND_FULL},
};

const struct nv_device nv_device_ctrl = {NV_DEVICE("/dev/nvhost-ctrl", ioctls), .open = open_ctrl,
                                         .event = query_event};
