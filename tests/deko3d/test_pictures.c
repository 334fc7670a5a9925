/* SPDX-License-Identifier: MIT */
/* What programs of the API draw: clears, directions, blending, tests, constants, vertices. */
#include "drawing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct drawing w;
static const float red[4] = {1, 0, 0, 1}, green[4] = {0, 1, 0, 1}, blue[4] = {0, 0, 1, 1};
#define RED   0xff0000ffu
#define GREEN 0xff00ff00u
#define BLUE  0xffff0000u

static int open_plain(void **state) {
    (void)state;
    drawing_open(&w, 0, shader_color);
    return 0;
}

static int open_defects(void **state) {
    (void)state;
    drawing_open(&w, DESK_DEFECTS, shader_color);
    return 0;
}

static int open_uniform(void **state) {
    (void)state;
    drawing_open(&w, 0, shader_uniform);
    return 0;
}

static int close_all(void **state) {
    (void)state;
    drawing_close(&w);
    return 0;
}

static void clears(void **state) {
    (void)state;
    DkCmdBuf b = w.d.commands;
    drawing_begin(&w, NULL);
    const DkScissor scissor = {4, 6, 8, 10};
    dkCmdBufSetScissors(b, 0, &scissor, 1);
    dkCmdBufClearColorFloat(b, 0, DkColorMask_R | DkColorMask_B, 1, 1, 1, 0);
    desk_run(&w.d);
    drawing_expect(&w, 4, 6, 12, 16, 0xffff00ff, BLACK);
}

/* What lies above 0 in clip space. */
static void directions(void **state) {
    (void)state;
    static const struct {
        uint32_t flags;
        bool first_rows;
    } cases[] = {
        {0, true},
        {DkDeviceFlags_OriginLowerLeft, false},
        {DkDeviceFlags_YAxisPointsDown, false},
        {DkDeviceFlags_OriginLowerLeft | DkDeviceFlags_YAxisPointsDown, true},
        {DkDeviceFlags_DepthMinusOneToOne, true},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        drawing_open(&w, cases[i].flags, shader_color);
        drawing_begin(&w, NULL);
        drawing_rectangle(&w, -1, 0, 0, 1, 0.5f, green);
        desk_run(&w.d);
        if (cases[i].first_rows)
            drawing_expect(&w, 0, 0, 16, 16, GREEN, BLACK);
        else
            drawing_expect(&w, 0, 16, 16, 32, GREEN, BLACK);
        drawing_close(&w);
    }
}

static void viewports(void **state) {
    (void)state;
    drawing_begin(&w, NULL);
    const DkViewport viewport = {8, 4, 16, 8, 0, 1};
    dkCmdBufSetViewports(w.d.commands, 0, &viewport, 1);
    drawing_rectangle(&w, -1, -1, 1, 1, 0, blue);
    desk_run(&w.d);
    drawing_expect(&w, 8, 4, 24, 12, BLUE, BLACK);
}

/* Counterclockwise as one sees them: the front, by default. */
static void culling(void **state) {
    (void)state;
    static const struct corner corners[] = {{{-1, -1, 0, 1}, {1, 0, 0, 1}},
                                            {{3, -1, 0, 1}, {1, 0, 0, 1}},
                                            {{-1, 3, 0, 1}, {1, 0, 0, 1}}};
    for (unsigned i = 0; i < 4; i++) {
        DkRasterizerState raster;
        memset(&raster, 0, sizeof raster);
        dkRasterizerStateDefaults(&raster);
        raster.cullMode = i & 1 ? DkFace_Front : DkFace_Back;
        raster.frontFace = i & 2 ? DkFrontFace_CW : DkFrontFace_CCW;
        drawing_begin(&w, NULL);
        dkCmdBufBindRasterizerState(w.d.commands, &raster);
        drawing_bind_corners(&w, corners, 3);
        dkCmdBufDraw(w.d.commands, DkPrimitive_Triangles, 3, 1, 0, 0);
        desk_run(&w.d);
        const bool seen = i == 0 || i == 3;
        assert_int_equal(desk_count(&w.target, seen ? RED : BLACK), 32 * 32);
    }
}

