/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_TEXTURE_ASTC_H
#define WINDLASS_GPU_TEXTURE_ASTC_H

#include <stdint.h>

/* ASTC blocks to texels, after Khronos' Data Format Specification: two-dimensional blocks of all
 * sizes, LDR and HDR. Illegal blocks, and HDR ones where HDR is not asked for, give its error
 * colour, magenta. Results are exact to the bit. */

enum astc_output {
    ASTC_SRGB8,  /* four bytes; how sRGB textures are decoded, and for linear ones closer to halves
                    than the next */
    ASTC_UNORM8, /* four bytes: what is called decode_unorm8 */
    ASTC_HALF,   /* four halves; LDR */
    ASTC_HALF_HDR,
    ASTC_OUTPUTS,
};

enum { ASTC_BLOCK = 16, ASTC_LARGEST = 12 };

static inline unsigned astc_texel_size(enum astc_output output) {
    return output < ASTC_HALF ? 4 : 8;
}

/* Writes width * height texels, 4..12 each, in rows without gaps. */
void astc_decode_block(const uint8_t block[ASTC_BLOCK], unsigned width, unsigned height,
                       enum astc_output output, void *out);

#endif
