/* SPDX-License-Identifier: MIT */
/* What vertices become: primitives of each kind, filled in each way, cut at depths; of indices and
 * attributes of each format. */
#include "drawing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct drawing w;
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

static DkRasterizerState plain(void) {
    DkRasterizerState s;
    memset(&s, 0, sizeof s);
    dkRasterizerStateDefaults(&s);
    s.cullMode = DkFace_None;
    return s;
}

#define AT(x, y) {{x, y, 0, 1}, {1, 0, 0, 1}}

static const struct corner two_quarters[] = {AT(-1, 0), AT(-1, 1), AT(0, 1), AT(0, 0),
                                             AT(0, -1), AT(0, 0),  AT(1, 0), AT(1, -1)};
static const struct corner strip_of_quads[] = {AT(-1, 0), AT(-1, 1), AT(0, 0),
                                               AT(0, 1),  AT(1, 0),  AT(1, 1)};
static const struct corner fan[] = {AT(0, 0), AT(1, 0), AT(1, 1), AT(0, 1), AT(-1, 1), AT(-1, 0)};
/* Every second one is a neighbour of the triangle. */
static const struct corner with_neighbours[] = {AT(-1, -1), AT(-1, 1), AT(3, -1),
                                                AT(3, 3),   AT(-1, 3), AT(0, 0)};
static const struct corner line_with_neighbours[] = {AT(-1, -1), AT(-1, 0.03125f), AT(1, 0.03125f),
                                                     AT(1, 1)};
static const struct corner square[] = {AT(-0.53125f, -0.53125f), AT(0.53125f, -0.53125f),
                                       AT(0.53125f, 0.53125f), AT(-0.53125f, 0.53125f)};

static void kinds(void **state) {
    (void)state;
    enum { ALL = DRAWING_SIZE * DRAWING_SIZE };
    static const struct {
        DkPrimitive primitive;
        const struct corner *corners;
        uint32_t count, least, most; /* texels */
    } cases[] = {
        {DkPrimitive_Points, two_quarters, 8, 2, 7}, /* some are beyond the edge */
        {DkPrimitive_Lines, square, 4, 2 * 16, 2 * 18},
        {DkPrimitive_LineStrip, square, 4, 3 * 16, 3 * 18},
        {DkPrimitive_LineLoop, square, 4, 4 * 16, 4 * 18},
        {DkPrimitive_Quads, two_quarters, 8, ALL / 2, ALL / 2},
        {DkPrimitive_QuadStrip, strip_of_quads, 6, ALL / 2, ALL / 2},
        {DkPrimitive_Polygon, fan, 6, ALL / 2, ALL / 2},
        {DkPrimitive_TriangleFan, fan, 6, ALL / 2, ALL / 2},
        {DkPrimitive_TriangleFan, fan, 4, ALL / 4, ALL / 4},
        {DkPrimitive_TriangleStrip, strip_of_quads, 6, ALL / 2, ALL / 2},
        {DkPrimitive_Triangles, two_quarters, 3, ALL / 8 - 16, ALL / 8 + 16},
        {DkPrimitive_LinesAdjacency, line_with_neighbours, 4, 31, 32},
        {DkPrimitive_LineStripAdjacency, line_with_neighbours, 4, 31, 32},
        {DkPrimitive_TrianglesAdjacency, with_neighbours, 6, ALL, ALL},
        {DkPrimitive_TriangleStripAdjacency, with_neighbours, 6, ALL, ALL},
    };
    const DkRasterizerState raster = plain();
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        drawing_begin(&w, NULL);
        dkCmdBufBindRasterizerState(w.d.commands, &raster);
        dkCmdBufSetPointSize(w.d.commands, 1);
        dkCmdBufSetLineWidth(w.d.commands, 1);
        drawing_bind_corners(&w, cases[i].corners, cases[i].count);
        dkCmdBufDraw(w.d.commands, cases[i].primitive, cases[i].count, 1, 0, 0);
        desk_run(&w.d);
        const uint32_t is = desk_count(&w.target, RED);
        if (is < cases[i].least || is > cases[i].most)
            fail_msg("case %u, primitive %d: %u texels", i, (int)cases[i].primitive, is);
    }
}