/* Red of half the strength over green, by the default's factors; one texel of it. */
static uint32_t blend(void) {
    static const float half[4] = {1, 0, 0, 0.5f};
    DkColorState color;
    DkBlendState state;
    memset(&color, 0, sizeof color);
    memset(&state, 0, sizeof state);
    dkColorStateDefaults(&color);
    dkBlendStateDefaults(&state);
    dkColorStateSetBlendEnable(&color, 0, true);
    drawing_begin(&w, NULL);
    drawing_rectangle(&w, -1, -1, 1, 1, 0, green);
    dkCmdBufBindColorState(w.d.commands, &color);
    dkCmdBufBindBlendState(w.d.commands, 0, &state);
    drawing_rectangle(&w, -1, -1, 1, 1, 0, half);
    desk_run(&w.d);
    const uint32_t texel = desk_texel(&w.target, 5, 5);
    assert_int_equal(desk_count(&w.target, texel), 32 * 32);
    assert_in_range(texel & 0xff, 127, 128);
    assert_in_range(texel >> 8 & 0xff, 127, 128);
    assert_int_equal(texel >> 16 & 0xff, 0);
    return texel;
}

static void blending(void **state) {
    (void)state;
    assert_in_range(blend() >> 24, 127, 128); /* the source's alpha alone */
}

/* The console's library blends the alpha as it blends the colours. */
static void blending_with_defects(void **state) {
    (void)state;
    assert_int_equal(blend() >> 24, 255);
}

static void depth(void **state) {
    (void)state;
    DkImage image;
    DkImageView view;
    desk_depth(&w.d, &image, &view, DkImageFormat_Z24S8, DRAWING_SIZE, DRAWING_SIZE);
    drawing_begin(&w, &view);
    dkCmdBufClearDepthStencil(w.d.commands, true, 0.5f, 0xff, 0);
    drawing_rectangle(&w, -1, -1, 1, 1, 0.75f, red); /* behind it */
    drawing_rectangle(&w, -1, 0, 0, 1, 0.25f, green);
    drawing_rectangle(&w, -1, -1, 1, 1, 0.375f, red); /* in between: not over the green */
    desk_run(&w.d);
    drawing_expect(&w, 0, 0, 16, 16, GREEN, RED);
}

static void stencil(void **state) {
    (void)state;
    DkImage image;
    DkImageView view;
    DkDepthStencilState tests;
    desk_depth(&w.d, &image, &view, DkImageFormat_Z24S8, DRAWING_SIZE, DRAWING_SIZE);
    memset(&tests, 0, sizeof tests);
    dkDepthStencilStateDefaults(&tests);
    tests.depthTestEnable = tests.depthWriteEnable = 0;
    tests.stencilTestEnable = 1;
    drawing_begin(&w, &view);
    DkCmdBuf b = w.d.commands;
    dkCmdBufClearDepthStencil(b, true, 1, 0xff, 0x10);
    dkCmdBufBindDepthStencilState(b, &tests); /* replaces */
    dkCmdBufSetStencil(b, DkFace_FrontAndBack, 0x0f, 0x35, 0xff);
    drawing_rectangle(&w, 0, -1, 1, 0, 0, red); /* 0x15 there */
    dkCmdBufSetStencil(b, DkFace_FrontAndBack, 0xf0, 0x2a, 0xff);
    drawing_rectangle(&w, -1, 0, 0, 1, 0, green); /* 0x20 there */
    tests.stencilFrontCompareOp = tests.stencilBackCompareOp = DkCompareOp_Equal;
    dkCmdBufBindDepthStencilState(b, &tests);
    dkCmdBufSetStencil(b, DkFace_FrontAndBack, 0, 0x15, 0xff);
    drawing_rectangle(&w, -1, -1, 1, 1, 0, blue);
    dkCmdBufSetStencil(b, DkFace_FrontAndBack, 0, 0x2f, 0xf0);
    drawing_rectangle(&w, -1, -1, 1, 1, 0, red); /* over the green */
    desk_run(&w.d);
    assert_int_equal(desk_count(&w.target, BLUE), 16 * 16);
    assert_int_equal(desk_texel(&w.target, 31, 31), BLUE);
    assert_int_equal(desk_count(&w.target, RED), 16 * 16);
    assert_int_equal(desk_texel(&w.target, 0, 0), RED);
}

