/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_TEXTURE_SAMPLES_H
#define WINDLASS_GPU_VULKAN_TEXTURE_SAMPLES_H

#include "gpu/vulkan/device/batch.h"

/* Samples of images to rows of elements, on the device. */

struct samples;

MUST_CHECK bool samples_new(struct vulkan *vk, struct samples **out, struct error *error);
void samples_free(struct samples *s); /* what was recorded is done */

struct samples_region {
    uint32_t width, height; /* texels */
    uint8_t samples_x_log2, samples_y_log2;
    uint8_t bytes;   /* of a sample: 1, 2, 4, 8 or 16 */
    uint64_t stride; /* bytes a row of elements: whole sectors of 16 */
};
/* The format of a view that shows the bits of samples; VK_FORMAT_UNDEFINED: there is none. */
VkFormat samples_format(uint8_t bytes);
/* Records it; `view` is of two dimensions, in VK_IMAGE_LAYOUT_GENERAL. Fails where there is no
 * memory for a descriptor. */
MUST_CHECK bool samples_record(struct samples *s, struct batches *batches,
                               const struct samples_region *region, VkImageView view, uint64_t rows,
                               struct error *error);

#endif
