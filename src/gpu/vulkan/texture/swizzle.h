/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_TEXTURE_SWIZZLE_H
#define WINDLASS_GPU_VULKAN_TEXTURE_SWIZZLE_H

#include "gpu/texture/layout.h"
#include "gpu/vulkan/device/device.h"

/* Block-linear storage to rows and back, on the device. */

struct swizzle;

MUST_CHECK bool swizzle_new(struct vulkan *vk, struct swizzle **out, struct error *error);
void swizzle_free(struct swizzle *s); /* what was recorded is done */

struct swizzle_region {
    const struct texture_level *level; /* of the layer; its offset is not added to addresses */
    struct texture_box box;            /* lies in the level */
    uint8_t bytes;                     /* of an element: 1, 2, 4, 8, 12 or 16 */
    uint32_t layers;
    uint64_t layer_stride; /* bytes */
};

/* How the rows lie: slices of each layer one behind the other. Rows begin at a whole sector of
 * storage, somewhat before the box. */
struct swizzle_rows {
    uint64_t offset; /* of the box's first element */
    uint64_t stride; /* bytes a row, elements too */
    uint64_t size;   /* of all of it */
};
void swizzle_rows(const struct swizzle_region *region, struct swizzle_rows *out);

/* Records it. Addresses are the device's, multiples of 16: of the level in the first layer, and of
 * rows. Barriers are the caller's: two that store to one texture are not to run at once. */
void swizzle_load(struct swizzle *s, VkCommandBuffer commands, const struct swizzle_region *region,
                  uint64_t storage, uint64_t rows);
void swizzle_store(struct swizzle *s, VkCommandBuffer commands, const struct swizzle_region *region,
                   uint64_t storage, uint64_t rows);

#endif