/* Constants that are pushed between draws belong to the draws behind them. */
static void constants(void **state) {
    (void)state;
    const struct desk_data data = desk_data(&w.d, 0x100, DK_UNIFORM_BUF_ALIGNMENT);
    DkCmdBuf b = w.d.commands;
    drawing_begin(&w, NULL);
    dkCmdBufBindUniformBuffer(b, DkStage_Fragment, 0, data.gpu, data.size);
    dkCmdBufPushConstants(b, data.gpu, data.size, 0, sizeof red, red);
    drawing_rectangle(&w, -1, -1, 1, 1, 0, blue);
    dkCmdBufPushConstants(b, data.gpu, data.size, 0, sizeof green, green);
    drawing_rectangle(&w, -1, 0, 0, 1, 0, blue);
    desk_run(&w.d);
    drawing_expect(&w, 0, 0, 16, 16, GREEN, RED);
    assert_memory_equal(data.cpu, green, sizeof green);
}

/* A corner of the quarter that lies right of x, above y. */
#define QUARTER(x, y, ...)                                                                         \
    {{x, y, 0, 1}, __VA_ARGS__}, {{(x) + 1, y, 0, 1}, __VA_ARGS__},                                \
        {{x, (y) + 1, 0, 1}, __VA_ARGS__}, {                                                       \
        {(x) + 1, (y) + 1, 0, 1}, __VA_ARGS__                                                      \
    }
static const struct corner quarters[] = {
    QUARTER(-1, 0, {1, 0, 0, 1}),
    QUARTER(0, 0, {0, 1, 0, 1}),
    QUARTER(-1, -1, {0, 0, 1, 1}),
};

static void indices(void **state) {
    (void)state;
    static const uint16_t list[] = {99, 0, 1, 2, 2, 1, 3};
    const struct desk_data data = desk_put(&w.d, list, sizeof list, 4);
    DkCmdBuf b = w.d.commands;
    drawing_begin(&w, NULL);
    drawing_bind_corners(&w, quarters, 12);
    dkCmdBufBindIdxBuffer(b, DkIdxFormat_Uint16, data.gpu);
    dkCmdBufDrawIndexed(b, DkPrimitive_Triangles, 6, 1, 1, 4, 0);
    desk_run(&w.d);
    drawing_expect(&w, 16, 0, 32, 16, GREEN, BLACK);
}

/* Parameters that an earlier command of the list writes. */
static void indirect(void **state) {
    (void)state;
    static const uint16_t list[] = {0, 1, 2, 2, 1, 3};
    static const DkDrawIndirectData plain = {4, 1, 8, 0};
    static const DkDrawIndexedIndirectData indexed = {6, 1, 0, 4, 0};
    const struct desk_data index = desk_put(&w.d, list, sizeof list, 4);
    const struct desk_data at = desk_data(&w.d, 64, 4);
    DkCmdBuf b = w.d.commands;
    drawing_begin(&w, NULL);
    drawing_bind_corners(&w, quarters, 12);
    dkCmdBufBindIdxBuffer(b, DkIdxFormat_Uint16, index.gpu);
    dkCmdBufPushData(b, at.gpu, &plain, sizeof plain);
    dkCmdBufPushData(b, at.gpu + 32, &indexed, sizeof indexed);
    dkCmdBufBarrier(b, DkBarrier_Full, 0);
    dkCmdBufDrawIndirect(b, DkPrimitive_TriangleStrip, at.gpu);
    dkCmdBufDrawIndexedIndirect(b, DkPrimitive_Triangles, at.gpu + 32);
    desk_run(&w.d);
    assert_int_equal(desk_count(&w.target, BLUE), 16 * 16);
    assert_int_equal(desk_count(&w.target, GREEN), 16 * 16);
    assert_int_equal(desk_texel(&w.target, 0, 31), BLUE);
    assert_int_equal(desk_texel(&w.target, 31, 0), GREEN);
}

