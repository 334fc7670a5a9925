/* SPDX-License-Identifier: MIT */
/* Comparisons of depth, stencil and alpha, and operations on stencils: each on the GPU beside what
 * the CPU makes of it. */
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

static bool holds(unsigned op, int a, int b) {
    switch (op) {
    case DkCompareOp_Less:
        return a < b;
    case DkCompareOp_Equal:
        return a == b;
    case DkCompareOp_Lequal:
        return a <= b;
    case DkCompareOp_Greater:
        return a > b;
    case DkCompareOp_NotEqual:
        return a != b;
    case DkCompareOp_Gequal:
        return a >= b;
    default:
        return op == DkCompareOp_Always;
    }
}

static DkDepthStencilState tests_of(bool depth, bool stencil) {
    DkDepthStencilState s;
    memset(&s, 0, sizeof s);
    dkDepthStencilStateDefaults(&s);
    s.depthTestEnable = s.depthWriteEnable = depth;
    s.stencilTestEnable = stencil;
    return s;
}

static void depth_comparisons(void **state) {
    (void)state;
    DkImage image;
    DkImageView view;
    desk_depth(&w.d, &image, &view, DkImageFormat_ZF32, DRAWING_SIZE, DRAWING_SIZE);
    for (unsigned op = DkCompareOp_Never; op <= DkCompareOp_Always; op++)
        for (int quarter = 1; quarter <= 3; quarter++)
            for (int writes = 0; writes < 2; writes++) {
                DkDepthStencilState tests = tests_of(true, false);
                tests.depthCompareOp = (DkCompareOp)op;
                tests.depthWriteEnable = (unsigned)writes & 1;
                drawing_begin(&w, &view);
                dkCmdBufClearDepthStencil(w.d.commands, true, 0.5f, 0, 0);
                dkCmdBufBindDepthStencilState(w.d.commands, &tests);
                drawing_rectangle(&w, -1, -1, 1, 1, (float)quarter / 4, red);
                const bool passes = holds(op, quarter, 2);
                /* What stands there now is seen by who wants the same. */
                tests.depthCompareOp = DkCompareOp_Equal;
                dkCmdBufBindDepthStencilState(w.d.commands, &tests);
                const int now = passes && writes ? quarter : 2;
                drawing_rectangle(&w, -1, 0, 1, 1, (float)now / 4, green);
                desk_run(&w.d);
                assert_int_equal(desk_texel(&w.target, 9, 9), GREEN);
                assert_int_equal(desk_texel(&w.target, 9, 25), passes ? RED : BLACK);
            }
}

static uint8_t operated(unsigned op, uint8_t old, uint8_t ref) {
    switch (op) {
    case DkStencilOp_Zero:
        return 0;
    case DkStencilOp_Replace:
        return ref;
    case DkStencilOp_Incr:
        return (uint8_t)(old == 0xff ? old : old + 1);
    case DkStencilOp_Decr:
        return (uint8_t)(old ? old - 1 : 0);
    case DkStencilOp_Invert:
        return (uint8_t)~old;
    case DkStencilOp_IncrWrap:
        return (uint8_t)(old + 1);
    case DkStencilOp_DecrWrap:
        return (uint8_t)(old - 1);
    default:
        return old;
    }
}

/* Whether all stencils are the value. */
static void expect_stencil(const DkImageView *view, uint8_t value) {
    DkDepthStencilState tests = tests_of(false, true);
    tests.stencilFrontCompareOp = tests.stencilBackCompareOp = DkCompareOp_Equal;
    tests.stencilFrontPassOp = tests.stencilBackPassOp = DkStencilOp_Keep;
    drawing_begin(&w, view);
    dkCmdBufBindDepthStencilState(w.d.commands, &tests);
    dkCmdBufSetStencil(w.d.commands, DkFace_FrontAndBack, 0xff, value, 0xff);
    drawing_rectangle(&w, -1, -1, 1, 1, 0, green);
    assert_int_equal(drawing_color(&w), GREEN);
}

