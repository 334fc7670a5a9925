/* SPDX-License-Identifier: MIT */
/* Tables of state, each row on the GPU beside what the CPU makes of it: comparisons, operations on
 * stencils and bits, blending. */
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

/* What all of the target is. */
static uint32_t the_colour(void) {
    desk_run(&w.d);
    const uint32_t texel = desk_texel(&w.target, 0, 0);
    assert_int_equal(desk_count(&w.target, texel), DRAWING_SIZE * DRAWING_SIZE);
    return texel;
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
    assert_int_equal(the_colour(), GREEN);
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
                    assert_int_equal(the_colour(), way == PASSES ? RED : BLACK);
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
                assert_int_equal(the_colour(), holds(op, ref & mask, 0x42 & mask) ? RED : BLACK);
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
            const uint32_t is = the_colour();
            assert_int_equal(is & 0xff, holds(op, quarter, 2) ? 0xff : 0);
        }
}

/* 1100 and 1010: the bits of the result are the operation's truth table. */
static void logic_operations(void **state) {
    (void)state;
    static const uint8_t truth[16] = {
        [DkLogicOp_Clear] = 0x0,        [DkLogicOp_And] = 0x8,         [DkLogicOp_AndReverse] = 0x4,
        [DkLogicOp_Copy] = 0xc,         [DkLogicOp_AndInverted] = 0x2, [DkLogicOp_NoOp] = 0xa,
        [DkLogicOp_Xor] = 0x6,          [DkLogicOp_Or] = 0xe,          [DkLogicOp_Nor] = 0x1,
        [DkLogicOp_Equivalent] = 0x9,   [DkLogicOp_Invert] = 0x5,      [DkLogicOp_OrReverse] = 0xd,
        [DkLogicOp_CopyInverted] = 0x3, [DkLogicOp_OrInverted] = 0xb,  [DkLogicOp_Nand] = 0x7,
        [DkLogicOp_Set] = 0xf};
    for (unsigned op = 0; op < 16; op++) {
        static const float source[4] = {12 / 255.0f, 12 / 255.0f, 12 / 255.0f, 12 / 255.0f};
        DkColorState s;
        memset(&s, 0, sizeof s);
        dkColorStateDefaults(&s);
        s.logicOp = (DkLogicOp)op;
        drawing_begin(&w, NULL);
        dkCmdBufClearColorFloat(w.d.commands, 0, DkColorMask_RGBA, 10 / 255.0f, 10 / 255.0f,
                                10 / 255.0f, 10 / 255.0f);
        dkCmdBufBindColorState(w.d.commands, &s);
        drawing_rectangle(&w, -1, -1, 1, 1, 0, source);
        assert_int_equal(the_colour() & 0x0f0f0f0f, truth[op] * 0x01010101u);
    }
}

/* ---- blending ---- */

static const float source[4] = {0.8f, 0.4f, 0.2f, 0.6f}, target[4] = {0.2f, 0.6f, 1, 0.4f},
                   constant[4] = {0.4f, 0.2f, 0.6f, 0.8f};

/* What a factor is of component c; 3: alpha. */
static float factor_of(unsigned factor, unsigned c) {
    const float least = source[3] < 1 - target[3] ? source[3] : 1 - target[3];
    switch (factor) {
    case DkBlendFactor_One:
        return 1;
    case DkBlendFactor_SrcColor:
        return source[c];
    case DkBlendFactor_InvSrcColor:
        return 1 - source[c];
    case DkBlendFactor_SrcAlpha:
        return source[3];
    case DkBlendFactor_InvSrcAlpha:
        return 1 - source[3];
    case DkBlendFactor_DstAlpha:
        return target[3];
    case DkBlendFactor_InvDstAlpha:
        return 1 - target[3];
    case DkBlendFactor_DstColor:
        return target[c];
    case DkBlendFactor_InvDstColor:
        return 1 - target[c];
    case DkBlendFactor_SrcAlphaSaturate:
        return c == 3 ? 1 : least;
    case DkBlendFactor_ConstColor:
        return constant[c];
    case DkBlendFactor_InvConstColor:
        return 1 - constant[c];
    case DkBlendFactor_ConstAlpha:
        return constant[3];
    case DkBlendFactor_InvConstAlpha:
        return 1 - constant[3];
    default:
        return 0;
    }
}

