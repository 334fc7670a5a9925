/* SPDX-License-Identifier: MIT */
/* What state does to shapes: how wide lines and points are, what is left out of them, where they
 * go; and to their colours and depth. */
#include "drawing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct drawing w;
static const float red[4] = {1, 0, 0, 1}, white[4] = {1, 1, 1, 1};
#define RED 0xff0000ffu

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

/* From the left edge to the right one, in the middle of a row. */
static uint32_t texels_of_line(void) {
    static const struct corner ends[] = {{{-1, 0.03125f, 0, 1}, {1, 0, 0, 1}},
                                         {{1, 0.03125f, 0, 1}, {1, 0, 0, 1}}};
    drawing_bind_corners(&w, ends, 2);
    dkCmdBufDraw(w.d.commands, DkPrimitive_Lines, 2, 1, 0, 0);
    desk_run(&w.d);
    return desk_count(&w.target, RED);
}

static void line_width(void **state) {
    (void)state;
    drawing_begin(&w, NULL);
    dkCmdBufSetLineWidth(w.d.commands, 1);
    assert_in_range(texels_of_line(), DRAWING_SIZE - 1, DRAWING_SIZE);
    drawing_begin(&w, NULL);
    dkCmdBufSetLineWidth(w.d.commands, 5);
    assert_in_range(texels_of_line(), 5 * (DRAWING_SIZE - 1), 5 * DRAWING_SIZE);
}

static void line_stipple(void **state) {
    (void)state;
    drawing_begin(&w, NULL);
    dkCmdBufSetLineWidth(w.d.commands, 1);
    dkCmdBufSetLineStipple(w.d.commands, true, 2, 0x1111); /* two of eight */
    assert_in_range(texels_of_line(), DRAWING_SIZE / 4 - 2, DRAWING_SIZE / 4 + 2);
    drawing_begin(&w, NULL);
    dkCmdBufSetLineStipple(w.d.commands, false, 1, 0);
    assert_in_range(texels_of_line(), DRAWING_SIZE - 1, DRAWING_SIZE);
}

static void point_size(void **state) {
    (void)state;
    static const struct corner middle = {{0, 0, 0, 1}, {1, 0, 0, 1}};
    drawing_begin(&w, NULL);
    drawing_bind_corners(&w, &middle, 1);
    dkCmdBufSetPointSize(w.d.commands, 6);
    dkCmdBufDraw(w.d.commands, DkPrimitive_Points, 1, 1, 0, 0);
    desk_run(&w.d);
    drawing_expect(&w, 13, 13, 19, 19, RED, BLACK);
}

/* Rows of the pattern by turns: all, and each second one. */
static void polygon_stipple(void **state) {
    (void)state;
    uint32_t pattern[32];
    for (unsigned i = 0; i < 32; i++)
        pattern[i] = i & 1 ? 0xffffffff : 0x55555555;
    drawing_begin(&w, NULL);
    dkCmdBufSetPolygonStipple(w.d.commands, pattern);
    drawing_rectangle(&w, -1, -1, 1, 1, 0, red);
    desk_run(&w.d);
    assert_int_equal(desk_count(&w.target, RED), DRAWING_SIZE * DRAWING_SIZE * 3 / 4);
    drawing_begin(&w, NULL);
    dkCmdBufSetPolygonStipple(w.d.commands, NULL);
    drawing_rectangle(&w, -1, -1, 1, 1, 0, red);
    desk_run(&w.d);
    assert_int_equal(desk_count(&w.target, RED), DRAWING_SIZE * DRAWING_SIZE);
}

static void viewport_swizzle(void **state) {
    (void)state;
    static const DkViewportSwizzle mirrored = {DkSwizzle_NegativeX, DkSwizzle_PositiveY,
                                               DkSwizzle_PositiveZ, DkSwizzle_PositiveW};
    DkRasterizerState both;
    memset(&both, 0, sizeof both);
    dkRasterizerStateDefaults(&both);
    both.cullMode = DkFace_None;
    drawing_begin(&w, NULL);
    dkCmdBufBindRasterizerState(w.d.commands, &both);
    dkCmdBufSetViewportSwizzles(w.d.commands, 0, &mirrored, 1);
    drawing_rectangle(&w, -1, 0, 0, 1, 0, red); /* the upper left quarter */
    desk_run(&w.d);
    drawing_expect(&w, 16, 0, 32, 16, RED, BLACK);
}

static void blend_constants(void **state) {
    (void)state;
    DkColorState color;
    DkBlendState blend;
    memset(&color, 0, sizeof color);
    memset(&blend, 0, sizeof blend);
    dkColorStateDefaults(&color);
    dkColorStateSetBlendEnable(&color, 0, true);
    dkBlendStateDefaults(&blend);
    dkBlendStateSetFactors(&blend, DkBlendFactor_ConstColor, DkBlendFactor_Zero, DkBlendFactor_One,
                           DkBlendFactor_Zero);
    drawing_begin(&w, NULL);
    dkCmdBufBindColorState(w.d.commands, &color);
    dkCmdBufBindBlendState(w.d.commands, 0, &blend);
    dkCmdBufSetBlendConst(w.d.commands, 0, 0.2f, 0.4f, 1); /* 51 and 102 of 255 */
    drawing_rectangle(&w, -1, -1, 1, 1, 0, white);
    desk_run(&w.d);
    assert_int_equal(desk_count(&w.target, 0xff663300), DRAWING_SIZE * DRAWING_SIZE);
}

static void depth_bias(void **state) {
    (void)state;
    DkImage image;
    DkImageView view;
    DkRasterizerState raster;
    memset(&raster, 0, sizeof raster);
    dkRasterizerStateDefaults(&raster);
    raster.cullMode = DkFace_None;
    raster.depthBiasEnableMask = DkPolygonFlag_Fill;
    desk_depth(&w.d, &image, &view, DkImageFormat_Z24S8, DRAWING_SIZE, DRAWING_SIZE);
    drawing_begin(&w, &view);
    dkCmdBufClearDepthStencil(w.d.commands, true, 0.5f, 0xff, 0);
    drawing_rectangle(&w, -1, 0, 0, 1, 0.5f, red); /* not nearer than what is there */
    dkCmdBufBindRasterizerState(w.d.commands, &raster);
    dkCmdBufSetDepthBias(w.d.commands, 1000, 0, 0);
    drawing_rectangle(&w, -1, 0, 0, 1, 0.5f, red);
    dkCmdBufSetDepthBias(w.d.commands, -1000, 0, 0);
    drawing_rectangle(&w, 0, -1, 1, 0, 0.5f, red);
    desk_run(&w.d);
    drawing_expect(&w, 16, 16, 32, 32, RED, BLACK);
}

int main(void) {
#define PLAIN(test) cmocka_unit_test_setup_teardown(test, open_plain, close_all)
    const struct CMUnitTest tests[] = {
        PLAIN(line_width),       PLAIN(line_stipple),    PLAIN(point_size), PLAIN(polygon_stipple),
        PLAIN(viewport_swizzle), PLAIN(blend_constants), PLAIN(depth_bias),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