/* Which operation is taken: the stencil fails, the depth does, both pass. */
static void stencil_operations(void **state) {
    (void)state;
    enum { FAILS, DEPTH_FAILS, PASSES, WAYS };
    static const uint8_t before[] = {0, 0x5a, 0xff};
    const uint8_t ref = 0x33;
    DkImage image;
    DkImageView view;
    desk_depth(&w.d, &image, &view, DkImageFormat_Z24S8, DRAWING_SIZE, DRAWING_SIZE);
    for (unsigned op = DkStencilOp_Keep; op <= DkStencilOp_DecrWrap; op++)
        for (unsigned way = FAILS; way < WAYS; way++)
            for (unsigned i = 0; i < sizeof before; i++)
                for (unsigned back = 0; back < 2; back++) {
                    DkDepthStencilState tests = tests_of(true, true);
                    DkRasterizerState raster;
                    memset(&raster, 0, sizeof raster);
                    dkRasterizerStateDefaults(&raster);
                    raster.cullMode = DkFace_None;
                    raster.frontFace = back ? DkFrontFace_CW : DkFrontFace_CCW;
                    const DkCompareOp compare =
                        way == FAILS ? DkCompareOp_Never : DkCompareOp_Always;
                    const DkStencilOp other = DkStencilOp_Invert; /* of the ways not taken */
                    const DkStencilOp taken = (DkStencilOp)op;
                    tests.stencilFrontCompareOp = tests.stencilBackCompareOp = compare;
                    tests.stencilFrontFailOp = tests.stencilFrontPassOp = other;
                    tests.stencilFrontDepthFailOp = tests.stencilBackFailOp = other;
                    tests.stencilBackPassOp = tests.stencilBackDepthFailOp = other;
                    if (back) {
                        tests.stencilBackFailOp = way == FAILS ? taken : other;
                        tests.stencilBackDepthFailOp = way == DEPTH_FAILS ? taken : other;
                        tests.stencilBackPassOp = way == PASSES ? taken : other;
                    } else {
                        tests.stencilFrontFailOp = way == FAILS ? taken : other;
                        tests.stencilFrontDepthFailOp = way == DEPTH_FAILS ? taken : other;
                        tests.stencilFrontPassOp = way == PASSES ? taken : other;
                    }
                    drawing_begin(&w, &view);
                    dkCmdBufClearDepthStencil(w.d.commands, true, 0.5f, 0xff, before[i]);
                    dkCmdBufBindRasterizerState(w.d.commands, &raster);
                    dkCmdBufBindDepthStencilState(w.d.commands, &tests);
                    dkCmdBufSetStencil(w.d.commands, back ? DkFace_Back : DkFace_Front, 0xff, ref,
                                       0xff);
                    dkCmdBufSetStencil(w.d.commands, back ? DkFace_Front : DkFace_Back, 0, 0, 0);
                    drawing_rectangle(&w, -1, -1, 1, 1, way == DEPTH_FAILS ? 0.75f : 0.25f, red);
                    assert_int_equal(drawing_color(&w), way == PASSES ? RED : BLACK);
                    expect_stencil(&view, operated(op, before[i], ref));
                }
}

/* The reference beside what stands there, both behind the mask. */
static void stencil_comparisons(void **state) {
    (void)state;
    DkImage image;
    DkImageView view;
    desk_depth(&w.d, &image, &view, DkImageFormat_Z24S8, DRAWING_SIZE, DRAWING_SIZE);
    for (unsigned op = DkCompareOp_Never; op <= DkCompareOp_Always; op++)
        for (uint8_t ref = 0x41; ref <= 0x43; ref++)
            for (unsigned masked = 0; masked < 2; masked++) {
                const uint8_t mask = masked ? 0xf0 : 0xff;
                DkDepthStencilState tests = tests_of(false, true);
                tests.stencilFrontCompareOp = tests.stencilBackCompareOp = (DkCompareOp)op;
                drawing_begin(&w, &view);
                dkCmdBufClearDepthStencil(w.d.commands, false, 0, 0xff, 0x42);
                dkCmdBufBindDepthStencilState(w.d.commands, &tests);
                dkCmdBufSetStencil(w.d.commands, DkFace_FrontAndBack, 0xff, ref, mask);
                drawing_rectangle(&w, -1, -1, 1, 1, 0, red);
                assert_int_equal(drawing_color(&w),
                                 holds(op, ref & mask, 0x42 & mask) ? RED : BLACK);
            }
}

static void alpha_comparisons(void **state) {
    (void)state;
    for (unsigned op = DkCompareOp_Never; op <= DkCompareOp_Always; op++)
        for (int quarter = 1; quarter <= 3; quarter++) {
            const float color[4] = {1, 0, 0, (float)quarter / 4};
            DkColorState s;
            memset(&s, 0, sizeof s);
            dkColorStateDefaults(&s);
            s.alphaCompareOp = (DkCompareOp)op;
            drawing_begin(&w, NULL);
            dkCmdBufBindColorState(w.d.commands, &s);
            dkCmdBufSetAlphaRef(w.d.commands, 0.5f);
            drawing_rectangle(&w, -1, -1, 1, 1, 0, color);
            const uint32_t is = drawing_color(&w);
            assert_int_equal(is & 0xff, holds(op, quarter, 2) ? 0xff : 0);
        }
}

int main(void) {
#define PLAIN(test) cmocka_unit_test_setup_teardown(test, open_plain, close_all)
    const struct CMUnitTest tests[] = {
        PLAIN(depth_comparisons),
        PLAIN(stencil_operations),
        PLAIN(stencil_comparisons),
        PLAIN(alpha_comparisons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
