/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_TEXTURE_BLOCK_DECODE_H
#define WINDLASS_GPU_VULKAN_TEXTURE_BLOCK_DECODE_H

#include "gpu/texture/decode.h"
#include "gpu/vulkan/device/device.h"

/* What gpu/texture/decode.h does, on the device, with the same bits as result: ASTC, ETC2 and EAC
 * for devices that do not have them. */

struct block_decode;

MUST_CHECK bool block_decode_new(struct vulkan *vk, struct block_decode **out, struct error *error);
void block_decode_free(struct block_decode *d); /* what was recorded is done */

/* Whether textures of a format of Vulkan (with blocks) must be decoded: the device cannot sample
 * it. */
bool block_decode_wanted(const struct block_decode *d, VkFormat format);
/* What an image of decoded texels has. sRGB and unorm are views of one image. */
VkFormat block_decode_format(const struct texture_decoder *decoder, bool srgb);

struct block_decode_region {
    struct texture_decoder decoder;
    uint32_t width, height, depth; /* texels, and slices of all layers */
    uint64_t stride, slice;        /* bytes from a row of blocks to the next: multiples of 8 */
};

/* Bytes of the texels: rows without gaps, slices as well. */
uint64_t block_decode_size(const struct block_decode_region *region);
/* Records it. Addresses are the device's, of blocks a multiple of 8, of texels one of 16. Barriers
 * are the caller's. */
void block_decode_record(struct block_decode *d, VkCommandBuffer commands,
                         const struct block_decode_region *region, uint64_t blocks,
                         uint64_t texels);

#endif