/* Points at the corners, lines at the edges, or all of it; fronts and backs each. */
static void polygon_modes(void **state) {
    (void)state;
    for (unsigned mode = DkPolygonMode_Point; mode <= DkPolygonMode_Fill; mode++)
        for (unsigned back = 0; back < 2; back++) {
            static const uint32_t least[] = {4, 60, 17 * 17}, most[] = {6, 90, 17 * 17};
            DkRasterizerState raster = plain();
            raster.polygonModeFront = back ? DkPolygonMode_Fill : (DkPolygonMode)mode;
            raster.polygonModeBack = back ? (DkPolygonMode)mode : DkPolygonMode_Fill;
            raster.frontFace = back ? DkFrontFace_CW : DkFrontFace_CCW;
            drawing_begin(&w, NULL);
            dkCmdBufBindRasterizerState(w.d.commands, &raster);
            dkCmdBufSetPointSize(w.d.commands, 1);
            drawing_bind_corners(&w, square, 4);
            dkCmdBufDraw(w.d.commands, DkPrimitive_TriangleFan, 4, 1, 0, 0);
            desk_run(&w.d);
            const uint32_t is = desk_count(&w.target, RED);
            if (is < least[mode] || is > most[mode])
                fail_msg("mode %u, back %u: %u texels", mode, back, is);
        }
}

static void rasterizer_off(void **state) {
    (void)state;
    static const float red[4] = {1, 0, 0, 1};
    DkRasterizerState raster = plain();
    raster.rasterizerEnable = 0;
    drawing_begin(&w, NULL);
    dkCmdBufBindRasterizerState(w.d.commands, &raster);
    drawing_rectangle(&w, -1, -1, 1, 1, 0, red);
    desk_run(&w.d);
    assert_int_equal(desk_count(&w.target, BLACK), DRAWING_SIZE * DRAWING_SIZE);
}

/* Beyond the depths of the viewport: left out, or drawn at the nearest one. */
static void depth_clamp(void **state) {
    (void)state;
    static const float red[4] = {1, 0, 0, 1};
    for (unsigned clamp = 0; clamp < 2; clamp++) {
        DkRasterizerState raster = plain();
        raster.depthClampEnable = clamp;
        drawing_begin(&w, NULL);
        dkCmdBufBindRasterizerState(w.d.commands, &raster);
        drawing_rectangle(&w, -1, 0, 0, 1, 1.5f, red);
        drawing_rectangle(&w, 0, 0, 1, 1, -0.5f, red);
        desk_run(&w.d);
        assert_int_equal(desk_count(&w.target, RED), clamp ? 32 * 16 : 0);
    }
}

static void index_formats(void **state) {
    (void)state;
    static const uint8_t bytes[] = {9, 0, 1, 2, 2, 1, 3};
    const struct desk_data lists[] = {desk_data(&w.d, 32, 4), desk_data(&w.d, 32, 4),
                                      desk_data(&w.d, 32, 4)};
    for (unsigned i = 0; i < sizeof bytes; i++) {
        ((uint8_t *)lists[DkIdxFormat_Uint8].cpu)[i] = bytes[i];
        ((uint16_t *)lists[DkIdxFormat_Uint16].cpu)[i] = bytes[i];
        ((uint32_t *)lists[DkIdxFormat_Uint32].cpu)[i] = bytes[i];
    }
    static const struct corner corners[] = {AT(-1, 0), AT(0, 0), AT(-1, 1), AT(0, 1)};
    for (unsigned format = DkIdxFormat_Uint8; format <= DkIdxFormat_Uint32; format++) {
        drawing_begin(&w, NULL);
        drawing_bind_corners(&w, corners, 4);
        dkCmdBufBindIdxBuffer(w.d.commands, (DkIdxFormat)format, lists[format].gpu);
        dkCmdBufDrawIndexed(w.d.commands, DkPrimitive_Triangles, 6, 1, 1, 0, 0);
        desk_run(&w.d);
        drawing_expect(&w, 0, 0, 16, 16, RED, BLACK);
    }
}

/* One colour for all corners, of a buffer of its own: what the target has then. */
static uint32_t attribute(DkVtxAttribSize size, DkVtxAttribType type, bool bgra, bool fixed,
                          const void *bytes, uint32_t count) {
    enum { STRIDE = 16, CORNERS = 4 };
    static const struct corner corners[] = {AT(-1, -1), AT(1, -1), AT(-1, 1), AT(1, 1)};
    const DkVtxAttribState attributes[] = {
        {.bufferId = 0, .size = DkVtxAttribSize_4x32, .type = DkVtxAttribType_Float},
        {.bufferId = 1, .size = size, .type = type, .isBgra = bgra, .isFixed = fixed}};
    static const DkVtxBufferState buffers[] = {{sizeof(struct corner), 0}, {STRIDE, 0}};
    const struct desk_data data = desk_data(&w.d, STRIDE * CORNERS, 16);
    for (unsigned i = 0; i < CORNERS; i++)
        memcpy((uint8_t *)data.cpu + i * STRIDE, bytes, count);
    DkCmdBuf b = w.d.commands;
    drawing_begin(&w, NULL);
    drawing_bind_corners(&w, corners, CORNERS);
    dkCmdBufBindVtxAttribState(b, attributes, 2);
    dkCmdBufBindVtxBufferState(b, buffers, 2);
    dkCmdBufBindVtxBuffer(b, 1, data.gpu, data.size);
    dkCmdBufDraw(b, DkPrimitive_TriangleStrip, CORNERS, 1, 0, 0);
    desk_run(&w.d);
    const uint32_t is = desk_texel(&w.target, 0, 0);
    assert_int_equal(desk_count(&w.target, is), DRAWING_SIZE * DRAWING_SIZE);
    return is;
}

