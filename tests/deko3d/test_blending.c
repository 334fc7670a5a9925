/* SPDX-License-Identifier: MIT */
/* How colours meet those of the target: operations on bits, factors and operations of blending,
 * each on the GPU beside what the CPU makes of it. */
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
        assert_int_equal(drawing_color(&w) & 0x0f0f0f0f, truth[op] * 0x01010101u);
    }
}

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
    const uint32_t is = drawing_color(&w);
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
        PLAIN(logic_operations),
        PLAIN(blend_factors),
        PLAIN(blend_operations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
