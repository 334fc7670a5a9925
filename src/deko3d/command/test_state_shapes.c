/* SPDX-License-Identifier: MIT */
/* Random state of shapes: what the engine makes of its registers is the state that was meant. */
#include "deko3d/command/test_state.h"

static void test_raster(void **state) {
    (void)state;
    static const uint8_t modes[] = {POLYGON_POINT, POLYGON_LINE, POLYGON_FILL};
    for (unsigned round = 0; round < ROUNDS; round++) {
        DkRasterizerState s;
        memset(&s, 0, sizeof s);
        s.rasterizerEnable = 1;
        s.depthClampEnable = below(2);
        s.polygonModeFront = (DkPolygonMode)below(3);
        s.polygonModeBack = (DkPolygonMode)below(3);
        s.cullMode = (DkFace)below(4);
        s.frontFace = (DkFrontFace)below(2);
        s.provokingVertex = (DkProvokingVertex)below(2);
        s.polygonSmoothEnableMask = below(8);
        s.depthBiasEnableMask = below(8);
        const float bias[3] = {any_float(), any_float(), any_float()}, width = any_float(),
                    size = any_float();
        const uint32_t factor = 1 + below(256), pattern = below(0x10000);
        const bool conservative = below(2);
        dkCmdBufBindRasterizerState(b, &s);
        dkCmdBufSetDepthBias(b, bias[0], bias[1], bias[2]);
        dkCmdBufSetLineWidth(b, width);
        dkCmdBufSetPointSize(b, size);
        dkCmdBufSetLineStipple(b, true, factor, (uint16_t)pattern);
        dkCmdBufSetConservativeRasterEnable(b, conservative);
        dkCmdBufSetConservativeRasterDilate(b, 0.5f);
        const uint32_t *registers = run();
        struct state_raster r;
        static struct state_viewports v;
        state_raster(registers, &r);
        state_viewports(registers, &v);
        assert_true(r.enabled);
        assert_int_equal(v.clamps_depth, s.depthClampEnable);
        assert_int_equal(r.front_mode, modes[s.polygonModeFront]);
        assert_int_equal(r.back_mode, modes[s.polygonModeBack]);
        assert_int_equal(r.cull_front, s.cullMode & DkFace_Front);
        assert_int_equal(r.cull_back, (s.cullMode & DkFace_Back) != 0);
        assert_int_equal(r.front_counterclockwise, s.frontFace == DkFrontFace_CCW);
        assert_int_equal(r.provoking_last, s.provokingVertex == DkProvokingVertex_Last);
        assert_int_equal(r.smooth_points, s.polygonSmoothEnableMask & 1);
        assert_int_equal(r.smooth_lines, s.polygonSmoothEnableMask >> 1 & 1);
        assert_int_equal(r.smooth_polygons, s.polygonSmoothEnableMask >> 2);
        assert_int_equal(r.bias_points, s.depthBiasEnableMask & 1);
        assert_int_equal(r.bias_lines, s.depthBiasEnableMask >> 1 & 1);
        assert_int_equal(r.bias_polygons, s.depthBiasEnableMask >> 2);
        assert_true(r.bias_constant == bias[0] && r.bias_clamp == bias[1] &&
                    r.bias_slope == bias[2]);
        assert_true(r.line_width == width && r.point_size == size);
        assert_true(r.stipple);
        assert_int_equal(r.stipple_factor, factor);
        assert_int_equal(r.stipple_pattern, pattern);
        assert_int_equal(r.conservative, conservative);
    }
}

static void check_viewport(const struct state_viewport *s, const DkViewport *v, bool flips,
                           bool minus_one) {
    const float range = v->far - v->near;
    assert_true(s->scale[0] == v->width / 2 && s->offset[0] == v->x + v->width / 2);
    assert_true(s->scale[1] == (flips ? -v->height : v->height) / 2 &&
                s->offset[1] == v->y + v->height / 2);
    /* -1 or 0 becomes the near plane, 1 the far one. */
    assert_true(s->offset[2] - (minus_one ? s->scale[2] : 0) == v->near);
    assert_true(s->offset[2] + s->scale[2] == v->far);
    assert_true(s->least_z == (range < 0 ? v->far : v->near));
    assert_true(s->most_z == (range < 0 ? v->near : v->far));
    /* The clip is the least rectangle of whole pixels that holds it. */
    assert_true((float)s->clip.x0 <= v->x && (float)s->clip.x0 > v->x - 1);
    assert_true((float)s->clip.x1 >= v->x + v->width && (float)s->clip.x1 < v->x + v->width + 1);
    assert_true((float)s->clip.y0 <= v->y && (float)s->clip.y0 > v->y - 1);
    assert_true((float)s->clip.y1 >= v->y + v->height && (float)s->clip.y1 < v->y + v->height + 1);
}

