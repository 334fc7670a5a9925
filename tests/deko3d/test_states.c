/* SPDX-License-Identifier: MIT */
/* What state does to pictures: targets, tests, samples, layers, restart, tessellation. */
#include "drawing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct drawing w;
static const float red[4] = {1, 0, 0, 1};
#define RED   0xff0000ffu
#define GREEN 0xff00ff00u
#define WHITE 0xffffffffu

static int open_plain(void **state) {
    (void)state;
    drawing_open(&w, 0, shader_color);
    return 0;
}

static int open_two(void **state) {
    (void)state;
    drawing_open(&w, 0, shader_two);
    return 0;
}

static int close_all(void **state) {
    (void)state;
    drawing_close(&w);
    return 0;
}

static DkColorState color_state(void) {
    DkColorState s;
    memset(&s, 0, sizeof s);
    dkColorStateDefaults(&s);
    return s;
}

/* Each target has its own mask and blending. */
static void two_targets(void **state) {
    (void)state;
    static const float color[4] = {1, 0, 0.25f, 1};
    struct desk_target second;
    desk_target(&w.d, &second, DkImageFormat_RGBA8_Unorm, 4, DRAWING_SIZE, DRAWING_SIZE);
    const DkImageView *const views[] = {&w.target.view, &second.view};
    DkCmdBuf b = w.d.commands;
    drawing_begin(&w, NULL);
    dkCmdBufBindRenderTargets(b, views, 2, NULL);
    dkCmdBufClearColorFloat(b, 1, DkColorMask_RGBA, 0, 0, 0, 0);
    DkColorState enabled = color_state();
    DkColorWriteState write;
    DkBlendState add;
    memset(&add, 0, sizeof add);
    dkBlendStateSetOps(&add, DkBlendOp_Add, DkBlendOp_Add);
    dkBlendStateSetFactors(&add, DkBlendFactor_One, DkBlendFactor_One, DkBlendFactor_One,
                           DkBlendFactor_One);
    dkColorStateSetBlendEnable(&enabled, 1, true);
    dkColorWriteStateDefaults(&write);
    dkColorWriteStateSetMask(&write, 1, DkColorMask_G | DkColorMask_A);
    dkCmdBufBindColorState(b, &enabled);
    dkCmdBufBindColorWriteState(b, &write);
    dkCmdBufBindBlendState(b, 1, &add);
    drawing_rectangle(&w, -1, -1, 1, 1, 0, color);
    drawing_rectangle(&w, -1, -1, 1, 1, 0, color);
    desk_run(&w.d);
    assert_int_equal(desk_count(&w.target, 0xff4000ff), 32 * 32);
    const uint32_t texel = desk_texel(&second, 3, 3); /* a quarter twice, alpha: red twice */
    assert_int_equal(desk_count(&second, texel), 32 * 32);
    assert_int_equal(texel & 0xffff00ff, 0xff000000);
    assert_in_range(texel >> 8 & 0xff, 127, 128);
}

static void alpha_test(void **state) {
    (void)state;
    static const float weak[4] = {1, 0, 0, 0.25f};
    static const float strong[4] = {0, 1, 0, 1};
    DkColorState color = color_state();
    color.alphaCompareOp = DkCompareOp_Greater;
    drawing_begin(&w, NULL);
    dkCmdBufBindColorState(w.d.commands, &color);
    dkCmdBufSetAlphaRef(w.d.commands, 0.5f);
    drawing_rectangle(&w, -1, -1, 1, 1, 0, weak);
    drawing_rectangle(&w, -1, 0, 0, 1, 0, strong);
    desk_run(&w.d);
    drawing_expect(&w, 0, 0, 16, 16, GREEN, BLACK);
}

