/* SPDX-License-Identifier: MIT */
/* What samplers make of a texture: beyond its edges, between its texels, of its levels, beside a
 * depth. */
#include "drawing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIDE = 4, LEVELS = 3, STEP = 60 };

static struct drawing w;
static DkImage image;
static DkImageView view;

/* Level 0: red goes up with x, green with y; the others are of one blue each. */
static uint32_t texel_of(uint32_t level, uint32_t x, uint32_t y) {
    return level ? 0xff000000 | 0x400000 * level : 0xff000000 | STEP * x | (STEP * y) << 8;
}

static int open_texture(void **state) {
    (void)state;
    DkImageLayoutMaker maker;
    drawing_open(&w, 0, shader_level_2d);
    dkImageLayoutMakerDefaults(&maker, w.d.device);
    maker.format = DkImageFormat_RGBA8_Unorm;
    maker.dimensions[0] = maker.dimensions[1] = SIDE;
    maker.mipLevels = LEVELS;
    desk_image(&w.d, &image, &view, &maker);
    for (uint32_t level = 0; level < LEVELS; level++) {
        const uint32_t side = SIDE >> level;
        const struct desk_data data = desk_data(&w.d, 4 * side * side, 16);
        for (uint32_t i = 0; i < side * side; i++)
            ((uint32_t *)data.cpu)[i] = texel_of(level, i % side, i / side);
        const DkImageRect rect = {0, 0, 0, side, side, 1};
        const DkCopyBuf from = {data.gpu, 0, 0};
        DkImageView one = view;
        one.mipLevelOffset = (uint8_t)level;
        one.mipLevelCount = 1;
        dkCmdBufCopyBufferToImage(w.d.commands, &from, &one, &rect, 0);
    }
    desk_run(&w.d);
    return 0;
}

static int close_all(void **state) {
    (void)state;
    drawing_close(&w);
    return 0;
}

static DkSampler sampler(void) {
    DkSampler s;
    dkSamplerDefaults(&s);
    return s;
}

static uint32_t sample(const DkSampler *s, float x, float y, float level) {
    const float at[4] = {x, y, 0, level};
    drawing_bind_texture(&w, &view, s);
    return drawing_sample(&w, at);
}

/* Where a coordinate's texel is; -1: in the border. */
static int wrapped(DkWrapMode mode, int i) {
    const int mirrored = i < 0 ? -1 - i : i;
    switch (mode) {
    case DkWrapMode_Repeat:
        return (i % SIDE + SIDE) % SIDE;
    case DkWrapMode_MirroredRepeat:
        return mirrored % (2 * SIDE) < SIDE ? mirrored % (2 * SIDE)
                                            : 2 * SIDE - 1 - mirrored % (2 * SIDE);
    case DkWrapMode_ClampToBorder:
        return i < 0 || i >= SIDE ? -1 : i;
    case DkWrapMode_MirrorClampToEdge:
        return mirrored < SIDE ? mirrored : SIDE - 1;
    default: /* to the edge; without a filter OpenGL's clamp has no border */
        return i < 0 ? 0 : i >= SIDE ? SIDE - 1 : i;
    }
}

static void wrapping(void **state) {
    (void)state;
    static const DkWrapMode modes[] = {DkWrapMode_Repeat,      DkWrapMode_MirroredRepeat,
                                       DkWrapMode_ClampToEdge, DkWrapMode_ClampToBorder,
                                       DkWrapMode_Clamp,       DkWrapMode_MirrorClampToEdge};
    for (unsigned m = 0; m < sizeof modes / sizeof *modes; m++)
        for (int i = -6; i < 11; i++)
            for (unsigned axis = 0; axis < 2; axis++) {
                DkSampler s = sampler();
                s.wrapMode[axis] = modes[m];
                s.borderColor[0].value_f = 1;
                s.borderColor[2].value_f = s.borderColor[3].value_f = 1;
                const float out = ((float)i + 0.5f) / (float)SIDE, in = 0.5f / (float)SIDE;
                const int at = wrapped(modes[m], i);
                const uint32_t is = sample(&s, axis ? in : out, axis ? out : in, 0);
                const uint32_t x = axis || at < 0 ? 0 : (uint32_t)at,
                               y = axis && at >= 0 ? (uint32_t)at : 0;
                if (is != (at < 0 ? 0xffff00ff : texel_of(0, x, y)))
                    fail_msg("mode %d, axis %u, texel %d: %08x", (int)modes[m], axis, i, is);
            }
}

/* A filter between two texels: as far as the place is from each. */
static void filters(void **state) {
    (void)state;
    for (unsigned i = 0; i < 9; i++) {
        DkSampler s = sampler();
        const float x = (1.5f + (float)i / 8) / (float)SIDE, y = 2.5f / (float)SIDE;
        const uint32_t nearest = sample(&s, x, y, 0);
        if (i != 4) /* which of two that are as near is the device's */
            assert_int_equal(nearest, texel_of(0, i < 4 ? 1 : 2, 2));
        s.minFilter = s.magFilter = DkFilter_Linear;
        const uint32_t linear = sample(&s, x, y, 0);
        const uint32_t red = STEP + STEP * i / 8;
        assert_in_range((linear & 0xff) + 1, red, red + 3);
        assert_int_equal(linear >> 8 & 0xff, 2 * STEP);
    }
}