/* Colours of instances, from the second one on. */
static void instances(void **state) {
    (void)state;
    static const DkVtxAttribState attributes[] = {
        {.bufferId = 0, .size = DkVtxAttribSize_4x32, .type = DkVtxAttribType_Float},
        {.bufferId = 1, .size = DkVtxAttribSize_4x8, .type = DkVtxAttribType_Unorm},
    };
    static const DkVtxBufferState buffers[] = {{sizeof(struct corner), 0}, {4, 1}};
    static const uint32_t colors[] = {RED, BLUE, GREEN, RED};
    const struct desk_data data = desk_put(&w.d, colors, sizeof colors, 4);
    DkCmdBuf b = w.d.commands;
    drawing_begin(&w, NULL);
    drawing_bind_corners(&w, quarters, 12);
    dkCmdBufBindVtxAttribState(b, attributes, 2);
    dkCmdBufBindVtxBufferState(b, buffers, 2);
    dkCmdBufBindVtxBuffer(b, 1, data.gpu, data.size);
    dkCmdBufDraw(b, DkPrimitive_TriangleStrip, 4, 2, 4, 1); /* blue, then green over it */
    dkCmdBufDraw(b, DkPrimitive_TriangleStrip, 4, 1, 8, 3);
    desk_run(&w.d);
    assert_int_equal(desk_count(&w.target, GREEN), 16 * 16);
    assert_int_equal(desk_count(&w.target, RED), 16 * 16);
    assert_int_equal(desk_texel(&w.target, 31, 0), GREEN);
    assert_int_equal(desk_texel(&w.target, 0, 31), RED);
}

/* Captured words draw what the commands would have drawn. */
static void captures(void **state) {
    (void)state;
    static uint32_t words[0x1000];
    DkCmdBufMaker maker;
    dkCmdBufMakerDefaults(&maker, w.d.device);
    DkCmdBuf recorder = dkCmdBufCreate(&maker), commands = w.d.commands;
    dkCmdBufBeginCaptureCmds(recorder, words, 0x1000);
    w.d.commands = recorder;
    drawing_begin(&w, NULL);
    drawing_rectangle(&w, 0, -1, 1, 0, 0, red);
    w.d.commands = commands;
    const uint32_t count = dkCmdBufEndCaptureCmds(recorder);
    dkCmdBufDestroy(recorder);
    dkCmdBufReplayCmds(commands, words, count);
    desk_run(&w.d);
    drawing_expect(&w, 16, 16, 32, 32, RED, BLACK);
}

int main(void) {
#define PLAIN(test) cmocka_unit_test_setup_teardown(test, open_plain, close_all)
    const struct CMUnitTest tests[] = {
        PLAIN(clears),
        cmocka_unit_test(directions),
        PLAIN(viewports),
        PLAIN(culling),
        PLAIN(blending),
        cmocka_unit_test_setup_teardown(blending_with_defects, open_defects, close_all),
        PLAIN(depth),
        PLAIN(stencil),
        cmocka_unit_test_setup_teardown(constants, open_uniform, close_all),
        PLAIN(indices),
        PLAIN(indirect),
        PLAIN(instances),
        PLAIN(captures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
