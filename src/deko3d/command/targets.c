/* SPDX-License-Identifier: MIT */
#include "deko3d/image/surface.h"
#include "deko3d/macro/macros.h"

/* Names of NVIDIA's clb197.h. */
enum {
    SET_ZCULL_SUBREGION = 0x02e8 / 4,
    SET_ZCULL_REGION_SIZE_A = 0x07c0 / 4, /* width, height, depth */
    SET_ZCULL_REGION_PIXEL_OFFSET_C = 0x07cc / 4,
    SET_ZCULL_REGION_LOCATION = 0x07e0 / 4, /* then aliquots */
    SET_COLOR_TARGET_A = 0x0800 / 4,        /* up to the layers' distance */
    SET_COLOR_TARGET_FORMAT = 0x0810 / 4,
    SET_ZT_A = 0x0fe0 / 4, /* address, format, blocks, layers' distance */
    SET_SURFACE_CLIP_HORIZONTAL = 0x0ff4 / 4,
    SET_CT_SELECT = 0x121c / 4,
    SET_ZT_SIZE_A = 0x1228 / 4, /* width, height, layers */
    SET_ZT_SELECT = 0x1538 / 4,
    SET_ZCULL_REGION_FORMAT = 0x15c8 / 4,
    SET_ANTI_ALIAS = 0x15d0 / 4,
    SET_ZCULL_REGION_PIXEL_OFFSET_A = 0x15fc / 4,
    SET_ZCULL_REGION_PIXEL_OFFSET_B = 0x1600 / 4,
};

enum {
    TARGET_STRIDE = 0x40 / 4,
    TARGETS_IN_ORDER = 076543210 << 4,
    LARGEST_CLIP = 0x4000,
    /* Zcull as the console's chip (GM20B) has it; no other is meant. */
    ZCULL_TILE = 32,           /* pixels along both axes */
    ZCULL_ALIQUOT = 0x400,     /* pixels */
    ZCULL_WITHOUT_STENCIL = 2, /* the format of a region */
    COLOR_WORDS = 9,           /* of a target, with the head */
    DEPTH_WORDS = 12 + 14,     /* of the depth target, of zcull */
    REST_WORDS = 2 + 4,
};

/* What all targets have room for. */
struct extent {
    uint32_t width, height;
};

static void keep_least(struct extent *e, const struct image_surface *s) {
    if (s->width < e->width)
        e->width = s->width;
    if (s->height < e->height)
        e->height = s->height;
}

static uint32_t *put_color(uint32_t *w, unsigned id, const struct image_surface *s) {
    w = put_many(w, SUB_3D, SET_COLOR_TARGET_A + id * TARGET_STRIDE, 8);
    w = put_address(w, s->address);
    *w++ = s->horizontal;
    *w++ = s->vertical;
    *w++ = s->format;
    *w++ = s->tile_mode;
    *w++ = s->array_mode;
    *w++ = s->layer_stride;
    return w;
}

static uint32_t zcull_round(uint32_t pixels) {
    return (pixels + ZCULL_TILE - 1) / ZCULL_TILE * ZCULL_TILE;
}

static uint32_t *put_zcull(uint32_t *w, const struct image_surface *s) {
    const uint32_t width = zcull_round(s->width), height = zcull_round(s->height);
    const uint32_t layer = (width * height + ZCULL_ALIQUOT - 1) / ZCULL_ALIQUOT;
    w = put_many(w, SUB_3D, SET_ZCULL_REGION_LOCATION, 2);
    *w++ = layer * s->array_mode << 16;
    *w++ = layer;
    w = put_now(w, SUB_3D, SET_ZCULL_REGION_FORMAT, ZCULL_WITHOUT_STENCIL);
    w = put_many(w, SUB_3D, SET_ZCULL_REGION_SIZE_A, 3);
    *w++ = width;
    *w++ = height;
    *w++ = s->array_mode;
    w = put_now(w, SUB_3D, SET_ZCULL_REGION_PIXEL_OFFSET_A, 0);
    w = put_now(w, SUB_3D, SET_ZCULL_REGION_PIXEL_OFFSET_B, 0);
    w = put_now(w, SUB_3D, SET_ZCULL_REGION_PIXEL_OFFSET_C, 0);
    w = put_now(w, SUB_3D, SET_ZCULL_SUBREGION, 0);
    w = put_macro(w, MACRO_CONDITIONAL_ZCULL_INVALIDATE, 1);
    *w++ = (uint32_t)(s->address >> 8);
    return w;
}

static uint32_t *put_depth(uint32_t *w, const struct image_surface *s) {
    w = put_many(w, SUB_3D, SET_ZT_A, 5);
    w = put_address(w, s->address);
    *w++ = s->format;
    *w++ = s->tile_mode;
    *w++ = s->layer_stride;
    w = put_now(w, SUB_3D, SET_ZT_SELECT, 0);
    w = put_now(w, SUB_3D, SET_ZT_SELECT, 1);
    w = put_many(w, SUB_3D, SET_ZT_SIZE_A, 3);
    *w++ = s->horizontal;
    *w++ = s->vertical;
    *w++ = s->array_mode;
    return put_zcull(w, s);
}

static uint32_t clip_of(uint32_t size) {
    return (size > LARGEST_CLIP ? LARGEST_CLIP : size) << 16;
}

void dkCmdBufBindRenderTargets(DkCmdBuf b, DkImageView const *const colorTargets[],
                               uint32_t numColorTargets, DkImageView const *depthTarget) {
    DK_CHECK_INPUT(b->device, numColorTargets <= DK_MAX_RENDER_TARGETS,
                   "there are only DK_MAX_RENDER_TARGETS");
    DK_CHECK_ARRAY(b->device, colorTargets, numColorTargets);
    const uint32_t off = DK_MAX_RENDER_TARGETS - numColorTargets;
    uint32_t *w = record_begin(
        b, REST_WORDS + COLOR_WORDS * numColorTargets + off + (depthTarget ? DEPTH_WORDS : 1),
        __func__);
    struct extent extent = {0xffff, 0xffff};
    struct image_surface surface;
    unsigned samples = 0;
    w = put(w, SUB_3D, SET_CT_SELECT, numColorTargets | TARGETS_IN_ORDER);
    for (uint32_t i = 0; i < numColorTargets; i++) {
        image_surface(b->device, colorTargets[i], SURFACE_COLOR_TARGET, &surface, __func__);
        w = put_color(w, i, &surface);
        keep_least(&extent, &surface);
        samples = colorTargets[i]->pImage->layout.samples_log2;
    }
    for (uint32_t i = numColorTargets; i < DK_MAX_RENDER_TARGETS; i++)
        w = put_now(w, SUB_3D, SET_COLOR_TARGET_FORMAT + i * TARGET_STRIDE, 0);
    if (depthTarget) {
        image_surface(b->device, depthTarget, SURFACE_DEPTH_TARGET, &surface, __func__);
        w = put_depth(w, &surface);
        keep_least(&extent, &surface);
        if (!numColorTargets)
            samples = depthTarget->pImage->layout.samples_log2;
    } else {
        w = put_now(w, SUB_3D, SET_ZT_SELECT, 0);
    }
    w = put_many(w, SUB_3D, SET_SURFACE_CLIP_HORIZONTAL, 2);
    *w++ = clip_of(extent.width);
    *w++ = clip_of(extent.height);
    w = put_now(w, SUB_3D, SET_ANTI_ALIAS, image_msaa_mode(samples));
    record_end(b, w);
}