/* What is missing is 0, 0, 0, 1. */
static void attribute_formats(void **state) {
    (void)state;
#define BYTES(type, ...) (const type[]){__VA_ARGS__}, sizeof((const type[]){__VA_ARGS__})
    const struct {
        DkVtxAttribSize size;
        DkVtxAttribType type;
        const void *bytes;
        uint32_t count, is;
    } cases[] = {
#define CASE(is, size, type, ...) {DkVtxAttribSize_##size, DkVtxAttribType_##type, __VA_ARGS__, is},
        CASE(0xff0000ff, 1x32, Float, BYTES(float, 1)) CASE(0xff00ff00, 2x32, Float,
                                                            BYTES(float, 0, 1))
            CASE(0xffff0033, 3x32, Float, BYTES(float, 0.2f, 0, 1)) CASE(
                0x33ff0000, 4x32, Float, BYTES(float, 0, 0, 1, 0.2f)) CASE(0xff000080, 1x16, Unorm,
                                                                           BYTES(uint16_t, 0x8080))
                CASE(0xff00ff80, 2x16, Unorm, BYTES(uint16_t, 0x8080, 0xffff))
                    CASE(0xff40ff80, 3x16, Unorm, BYTES(uint16_t, 0x8080, 0xffff, 0x4040)) CASE(
                        0x2040ff80, 4x16, Unorm, BYTES(uint16_t, 0x8080, 0xffff, 0x4040, 0x2020))
                        CASE(0xff000011, 1x8, Unorm, BYTES(uint8_t, 0x11))
                            CASE(0xff002211, 2x8, Unorm, BYTES(uint8_t, 0x11, 0x22))
                                CASE(0xff332211, 3x8, Unorm, BYTES(uint8_t, 0x11, 0x22, 0x33)) CASE(
                                    0x44332211, 4x8, Unorm, BYTES(uint8_t, 0x11, 0x22, 0x33, 0x44))
                                    CASE(0xff00ff00, 4x8, Snorm, BYTES(int8_t, -127, 127, 0, 127))
                                        CASE(0xff00ff00, 2x16, Snorm, BYTES(int16_t, -32767, 32767))
                                            CASE(0xff00ff00, 4x16, Float,
                                                 BYTES(uint16_t, 0xbc00, 0x3c00, 0, 0x3c00))
                                                CASE(0xff00ff00, 4x8, Uscaled,
                                                     BYTES(uint8_t, 0, 1, 0, 1))
                                                    CASE(0xff00ff00, 4x8, Sscaled,
                                                         BYTES(int8_t, -1, 1, 0, 1))
                                                        CASE(0xff00ff00, 2x16, Uscaled,
                                                             BYTES(uint16_t, 0, 1))
                                                            CASE(0xffff00ff, 10_10_10_2, Unorm,
                                                                 BYTES(uint32_t, 0xfff003ff))
                                                                CASE(0xffff00ff, 11_11_10, Float,
                                                                     BYTES(uint32_t, 0x780003c0))
#undef CASE
    };
#undef BYTES
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint32_t is =
            attribute(cases[i].size, cases[i].type, false, false, cases[i].bytes, cases[i].count);
        if (is != cases[i].is)
            fail_msg("case %u: %08x instead of %08x", i, is, cases[i].is);
    }
    static const uint8_t color[] = {0x11, 0x22, 0x33, 0x44};
    assert_int_equal(attribute(DkVtxAttribSize_4x8, DkVtxAttribType_Unorm, true, false, color, 4),
                     0x44112233);
    /* Fixed: no buffer counts. */
    assert_int_equal(attribute(DkVtxAttribSize_4x8, DkVtxAttribType_Unorm, false, true, color, 4),
                     BLACK);
}

int main(void) {
#define PLAIN(test) cmocka_unit_test_setup_teardown(test, open_plain, close_all)
    const struct CMUnitTest tests[] = {
        PLAIN(kinds),       PLAIN(polygon_modes), PLAIN(rasterizer_off),
        PLAIN(depth_clamp), PLAIN(index_formats), PLAIN(attribute_formats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
