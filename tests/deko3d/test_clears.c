/* SPDX-License-Identifier: MIT */
/* Clears: of numbers of each kind, of some components, of depth and stencil each, of parts; and
 * rectangles that bound what is drawn. */
#include "drawing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct drawing w;
static const float red[4] = {1, 0, 0, 1}, green[4] = {0, 1, 0, 1};
#define RED   0xff0000ffu
#define GREEN 0xff00ff00u

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

/* A target of its own, bound, with its whole scissor. */
static void bind(struct desk_target *t, DkImageFormat format, uint32_t bytes) {
    const DkScissor all = {0, 0, DRAWING_SIZE, DRAWING_SIZE};
    desk_target(&w.d, t, format, bytes, DRAWING_SIZE, DRAWING_SIZE);
    dkCmdBufBindRenderTarget(w.d.commands, &t->view, NULL);
    dkCmdBufSetScissors(w.d.commands, 0, &all, 1);
}

static void expect_bytes(const struct desk_target *t, const void *texel, uint32_t bytes) {
    for (uint32_t y = 0; y < t->height; y++)
        for (uint32_t x = 0; x < t->width; x++)
            assert_memory_equal(t->rows + y * t->stride + x * bytes, texel, bytes);
}

static void whole_numbers(void **state) {
    (void)state;
    struct desk_target t;
    DkCmdBuf b = w.d.commands;
    bind(&t, DkImageFormat_RGBA16_Sint, 8);
    dkCmdBufClearColorSint(b, 0, DkColorMask_RGBA, -1, 2, -30000, 32767);
    desk_run(&w.d);
    expect_bytes(&t, (const int16_t[]){-1, 2, -30000, 32767}, 8);
    bind(&t, DkImageFormat_RGBA32_Uint, 16);
    dkCmdBufClearColorUint(b, 0, DkColorMask_RGBA, 1, 0x80000000, UINT32_MAX, 77);
    desk_run(&w.d);
    expect_bytes(&t, (const uint32_t[]){1, 0x80000000, UINT32_MAX, 77}, 16);
    bind(&t, DkImageFormat_RG8_Uint, 2);
    dkCmdBufClearColorUint(b, 0, DkColorMask_RGBA, 200, 3, 9, 9);
    desk_run(&w.d);
    expect_bytes(&t, (const uint8_t[]){200, 3}, 2);
}

static void floats(void **state) {
    (void)state;
    struct desk_target t;
    const float color[4] = {0.25f, -3, 1000, 0.125f};
    bind(&t, DkImageFormat_RGBA32_Float, 16);
    dkCmdBufClearColor(w.d.commands, 0, DkColorMask_RGBA, color);
    desk_run(&w.d);
    expect_bytes(&t, color, sizeof color);
    bind(&t, DkImageFormat_RGB10A2_Unorm, 4);
    dkCmdBufClearColorFloat(w.d.commands, 0, DkColorMask_RGBA, 1, 0, 1, 0);
    desk_run(&w.d);
    expect_bytes(&t, &(uint32_t){0x3ff003ff}, 4);
}

/* Components that are not named stay. */
static void components(void **state) {
    (void)state;
    for (uint32_t mask = 0; mask <= DkColorMask_RGBA; mask++) {
        uint32_t expected = 0x40302010;
        drawing_begin(&w, NULL);
        dkCmdBufClearColorFloat(w.d.commands, 0, DkColorMask_RGBA, 16 / 255.0f, 32 / 255.0f,
                                48 / 255.0f, 64 / 255.0f);
        dkCmdBufClearColorFloat(w.d.commands, 0, mask, 1, 1, 1, 1);
        desk_run(&w.d);
        for (unsigned c = 0; c < 4; c++)
            expected |= mask >> c & 1 ? 0xffu << 8 * c : 0;
        assert_int_equal(desk_count(&w.target, expected), DRAWING_SIZE * DRAWING_SIZE);
    }
}

/* Draws where the depth and the stencil are those. */
static void draw_where(float z, uint8_t stencil, const float color[4]) {
    DkDepthStencilState tests;
    memset(&tests, 0, sizeof tests);
    dkDepthStencilStateDefaults(&tests);
    tests.depthWriteEnable = 0;
    tests.depthCompareOp = DkCompareOp_Equal;
    tests.stencilTestEnable = 1;
    tests.stencilFrontCompareOp = tests.stencilBackCompareOp = DkCompareOp_Equal;
    tests.stencilFrontPassOp = tests.stencilBackPassOp = DkStencilOp_Keep;
    dkCmdBufBindDepthStencilState(w.d.commands, &tests);
    dkCmdBufSetStencil(w.d.commands, DkFace_FrontAndBack, 0xff, stencil, 0xff);
    drawing_rectangle(&w, -1, -1, 1, 1, z, color);
}

