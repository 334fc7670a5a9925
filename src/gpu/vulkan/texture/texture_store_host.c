/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/texture_transfer.h"

#include "base/memory.h"

#include <stdlib.h>

/* Where the device is the CPU its shaders take ten times as long for storage's order as plain code
 * does. The device copies rows, and the host puts them in order when the batch is done. */

struct job {
    struct texture_level level;
    struct texture_box box;
    uint8_t bytes;
    uint32_t layers;
    uint8_t *storage; /* of the level in the first layer */
    uint64_t layer_stride;
    const uint8_t *rows; /* of the box */
    uint64_t stride;
};

static void put(void *argument) {
    struct job *j = argument;
    const uint64_t slice = j->stride * j->box.height;
    for (uint32_t i = 0; i < j->layers; i++)
        texture_write(&j->level, j->bytes, j->storage + i * j->layer_stride, &j->box,
                      j->rows + i * slice * j->box.depth, j->stride, slice);
    free(j);
}

void texture_store_by_host(struct texture *x, const struct piece *p) {
    struct textures *t = x->owner;
    const struct swizzle_region region = transfer_region(&x->shape, p);
    struct swizzle_rows shape;
    uint8_t *range;
    uint64_t size, behind;
    transfer_range(&x->shape, p, &range, &size, &behind);
    swizzle_rows(&region, &shape);
    const struct stream_slice rows = batch_stream(t->batches, shape.size, ROWS_ALIGN);
    const VkBufferImageCopy copy =
        transfer_copy(&x->shape, p, x->aspects, rows.offset + shape.offset, shape.stride);
    batch_barrier(t->batches);
    vkCmdCopyImageToBuffer(batch_commands(t->batches), x->image, VK_IMAGE_LAYOUT_GENERAL,
                           rows.buffer, 1, &copy);
    struct job *j = NEW(struct job);
    *j = (struct job){
        .level = *region.level,
        .box = p->box,
        .bytes = region.bytes,
        .layers = p->layers,
        .storage = range - behind,
        .layer_stride = region.layer_stride,
        .rows = rows.data + shape.offset,
        .stride = shape.stride,
    };
    memory_host_stores(t->memory, range, size, put, j);
}
