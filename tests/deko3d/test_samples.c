/* SPDX-License-Identifier: MIT */
/* Samples: which of them a draw writes, and where they lie. */
#include "drawing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct drawing w;

static int open_plain(void **state) {
    (void)state;
    drawing_open(&w, 0, shader_color);
    return 0;
}

static int close_all(void **state) {
    (void)state;
    drawing_close(&w);
    return 0;
}

static DkMultisampleState state_of(DkMsMode mode) {
    DkMultisampleState s;
    memset(&s, 0, sizeof s);
    dkMultisampleStateDefaults(&s);
    s.mode = s.rasterizerMode = mode;
    dkMultisampleStateSetLocations(&s, NULL, 0);
    return s;
}

/* A rectangle over all in a colour, drawn with the state into a target that has the samples, on
 * black; resolved: the strength of its red, which is that of each texel. */
static uint32_t red_of(const DkMultisampleState *state, uint32_t mask, const float color[4]) {
    enum { TEXELS = DRAWING_SIZE * DRAWING_SIZE };
    const uint32_t images_used = w.d.images_used;
    const struct desk_data data = desk_data(&w.d, 4 * TEXELS, 128);
    const DkImageRect rect = {0, 0, 0, DRAWING_SIZE, DRAWING_SIZE, 1};
    const DkCopyBuf to = {data.gpu, 0, 0};
    DkImage many, one;
    DkImageView many_view, one_view;
    DkImageLayoutMaker maker;
    dkImageLayoutMakerDefaults(&maker, w.d.device);
    maker.flags = DkImageFlags_UsageRender | DkImageFlags_Usage2DEngine;
    maker.format = DkImageFormat_RGBA8_Unorm;
    maker.dimensions[0] = maker.dimensions[1] = DRAWING_SIZE;
    desk_image(&w.d, &one, &one_view, &maker);
    maker.type = DkImageType_2DMS;
    maker.msMode = state->mode;
    desk_image(&w.d, &many, &many_view, &maker);
    DkCmdBuf b = w.d.commands;
    drawing_begin(&w, NULL);
    dkCmdBufBindRenderTarget(b, &many_view, NULL);
    dkCmdBufBindMultisampleState(b, state);
    dkCmdBufClearColorFloat(b, 0, DkColorMask_RGBA, 0, 0, 0, 1);
    dkCmdBufSetSampleMask(b, mask);
    drawing_rectangle(&w, -1, -1, 1, 1, 0, color);
    dkCmdBufBarrier(b, DkBarrier_Full, 0);
    dkCmdBufResolveImage(b, &many_view, &one_view);
    dkCmdBufBarrier(b, DkBarrier_Full, DkInvalidateFlags_Image);
    dkCmdBufCopyImageToBuffer(b, &one_view, &rect, &to, 0);
    desk_run(&w.d);
    w.d.images_used = images_used;
    const uint32_t *texels = data.cpu, red = texels[0] & 0xff;
    for (unsigned i = 1; i < TEXELS; i++)
        assert_in_range((texels[i] & 0xff) + 1, red, red + 2);
    return red;
}

static void masks(void **state) {
    (void)state;
    static const float color[4] = {1, 0, 0, 1};
    const DkMultisampleState s = state_of(DkMsMode_4x);
    for (uint32_t mask = 0; mask < 16; mask++) {
        const uint32_t red = red_of(&s, mask, color), set = (uint32_t)__builtin_popcount(mask);
        assert_in_range(red + 1, set * 255 / 4, set * 255 / 4 + 2);
    }
}

/* The alpha says how many samples are written. */
static void alpha_to_coverage(void **state) {
    (void)state;
    DkMultisampleState s = state_of(DkMsMode_4x);
    s.alphaToCoverageEnable = 1;
    s.alphaToCoverageDither = 0;
    static const float none[4] = {1, 0, 0, 0}, half[4] = {1, 0, 0, 0.5f}, all[4] = {1, 0, 0, 1};
    assert_int_equal(red_of(&s, UINT32_MAX, none), 0);
    assert_in_range(red_of(&s, UINT32_MAX, half), 127, 128);
    assert_int_equal(red_of(&s, UINT32_MAX, all), 255);
    s.alphaToCoverageEnable = 0;
    assert_int_equal(red_of(&s, UINT32_MAX, none), 255);
}

/* Each sample has a colour, which a shader fetches: by its number, and as a texel. */
static void as_textures(void **state) {
    (void)state;
    enum { SAMPLES = 4 };
    const DkMultisampleState four = state_of(DkMsMode_4x);
    DkImage many;
    DkImageView view;
    DkImageLayoutMaker maker;
    dkImageLayoutMakerDefaults(&maker, w.d.device);
    maker.flags = DkImageFlags_UsageRender;
    maker.format = DkImageFormat_RGBA8_Unorm;
    maker.dimensions[0] = maker.dimensions[1] = DRAWING_SIZE;
    maker.type = DkImageType_2DMS;
    maker.msMode = DkMsMode_4x;
    desk_image(&w.d, &many, &view, &maker);
    DkCmdBuf b = w.d.commands;
    drawing_begin(&w, NULL);
    dkCmdBufBindRenderTarget(b, &view, NULL);
    dkCmdBufBindMultisampleState(b, &four);
    for (uint32_t i = 0; i < SAMPLES; i++) {
        const float color[4] = {(float)(i + 1) / 255, 0, 1, 1};
        dkCmdBufSetSampleMask(b, 1u << i);
        drawing_rectangle(&w, -1, -1, 1, 1, 0, color);
    }
    dkCmdBufSetSampleMask(b, UINT32_MAX);
    const DkMultisampleState one = state_of(DkMsMode_1x);
    dkCmdBufBindMultisampleState(b, &one);
    desk_run(&w.d);
    DkSampler s;
    dkSamplerDefaults(&s);
    desk_shader(&w.d, &w.fragment, shader_sample);
    for (uint32_t i = 0; i < SAMPLES; i++) {
        const float at[4] = {7, 9, (float)i, 0};
        drawing_bind_texture(&w, &view, &s);
        assert_int_equal(drawing_sample(&w, at), 0xffff0001 + i);
    }
    /* As texels of an image that is so much larger. */
    desk_shader(&w.d, &w.fragment, shader_level_2d);
    for (uint32_t i = 0; i < SAMPLES; i++) {
        const float texels = 2 * DRAWING_SIZE;
        const float at[4] = {(14.5f + (float)(i % 2)) / texels, (18.5f + (float)(i / 2)) / texels};
        drawing_bind_decayed(&w, &view, &s);
        assert_int_equal(drawing_sample(&w, at), 0xffff0001 + i);
    }
}

/* Sixteenths of a pixel, x in the low half of a byte; what has two samples has them in turn. */
static void locations(void **state) {
    (void)state;
    static const DkSampleLocation own[] = {{0.125f, 0.5f}, {0.75f, 0.0625f}};
    DkMultisampleState s = state_of(DkMsMode_2x);
    dkMultisampleStateSetLocations(&s, own, 2);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(s.sampleLocations[i], 0x1c821c82);
    s = state_of(DkMsMode_1x);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(s.sampleLocations[i], 0x88888888);
}

int main(void) {
#define PLAIN(test) cmocka_unit_test_setup_teardown(test, open_plain, close_all)
    const struct CMUnitTest tests[] = {
        PLAIN(masks),
        PLAIN(alpha_to_coverage),
        PLAIN(as_textures),
        PLAIN(locations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