static void random_viewports(bool flips, bool minus_one) {
    for (unsigned round = 0; round < ROUNDS / 4; round++) {
        const unsigned first = below(16), count = 1 + below(16 - first);
        DkViewport v[16];
        DkScissor c[16];
        DkViewportSwizzle z[16];
        for (unsigned i = 0; i < count; i++) {
            v[i] = (DkViewport){(float)below(4000) / 4,     (float)below(4000) / 4,
                                (float)below(8000) / 4,     (float)below(8000) / 4,
                                (float)below(257) / 256.0f, (float)below(257) / 256.0f};
            c[i] = (DkScissor){below(1000), below(1000), below(10000), below(10000)};
            z[i] = (DkViewportSwizzle){(DkSwizzle)below(8), (DkSwizzle)below(8),
                                       (DkSwizzle)below(8), (DkSwizzle)below(8)};
        }
        dkCmdBufSetViewports(b, first, v, count);
        dkCmdBufSetScissors(b, first, c, count);
        dkCmdBufSetViewportSwizzles(b, first, z, count);
        dkCmdBufSetSubpixelPrecisionBias(b, round & 31, 5);
        const uint32_t *registers = run();
        static struct state_viewports s;
        static struct state_scissors sc;
        state_viewports(registers, &s);
        state_scissors(registers, &sc);
        assert_int_equal(s.minus_one, minus_one);
        for (unsigned i = 0; i < count; i++) {
            check_viewport(&s.viewport[first + i], &v[i], flips, minus_one);
            const struct state_rect *r = &sc.rect[first + i];
            assert_true(sc.enabled[first + i]);
            assert_int_equal(r->x0, c[i].x);
            assert_int_equal(r->y0, c[i].y);
            assert_int_equal(r->x1, c[i].x + c[i].width);
            assert_int_equal(r->y1, c[i].y + c[i].height);
            const uint8_t *w = s.viewport[first + i].swizzle;
            assert_true(w[0] == z[i].x && w[1] == z[i].y && w[2] == z[i].z && w[3] == z[i].w);
        }
        for (unsigned i = 0; i < 16; i++)
            assert_int_equal(registers[(0xa1c + 32 * i) / 4], (round & 31) | 5 << 8);
    }
}

static void test_viewports(void **state) {
    random_viewports(true, false);
    after_each(state);
    open_queue(DkDeviceFlags_OriginLowerLeft | DkDeviceFlags_DepthMinusOneToOne);
    random_viewports(false, true);
    after_each(state);
    open_queue(DkDeviceFlags_OriginLowerLeft | DkDeviceFlags_YAxisPointsDown);
    random_viewports(true, false);
}

static void test_samples(void **state) {
    (void)state;
    static const uint8_t modes[] = {0, 5, 2, 4};
    for (unsigned round = 0; round < ROUNDS; round++) {
        DkMultisampleState s;
        memset(&s, 0, sizeof s);
        s.mode = (DkMsMode)below(4);
        s.rasterizerMode = (DkMsMode)below(4);
        s.alphaToCoverageEnable = below(2);
        s.coverageToColorEnable = below(2);
        DkSampleLocation l[5];
        const unsigned count = 1 + below(5);
        for (unsigned i = 0; i < count; i++)
            l[i] = (DkSampleLocation){(float)below(16) / 16, (float)below(16) / 16};
        dkMultisampleStateSetLocations(&s, l, count);
        const uint16_t mask = (uint16_t)below(0x10000);
        dkCmdBufBindMultisampleState(b, &s);
        dkCmdBufSetSampleMask(b, mask);
        struct state_multisample m;
        state_multisample(run(), &m);
        assert_int_equal(m.enabled, s.mode || s.rasterizerMode);
        assert_int_equal(m.alpha_to_coverage, s.alphaToCoverageEnable);
        assert_int_equal(m.coverage_to_color, s.coverageToColorEnable);
        assert_int_equal(m.raster_samples, s.rasterizerMode > s.mode);
        if (m.raster_samples)
            assert_int_equal(m.raster_mode, modes[s.rasterizerMode]);
        for (unsigned i = 0; i < 4; i++)
            assert_int_equal(m.mask[i], mask);
        for (unsigned i = 0; i < 16; i++) {
            const uint32_t byte = m.positions[i / 4] >> i % 4 * 8;
            assert_true((float)(byte & 15) == l[i % count].x * 16);
            assert_true((float)(byte >> 4 & 15) == l[i % count].y * 16);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(test_raster),
        EACH(test_viewports),
        EACH(test_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