static void logic(void **state) {
    (void)state;
    DkColorState color = color_state();
    color.logicOp = DkLogicOp_Xor;
    drawing_begin(&w, NULL);
    dkCmdBufClearColorFloat(w.d.commands, 0, DkColorMask_RGBA, 1, 1, 1, 1);
    dkCmdBufBindColorState(w.d.commands, &color);
    drawing_rectangle(&w, 0, 0, 1, 1, 0, red);
    color = color_state(); /* the operation goes, too */
    dkCmdBufBindColorState(w.d.commands, &color);
    drawing_rectangle(&w, 0, -1, 1, 0, 0, red);
    desk_run(&w.d);
    assert_int_equal(desk_count(&w.target, WHITE ^ RED), 16 * 16);
    assert_int_equal(desk_count(&w.target, RED), 16 * 16);
    assert_int_equal(desk_texel(&w.target, 31, 0), WHITE ^ RED);
}

static void restart(void **state) {
    (void)state;
    static const struct corner corners[] = {
        {{-1, 0, 0, 1}, {1, 0, 0, 1}}, {{0, 0, 0, 1}, {1, 0, 0, 1}},  {{-1, 1, 0, 1}, {1, 0, 0, 1}},
        {{0, 1, 0, 1}, {1, 0, 0, 1}},  {{0, -1, 0, 1}, {1, 0, 0, 1}}, {{1, -1, 0, 1}, {1, 0, 0, 1}},
        {{0, 0, 0, 1}, {1, 0, 0, 1}},  {{1, 0, 0, 1}, {1, 0, 0, 1}},  {{1, 1, 0, 1}, {1, 0, 0, 1}}};
    static const uint8_t list[] = {0, 1, 2, 3, 8, 4, 5, 6, 7};
    const struct desk_data data = desk_put(&w.d, list, sizeof list, 4);
    DkCmdBuf b = w.d.commands;
    drawing_begin(&w, NULL);
    drawing_bind_corners(&w, corners, 9);
    dkCmdBufBindIdxBuffer(b, DkIdxFormat_Uint8, data.gpu);
    dkCmdBufSetPrimitiveRestart(b, true, 8); /* a vertex that is there */
    dkCmdBufDrawIndexed(b, DkPrimitive_TriangleStrip, 9, 1, 0, 0, 0);
    desk_run(&w.d);
    assert_int_equal(desk_count(&w.target, RED), 2 * 16 * 16);
    assert_int_equal(desk_texel(&w.target, 0, 0), RED);
    assert_int_equal(desk_texel(&w.target, 31, 31), RED);
}

static struct desk_data copied(DkImageView *view, uint32_t size, uint32_t layers) {
    const struct desk_data data = desk_data(&w.d, 4 * size * size * layers, 128);
    const DkImageRect rect = {0, 0, 0, size, size, layers};
    const DkCopyBuf to = {data.gpu, 0, 0};
    dkCmdBufBarrier(w.d.commands, DkBarrier_Full, DkInvalidateFlags_Image);
    dkCmdBufCopyImageToBuffer(w.d.commands, view, &rect, &to, 0);
    return data;
}

