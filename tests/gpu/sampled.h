/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_GPU_SAMPLED_H
#define WINDLASS_TESTS_GPU_SAMPLED_H

#include "bound.h"
#include "plain.h"

/* A texture of noise, sampled at 64 points by a compute program of the guest's, and by plain
 * Vulkan. The results must be the same words. */

/* What the points are. */
enum sampled_points {
    POINTS_BESIDE,    /* coordinates in and beside the texture, levels, layers, references */
    POINTS_DIRECTION, /* of cubes */
    POINTS_RECTANGLE, /* coordinates that count texels, in and beside the texture */
    POINTS_TEXELS,    /* whole numbers inside of level 0; those of level 1 are as many */
};

struct sampled_kind {
    const char *text;      /* from R24 to R31 (point, level, layer, reference) to R0 to R3 */
    const uint32_t *words; /* the module of plain Vulkan */
    size_t size;           /* bytes */
    enum sampled_points points;
};

struct sampled_scene {
    const char *name;
    const struct sampled_kind *kind;
    /* The header, but for address, storage and what shape tells; and the same for Vulkan. */
    uint8_t type, format, component;
    bool srgb;
    uint8_t source[4]; /* zeros: as it is */
    VkImageType image_type;
    VkImageViewType view_type;
    VkFormat vk_format;
    VkComponentMapping mapping;
    uint8_t bytes, block; /* an element; texels a side of a block, 0: 1 */
    bool floats;          /* texels are floats of 16 or 32 bits */
    uint32_t width, height, depth, layers, levels;
    uint8_t first_level; /* that is seen */
    bool pitch;
    struct sampler_header sampler;
    VkSamplerCreateInfo plain_sampler;
};

void sampled_check(struct machine *m, const struct sampled_scene *scene);

#endif
