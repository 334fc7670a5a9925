/* SPDX-License-Identifier: MIT */
/* Random state of pixels: what the engine makes of its registers is the state that was meant. */
#include "deko3d/command/test_state.h"

/* Vulkan's numbers of the API's; the blend factors in the order of their numbers. */
static const struct {
    uint8_t dk, vk;
} factors[] = {
    {DkBlendFactor_Zero, 0},
    {DkBlendFactor_One, 1},
    {DkBlendFactor_SrcColor, 2},
    {DkBlendFactor_InvSrcColor, 3},
    {DkBlendFactor_SrcAlpha, 6},
    {DkBlendFactor_InvSrcAlpha, 7},
    {DkBlendFactor_DstAlpha, 8},
    {DkBlendFactor_InvDstAlpha, 9},
    {DkBlendFactor_DstColor, 4},
    {DkBlendFactor_InvDstColor, 5},
    {DkBlendFactor_SrcAlphaSaturate, 14},
    {DkBlendFactor_Src1Color, 15},
    {DkBlendFactor_InvSrc1Color, 16},
    {DkBlendFactor_Src1Alpha, 17},
    {DkBlendFactor_InvSrc1Alpha, 18},
    {DkBlendFactor_ConstColor, 10},
    {DkBlendFactor_InvConstColor, 11},
    {DkBlendFactor_ConstAlpha, 12},
    {DkBlendFactor_InvConstAlpha, 13},
};
enum { FACTORS = sizeof factors / sizeof *factors };

static void test_blend(void **state) {
    (void)state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        const unsigned first = below(8), count = 1 + below(8 - first);
        DkBlendState s[8];
        unsigned f[8][4];
        memset(s, 0, sizeof s);
        for (unsigned i = 0; i < count; i++) {
            for (unsigned j = 0; j < 4; j++)
                f[i][j] = below(FACTORS);
            dkBlendStateSetOps(&s[i], DkBlendOp_Add + (DkBlendOp)below(5),
                               DkBlendOp_Add + (DkBlendOp)below(5));
            dkBlendStateSetFactors(
                &s[i], (DkBlendFactor)factors[f[i][0]].dk, (DkBlendFactor)factors[f[i][1]].dk,
                (DkBlendFactor)factors[f[i][2]].dk, (DkBlendFactor)factors[f[i][3]].dk);
        }
        queue->device->facts.upstream_defects = below(2);
        DkColorState color;
        memset(&color, 0, sizeof color);
        dkColorStateDefaults(&color);
        color.blendEnableMask = below(256);
        DkColorWriteState write = {below(0x10000) * 0x10001u ^ below(0x1000)};
        const float constant[4] = {any_float(), any_float(), any_float(), any_float()};
        dkCmdBufBindBlendStates(b, first, s, count);
        dkCmdBufBindColorState(b, &color);
        dkCmdBufBindColorWriteState(b, &write);
        dkCmdBufSetBlendConst(b, constant[0], constant[1], constant[2], constant[3]);
        struct state_output o;
        state_output(run(), &o);
        assert_false(o.logic);
        assert_memory_equal(o.constant, constant, sizeof constant);
        for (unsigned i = 0; i < 8; i++) {
            assert_int_equal(o.mask[i], write.masks >> 4 * i & 15);
            assert_int_equal(o.blend[i].enabled, color.blendEnableMask >> i & 1);
        }
        for (unsigned i = 0; i < count; i++) {
            const struct state_blend *t = &o.blend[first + i];
            assert_int_equal(t->color_op, s[i].colorBlendOp - DkBlendOp_Add);
            assert_int_equal(t->alpha_op, s[i].alphaBlendOp - DkBlendOp_Add);
            assert_int_equal(t->color_source, factors[f[i][0]].vk);
            assert_int_equal(t->color_target, factors[f[i][1]].vk);
            assert_int_equal(t->alpha_source, factors[f[i][2]].vk);
            /* The console's library takes the colours' factor. */
            assert_int_equal(t->alpha_target,
                             factors[f[i][queue->device->facts.upstream_defects ? 1 : 3]].vk);
        }
    }
}

