/* SPDX-License-Identifier: MIT */
#include "gpu/texture/decode.h"

#include "gpu/texture/astc.h"
#include "gpu/texture/etc2.h"
#include "gpu/texture/format.h"

#include <string.h>

/* ---- what becomes what ---- */

/* Numbers of the ETC2 formats in texture headers. */
enum {
    FORMAT_RGB = 0x06,
    FORMAT_PUNCH = 0x0a,
    FORMAT_RGBA = 0x0b,
    FORMAT_R = 0x19,
    FORMAT_RG = 0x1a
};

static enum etc2_kind etc2_kind_of(unsigned format, bool is_signed) {
    switch (format) {
    case FORMAT_RGB:
        return ETC2_RGB;
    case FORMAT_PUNCH:
        return ETC2_PUNCH;
    case FORMAT_RGBA:
        return ETC2_RGBA;
    case FORMAT_R:
        return is_signed ? ETC2_R_SIGNED : ETC2_R;
    default:
        return is_signed ? ETC2_RG_SIGNED : ETC2_RG;
    }
}

bool texture_decoder(unsigned format, const struct texture_reading *reading,
                     struct texture_decoder *out) {
    if (format >= TEXTURE_FORMATS)
        return false;
    const struct texture_format *f = &texture_formats[format];
    *out = (struct texture_decoder){.family = f->family,
                                    .block_width = f->block_width,
                                    .block_height = f->block_height,
                                    .block_bytes = f->bytes,
                                    .texel_bytes = 4,
                                    .result = DECODED_RGBA8};
    if (f->family == TEXTURE_ASTC) {
        const bool halves = reading->hdr && !reading->srgb;
        out->kind = halves ? ASTC_HALF_HDR : ASTC_SRGB8;
        out->texel_bytes = halves ? 8 : 4;
        out->result = halves ? DECODED_RGBA_HALF : DECODED_RGBA8;
        return true;
    }
    if (f->family != TEXTURE_ETC2)
        return false;
    out->kind = (uint8_t)etc2_kind_of(format, reading->is_signed);
    if (out->kind > ETC2_RGBA)
        out->result = reading->is_signed ? DECODED_RG16_SIGNED : DECODED_RG16;
    return true;
}

/* ---- images ---- */

static uint64_t up(uint64_t value, unsigned unit) {
    return (value + unit - 1) / unit;
}

struct image {
    uint32_t width, height;
    uint8_t *texels;
};

/* Those texels of a block that the image has. */
static void put_block(const struct texture_decoder *d, const uint8_t *block,
                      const struct image *image, uint32_t x, uint32_t y) {
    uint32_t texels[ASTC_LARGEST * ASTC_LARGEST * 2];
    if (d->family == TEXTURE_ASTC)
        astc_decode_block(block, d->block_width, d->block_height, (enum astc_output)d->kind,
                          texels);
    else
        etc2_decode_block(block, (enum etc2_kind)d->kind, texels);
    const uint32_t right = image->width - x, below = image->height - y;
    const size_t columns = right < d->block_width ? right : d->block_width;
    const size_t rows = below < d->block_height ? below : d->block_height;
    const size_t size = d->texel_bytes;
    for (size_t row = 0; row < rows; row++)
        memcpy(image->texels + ((y + row) * image->width + x) * size,
               (const uint8_t *)texels + row * d->block_width * size, columns * size);
}

bool texture_decode(const struct texture_decoder *d, uint32_t width, uint32_t height,
                    uint32_t depth, const uint8_t *blocks, size_t size, void *out, size_t out_size,
                    struct error *error) {
    const unsigned __int128 texels = (unsigned __int128)width * height * depth;
    const unsigned __int128 count =
        (unsigned __int128)up(width, d->block_width) * up(height, d->block_height) * depth;
    if (count * d->block_bytes > size || texels * d->texel_bytes > out_size)
        return error_set(
            error, ERROR_GUEST,
            "a compressed texture of %ux%ux%u does not fit into %zu bytes and %zu bytes "
            "of texels",
            width, height, depth, size, out_size);
    for (uint32_t z = 0; z < depth && texels; z++) {
        const struct image image = {width, height,
                                    (uint8_t *)out + (size_t)z * width * height * d->texel_bytes};
        for (uint32_t y = 0; y < height; y += d->block_height)
            for (uint32_t x = 0; x < width; x += d->block_width, blocks += d->block_bytes)
                put_block(d, blocks, &image, x, y);
    }
    return true;
}
