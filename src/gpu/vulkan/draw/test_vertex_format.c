/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/vertex_format.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

static struct state_attribute attribute(uint8_t widths, uint8_t numbers, bool bgra) {
    return (struct state_attribute){.widths = widths, .numbers = numbers, .bgra = bgra};
}

static void test_formats(void **state) {
    (void)state;
    static const struct {
        uint8_t widths, numbers;
        bool bgra;
        VkFormat format;
    } rows[] = {
        {0x01, NUMBERS_FLOAT, false, VK_FORMAT_R32G32B32A32_SFLOAT},
        {0x02, NUMBERS_SINT, false, VK_FORMAT_R32G32B32_SINT},
        {0x04, NUMBERS_UINT, false, VK_FORMAT_R32G32_UINT},
        {0x12, NUMBERS_USCALED, false, VK_FORMAT_UNDEFINED},
        {0x03, NUMBERS_FLOAT, false, VK_FORMAT_R16G16B16A16_SFLOAT},
        {0x05, NUMBERS_SNORM, false, VK_FORMAT_R16G16B16_SNORM},
        {0x0f, NUMBERS_SSCALED, false, VK_FORMAT_R16G16_SSCALED},
        {0x0a, NUMBERS_UNORM, false, VK_FORMAT_R8G8B8A8_UNORM},
        {0x0a, NUMBERS_UNORM, true, VK_FORMAT_B8G8R8A8_UNORM},
        {0x1d, NUMBERS_SINT, false, VK_FORMAT_R8_SINT},
        {0x1d, NUMBERS_FLOAT, false, VK_FORMAT_UNDEFINED},
        {0x30, NUMBERS_SNORM, false, VK_FORMAT_A2B10G10R10_SNORM_PACK32},
        {0x30, NUMBERS_UINT, true, VK_FORMAT_A2R10G10B10_UINT_PACK32},
        {0x31, NUMBERS_FLOAT, false, VK_FORMAT_B10G11R11_UFLOAT_PACK32},
        {0x34, NUMBERS_UNORM, false, VK_FORMAT_UNDEFINED},
        {0x3f, NUMBERS_UNORM, false, VK_FORMAT_UNDEFINED},
        {0x0a, 0, false, VK_FORMAT_UNDEFINED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct state_attribute a = attribute(rows[i].widths, rows[i].numbers, rows[i].bgra);
        assert_int_equal(vertex_format(&a), rows[i].format);
    }
}

static void expect_floats(struct state_attribute a, const void *in, float x, float y, float z,
                          float w) {
    uint32_t words[4];
    float out[4];
    vertex_convert(&a, in, words);
    memcpy(out, words, sizeof out);
    assert_true(out[0] == x && out[1] == y && out[2] == z && out[3] == w);
}

static void test_values(void **state) {
    (void)state;
    static const uint32_t large[] = {3000000000u, 5}, packed = 1 | 2 << 10 | 1023u << 20 | 3u << 30;
    static const uint8_t bytes[] = {0xff, 0x80, 0x7f, 0};
    static const uint16_t halves[] = {0x3c00, 0xc000, 0x0001, 0x7c00};
    expect_floats(attribute(0x04, NUMBERS_USCALED, false), large, 3000000000.f, 5, 0, 1);
    expect_floats(attribute(0x04, NUMBERS_SSCALED, false), large, -1294967296.f, 5, 0, 1);
    expect_floats(attribute(0x0a, NUMBERS_SNORM, false), bytes, -1 / 127.f, -1, 1, 0);
    expect_floats(attribute(0x0a, NUMBERS_UNORM, true), bytes, 0x7f / 255.f, 0x80 / 255.f, 1, 0);
    expect_floats(attribute(0x33, NUMBERS_UNORM, false), bytes, 1, 0x80 / 255.f, 0x7f / 255.f, 1);
    expect_floats(attribute(0x34, NUMBERS_UNORM, false), bytes, 0, 0, 0, 1);
    expect_floats(attribute(0x30, NUMBERS_USCALED, false), &packed, 1, 2, 1023, 3);
    expect_floats(attribute(0x30, NUMBERS_SSCALED, false), &packed, 1, 2, -1, -1);
    expect_floats(attribute(0x05, NUMBERS_FLOAT, false), halves, 1, -2, 0x1p-24f, 1);
    static const uint32_t floats = 15 << 6 | (16 << 6 | 32) << 11 | 14u << 27;
    expect_floats(attribute(0x31, NUMBERS_FLOAT, false), &floats, 1, 3, 0.5f, 1);
}

static void test_integers(void **state) {
    (void)state;
    static const uint8_t bytes[] = {0xff, 2, 3, 4};
    uint32_t out[4];
    struct state_attribute a = attribute(0x13, NUMBERS_SINT, false);
    vertex_convert(&a, bytes, out);
    assert_int_equal(out[0], UINT32_MAX);
    assert_int_equal(out[2], 3);
    assert_int_equal(out[3], 1);
    assert_int_equal(vertex_converted_format(&a), VK_FORMAT_R32G32B32A32_SINT);
    assert_int_equal(vertex_bytes(&a), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_integers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
