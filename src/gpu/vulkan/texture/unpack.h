/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_TEXTURE_UNPACK_H
#define WINDLASS_GPU_VULKAN_TEXTURE_UNPACK_H

#include "gpu/vulkan/device/device.h"
#include "gpu/vulkan/texture/format.h"

/* Elements that hold depth and stencil to rows of each and back, on the device. */

struct unpack;

MUST_CHECK bool unpack_new(struct vulkan *vk, struct unpack **out, struct error *error);
void unpack_free(struct unpack *u); /* what was recorded is done */

struct unpack_region {
    enum depth_packing packing; /* not PACKING_NONE */
    bool as_float;              /* depth of 24 bits becomes a float */
    uint32_t width, rows;
    uint64_t stride; /* bytes a row of elements */
};
/* Texels a row of what comes out, 4 bytes each of depth and 1 of stencil. */
uint32_t unpack_row(const struct unpack_region *region);
/* Addresses of the device, multiples of 4. */
void unpack_record(struct unpack *u, VkCommandBuffer commands, const struct unpack_region *region,
                   uint64_t elements, uint64_t depth, uint64_t stencil);
void pack_record(struct unpack *u, VkCommandBuffer commands, const struct unpack_region *region,
                 uint64_t elements, uint64_t depth, uint64_t stencil);

#endif
