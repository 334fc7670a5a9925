/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_BATCH_H
#define WINDLASS_GPU_VULKAN_BATCH_H

#include "gpu/vulkan/device.h"

/* Work for the device, in the order it was recorded. Batches have numbers from 1 up; a timeline
 * semaphore reaches a batch's number when it is done. */

struct batches;

MUST_CHECK bool batches_new(struct vulkan *vk, struct batches **out, struct error *error);
void batches_free(struct batches *b); /* waits */

/* The command buffer to record into, outside of a render pass (whoever has one open ends it first:
 * `batches_on_break`). */
VkCommandBuffer batch_commands(struct batches *b);
/* Full barrier between what was recorded before and what comes: all stages, all access. Several
 * without commands in between are one. */
void batch_barrier(struct batches *b);
/* The number of the batch that is being recorded. */
uint64_t batch_number(const struct batches *b);
/* Called before commands are handed out for something that is not the renderer's pass, and before
 * submitting; one listener (the render pass), which ends its pass. */
void batches_on_break(struct batches *b, void (*call)(void *context), void *context);
/* Called before a batch is submitted, while it can still record (textures_settle). */
void batches_on_end(struct batches *b, void (*call)(void *context), void *context);

/* Ends and starts the batch, where anything was recorded or waits to be called. */
void batch_submit(struct batches *b);
bool batch_done(struct batches *b, uint64_t number);
/* Submits it first, where it is the one being recorded. Fails (and says so once) only where the
 * device is lost. */
void batch_wait(struct batches *b, uint64_t number);
/* Called in order, on the thread that sees batches end, when the present batch and all before are
 * done. */
void batch_after(struct batches *b, void (*call)(void *argument), void *argument);

/* ---- stream memory: lives until the present batch is done ---- */

struct stream_slice {
    VkBuffer buffer;
    VkDeviceSize offset;
    uint8_t *data;    /* where the host writes or, afterwards, reads it */
    uint64_t address; /* of the device, 0 where it has none */
};
/* For every use that a buffer has. At most 256 MiB. */
struct stream_slice batch_stream(struct batches *b, uint64_t size, uint64_t align);
/* The same that only the device sees: for scratch. */
struct stream_slice batch_scratch(struct batches *b, uint64_t size, uint64_t align);
/* Destroys an object of Vulkan when the present batch is done. */
void batch_drop(struct batches *b, void (*destroy)(struct vulkan *vk, uint64_t object),
                uint64_t object);

#endif
