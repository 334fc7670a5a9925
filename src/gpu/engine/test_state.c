/* SPDX-License-Identifier: MIT */
#include "gpu/engine/state.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

/* Registers written by hand, by the byte addresses of clb197.h. */
static uint32_t registers[0xe00];

static void put(unsigned address, uint32_t value) {
    registers[address / 4] = value;
}

static void put_float(unsigned address, float value) {
    memcpy(&registers[address / 4], &value, sizeof value);
}

static int clear_all(void **state) {
    (void)state;
    memset(registers, 0, sizeof registers);
    return 0;
}

static void test_color_target(void **state) {
    (void)state;
    put(0x840, 0x12);       /* target 1: address */
    put(0x844, 0x34567800); /* */
    put(0x848, 1280);
    put(0x84c, 720);
    put(0x850, 0xd5); /* A8B8G8R8 */
    put(0x854, 0x40); /* blocks of 16 GOBs */
    put(0x858, 6);
    put(0x85c, 0xf0000);
    put(0x860, 2);
    put(0x121c, 2 | 1 << 4 | 0 << 7);
    put(0xff4, 640 << 16 | 10);
    put(0xff8, 360 << 16 | 20);
    struct state_targets t;
    state_targets(registers, &t);
    assert_int_equal(t.count, 2);
    assert_int_equal(t.map[0], 1);
    assert_false(t.has_color[0]);
    assert_true(t.has_color[1]);
    assert_int_equal(t.color[1].address, 0x1234567800);
    assert_int_equal(t.color[1].width, 1280);
    assert_int_equal(t.color[1].height, 720);
    assert_int_equal(t.color[1].layers, 6);
    assert_int_equal(t.color[1].first_layer, 2);
    assert_int_equal(t.color[1].layer_stride, 0x3c0000);
    assert_int_equal(t.color[1].height_log2, 4);
    assert_false(t.color[1].pitch);
    assert_false(t.has_depth);
    assert_int_equal(t.clip.x0, 10);
    assert_int_equal(t.clip.x1, 650);
    assert_int_equal(t.clip.y1, 380);
}

/* Formats with the curve of sRGB lose it where SET_SRGB_WRITE is off; the others stay. */
static void test_switches_of_targets(void **state) {
    (void)state;
    static const uint8_t with[] = {0xd0, 0xd6, 0xe7, 0xfa, 0xd5, 0xe8, 0xca},
                         without[] = {0xcf, 0xd5, 0xe6, 0xf9, 0xd5, 0xe8, 0xca};
    struct state_targets t;
    for (unsigned i = 0; i < sizeof with; i++) {
        put(0x810, with[i]);
        put(0x15b8, 1);
        state_targets(registers, &t);
        assert_int_equal(t.color[0].format, with[i]);
        put(0x15b8, 0);
        state_targets(registers, &t);
        assert_int_equal(t.color[0].format, without[i]);
    }
    assert_true(t.one_color);
    put(0xfac, 1);
    state_targets(registers, &t);
    assert_false(t.one_color);
}

static void test_multisampled_target(void **state) {
    (void)state;
    put(0x15d0, 4); /* 4X2_D3D */
    put(0x808, 400);
    put(0x80c, 200);
    put(0x810, 0xd5);
    put(0x1538, 1);
    put(0x1228, 400);
    put(0x122c, 200);
    put(0x1230, 1 << 16 | 7);
    put(0xfe8, 0x16);
    struct state_targets t;
    state_targets(registers, &t);
    assert_int_equal(t.color[0].width, 100);
    assert_int_equal(t.color[0].height, 100);
    assert_int_equal(t.color[0].samples_x_log2, 2);
    assert_int_equal(t.color[0].samples_y_log2, 1);
    assert_true(t.has_depth);
    assert_int_equal(t.depth.layers, 1); /* the count does not matter where there is one */
    assert_int_equal(t.depth.width, 100);
    assert_int_equal(t.depth.format, 0x16);
    put(0x15d0, 15);
    state_targets(registers, &t);
    assert_true(t.unknown_samples);
}

