/* SPDX-License-Identifier: MIT */
#include "gpu/texture/descriptor.h"
#include "gpu/texture/format.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* As deko3d's dkImageDescriptorInitialize writes it for a 2D array of RGBA8 in sRGB. */
static void test_texture(void **state) {
    (void)state;
    const uint32_t words[8] = {
        0x08 | 2u << 7 | 2u << 10 | 2u << 13 | 2u << 16 | 2u << 19 | 3u << 22 | 4u << 25 | 5u << 28,
        0x89abc000,
        0x0012 | 5u << 16 | 3u << 21 | 2u << 29,
        4u << 3 | 1u << 6 | 8u << 28,
        255 | 3u << 16 | 1u << 22 | 5u << 23,
        127 | 9u << 16 | 1u << 31,
        (0x1fffu & (uint32_t)-128) << 6,
        1 | 7u << 4 | 2u << 8 | 0x180u << 12,
    };
    struct texture_header h;
    texture_header_decode(words, &h);
    assert_string_equal(texture_formats[h.format].name, "A8B8G8R8");
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(h.component[i], COMPONENT_UNORM);
        assert_int_equal(h.source[i], SOURCE_R + i);
    }
    assert_int_equal(h.storage, STORAGE_BLOCK_LINEAR);
    assert_int_equal(h.type, TYPE_2D_ARRAY);
    assert_int_equal(h.address, 0x1289abc000);
    assert_int_equal(h.width, 256);
    assert_int_equal(h.height, 128);
    assert_int_equal(h.depth, 10);
    assert_int_equal(h.first_layer, 3 | 5 << 3 | 2 << 8);
    assert_int_equal(h.tile_height_log2, 4);
    assert_int_equal(h.tile_depth_log2, 1);
    assert_int_equal(h.levels, 9);
    assert_int_equal(h.first_level, 1);
    assert_int_equal(h.last_level, 7);
    assert_int_equal(h.multisample, 2);
    assert_true(h.srgb && h.normalized_coordinates && !h.depth_texture);
    assert_true(h.level_bias == -0.5f && h.least_level == 1.5f);
}

static void test_other_storage(void **state) {
    (void)state;
    uint32_t words[8] = {0x0f | 7u << 7, 0x1000, 0, 0x0012, 0x3456, 0, 0, 0};
    struct texture_header h;
    texture_header_decode(words, &h);
    assert_int_equal(h.storage, STORAGE_BUFFER);
    assert_int_equal(h.width, 0x123457);
    words[2] = STORAGE_PITCH << 21;
    texture_header_decode(words, &h);
    assert_int_equal(h.width, 0x3457);
    assert_int_equal(h.pitch, 0x12 << 5);
    assert_int_equal(h.levels, 1);
    memset(words, 0xff, sizeof words); /* nothing of a program's is trusted */
    texture_header_decode(words, &h);
    assert_null(texture_formats[h.format].name);
}

static void test_sampler(void **state) {
    (void)state;
    const float border[4] = {0.25f, 0.5f, 0.75f, 1};
    uint32_t words[8] = {
        1 | 2u << 3 | 3u << 6 | 1u << 9 | 4u << 10 | 7u << 20,
        2 | 1u << 4 | 3u << 6 | 1u << 9 | 2u << 10 | 0x80u << 12,
        0x100 | 0xf00u << 12 | 0x11u << 24,
        0x22u << 12 | 0x33u << 20,
    };
    struct sampler_header s;
    memcpy(words + 4, border, sizeof border);
    sampler_header_decode(words, &s);
    assert_int_equal(s.wrap[0], 1);
    assert_int_equal(s.wrap[1], 2);
    assert_int_equal(s.wrap[2], 3);
    assert_true(s.compare && s.seamless_cubes);
    assert_int_equal(s.compare_op, 4);
    assert_int_equal(s.anisotropy, 16);
    assert_int_equal(s.magnify, 2);
    assert_int_equal(s.minify, 1);
    assert_int_equal(s.between_levels, 3);
    assert_int_equal(s.reduction, 2);
    assert_true(s.level_bias == 0.5f && s.least_level == 1 && s.most_level == 15);
    assert_memory_equal(s.border, border, sizeof border);
    assert_int_equal(s.border_srgb[0], 0x11);
    assert_int_equal(s.border_srgb[1], 0x22);
    assert_int_equal(s.border_srgb[2], 0x33);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texture),
        cmocka_unit_test(test_other_storage),
        cmocka_unit_test(test_sampler),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
