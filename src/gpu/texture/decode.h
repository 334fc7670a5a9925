/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_TEXTURE_DECODE_H
#define WINDLASS_GPU_TEXTURE_DECODE_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Compressed formats that few devices have, ASTC, ETC2 and EAC, to texels that all have. */

enum decoded {
    DECODED_RGBA8,     /* unorm or, where the texture is, sRGB: the bytes are the same */
    DECODED_RGBA_HALF, /* four halves */
    DECODED_RG16,      /* two numbers of 16 bits, unorm */
    DECODED_RG16_SIGNED,
};

/* How blocks of a texture become texels. */
struct texture_decoder {
    uint8_t family; /* TEXTURE_ASTC or TEXTURE_ETC2 */
    uint8_t kind;   /* enum astc_output or enum etc2_kind */
    uint8_t block_width, block_height, block_bytes;
    uint8_t texel_bytes;
    enum decoded result;
};

/* What a texture's header says of the components that bears on decoding. */
struct texture_reading {
    bool srgb;
    bool is_signed; /* EAC: red and green are snorm */
    bool hdr;       /* ASTC that is not sRGB: blocks may be HDR, the result is halves */
};

/* False: the format (a number of texture/format.h) is none of those. */
bool texture_decoder(unsigned format, const struct texture_reading *reading,
                     struct texture_decoder *out);

/* Blocks in rows, slices behind each other; texels in rows without gaps, slices as well. Fails
 * where `size` or `out_size` bytes are fewer than an image of that size has. */
MUST_CHECK bool texture_decode(const struct texture_decoder *decoder, uint32_t width,
                               uint32_t height, uint32_t depth, const uint8_t *blocks, size_t size,
                               void *out, size_t out_size, struct error *error);

#endif