static void test_viewport(void **state) {
    (void)state;
    put_float(0xa20, 100);
    put_float(0xa24, -50);
    put_float(0xa2c, 100);
    put_float(0xa30, 50);
    put(0xa38, 0x6420);
    put(0xc10, 200 << 16);
    put_float(0xc1c, 1);
    put(0xd7c, 1);
    put(0x193c, 0x181d); /* as deko3d sets it where depth is not clamped */
    put(0x13ac, 0x10);
    put(0xdf8, 0x1ffff);
    static struct state_viewports v;
    state_viewports(registers, &v);
    assert_true(v.viewport[1].scale[1] == -50);
    assert_true(v.viewport[1].offset[0] == 100);
    assert_true(v.viewport[1].most_z == 1);
    assert_int_equal(v.viewport[1].clip.x1, 200);
    assert_true(state_swizzle_is_plain(v.viewport[1].swizzle));
    assert_true(state_swizzle_is_plain(v.viewport[0].swizzle));
    assert_false(v.minus_one);
    assert_false(v.clamps_depth);
    assert_true(v.flipped_winding);
    assert_false(v.lower_left);
    assert_int_equal(v.offset_x, -1);
    put(0x193c, 0x101a); /* and where it is */
    put(0xa38, 0x6421);
    state_viewports(registers, &v);
    assert_true(v.clamps_depth);
    assert_false(state_swizzle_is_plain(v.viewport[1].swizzle));
    put(0x193c, 2); /* pixels behind the far plane are dropped one by one */
    state_viewports(registers, &v);
    assert_false(v.clamps_depth);
}

static void test_raster(void **state) {
    (void)state;
    put(0x37c, 1);
    put(0x1918, 1);
    put(0x191c, 0x901);
    put(0x1920, 0x408);
    put(0xdac, 0x1b01);
    put(0xdb0, 7);
    put_float(0x15bc, 3);
    put(0x1680, 0xaaaa << 8 | 2);
    put(0x1510, 7);
    put(0x1940, 0x10);
    struct state_raster s;
    state_raster(registers, &s);
    assert_true(s.enabled && s.cull_front && s.cull_back && s.front_counterclockwise);
    assert_int_equal(s.front_mode, POLYGON_LINE);
    assert_int_equal(s.back_mode, STATE_UNKNOWN);
    assert_true(s.bias_constant == 1.5f);
    assert_int_equal(s.stipple_factor, 3);
    assert_int_equal(s.stipple_pattern, 0xaaaa);
    assert_int_equal(s.clip_distances, 5);
    assert_int_equal(s.cull_distances, 2);
    put(0x1918, 0);
    state_raster(registers, &s);
    assert_false(s.cull_front || s.cull_back);
}

static void test_per_sample(void **state) {
    (void)state;
    struct state_multisample m;
    put(0x754, 1);
    state_multisample(registers, &m);
    assert_false(m.per_sample);
    put(0x754, 0x30);
    put(0xfc4, 0x5a);
    state_multisample(registers, &m);
    assert_true(m.per_sample);
    assert_int_equal(m.mask[2], 0x5a);
}

static void test_spellings(void **state) {
    (void)state;
    static const uint16_t functions[][2] = {{0x201, 1}, {2, 1}, {8, 7}, {0x207, 7}, {9, 0xff}};
    struct state_depth_stencil d;
    for (unsigned i = 0; i < 5; i++) {
        put(0x130c, functions[i][0]);
        state_depth_stencil(registers, &d);
        assert_int_equal(d.compare, functions[i][1]);
    }
    static const uint16_t operations[][2] = {{0x1e00, 0}, {1, 0},      {0, 1},      {0x8508, 7},
                                             {8, 7},      {0x150a, 5}, {0x99, 0xff}};
    for (unsigned i = 0; i < 7; i++) {
        put(0x138c, operations[i][0]);
        state_depth_stencil(registers, &d);
        assert_int_equal(d.front.pass, operations[i][1]);
    }
    static const uint16_t factors[][2] = {{0x4000, 0}, {0x4001, 1},  {0x4306, 4},  {9, 4},
                                          {5, 6},      {0x4302, 6},  {0xc001, 10}, {14, 10},
                                          {19, 18},    {0xc903, 18}, {12, 0xff},   {0, 0xff}};
    struct state_output o;
    put(0x12e4, 1);
    for (unsigned i = 0; i < 12; i++) {
        put(0x1e68, factors[i][0]);
        state_output(registers, &o);
        assert_int_equal(o.blend[3].color_source, factors[i][1]);
    }
}