/* Each without the other, and some bits of a stencil. */
static void depth_and_stencil(void **state) {
    (void)state;
    static const struct {
        bool depth;
        uint8_t mask, value;
        float z; /* what is there then */
        uint8_t stencil;
    } cases[] = {
        {true, 0, 0xff, 0.25f, 0xa5},
        {false, 0xff, 0x3c, 0.75f, 0x3c},
        {true, 0x0f, 0x3c, 0.25f, 0xac},
        {false, 0, 0, 0.75f, 0xa5},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        DkImage image;
        DkImageView view;
        desk_depth(&w.d, &image, &view, DkImageFormat_ZF32_X24S8, DRAWING_SIZE, DRAWING_SIZE);
        const DkScissor part = {16, 0, 16, DRAWING_SIZE}, all = {0, 0, DRAWING_SIZE, DRAWING_SIZE};
        DkCmdBuf b = w.d.commands;
        drawing_begin(&w, &view);
        dkCmdBufClearDepthStencil(b, true, 0.75f, 0xff, 0xa5);
        dkCmdBufSetScissors(b, 0, &part, 1);
        dkCmdBufClearDepthStencil(b, cases[i].depth, 0.25f, cases[i].mask, cases[i].value);
        dkCmdBufSetScissors(b, 0, &all, 1);
        draw_where(0.75f, 0xa5, red);
        draw_where(cases[i].z, cases[i].stencil, green);
        desk_run(&w.d);
        const bool same = cases[i].z == 0.75f && cases[i].stencil == 0xa5;
        assert_int_equal(desk_texel(&w.target, 15, 7), same ? GREEN : RED);
        assert_int_equal(desk_count(&w.target, GREEN), same ? 32 * 32 : 16 * 32);
    }
}

/* Depth goes from the viewport's near to its far. */
static void ranges_of_depth(void **state) {
    (void)state;
    DkImage image;
    DkImageView view;
    desk_depth(&w.d, &image, &view, DkImageFormat_ZF32, DRAWING_SIZE, DRAWING_SIZE);
    for (int i = 0; i <= 4; i++) {
        const DkViewport viewport = {0, 0, DRAWING_SIZE, DRAWING_SIZE, 0.25f, 0.75f};
        const float at = 0.25f + (float)i / 8;
        drawing_begin(&w, &view);
        dkCmdBufClearDepthStencil(w.d.commands, true, 1, 0, 0);
        dkCmdBufSetViewports(w.d.commands, 0, &viewport, 1);
        drawing_rectangle(&w, -1, -1, 1, 1, (float)i / 4, red);
        const DkViewport whole = {0, 0, DRAWING_SIZE, DRAWING_SIZE, 0, 1};
        DkDepthStencilState tests;
        memset(&tests, 0, sizeof tests);
        dkDepthStencilStateDefaults(&tests);
        tests.depthCompareOp = DkCompareOp_Equal;
        dkCmdBufSetViewports(w.d.commands, 0, &whole, 1);
        dkCmdBufBindDepthStencilState(w.d.commands, &tests);
        drawing_rectangle(&w, -1, -1, 1, 1, at, green);
        desk_run(&w.d);
        assert_int_equal(desk_count(&w.target, GREEN), DRAWING_SIZE * DRAWING_SIZE);
    }
}

static void scissors(void **state) {
    (void)state;
    static const DkScissor cases[] = {{0, 0, 1, 1},       {31, 31, 1, 1}, {3, 5, 20, 7},
                                      {0, 0, 1000, 1000}, {8, 8, 0, 8},   {30, 2, 90, 3}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const DkScissor s = cases[i];
        drawing_begin(&w, NULL);
        dkCmdBufSetScissors(w.d.commands, 0, &s, 1);
        drawing_rectangle(&w, -1, -1, 1, 1, 0, red);
        desk_run(&w.d);
        drawing_expect(&w, s.x, s.y, s.x + s.width, s.y + s.height, RED, BLACK);
    }
}

int main(void) {
#define PLAIN(test) cmocka_unit_test_setup_teardown(test, open_plain, close_all)
    const struct CMUnitTest tests[] = {
        PLAIN(whole_numbers),     PLAIN(floats),          PLAIN(components),
        PLAIN(depth_and_stencil), PLAIN(ranges_of_depth), PLAIN(scissors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
