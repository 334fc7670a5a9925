/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/texture_transfer.h"

#include "base/log.h"

/* Depth and stencil are not written back as they change: but a program that copies their storage,
 * or looks at it with another eye, finds them there. */

static void copy_aspect(struct texture *x, const struct piece *p, VkImageAspectFlags aspect,
                        const struct stream_slice *to, uint32_t row) {
    VkBufferImageCopy copy = transfer_copy(&x->shape, p, aspect, to->offset, 0);
    copy.bufferRowLength = row;
    vkCmdCopyImageToBuffer(batch_commands(x->owner->batches), x->image, VK_IMAGE_LAYOUT_GENERAL,
                           to->buffer, 1, &copy);
}

static void pack_rows(struct texture *x, const struct piece *p, const struct swizzle_rows *shape,
                      const struct stream_slice *rows) {
    struct textures *t = x->owner;
    const struct unpack_region region = {
        .packing = x->shape.packing,
        .as_float = t->no_d24_s8 && x->shape.class == CLASS_D24_S8,
        .width = p->box.width,
        .rows = p->box.height,
        .stride = shape->stride,
    };
    const uint32_t row = unpack_row(&region);
    const uint64_t texels = (uint64_t)row * region.rows;
    const struct stream_slice depth = batch_scratch(t->batches, 4 * texels, ROWS_ALIGN);
    const struct stream_slice stencil = batch_scratch(t->batches, texels, ROWS_ALIGN);
    copy_aspect(x, p, VK_IMAGE_ASPECT_DEPTH_BIT, &depth, row);
    copy_aspect(x, p, VK_IMAGE_ASPECT_STENCIL_BIT, &stencil, row);
    batch_barrier(t->batches);
    pack_record(t->unpack, batch_commands(t->batches), &region, rows->address, depth.address,
                stencil.address);
}

static bool store_piece(void *context, const struct piece *p) {
    static bool warned;
    struct texture *x = context;
    struct textures *t = x->owner;
    const struct swizzle_region region = transfer_region(&x->shape, p);
    struct error error = {0};
    struct swizzle_rows shape;
    struct memory_slice slice;
    uint8_t *range;
    uint64_t size, behind;
    swizzle_rows(&region, &shape);
    transfer_range(&x->shape, p, &range, &size, &behind);
    if (!memory_use(t->memory, range, size, true, &slice, &error)) {
        log_once(&warned, LOG_GPU, "depth cannot be stored: %s", error.text);
        return false;
    }
    const struct stream_slice rows = batch_scratch(t->batches, shape.size, ROWS_ALIGN);
    batch_barrier(t->batches);
    if (x->shape.packing)
        pack_rows(x, p, &shape, &rows);
    else
        copy_aspect(x, p, x->aspects, &rows, (uint32_t)(shape.stride / x->shape.extent.bytes));
    batch_barrier(t->batches);
    swizzle_store(t->swizzle, batch_commands(t->batches), &region, slice.address - behind,
                  rows.address);
    batch_barrier(t->batches);
    return true;
}

/* Levels and layers that anything was drawn into, whole. */
void texture_store_depth(struct texture *x) {
    for (size_t i = 0; i < x->written_count; i++) {
        const struct written *w = &x->written[i];
        struct piece part = {w->level, w->first_layer, 1, shape_box(&x->shape, w->level)};
        for (uint32_t k = 0; k < w->layers; k++, part.layer++)
            transfer_pieces(&x->shape, &part, store_piece, x);
        texture_mark(x, w->level, 1, w->first_layer, w->layers);
    }
    textures_unnote(x);
    x->hash = 0;
}
