/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_TEXTURE_LAYOUT_H
#define WINDLASS_GPU_TEXTURE_LAYOUT_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

/* Where the bytes of a block-linear texture lie: levels one behind the other, and all of them once
 * a layer. Sizes are in elements: texels, or the blocks of a compressed format. */

enum { TEXTURE_LEVELS = 16, TEXTURE_LARGEST = 1 << 16 };

struct texture_shape {
    uint32_t width, height, depth; /* of level 0, in texels; depth 1: not three-dimensional */
    uint32_t layers, levels;
    uint8_t block_width, block_height; /* texels an element; 1 where nothing is compressed */
    uint8_t bytes;                     /* of an element */
    uint8_t samples_x, samples_y;      /* a texel is so many elements; 1: not multisampled */
    uint8_t height_log2, depth_log2; /* of a block, in GOBs: of level 0, before it is made to fit */
};

struct texture_level {
    uint64_t offset, size;         /* bytes, from the layer's begin on */
    uint32_t width, height, depth; /* elements */
    uint8_t height_log2, depth_log2;
};

struct texture_layout {
    struct texture_level level[TEXTURE_LEVELS];
    uint64_t layer_stride, size;
};

/* Fails where a size is zero or larger than the GPU has, or all together are above 2^40 bytes. */
MUST_CHECK bool texture_layout(const struct texture_shape *shape, struct texture_layout *out,
                               struct error *error);

/* Byte offset of an element within its level: `x` counts bytes of the row. */
uint64_t texture_offset(const struct texture_level *level, uint8_t bytes, uint32_t x, uint32_t y,
                        uint32_t z);

/* ---- conversion ---- */

struct texture_box {
    uint32_t x, y, z, width, height, depth; /* elements of the level */
};

/* Between a level's storage (`level->size` bytes) and rows of `stride` bytes, slices of `slice`
 * bytes. The box must lie in the level. */
void texture_read(const struct texture_level *level, uint8_t bytes, const uint8_t *storage,
                  const struct texture_box *box, uint8_t *out, uint64_t stride, uint64_t slice);
void texture_write(const struct texture_level *level, uint8_t bytes, uint8_t *storage,
                   const struct texture_box *box, const uint8_t *in, uint64_t stride,
                   uint64_t slice);

#endif