static void test_stencil_sides(void **state) {
    (void)state;
    put(0x1394, 5);
    put(0xf54, 6);
    put(0x1390, 0x204);
    put(0x15a4, 0x202);
    struct state_depth_stencil d;
    state_depth_stencil(registers, &d);
    assert_int_equal(d.back.reference, 5);
    assert_int_equal(d.back.compare, 4);
    put(0x1594, 1);
    state_depth_stencil(registers, &d);
    assert_int_equal(d.back.reference, 6);
    assert_int_equal(d.back.compare, 2);
}

static void test_blend(void **state) {
    (void)state;
    put(0x1340, 0x800b);
    put(0x134c, 0x8007);
    put(0x1364, 1);
    put(0x1a00, 0x1001);
    put(0x1a04, 0x0110);
    struct state_output o;
    state_output(registers, &o);
    assert_false(o.blend[0].enabled);
    assert_true(o.blend[1].enabled);
    assert_int_equal(o.blend[1].color_op, 2);
    assert_int_equal(o.blend[1].alpha_op, 2); /* one equation for both */
    assert_int_equal(o.mask[0], 9);
    assert_int_equal(o.mask[1], 6);
    put(0x133c, 1);
    put(0xf90, 1);
    state_output(registers, &o);
    assert_int_equal(o.blend[1].alpha_op, 3);
    assert_int_equal(o.mask[1], 9);
    put(0x19c8, 0x1506);
    state_output(registers, &o);
    assert_int_equal(o.logic_op, 6);
}

static void test_vertices(void **state) {
    (void)state;
    put(0x1c30, 1 << 12 | 24);
    put(0x1c34, 1);
    put(0x1c38, 0x1000);
    put(0x1c3c, 5);
    put(0x1f18, 1);
    put(0x1f1c, 0x10ff);
    put(0x188c, 1);
    put(0x1168, 3 | 12 << 7 | 2 << 21 | 7u << 27);
    put(0x116c, 1u << 31 | 1 << 6);
    static struct state_vertices v;
    state_vertices(registers, &v);
    assert_true(v.array[3].enabled && v.array[3].instanced);
    assert_int_equal(v.array[3].address, 0x100001000);
    assert_int_equal(v.array[3].size, 0x100);
    assert_int_equal(v.array[3].stride, 24);
    assert_int_equal(v.array[3].divisor, 5);
    assert_int_equal(v.attribute[2].array, 3);
    assert_int_equal(v.attribute[2].offset, 12);
    assert_int_equal(v.attribute[2].widths, 2);
    assert_int_equal(v.attribute[2].numbers, NUMBERS_FLOAT);
    assert_true(v.attribute[3].constant && v.attribute[3].bgra);
    put(0x1f1c, 0xfff); /* the limit in front of the array: nothing is there */
    state_vertices(registers, &v);
    assert_int_equal(v.array[3].size, 0);
}

static void test_programs(void **state) {
    (void)state;
    put(0x1608, 2);
    put(0x160c, 0x8000);
    put(0x2040, 1 | 1 << 4);
    put(0x2044, 0x30);
    put(0x204c, 16);
    put(0x2140, 1 | 5 << 4);
    put(0x320, 2 | 1 << 4 | 2 << 8);
    struct state_programs p;
    state_programs(registers, &p);
    assert_int_equal(p.region, 0x200008000);
    assert_false(p.program[0].enabled);
    assert_true(p.program[1].enabled && p.program[5].enabled);
    assert_int_equal(p.program[1].offset, 0x30);
    assert_int_equal(p.program[1].registers, 16);
    assert_int_equal(p.tess_primitive, 2);
    assert_int_equal(p.tess_spacing, 1);
    assert_true(p.tess_clockwise && !p.tess_points);
}