/* Half of the samples are drawn: half of the colour is left when they become one. */
static void samples(void **state) {
    (void)state;
    DkImage four, one;
    DkImageView four_view, one_view;
    DkImageLayoutMaker maker;
    dkImageLayoutMakerDefaults(&maker, w.d.device);
    maker.flags = DkImageFlags_UsageRender | DkImageFlags_Usage2DEngine;
    maker.format = DkImageFormat_RGBA8_Unorm;
    maker.dimensions[0] = maker.dimensions[1] = DRAWING_SIZE;
    desk_image(&w.d, &one, &one_view, &maker);
    maker.type = DkImageType_2DMS;
    maker.msMode = DkMsMode_4x;
    desk_image(&w.d, &four, &four_view, &maker);
    DkMultisampleState multisample;
    memset(&multisample, 0, sizeof multisample);
    dkMultisampleStateDefaults(&multisample);
    multisample.mode = DkMsMode_4x;
    dkMultisampleStateSetLocations(&multisample, NULL, 0);
    DkCmdBuf b = w.d.commands;
    drawing_begin(&w, NULL);
    dkCmdBufBindRenderTarget(b, &four_view, NULL);
    dkCmdBufBindMultisampleState(b, &multisample);
    dkCmdBufClearColorFloat(b, 0, DkColorMask_RGBA, 0, 0, 0, 1);
    drawing_rectangle(&w, -1, -1, 0, 1, 0, red);
    dkCmdBufSetSampleMask(b, 0x3);
    drawing_rectangle(&w, 0, -1, 1, 1, 0, red);
    dkCmdBufBarrier(b, DkBarrier_Full, 0);
    dkCmdBufResolveImage(b, &four_view, &one_view);
    const struct desk_data data = copied(&one_view, DRAWING_SIZE, 1);
    desk_run(&w.d);
    const uint32_t *texels = data.cpu;
    for (unsigned i = 0; i < DRAWING_SIZE * DRAWING_SIZE; i++) {
        if (i % DRAWING_SIZE < DRAWING_SIZE / 2)
            assert_int_equal(texels[i], RED);
        else
            assert_in_range(texels[i], 0xff00007f, 0xff000080);
    }
}

/* A clear reaches all layers of the view, and no other. */
static void layers(void **state) {
    (void)state;
    enum { LAYERS = 4, TEXELS = DRAWING_SIZE * DRAWING_SIZE };
    DkImage image;
    DkImageView view;
    DkImageLayoutMaker maker;
    dkImageLayoutMakerDefaults(&maker, w.d.device);
    maker.type = DkImageType_2DArray;
    maker.flags = DkImageFlags_UsageRender;
    maker.format = DkImageFormat_RGBA8_Unorm;
    maker.dimensions[0] = maker.dimensions[1] = DRAWING_SIZE;
    maker.dimensions[2] = LAYERS;
    desk_image(&w.d, &image, &view, &maker);
    DkCmdBuf b = w.d.commands;
    drawing_begin(&w, NULL);
    dkCmdBufBindRenderTarget(b, &view, NULL);
    dkCmdBufClearColorFloat(b, 0, DkColorMask_RGBA, 1, 1, 1, 1);
    DkImageView some = view;
    some.layerOffset = 1;
    some.layerCount = 2;
    dkCmdBufBindRenderTarget(b, &some, NULL);
    dkCmdBufClearColorFloat(b, 0, DkColorMask_RGBA, 0, 1, 0, 1);
    const struct desk_data data = copied(&view, DRAWING_SIZE, LAYERS);
    desk_run(&w.d);
    const uint32_t *texels = data.cpu;
    for (unsigned i = 0; i < LAYERS * TEXELS; i++)
        if (texels[i] != (i / TEXELS == 1 || i / TEXELS == 2 ? GREEN : WHITE))
            fail_msg("texel %u of layer %u is %08x", i % TEXELS, i / TEXELS, texels[i]);
}

