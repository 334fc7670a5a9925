/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_IMAGE_FORMAT_H
#define WINDLASS_DEKO3D_IMAGE_FORMAT_H

#include "deko3d/objects.h"

/* What the GPU calls a DkImageFormat, and what it can do with it. Numbers: NVIDIA's published class
 * headers (clb197.h, cl902d.h) and texture header definitions. */

enum image_feature {
    IMAGE_INTEGER = 1 << 0,
    IMAGE_SRGB = 1 << 1,
    IMAGE_RENDER = 1 << 2,
    IMAGE_LOAD_STORE = 1 << 3,
    IMAGE_2D = 1 << 4,
    IMAGE_DEPTH = 1 << 5,
    IMAGE_STENCIL = 1 << 6,
    IMAGE_PRESENT = 1 << 7,
};

struct image_format {
    uint16_t features;                        /* enum image_feature */
    uint8_t bytes, block_width, block_height; /* of a block, and its texels */
    uint8_t target;                           /* as a target's format; 0: it cannot be one */
    uint8_t two_d;                            /* as the 2D engine's */
    uint32_t texture; /* word 0 of a texture header: components, their types and sources */
};

/* DkImageFormat_None: zeros. */
extern const struct image_format image_formats[DkImageFormat_Count];

/* The kind of pages an image of the format lies on; samples_log2: DkMsMode. */
uint8_t image_page_kind(DkImageFormat format, unsigned samples_log2, uint32_t flags);

#endif
