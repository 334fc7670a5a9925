/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_IMAGE_LAYOUT_H
#define WINDLASS_DEKO3D_IMAGE_LAYOUT_H

#include "deko3d/objects.h"

/* Where the bytes of an image lie: levels one behind the other, and all of them once a layer. */

/* Of a level; no less than 1. */
static inline uint32_t image_shrink(uint32_t size, unsigned level) {
    const uint32_t shrunk = level < 32 ? size >> level : 0;
    return shrunk ? shrunk : 1;
}

static inline uint32_t image_up(uint32_t size, uint32_t unit) {
    return (uint32_t)(((uint64_t)size + unit - 1) / unit);
}

/* A tile of 1 << log2 units is made as low as what it holds allows. */
static inline unsigned image_fit(unsigned log2, uint32_t unit, uint32_t size) {
    while (log2 && (uint64_t)unit << (log2 - 1) >= size)
        log2--;
    return log2;
}

/* Dimensions without layers, of a type that is none of DkImageType_None. */
static inline unsigned image_dimensions(DkImageType type) {
    switch (type) {
    case DkImageType_1D:
    case DkImageType_1DArray:
    case DkImageType_Buffer:
        return 1;
    case DkImageType_3D:
        return 3;
    default:
        return 2;
    }
}

/* Bytes from a layer's begin to a level; level == levels: of all levels together. */
uint64_t image_level_offset(const DkImageLayout *layout, unsigned level);

#endif
