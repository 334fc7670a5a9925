/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_IMAGE_TEST_IMAGE_H
#define WINDLASS_DEKO3D_IMAGE_TEST_IMAGE_H

/* For tests of images: a device and memory that are none, errors, chance, and images by it. */
#include "deko3d/image/format.h"
#include "deko3d/image/layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static jmp_buf raised_to;
static bool expects_raise;
static DkResult raised;
static char raised_by[64];

void dk_raise(DkDevice device, const char *context, DkResult result, const char *message) {
    (void)device;
    if (!expects_raise) {
        fprintf(stderr, "%s: %s\n", context, message);
        abort();
    }
    raised = result;
    snprintf(raised_by, sizeof raised_by, "%s", context);
    longjmp(raised_to, 1);
}

static struct tag_DkDevice device;
static struct tag_DkMemBlock block = {.device = &device,
                                      .size = UINT32_MAX,
                                      .flags = DkMemBlockFlags_Image,
                                      .pitch = 0x1100000000,
                                      .generic = 0x2200000000,
                                      .compressed = 0x3300000000};

/* What the platform was told last. */
static struct {
    unsigned calls;
    uint8_t kind;
    uint64_t offset, size;
} told;

DkResult platform_set_kind(struct platform *p, DkGpuAddr mapping, uint64_t offset, uint64_t size,
                           uint8_t kind) {
    (void)p;
    assert_int_equal(mapping, block.compressed);
    told.calls++;
    told.offset = offset;
    told.size = size;
    told.kind = kind;
    return DkResult_Success;
}

static uint64_t chance_state = 0x9e3779b97f4a7c15;

static inline uint32_t below(uint32_t n) {
    chance_state ^= chance_state << 13;
    chance_state ^= chance_state >> 7;
    chance_state ^= chance_state << 17;
    return (uint32_t)(chance_state >> 20) % n;
}

static inline uint32_t any_size(void) {
    static const uint32_t most[] = {8, 70, 600, 3000};
    return 1 + below(most[below(4)]);
}

static inline bool is_multisampled(DkImageType type) {
    return type == DkImageType_2DMS || type == DkImageType_2DMSArray;
}

/* A block-linear image that may be. */
static inline DkImageLayoutMaker any_maker(void) {
    DkImageLayoutMaker m;
    dkImageLayoutMakerDefaults(&m, &device);
    m.type = 1 + below(DkImageType_CubemapArray);
    do
        m.format = 1 + below(DkImageFormat_Count - 1);
    while (image_formats[m.format].bytes == 12); /* which lie in rows only */
    m.dimensions[0] = any_size();
    m.dimensions[1] = m.type == DkImageType_1DArray ? 1 + below(9) : any_size();
    m.dimensions[2] = 1 + below(9);
    m.mipLevels = 1 + below(12);
    if (is_multisampled(m.type))
        m.msMode = 1 + below(3);
    if (below(3) == 0) {
        m.flags |= DkImageFlags_CustomTileSize;
        m.tileSize = below(6);
    } else if (below(8) == 0) {
        m.flags |= DkImageFlags_UsageVideo;
    }
    return m;
}

static inline void image_by(DkImage *image, const DkImageLayoutMaker *m) {
    DkImageLayout layout;
    dkImageLayoutInitialize(&layout, m);
    dkImageInitialize(image, &layout, &block, PLATFORM_BIG_PAGE * below(100));
}

#endif
