/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_TEXTURE_TEXTURE_TRANSFER_H
#define WINDLASS_GPU_VULKAN_TEXTURE_TEXTURE_TRANSFER_H

#include "gpu/vulkan/texture/texture_parts.h"

/* Texels between images and storage, in pieces that scratch memory has room for. */

/* Of rows in scratch memory: whole sectors and whole elements of any size. */
enum { ROWS_ALIGN = 768 };

struct piece {
    uint32_t level, layer, layers;
    struct texture_box box; /* elements; of a volume with its slices */
};
/* Calls for the pieces of a part, in order. False as soon as a call returns false. */
bool transfer_pieces(const struct image_shape *shape, const struct piece *part,
                     bool (*call)(void *context, const struct piece *piece), void *context);

/* Of rows in a buffer, from the piece's first texel on, for vkCmdCopyBufferToImage and back. */
VkBufferImageCopy transfer_copy(const struct image_shape *shape, const struct piece *piece,
                                VkImageAspectFlags aspect, VkDeviceSize offset, uint64_t stride);
struct swizzle_region transfer_region(const struct image_shape *shape, const struct piece *piece);
/* Bytes of storage from the first to the last that the piece has, and how far behind the level's
 * begin in the piece's first layer they start. */
void transfer_range(const struct image_shape *shape, const struct piece *piece, uint8_t **range,
                    uint64_t *size, uint64_t *behind);

#endif