static uint32_t blue_of(const DkSampler *s, float level) {
    return sample(s, 0.125f, 0.125f, level) >> 16 & 0xff;
}

/* Levels are taken one, the nearest, or two; between the sampler's bounds. */
static void levels(void **state) {
    (void)state;
    DkSampler s = sampler();
    assert_int_equal(blue_of(&s, 2), 0); /* without levels the first one */
    s.mipFilter = DkMipFilter_Nearest;
    for (unsigned level = 0; level < LEVELS; level++)
        assert_int_equal(blue_of(&s, (float)level), 0x40 * level);
    assert_int_equal(blue_of(&s, 1.25f), 0x40);
    assert_int_equal(blue_of(&s, 7), 0x80); /* there are no more */
    s.mipFilter = DkMipFilter_Linear;
    assert_in_range(blue_of(&s, 1.25f), 0x4f, 0x51);
    assert_in_range(blue_of(&s, 0.5f), 0x1f, 0x21);
    s.mipFilter = DkMipFilter_Nearest;
    s.lodClampMin = 1;
    s.lodClampMax = 1;
    for (unsigned level = 0; level < LEVELS; level++)
        assert_int_equal(blue_of(&s, (float)level), 0x40);
    s = sampler();
    s.mipFilter = DkMipFilter_Nearest;
    s.lodBias = 1;
    assert_int_equal(blue_of(&s, 0), 0x40);
    assert_int_equal(blue_of(&s, 1), 0x80);
}

/* The smallest and the largest of the texels that a filter would have mixed. */
static void reductions(void **state) {
    (void)state;
    const float x = 2.0f / (float)SIDE, y = 1.5f / (float)SIDE;
    DkSampler s = sampler();
    s.minFilter = s.magFilter = DkFilter_Linear;
    assert_in_range(sample(&s, x, y, 0) & 0xff, STEP * 3 / 2 - 1, STEP * 3 / 2 + 1);
    s.reductionMode = DkSamplerReduction_Min;
    assert_int_equal(sample(&s, x, y, 0), texel_of(0, 1, 1));
    s.reductionMode = DkSamplerReduction_Max;
    assert_int_equal(sample(&s, x, y, 0), texel_of(0, 2, 1));
}

/* A reference beside the depth that stands there. */
static void comparisons(void **state) {
    (void)state;
    DkImage depth;
    DkImageView seen;
    desk_depth(&w.d, &depth, &seen, DkImageFormat_ZF32, DRAWING_SIZE, DRAWING_SIZE);
    const DkShader texture = w.fragment;
    desk_shader(&w.d, &w.fragment, shader_color);
    drawing_begin(&w, &seen);
    dkCmdBufClearDepthStencil(w.d.commands, true, 0.5f, 0, 0);
    desk_run(&w.d);
    w.fragment = texture;
    desk_shader(&w.d, &w.fragment, shader_compare);
    for (unsigned op = DkCompareOp_Never; op <= DkCompareOp_Always; op++)
        for (int quarter = 1; quarter <= 3; quarter++) {
            static const uint8_t holds[] = {
                /* less, equal, greater */
                [DkCompareOp_Never] = 0,  [DkCompareOp_Less] = 1,    [DkCompareOp_Equal] = 2,
                [DkCompareOp_Lequal] = 3, [DkCompareOp_Greater] = 4, [DkCompareOp_NotEqual] = 5,
                [DkCompareOp_Gequal] = 6, [DkCompareOp_Always] = 7};
            DkSampler s = sampler();
            s.compareEnable = true;
            s.compareOp = (DkCompareOp)op;
            const float at[4] = {0.5f, 0.5f, (float)quarter / 4, 0};
            drawing_bind_texture(&w, &seen, &s);
            const bool is = holds[op] >> (quarter - 1) & 1;
            assert_int_equal(drawing_sample(&w, at), is ? UINT32_MAX : 0);
        }
}

/* Views begin at a level, and end at one. */
static void levels_of_views(void **state) {
    (void)state;
    DkSampler s = sampler();
    s.mipFilter = DkMipFilter_Nearest;
    view.mipLevelOffset = 1;
    assert_int_equal(blue_of(&s, 0), 0x40);
    assert_int_equal(blue_of(&s, 1), 0x80);
    view.mipLevelCount = 1;
    assert_int_equal(blue_of(&s, 1), 0x40);
}

int main(void) {
#define TEXTURE(test) cmocka_unit_test_setup_teardown(test, open_texture, close_all)
    const struct CMUnitTest tests[] = {
        TEXTURE(wrapping),   TEXTURE(filters),     TEXTURE(levels),
        TEXTURE(reductions), TEXTURE(comparisons), TEXTURE(levels_of_views),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
