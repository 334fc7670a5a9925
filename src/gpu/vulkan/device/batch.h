/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_DEVICE_BATCH_H
#define WINDLASS_GPU_VULKAN_DEVICE_BATCH_H

#include "base/strbuf.h"
#include "gpu/vulkan/device/device.h"

/* Work for the device, in the order it was recorded. Batches have numbers from 1 up; a timeline
 * semaphore reaches a batch's number when it is done. */

struct batches;

MUST_CHECK bool batches_new(struct vulkan *vk, struct batches **out, struct error *error);
void batches_free(struct batches *b); /* waits */

/* The command buffer to record into, outside of a render pass (whoever has one open ends it first:
 * `batches_on_break`). Ask again behind a barrier or a submission. */
VkCommandBuffer batch_commands(struct batches *b);
/* Full barrier between what was recorded before and what comes, in earlier batches too: all stages,
 * all access. Where nobody asked for commands since the last one there is none. */
void batch_barrier(struct batches *b);
/* The number of the batch that is being recorded. */
uint64_t batch_number(const struct batches *b);
/* Called before commands are handed out for something that is not the renderer's pass, and before
 * submitting; one listener (the render pass), which ends its pass. */
void batches_on_break(struct batches *b, void (*call)(void *context), void *context);
/* Called before a batch is submitted, while it can still record (textures_settle). Up to four; who
 * came last is called first, so that it may use what was there before it. */
void batches_on_end(struct batches *b, void (*call)(void *context), void *context);

/* Takes the listeners with this context away. */
void batches_unlisten(struct batches *b, const void *context);

/* The process ends: all batches count as done, though the device works on, and nothing that it may
 * still use is destroyed. On any thread. */
void batches_abandon(struct batches *b);

/* Ends and starts the batch, where anything was recorded or waits to be called. */
void batch_submit(struct batches *b);
/* Called behind each operation of a renderer: submits what has become large, so that a submission
 * of the program's that does not end takes no more memory than others. */
void batch_limit(struct batches *b);
/* The device is done with it, and its calls have been made. Where the device is lost
 * (vulkan_lost) batches count as done, so that nobody waits for ever. */
bool batch_done(struct batches *b, uint64_t number);
/* Submits it first, where it is the one being recorded. */
void batch_wait(struct batches *b, uint64_t number);
/* Called in order, on the thread that sees batches end, when the present batch and all before are
 * done. */
void batch_after(struct batches *b, void (*call)(void *argument), void *argument);
/* The same, before all that batch_after was given for this batch: bytes that go to their places. */
void batch_after_first(struct batches *b, void (*call)(void *argument), void *argument);
/* What batch_after_first was given is work that the commands of all later batches wait for. */
void batch_host_works(struct batches *b);

/* ---- stream memory: lives until the present batch is done ---- */

struct stream_slice {
    VkBuffer buffer;
    VkDeviceSize offset;
    uint8_t *data;    /* where the host writes or, afterwards, reads it */
    uint64_t address; /* of the device, 0 where it has none */
};
/* For every use that a buffer has; `align`: of the offset. Meant for sizes up to some MiB: larger
 * ones, up to 256 MiB, get a buffer of their own. */
struct stream_slice batch_stream(struct batches *b, uint64_t size, uint64_t align);
/* The same that only the device sees: for scratch. */
struct stream_slice batch_scratch(struct batches *b, uint64_t size, uint64_t align);
/* Destroys an object of Vulkan when the present batch is done. */
void batch_drop(struct batches *b, void (*destroy)(struct vulkan *vk, uint64_t object),
                uint64_t object);

struct batches_counts {
    uint64_t batches, barriers;
    uint64_t stream_bytes; /* of buffers for stream memory, now */
};
void batches_count(const struct batches *b, struct batches_counts *out);
void batches_describe(const struct batches *b, struct strbuf *out); /* a line of the report */

#endif
