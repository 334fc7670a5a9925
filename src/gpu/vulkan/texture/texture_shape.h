/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_TEXTURE_TEXTURE_SHAPE_H
#define WINDLASS_GPU_VULKAN_TEXTURE_TEXTURE_SHAPE_H

#include "gpu/engine/target.h"
#include "gpu/memory/page_table.h"
#include "gpu/texture/layout.h"
#include "gpu/vulkan/texture/format.h"

/* Which storage an image is made of, and how it lies there: what a texture header and a render
 * target say, in one form. Nothing of it is an object of Vulkan. */

struct image_shape {
    uint8_t *memory; /* of the first layer's first level */
    uint64_t size;   /* bytes of all of it */
    struct texture_shape extent;
    struct texture_layout layout; /* of pitch storage: one level */
    uint64_t layer_stride;        /* bytes; of one layer: `size` */
    uint32_t pitch;               /* bytes a row; 0: block-linear */
    uint8_t dimensions;           /* 1, 2 or 3 */
    uint8_t class, packing;
    struct texture_decoder decoder; /* vulkan_format's */
    bool rounded; /* the width may be larger than meant, up to whole GOBs: targets say it so */
};

/* Fail where the storage is not mapped in one piece or has no possible size. */
MUST_CHECK bool shape_of_texture(const struct texture_header *header,
                                 const struct vulkan_format *format, const struct page_table *pages,
                                 struct image_shape *out, struct error *error);
MUST_CHECK bool shape_of_target(const struct target *target, const struct vulkan_format *format,
                                const struct page_table *pages, struct image_shape *out,
                                struct error *error);

struct image_place {
    uint32_t level, layer;
};
/* Whether all that `part` describes is a part of what `whole` describes, texel by texel, and
 * where. */
bool shape_within(const struct image_shape *whole, const struct image_shape *part,
                  struct image_place *out);
/* Bytes of storage, from `memory` on, that hold some rows and slices of a level in one layer. */
void shape_range(const struct image_shape *shape, uint32_t level, uint32_t layer,
                 const struct texture_box *box, uint64_t *offset, uint64_t *size);
/* All of a level, in elements. */
struct texture_box shape_box(const struct image_shape *shape, uint32_t level);
uint32_t shape_width(const struct image_shape *shape, uint32_t level); /* texels */
uint32_t shape_height(const struct image_shape *shape, uint32_t level);
uint32_t shape_depth(const struct image_shape *shape, uint32_t level);
uint32_t shape_samples(const struct image_shape *shape);
/* What the GPU writes into it is written back to storage. */
bool shape_stored(const struct image_shape *shape);

#endif