static float blended(unsigned op, unsigned source_factor, unsigned target_factor, unsigned c) {
    const float s = source[c] * factor_of(source_factor, c),
                t = target[c] * factor_of(target_factor, c);
    switch (op) {
    case DkBlendOp_Sub:
        return s - t;
    case DkBlendOp_RevSub:
        return t - s;
    case DkBlendOp_Min:
        return source[c] < target[c] ? source[c] : target[c];
    case DkBlendOp_Max:
        return source[c] > target[c] ? source[c] : target[c];
    default:
        return s + t;
    }
}

static void check_blend(DkBlendOp op, DkBlendFactor s, DkBlendFactor t, DkBlendOp alpha_op,
                        DkBlendFactor alpha_s, DkBlendFactor alpha_t) {
    DkColorState enabled;
    DkBlendState blend;
    memset(&enabled, 0, sizeof enabled);
    memset(&blend, 0, sizeof blend);
    dkColorStateDefaults(&enabled);
    dkColorStateSetBlendEnable(&enabled, 0, true);
    dkBlendStateSetOps(&blend, op, alpha_op);
    dkBlendStateSetFactors(&blend, s, t, alpha_s, alpha_t);
    drawing_begin(&w, NULL);
    dkCmdBufClearColorFloat(w.d.commands, 0, DkColorMask_RGBA, target[0], target[1], target[2],
                            target[3]);
    dkCmdBufBindColorState(w.d.commands, &enabled);
    dkCmdBufBindBlendState(w.d.commands, 0, &blend);
    dkCmdBufSetBlendConst(w.d.commands, constant[0], constant[1], constant[2], constant[3]);
    drawing_rectangle(&w, -1, -1, 1, 1, 0, source);
    const uint32_t is = the_colour();
    for (unsigned c = 0; c < 4; c++) {
        float x = c == 3 ? blended(alpha_op, alpha_s, alpha_t, c) : blended(op, s, t, c);
        x = x < 0 ? 0 : x > 1 ? 1 : x;
        const int want = (int)(x * 255 + 0.5f), got = (int)(is >> 8 * c & 0xff);
        if (got < want - 1 || got > want + 1)
            fail_msg("component %u of op %d (%x, %x), alpha %d (%x, %x): %d instead of %d", c,
                     (int)op, s, t, (int)alpha_op, alpha_s, alpha_t, got, want);
    }
}

static void blend_factors(void **state) {
    (void)state;
    static const DkBlendFactor factors[] = {
        DkBlendFactor_Zero,        DkBlendFactor_One,           DkBlendFactor_SrcColor,
        DkBlendFactor_InvSrcColor, DkBlendFactor_SrcAlpha,      DkBlendFactor_InvSrcAlpha,
        DkBlendFactor_DstAlpha,    DkBlendFactor_InvDstAlpha,   DkBlendFactor_DstColor,
        DkBlendFactor_InvDstColor, DkBlendFactor_ConstColor,    DkBlendFactor_InvConstColor,
        DkBlendFactor_ConstAlpha,  DkBlendFactor_InvConstAlpha,
    };
    enum { FACTORS = sizeof factors / sizeof *factors };
    for (unsigned i = 0; i < FACTORS; i++)
        for (unsigned k = 0; k < FACTORS; k++)
            check_blend(DkBlendOp_Add, factors[i], factors[k], DkBlendOp_Add,
                        factors[(i + 3) % FACTORS], factors[(k + 7) % FACTORS]);
    check_blend(DkBlendOp_Add, DkBlendFactor_SrcAlphaSaturate, DkBlendFactor_Zero, DkBlendOp_Add,
                DkBlendFactor_SrcAlphaSaturate, DkBlendFactor_Zero);
}

static void blend_operations(void **state) {
    (void)state;
    for (unsigned op = DkBlendOp_Add; op <= DkBlendOp_Max; op++)
        for (unsigned alpha = DkBlendOp_Add; alpha <= DkBlendOp_Max; alpha++)
            check_blend((DkBlendOp)op, DkBlendFactor_One, DkBlendFactor_One, (DkBlendOp)alpha,
                        DkBlendFactor_One, DkBlendFactor_One);
}

int main(void) {
#define PLAIN(test) cmocka_unit_test_setup_teardown(test, open_plain, close_all)
    const struct CMUnitTest tests[] = {
        PLAIN(depth_comparisons), PLAIN(stencil_operations), PLAIN(stencil_comparisons),
        PLAIN(alpha_comparisons), PLAIN(logic_operations),   PLAIN(blend_factors),
        PLAIN(blend_operations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
