/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/texture_transfer.h"

#define PIECE_LIMIT (64ull << 20)

static uint32_t least(uint64_t a, uint32_t b) {
    return a < b ? (uint32_t)a : b;
}

static uint32_t at_least_one(uint64_t value) {
    return value ? (uint32_t)(value > UINT32_MAX ? UINT32_MAX : value) : 1;
}

/* Layers together where they are small, else slices of each, else rows of each slice. */
bool transfer_pieces(const struct image_shape *shape, const struct piece *part,
                     bool (*call)(void *context, const struct piece *piece), void *context) {
    const struct texture_box *b = &part->box;
    struct swizzle_rows rows;
    const struct swizzle_region region = transfer_region(shape, part);
    swizzle_rows(&region, &rows);
    const uint64_t slice = rows.stride * b->height;
    const uint32_t row_step = least(at_least_one(PIECE_LIMIT / rows.stride), b->height);
    const uint32_t slice_step =
        row_step < b->height ? 1 : least(at_least_one(PIECE_LIMIT / slice), b->depth);
    const bool one = shape->packing || slice_step < b->depth;
    const uint32_t layer_step =
        one ? 1 : least(at_least_one(PIECE_LIMIT / (slice * b->depth)), part->layers);
    for (uint32_t layer = 0; layer < part->layers; layer += layer_step)
        for (uint32_t z = 0; z < b->depth; z += slice_step)
            for (uint32_t y = 0; y < b->height; y += row_step) {
                const struct piece piece = {
                    part->level,
                    part->layer + layer,
                    least(part->layers - layer, layer_step),
                    {b->x, b->y + y, b->z + z, b->width, least(b->height - y, row_step),
                     least(b->depth - z, slice_step)},
                };
                if (!call(context, &piece))
                    return false;
            }
    return true;
}

VkBufferImageCopy transfer_copy(const struct image_shape *shape, const struct piece *p,
                                VkImageAspectFlags aspect, VkDeviceSize offset, uint64_t stride) {
    const struct texture_shape *e = &shape->extent;
    const uint32_t x = p->box.x * e->block_width, y = p->box.y * e->block_height;
    return (VkBufferImageCopy){
        .bufferOffset = offset,
        .bufferRowLength = (uint32_t)(stride / e->bytes) * e->block_width,
        .bufferImageHeight = p->box.height * e->block_height,
        .imageSubresource = {aspect, p->level, p->layer, p->layers},
        .imageOffset = {(int32_t)x, (int32_t)y, (int32_t)p->box.z},
        .imageExtent = {least(p->box.width * e->block_width, shape_width(shape, p->level) - x),
                        least(p->box.height * e->block_height, shape_height(shape, p->level) - y),
                        p->box.depth},
    };
}

struct swizzle_region transfer_region(const struct image_shape *shape, const struct piece *p) {
    return (struct swizzle_region){&shape->layout.level[p->level], p->box, shape->extent.bytes,
                                   p->layers, shape->layer_stride};
}

void transfer_range(const struct image_shape *shape, const struct piece *p, uint8_t **range,
                    uint64_t *size, uint64_t *behind) {
    uint64_t offset;
    shape_range(shape, p->level, p->layer, &p->box, &offset, size);
    *range = shape->memory + offset;
    *size += (p->layers - 1) * shape->layer_stride;
    *behind = offset - p->layer * shape->layer_stride - shape->layout.level[p->level].offset;
}
