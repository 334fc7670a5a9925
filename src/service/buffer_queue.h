/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_BUFFER_QUEUE_H
#define WINDLASS_SERVICE_BUFFER_QUEUE_H

#include "kernel/event.h"
#include "service/graphic_buffer.h"

#include <pthread.h>

/* The queue between a program that draws and the display: up to 64 slots, each with a buffer that
 * the program allocated. A slot goes free -> dequeued -> queued -> shown -> free; it is released
 * when the next one is shown. The program's loop gets its pace from that alone. Every function
 * locks the queue itself. */

#define BUFFER_QUEUE_SLOTS 64
#define BUFFER_FENCES      4 /* of one buffer */

/* Android's status numbers. */
enum buffer_status {
    BUFFER_OK = 0,
    BUFFER_WOULD_BLOCK = -11,
    BUFFER_NO_INIT = -19,
    BUFFER_BAD_VALUE = -22,
};

struct buffer_input { /* what QueueBuffer says of the picture */
    struct picture_crop crop;
    uint32_t transform;
    uint32_t swap_interval;
    /* The picture is drawn when all of these syncpoints are reached; it is not shown before. */
    uint32_t fence_count;
    struct {
        uint32_t syncpoint, value;
    } fences[BUFFER_FENCES];
};

enum slot_state {
    SLOT_FREE,
    SLOT_DEQUEUED,
    SLOT_QUEUED,
    SLOT_SHOWN,
};

struct buffer_slot {
    bool configured;
    bool drawable;
    enum slot_state state;
    uint64_t order; /* of the last time it was queued: the oldest free slot is dequeued first */
    struct buffer_input input;
    struct graphic_buffer buffer;
};

struct buffer_queue {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct event *free_event; /* signalled while a slot is free */
    bool open, connected;
    uint64_t orders;
    uint32_t vsyncs; /* since the shown slot was latched */
    bool unseen;     /* the shown slot has not been given to the display yet */
    struct buffer_slot slots[BUFFER_QUEUE_SLOTS];
};

/* A queue is never freed; it is opened and closed again. */
void buffer_queue_open(struct buffer_queue *q);
void buffer_queue_close(struct buffer_queue *q); /* wakes whoever waits in a dequeue */

enum buffer_status buffer_queue_connect(struct buffer_queue *q);
enum buffer_status buffer_queue_disconnect(struct buffer_queue *q);
/* NULL takes the slot's buffer away. */
enum buffer_status buffer_queue_configure(struct buffer_queue *q, uint32_t slot,
                                          const struct graphic_buffer *b, bool drawable);
/* The oldest free slot. Without one: BUFFER_WOULD_BLOCK, or with `wait` blocks (stopped by close,
 * or by `cancelled` turning true, which is asked now and then). */
enum buffer_status buffer_queue_dequeue(struct buffer_queue *q, bool wait, bool (*cancelled)(void),
                                        uint32_t *slot_out);
enum buffer_status buffer_queue_request(struct buffer_queue *q, uint32_t slot,
                                        struct graphic_buffer *out);
enum buffer_status buffer_queue_queue(struct buffer_queue *q, uint32_t slot,
                                      const struct buffer_input *input);
enum buffer_status buffer_queue_cancel(struct buffer_queue *q, uint32_t slot);
uint32_t buffer_queue_pending(struct buffer_queue *q);

/* One vsync: latches the next queued slot where its time has come. True: *out is a buffer that the
 * display has not seen. */
bool buffer_queue_vsync(struct buffer_queue *q, struct graphic_buffer *out,
                        struct buffer_input *input_out);

#endif
