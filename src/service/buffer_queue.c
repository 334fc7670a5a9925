/* SPDX-License-Identifier: MIT */
#include "service/buffer_queue.h"

#include "base/blocking.h"
#include "kernel/process.h"
#include "service/syncpoint.h"

#include <time.h>

#define LOOK_NS 100000
#define NONE    BUFFER_QUEUE_SLOTS

/* The slot in `state` that was queued longest ago; NONE where there is none. */
static uint32_t oldest(const struct buffer_queue *q, enum slot_state state) {
    uint32_t found = NONE;
    for (uint32_t i = 0; i < BUFFER_QUEUE_SLOTS; i++) {
        const struct buffer_slot *s = &q->slots[i];
        if (s->configured && s->state == state &&
            (found == NONE || s->order < q->slots[found].order)) {
            found = i;
        }
    }
    return found;
}

/* After every change: the event's level says whether a slot is free. */
static void publish(struct buffer_queue *q) {
    if (oldest(q, SLOT_FREE) != NONE) {
        event_signal(q->free_event);
    } else {
        event_clear(q->free_event);
    }
    pthread_cond_broadcast(&q->changed);
}

static void reset(struct buffer_queue *q) {
    for (uint32_t i = 0; i < BUFFER_QUEUE_SLOTS; i++) {
        q->slots[i].configured = false;
        q->slots[i].state = SLOT_FREE;
    }
    q->connected = q->unseen = false;
    q->orders = 0;
}

void buffer_queue_open(struct buffer_queue *q) {
    pthread_condattr_t monotonic;
    if (!q->free_event) {
        pthread_mutex_init(&q->lock, NULL);
        pthread_condattr_init(&monotonic);
        pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
        pthread_cond_init(&q->changed, &monotonic);
        pthread_condattr_destroy(&monotonic);
        q->free_event = event_new(false);
    }
    pthread_mutex_lock(&q->lock);
    reset(q);
    q->open = true;
    publish(q);
    pthread_mutex_unlock(&q->lock);
}

void buffer_queue_close(struct buffer_queue *q) {
    pthread_mutex_lock(&q->lock);
    reset(q);
    q->open = false;
    publish(q);
    pthread_mutex_unlock(&q->lock);
}

static bool enter(struct buffer_queue *q) {
    pthread_mutex_lock(&q->lock);
    bool open = q->open;
    if (!open) {
        pthread_mutex_unlock(&q->lock);
    }
    return open;
}

static void leave(struct buffer_queue *q) {
    publish(q);
    pthread_mutex_unlock(&q->lock);
}

static struct buffer_slot *slot_in(struct buffer_queue *q, uint32_t slot, enum slot_state state) {
    if (slot >= BUFFER_QUEUE_SLOTS || !q->slots[slot].configured || q->slots[slot].state != state) {
        return NULL;
    }
    return &q->slots[slot];
}

enum buffer_status buffer_queue_connect(struct buffer_queue *q) {
    if (!enter(q)) {
        return BUFFER_NO_INIT;
    }
    enum buffer_status status = q->connected ? BUFFER_BAD_VALUE : BUFFER_OK;
    q->connected = true;
    leave(q);
    return status;
}

enum buffer_status buffer_queue_disconnect(struct buffer_queue *q) {
    if (!enter(q)) {
        return BUFFER_NO_INIT;
    }
    enum buffer_status status = q->connected ? BUFFER_OK : BUFFER_BAD_VALUE;
    reset(q);
    leave(q);
    return status;
}

enum buffer_status buffer_queue_configure(struct buffer_queue *q, uint32_t slot,
                                          const struct graphic_buffer *b, bool drawable) {
    if (slot >= BUFFER_QUEUE_SLOTS) {
        return BUFFER_BAD_VALUE;
    }
    if (!enter(q)) {
        return BUFFER_NO_INIT;
    }
    enum buffer_status status = BUFFER_OK;
    struct buffer_slot *s = &q->slots[slot];
    *s = (struct buffer_slot){.configured = b != NULL, .drawable = drawable};
    if (b) {
        s->buffer = *b;
    }
    leave(q);
    return status;
}

/* Or for a while. */
static void wait_for_change(struct buffer_queue *q) {
    pthread_mutex_unlock(&q->lock);
    const bool waited = thread_wait_virtual(LOOK_NS);
    pthread_mutex_lock(&q->lock);
    if (waited)
        return;
    blocking_call("a wait for a buffer");
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += 1;
    pthread_cond_timedwait(&q->changed, &q->lock, &until);
}

