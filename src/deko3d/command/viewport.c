/* SPDX-License-Identifier: MIT */
#include "deko3d/command/range.h"
#include "deko3d/macro/macros.h"

/* Names of NVIDIA's clb197.h. */
enum {
    SET_VIEWPORT_SCALE_X = 0x0a00 / 4, /* then offsets */
    SET_VIEWPORT_COORDINATE_SWIZZLE = 0x0a18 / 4,
    SET_VIEWPORT_INCREASE_SNAP_GRID_PRECISION = 0x0a1c / 4,
    SET_VIEWPORT_CLIP_HORIZONTAL = 0x0c00 / 4,
    SET_SCISSOR_HORIZONTAL = 0x0e04 / 4,
};

enum {
    VIEWPORT_STRIDE = 0x20 / 4,
    CLIP_STRIDE = 0x10 / 4,
    SCISSOR_STRIDE = 0x10 / 4,
    FILL_STEP_SHIFT = 12, /* of MACRO_FILL_REGISTERS */
};

/* As the console's processor converts: what is below 0 or no number becomes 0, what is too large
 * the largest. C leaves that open, and programs do have viewports that begin left of the image. */
static uint32_t whole(float f) {
    if (!(f > 0))
        return 0;
    return f >= 4294967296.0f ? UINT32_MAX : (uint32_t)f;
}

static uint32_t *put_transform(uint32_t *w, DkDevice d, unsigned id, const DkViewport *v) {
    const float half_width = 0.5f * v->width, half_height = 0.5f * v->height;
    const float range = v->far - v->near;
    const bool minus_one = dk_depth_minus_one(d);
    w = put_many(w, SUB_3D, SET_VIEWPORT_SCALE_X + id * VIEWPORT_STRIDE, 6);
    *w++ = float_bits(half_width);
    *w++ = float_bits(dk_viewport_flips(d) ? -half_height : half_height);
    *w++ = float_bits(minus_one ? 0.5f * range : range);
    *w++ = float_bits(v->x + half_width);
    *w++ = float_bits(v->y + half_height);
    *w++ = float_bits(minus_one ? 0.5f * (v->near + v->far) : v->near);
    return w;
}

/* The pixels that the viewport touches, and its depths in order. Rounding is the compiler's own:
 * programs of the console are built without math.h. */
static uint32_t *put_clip(uint32_t *w, unsigned id, const DkViewport *v) {
    const uint32_t x = whole(__builtin_floorf(v->x)), y = whole(__builtin_floorf(v->y));
    const uint32_t width = whole(__builtin_ceilf(v->x + v->width) - (float)x);
    const uint32_t height = whole(__builtin_ceilf(v->y + v->height) - (float)y);
    const bool ordered = v->far - v->near >= 0;
    w = put_many(w, SUB_3D, SET_VIEWPORT_CLIP_HORIZONTAL + id * CLIP_STRIDE, 4);
    *w++ = x | width << 16;
    *w++ = y | height << 16;
    *w++ = float_bits(ordered ? v->near : v->far);
    *w++ = float_bits(ordered ? v->far : v->near);
    return w;
}

void dkCmdBufSetViewports(DkCmdBuf b, uint32_t firstId, DkViewport const viewports[],
                          uint32_t numViewports) {
    DK_CHECK_RANGE(b->device, firstId, numViewports, DK_NUM_VIEWPORTS);
    DK_CHECK_ARRAY(b->device, viewports, numViewports);
    uint32_t *w = record_begin(b, 12 * numViewports, __func__);
    for (uint32_t i = 0; i < numViewports; i++) {
        w = put_transform(w, b->device, firstId + i, &viewports[i]);
        w = put_clip(w, firstId + i, &viewports[i]);
    }
    record_end(b, w);
}

void dkCmdBufSetViewportSwizzles(DkCmdBuf b, uint32_t firstId, DkViewportSwizzle const swizzles[],
                                 uint32_t numSwizzles) {
    DK_CHECK_RANGE(b->device, firstId, numSwizzles, DK_NUM_VIEWPORTS);
    DK_CHECK_ARRAY(b->device, swizzles, numSwizzles);
    uint32_t *w = record_begin(b, 2 * numSwizzles, __func__);
    for (uint32_t i = 0; i < numSwizzles; i++) {
        const DkViewportSwizzle *s = &swizzles[i];
        w = put(w, SUB_3D, SET_VIEWPORT_COORDINATE_SWIZZLE + (firstId + i) * VIEWPORT_STRIDE,
                ((unsigned)s->x & 7) | ((unsigned)s->y & 7) << 4 | ((unsigned)s->z & 7) << 8 |
                    ((unsigned)s->w & 7) << 12);
    }
    record_end(b, w);
}

void dkCmdBufSetSubpixelPrecisionBias(DkCmdBuf b, uint32_t xbits, uint32_t ybits) {
    DK_CHECK_INPUT(b->device, xbits < 32, "xbits must be below 32");
    DK_CHECK_INPUT(b->device, ybits < 32, "ybits must be below 32");
    uint32_t *w = record_begin(b, 5, __func__);
    w = put_macro(w, MACRO_FILL_REGISTERS, 3); /* of all viewports */
    *w++ = SET_VIEWPORT_INCREASE_SNAP_GRID_PRECISION | VIEWPORT_STRIDE << FILL_STEP_SHIFT;
    *w++ = DK_NUM_VIEWPORTS;
    *w++ = (xbits & 0x1f) | (ybits & 0x1f) << 8;
    record_end(b, w);
}

void dkCmdBufSetScissors(DkCmdBuf b, uint32_t firstId, DkScissor const scissors[],
                         uint32_t numScissors) {
    DK_CHECK_RANGE(b->device, firstId, numScissors, DK_NUM_SCISSORS);
    DK_CHECK_ARRAY(b->device, scissors, numScissors);
    uint32_t *w = record_begin(b, 3 * numScissors, __func__);
    for (uint32_t i = 0; i < numScissors; i++) {
        const DkScissor *s = &scissors[i];
        w = put_many(w, SUB_3D, SET_SCISSOR_HORIZONTAL + (firstId + i) * SCISSOR_STRIDE, 2);
        *w++ = s->x | (s->x + s->width) << 16;
        *w++ = s->y | (s->y + s->height) << 16;
    }
    record_end(b, w);
}
