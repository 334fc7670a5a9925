/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_DEVICE_BATCH_PARTS_H
#define WINDLASS_GPU_VULKAN_DEVICE_BATCH_PARTS_H

#include "gpu/vulkan/device/batch.h"

#include <pthread.h>
#include <stddef.h>

/* What the files of batches share. */

struct batch_call {
    void (*call)(void *argument);
    void *argument;
};

struct batch_calls {
    struct batch_call *calls;
    size_t count, room;
};

struct batch_object {
    void (*destroy)(struct vulkan *vk, uint64_t object);
    uint64_t object;
};

struct batch {
    uint64_t number;
    VkCommandPool pool;
    VkCommandBuffer commands;
    bool recording; /* commands were begun */
    bool submitted; /* no: the device was lost before */
    bool host_works;
    unsigned operations; /* of the renderer's */
    uint64_t bytes;      /* of blocks of stream memory that were begun for it */
    struct batch_calls first, after;
    struct batch_object *dropped;
    size_t dropped_count, dropped_room;
    struct batch *next;
};

struct stream_block {
    struct vulkan_buffer buffer;
    VkDeviceSize used;
    uint64_t last; /* the batch that uses it last */
    struct stream_block *next;
};

struct stand_in {
    void *data;
    size_t size;
};

/* Blocks are filled one after the other; full ones wait, the oldest first, until the last batch
 * that uses them is done. */
struct stream {
    enum memory_place place;
    struct stream_block *present;
    struct stream_block *oldest, *newest;
    uint64_t bytes;
    struct stand_in *stand_ins; /* for the host to write to where there is no memory */
    size_t stand_in_count, stand_in_room;
};

struct batch_listener {
    void (*call)(void *context);
    void *context;
};
enum { BATCH_END_LISTENERS = 4 };

struct batches {
    struct vulkan *vk;
    VkSemaphore timeline;
    VkSemaphore
        host; /* a timeline too: it reaches the number of a batch whose host works are done */
    uint64_t host_works; /* the last batch that has such; 0: none */
    struct batch *present;
    bool ending;   /* its end's listeners are called */
    bool unbarred; /* commands were handed out since the last barrier */
    struct batch_listener on_break, on_end[BATCH_END_LISTENERS];
    size_t end_listeners;
    struct stream upload, scratch;
    uint64_t barriers;

    /* with the thread that sees batches end */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t submitted, ended;
    struct batch *first, *last; /* submitted, in order */
    struct batch *idle;
    unsigned in_flight;
    uint64_t bytes_in_flight;
    bool stopping;
    atomic_uint_least64_t done;
    atomic_bool abandoned; /* nobody waits for the device any more */
};

/* ---- batch_end.c: the thread ---- */
MUST_CHECK bool batch_thread_start(struct batches *b, struct error *error);
void batch_thread_stop(struct batches *b); /* after all that was submitted */
void batch_thread_push(struct batches *b, struct batch *batch);
/* One that is not used any more, NULL where there is none; `wait`: until there is one. */
struct batch *batch_thread_pop_idle(struct batches *b, bool wait);
void batch_free(struct batches *b, struct batch *batch);

/* ---- batch_stream.c ---- */
MUST_CHECK bool stream_start(struct batches *b, struct stream *s, enum memory_place place,
                             struct error *error);
void stream_free(struct batches *b, struct stream *s);

#endif