static void test_clear(void **state) {
    (void)state;
    put(0xff4, 100 << 16);
    put(0xff8, 50 << 16);
    put(0xe00, 1);
    put(0xe04, 80 << 16 | 20);
    put(0xe08, 200 << 16 | 10);
    put(0x10f8, 0x101);
    put(0x139c, 0xf);
    struct state_clear c;
    state_clear(registers, 1 << 1 | 5 << 2 | 3 << 6 | 9 << 10, &c);
    assert_false(c.depth);
    assert_true(c.stencil);
    assert_int_equal(c.color, 5);
    assert_int_equal(c.target, 3);
    assert_int_equal(c.layer, 9);
    assert_int_equal(c.stencil_mask, 0xf);
    assert_int_equal(c.rect.x0, 20);
    assert_int_equal(c.rect.x1, 80);
    assert_int_equal(c.rect.y0, 10);
    assert_int_equal(c.rect.y1, 50);
    put(0xe00, 0);
    put(0x10f8, 0x100);
    state_clear(registers, 1, &c);
    assert_int_equal(c.rect.x1, 100);
    assert_int_equal(c.stencil_mask, 0xff);
}

static void test_stream_out(void **state) {
    (void)state;
    put(0x744, 1);
    put(0x3a0, 1);
    put(0x3a8, 0x2000);
    put(0x3ac, 64);
    put(0x714, 3);
    put(0x718, 12);
    put(0x2880, 0x1f1e1d1c);
    static struct state_stream_out s;
    state_stream_out(registers, &s);
    assert_true(s.enabled && s.buffer[1].enabled && !s.buffer[0].enabled);
    assert_int_equal(s.buffer[1].address, 0x2000);
    assert_int_equal(s.buffer[1].components, 3);
    assert_int_equal(s.buffer[1].stride, 12);
    assert_int_equal(s.buffer[1].layout[2], 0x1e);
}

static void test_windows(void **state) {
    (void)state;
    struct state_scissors s;
    uint32_t rows[32];
    put(0xd08, 40 << 16 | 10);
    put(0xd0c, 60 << 16 | 20);
    put(0x194c, 1);
    state_scissors(registers, &s);
    assert_true(s.windows && !s.windows_exclusive);
    assert_true(s.window[1].x0 == 10 && s.window[1].x1 == 40 && s.window[1].y0 == 20 &&
                s.window[1].y1 == 60);
    put(0x1950, 1);
    state_scissors(registers, &s);
    assert_true(s.windows && s.windows_exclusive && s.window[1].x1 == 40);
    put(0x1950, 2); /* CLIPALL: nothing lies in a window */
    state_scissors(registers, &s);
    assert_true(s.windows && !s.windows_exclusive && state_rect_empty(s.window[1]));
    put(0x1700 + 4 * 31, 0x12345678);
    state_polygon_pattern(registers, rows);
    assert_int_equal(rows[31], 0x12345678);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_color_target, clear_all),
        cmocka_unit_test_setup(test_switches_of_targets, clear_all),
        cmocka_unit_test_setup(test_windows, clear_all),
        cmocka_unit_test_setup(test_multisampled_target, clear_all),
        cmocka_unit_test_setup(test_viewport, clear_all),
        cmocka_unit_test_setup(test_raster, clear_all),
        cmocka_unit_test_setup(test_per_sample, clear_all),
        cmocka_unit_test_setup(test_spellings, clear_all),
        cmocka_unit_test_setup(test_stencil_sides, clear_all),
        cmocka_unit_test_setup(test_blend, clear_all),
        cmocka_unit_test_setup(test_vertices, clear_all),
        cmocka_unit_test_setup(test_programs, clear_all),
        cmocka_unit_test_setup(test_clear, clear_all),
        cmocka_unit_test_setup(test_stream_out, clear_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