enum buffer_status buffer_queue_dequeue(struct buffer_queue *q, bool wait, bool (*cancelled)(void),
                                        uint32_t *slot_out) {
    if (!enter(q)) {
        return BUFFER_NO_INIT;
    }
    blocking_call("a wait for a buffer");
    enum buffer_status status = BUFFER_OK;
    uint32_t slot;
    while ((slot = oldest(q, SLOT_FREE)) == NONE && wait && q->open && !cancelled()) {
        wait_for_change(q);
    }
    if (!q->open) {
        status = BUFFER_NO_INIT;
    } else if (slot == NONE) {
        status = BUFFER_WOULD_BLOCK;
    } else {
        q->slots[slot].state = SLOT_DEQUEUED;
        *slot_out = slot;
    }
    leave(q);
    return status;
}

enum buffer_status buffer_queue_request(struct buffer_queue *q, uint32_t slot,
                                        struct graphic_buffer *out) {
    if (!enter(q)) {
        return BUFFER_NO_INIT;
    }
    enum buffer_status status = BUFFER_OK;
    struct buffer_slot *s = slot_in(q, slot, SLOT_DEQUEUED);
    if (s) {
        *out = s->buffer;
    } else {
        status = BUFFER_BAD_VALUE;
    }
    leave(q);
    return status;
}

/* Makes a queued slot the shown one; the one before it is free. */
static void latch(struct buffer_queue *q, uint32_t slot) {
    uint32_t before = oldest(q, SLOT_SHOWN);
    if (before != NONE) {
        q->slots[before].state = SLOT_FREE;
    }
    q->slots[slot].state = SLOT_SHOWN;
    q->vsyncs = 0;
    q->unseen = true;
}

/* A fence that names no syncpoint holds nothing back. */
static bool is_drawn(const struct buffer_input *input) {
    for (uint32_t i = 0; i < input->fence_count && i < BUFFER_FENCES; i++) {
        if (syncpoint_valid(input->fences[i].syncpoint) &&
            !syncpoint_reached(input->fences[i].syncpoint, input->fences[i].value)) {
            return false;
        }
    }
    return true;
}

enum buffer_status buffer_queue_queue(struct buffer_queue *q, uint32_t slot,
                                      const struct buffer_input *input) {
    if (!enter(q)) {
        return BUFFER_NO_INIT;
    }
    enum buffer_status status = BUFFER_OK;
    struct buffer_slot *s = slot_in(q, slot, SLOT_DEQUEUED);
    if (!s) {
        status = BUFFER_BAD_VALUE;
    } else {
        s->state = SLOT_QUEUED;
        s->input = *input;
        s->order = ++q->orders;
        /* Interval 0: nothing waits for the display; only the newest picture will be seen. */
        uint32_t next;
        while (input->swap_interval == 0 && (next = oldest(q, SLOT_QUEUED)) != NONE &&
               is_drawn(&q->slots[next].input)) {
            latch(q, next);
        }
    }
    leave(q);
    return status;
}

enum buffer_status buffer_queue_cancel(struct buffer_queue *q, uint32_t slot) {
    if (!enter(q)) {
        return BUFFER_NO_INIT;
    }
    enum buffer_status status = BUFFER_OK;
    struct buffer_slot *s = slot_in(q, slot, SLOT_DEQUEUED);
    if (s) {
        s->state = SLOT_FREE;
        s->order = 0; /* it comes first again, so that a client's count of slots holds */
    } else {
        status = BUFFER_BAD_VALUE;
    }
    leave(q);
    return status;
}

uint32_t buffer_queue_pending(struct buffer_queue *q) {
    uint32_t pending = 0;
    pthread_mutex_lock(&q->lock);
    for (uint32_t i = 0; i < BUFFER_QUEUE_SLOTS; i++) {
        pending += q->slots[i].configured && q->slots[i].state == SLOT_QUEUED;
    }
    pthread_mutex_unlock(&q->lock);
    return pending;
}

static uint32_t configured(const struct buffer_queue *q) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < BUFFER_QUEUE_SLOTS; i++) {
        n += q->slots[i].configured;
    }
    return n;
}

bool buffer_queue_vsync(struct buffer_queue *q, struct graphic_buffer *out,
                        struct buffer_input *input_out) {
    bool seen = false;
    pthread_mutex_lock(&q->lock);
    if (q->open) {
        q->vsyncs += q->vsyncs < UINT32_MAX;
        uint32_t next = oldest(q, SLOT_QUEUED), shown = oldest(q, SLOT_SHOWN);
        if (next != NONE && is_drawn(&q->slots[next].input) &&
            (shown == NONE || q->vsyncs >= q->slots[shown].input.swap_interval)) {
            latch(q, next);
        } else if (shown != NONE && !q->unseen && configured(q) == 1) {
            q->slots[shown].state = SLOT_FREE; /* no other slot would ever release it */
        }
        shown = oldest(q, SLOT_SHOWN);
        if (shown != NONE && q->unseen) {
            q->unseen = false;
            seen = q->slots[shown].drawable;
            *out = q->slots[shown].buffer;
            *input_out = q->slots[shown].input;
        }
        publish(q);
    }
    pthread_mutex_unlock(&q->lock);
    return seen;
}
