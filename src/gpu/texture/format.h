/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_TEXTURE_FORMAT_H
#define WINDLASS_GPU_TEXTURE_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

/* Formats of textures, by the numbers in a texture header (NVIDIA's published texture header
 * definitions, TEXHEAD: COMPONENTS). How the components are to be read stands beside the number. */

enum texture_family {
    TEXTURE_COLOR,
    TEXTURE_DEPTH,
    TEXTURE_BC,
    TEXTURE_ETC2,
    TEXTURE_ASTC,
    TEXTURE_SUBSAMPLED, /* two texels share what is not brightness */
};

struct texture_format {
    const char *name; /* NULL: no format has the number */
    uint8_t family;
    uint8_t bytes; /* of an element */
    uint8_t block_width, block_height;
    uint8_t components;
};

enum { TEXTURE_FORMATS = 128 };
extern const struct texture_format texture_formats[TEXTURE_FORMATS];

#endif
