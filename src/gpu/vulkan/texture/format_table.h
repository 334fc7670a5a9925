/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_TEXTURE_FORMAT_TABLE_H
#define WINDLASS_GPU_VULKAN_TEXTURE_FORMAT_TABLE_H

#include "gpu/texture/format.h"
#include "gpu/vulkan/texture/format.h"

/* The tables behind format.h. */

/* Of a number in texture headers: a format for each type of components. */
struct texture_row {
    VkFormat unorm, snorm, uint, sint, real, srgb;
    uint8_t source[4]; /* all zero: R, G, B, A */
};
extern const struct texture_row texture_rows[TEXTURE_FORMATS];

struct target_row {
    const char *name; /* NULL: no format has the number */
    VkFormat format;
    bool opaque; /* alpha does not exist and is read as one */
    uint8_t packing;
};
extern const struct target_row color_rows[256], depth_rows[32];

struct known_format {
    VkFormat format;
    uint8_t class, bytes;
};
enum { KNOWN_FORMATS = 113 };
extern const struct known_format known_formats[KNOWN_FORMATS];

#endif