static void test_logic(void **state) {
    (void)state;
    for (unsigned op = 0; op < 16; op++) {
        DkColorState color;
        memset(&color, 0, sizeof color);
        color.logicOp = (DkLogicOp)op;
        color.alphaCompareOp = DkCompareOp_Never + (DkCompareOp)below(8);
        const float reference = any_float();
        dkCmdBufSetAlphaRef(b, reference);
        dkCmdBufBindColorState(b, &color);
        const uint32_t *registers = run();
        struct state_output o;
        struct state_depth_stencil d;
        state_output(registers, &o);
        state_depth_stencil(registers, &d);
        assert_int_equal(o.logic, op != DkLogicOp_Copy);
        if (o.logic)
            assert_int_equal(o.logic_op, op);
        assert_int_equal(d.alpha_test, color.alphaCompareOp != DkCompareOp_Always);
        if (d.alpha_test)
            assert_int_equal(d.alpha_compare, color.alphaCompareOp - 1);
        assert_true(d.alpha_reference == reference);
    }
}

static void check_side(const struct state_stencil *s, unsigned fail, unsigned pass,
                       unsigned depth_fail, unsigned compare, const uint8_t masks[3]) {
    /* Vulkan has the operations in another order. */
    static const uint8_t vk[] = {0, 0, 1, 2, 3, 4, 5, 6, 7};
    assert_int_equal(s->fail, vk[fail]);
    assert_int_equal(s->pass, vk[pass]);
    assert_int_equal(s->depth_fail, vk[depth_fail]);
    assert_int_equal(s->compare, compare - 1);
    assert_int_equal(s->write_mask, masks[0]);
    assert_int_equal(s->reference, masks[1]);
    assert_int_equal(s->read_mask, masks[2]);
}

static void test_depth_stencil(void **state) {
    (void)state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        DkDepthStencilState s;
        memset(&s, 0, sizeof s);
        s.depthTestEnable = below(2);
        s.depthWriteEnable = below(2);
        s.stencilTestEnable = below(2);
        s.depthCompareOp = (DkCompareOp)(1 + below(8));
        s.stencilFrontFailOp = (DkStencilOp)(1 + below(8));
        s.stencilFrontPassOp = (DkStencilOp)(1 + below(8));
        s.stencilFrontDepthFailOp = (DkStencilOp)(1 + below(8));
        s.stencilFrontCompareOp = (DkCompareOp)(1 + below(8));
        s.stencilBackFailOp = (DkStencilOp)(1 + below(8));
        s.stencilBackPassOp = (DkStencilOp)(1 + below(8));
        s.stencilBackDepthFailOp = (DkStencilOp)(1 + below(8));
        s.stencilBackCompareOp = (DkCompareOp)(1 + below(8));
        uint8_t masks[2][3];
        for (unsigned i = 0; i < 6; i++)
            masks[i / 3][i % 3] = (uint8_t)below(256);
        const bool bounds = below(2);
        dkCmdBufBindDepthStencilState(b, &s);
        dkCmdBufSetStencil(b, DkFace_FrontAndBack, masks[0][0], masks[0][1], masks[0][2]);
        dkCmdBufSetStencil(b, DkFace_Back, masks[1][0], masks[1][1], masks[1][2]);
        dkCmdBufSetDepthBounds(b, bounds, 0.25f, 0.5f);
        struct state_depth_stencil d;
        state_depth_stencil(run(), &d);
        assert_int_equal(d.test, s.depthTestEnable);
        if (d.test) {
            assert_int_equal(d.write, s.depthWriteEnable);
            assert_int_equal(d.compare, s.depthCompareOp - 1);
        }
        assert_int_equal(d.stencil, s.stencilTestEnable);
        if (d.stencil) {
            check_side(&d.front, s.stencilFrontFailOp, s.stencilFrontPassOp,
                       s.stencilFrontDepthFailOp, s.stencilFrontCompareOp, masks[0]);
            check_side(&d.back, s.stencilBackFailOp, s.stencilBackPassOp, s.stencilBackDepthFailOp,
                       s.stencilBackCompareOp, masks[1]);
        }
        assert_int_equal(d.bounds, bounds);
        if (bounds)
            assert_true(d.least == 0.25f && d.most == 0.5f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(test_blend),
        EACH(test_logic),
        EACH(test_depth_stencil),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
