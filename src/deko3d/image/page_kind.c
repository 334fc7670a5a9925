/* SPDX-License-Identifier: MIT */
#include "deko3d/image/format.h"

#include "deko3d/platform.h"

/* Kinds of pages (NVIDIA's open-gpu-doc, the GM20B's). Depth has kinds of its own, compressed or
 * not; colours only where they may be compressed. */

enum { KIND_PLAIN, KIND_1X, KIND_2X, KIND_4X, KIND_8X, KINDS };

static const uint8_t s8[KINDS] = {0x2a, 0x2b, 0x2b, 0x2b, 0x2b};
static const uint8_t z16[KINDS] = {0x01, 0x07, 0x08, 0x09, 0x0a};
static const uint8_t z16_clear[KINDS] = {0x01, 0x02, 0x03, 0x04, 0x05};
static const uint8_t z24[KINDS] = {0x46, 0x51, 0x52, 0x53, 0x54};
static const uint8_t float32[KINDS] = {0x7b, 0x86, 0x87, 0x88, 0x89};
static const uint8_t float32_s8[KINDS] = {0xc3, 0xce, 0xcf, 0xd0, 0xd1};
static const uint8_t color32[KINDS] = {PLATFORM_KIND_GENERIC, 0xdb, 0xcc, 0xe0, 0xe5};
static const uint8_t color64[KINDS] = {PLATFORM_KIND_GENERIC, 0xe9, 0xcd, 0xee, 0xf3};
static const uint8_t color128[KINDS] = {PLATFORM_KIND_GENERIC, 0xf5, 0xf7, 0xf9, 0xfb};

static const uint8_t *kinds_of(DkImageFormat format, uint32_t flags) {
    switch (format) {
    case DkImageFormat_S8:
        return s8;
    case DkImageFormat_Z16:
        return flags & DkImageFlags_Z16EnableZbc ? z16_clear : z16;
    case DkImageFormat_Z24X8:
    case DkImageFormat_Z24S8:
        return z24;
    case DkImageFormat_ZF32:
        return float32;
    case DkImageFormat_ZF32_X24S8:
        return float32_s8;
    default:
        break;
    }
    switch (image_formats[format].bytes) {
    case 4:
    case 12: /* three components of 32 bits */
        return color32;
    case 8:
        return color64;
    case 16:
        return color128;
    default: /* colours of 8 and 16 bits are not compressed */
        return NULL;
    }
}

uint8_t image_page_kind(DkImageFormat format, unsigned samples_log2, uint32_t flags) {
    const uint8_t *kinds = kinds_of(format, flags);
    if (!kinds)
        return PLATFORM_KIND_GENERIC;
    return kinds[flags & DkImageFlags_HwCompression ? KIND_1X + samples_log2 : KIND_PLAIN];
}