/* What shaders read as gl_BaseVertex and gl_BaseInstance; 0 again behind a draw that had some. */
static void bases(void **state) {
    (void)state;
    static const uint16_t list[] = {0, 1, 2, 3};
    static const DkDrawIndexedIndirectData parameters = {4, 1, 0, 4, 99};
    const struct desk_data index = desk_put(&w.d, list, sizeof list, 4),
                           indirect = desk_put(&w.d, &parameters, sizeof parameters, 4);
    struct corner corners[8];
    memset(corners, 0, sizeof corners);
    for (unsigned i = 0; i < 8; i++)
        corners[i] = (struct corner){{i & 1 ? 1 : -1, i & 2 ? 1 : -1, 0, 1}, {0}};
    static const uint32_t expected[] = {0xff002a00, 0xff000b04, 0xff006304, 0xff000000};
    desk_shader(&w.d, &w.vertex, shader_base);
    for (unsigned i = 0; i < 4; i++) {
        DkCmdBuf b = w.d.commands;
        drawing_begin(&w, NULL);
        dkCmdBufClearColorFloat(b, 0, DkColorMask_RGBA, 1, 1, 1, 1);
        drawing_bind_corners(&w, corners, 8);
        dkCmdBufBindIdxBuffer(b, DkIdxFormat_Uint16, index.gpu);
        if (i == 0 || i == 3) /* the first vertex is no base */
            dkCmdBufDraw(b, DkPrimitive_TriangleStrip, 4, 1, 4, i ? 0 : 42);
        else if (i == 1)
            dkCmdBufDrawIndexed(b, DkPrimitive_TriangleStrip, 4, 1, 0, 4, 11);
        else
            dkCmdBufDrawIndexedIndirect(b, DkPrimitive_TriangleStrip, indirect.gpu);
        desk_run(&w.d);
        assert_int_equal(desk_count(&w.target, expected[i]), 32 * 32);
    }
}

/* Without a control shader the commands say how finely. */
static void tessellation(void **state) {
    (void)state;
    DkShader quads;
    desk_shader(&w.d, &quads, shader_quads);
    const DkShader *const shaders[] = {&quads};
    static const struct corner corner = {{0, 0, 0, 1}, {0, 0, 0, 0}};
    DkCmdBuf b = w.d.commands;
    for (unsigned i = 0; i < 2; i++) {
        drawing_begin(&w, NULL);
        dkCmdBufBindShaders(b, DkStageFlag_TessEval, shaders, 1);
        dkCmdBufSetPatchSize(b, 1);
        dkCmdBufSetTessOuterLevels(b, i ? 0.0f : 2.0f, 3, 1, 4); /* 0: the patch is left out */
        dkCmdBufSetTessInnerLevels(b, 2, 3);
        drawing_bind_corners(&w, &corner, 1);
        dkCmdBufDraw(b, DkPrimitive_Patches, 1, 1, 0, 0);
        desk_run(&w.d);
        assert_int_equal(desk_count(&w.target, GREEN), i ? 0 : 32 * 32);
    }
    /* As lines: the more of them the finer inside. */
    uint32_t lines[2];
    for (unsigned i = 0; i < 2; i++) {
        DkRasterizerState raster;
        memset(&raster, 0, sizeof raster);
        dkRasterizerStateDefaults(&raster);
        raster.cullMode = DkFace_None;
        raster.polygonModeFront = raster.polygonModeBack = DkPolygonMode_Line;
        drawing_begin(&w, NULL);
        dkCmdBufBindShaders(b, DkStageFlag_TessEval, shaders, 1);
        dkCmdBufBindRasterizerState(b, &raster);
        dkCmdBufSetTessOuterLevels(b, 2, 2, 2, 2);
        dkCmdBufSetTessInnerLevels(b, i ? 6 : 2, i ? 6 : 2);
        drawing_bind_corners(&w, &corner, 1);
        dkCmdBufDraw(b, DkPrimitive_Patches, 1, 1, 0, 0);
        desk_run(&w.d);
        lines[i] = desk_count(&w.target, GREEN);
    }
    assert_in_range(lines[0], 4 * 30, 32 * 32 / 2);
    assert_true(lines[1] > lines[0] + 100);
    drawing_begin(&w, NULL); /* the stage is off again */
    drawing_rectangle(&w, -1, -1, 1, 1, 0, red);
    desk_run(&w.d);
    assert_int_equal(desk_count(&w.target, RED), 32 * 32);
}

int main(void) {
#define PLAIN(test) cmocka_unit_test_setup_teardown(test, open_plain, close_all)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(two_targets, open_two, close_all),
        PLAIN(alpha_test),
        PLAIN(logic),
        PLAIN(restart),
        PLAIN(samples),
        PLAIN(layers),
        PLAIN(bases),
        PLAIN(tessellation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
