/* SPDX-License-Identifier: MIT */
#include "gpu/texture/astc.h"
#include "gpu/texture/astc_sample.h"
#include "gpu/texture/decode.h"
#include "gpu/texture/etc2.h"
#include "gpu/texture/format.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct texture_decoder decoder_of(unsigned format, struct texture_reading reading) {
    struct texture_decoder d;
    assert_true(texture_decoder(format, &reading, &d));
    return d;
}

static void test_which(void **state) {
    (void)state;
    const struct texture_reading plain = {0}, hdr = {.hdr = true},
                                 both = {.hdr = true, .srgb = true};
    struct texture_decoder d;
    unsigned astc = 0, etc2 = 0;
    for (unsigned i = 0; i < TEXTURE_FORMATS; i++) {
        const bool has = texture_decoder(i, &plain, &d);
        assert_int_equal(has,
                         texture_formats[i].name && (texture_formats[i].family == TEXTURE_ASTC ||
                                                     texture_formats[i].family == TEXTURE_ETC2));
        astc += has && d.family == TEXTURE_ASTC;
        etc2 += has && d.family == TEXTURE_ETC2;
        if (has && d.family == TEXTURE_ETC2)
            assert_int_equal(etc2_block_size((enum etc2_kind)d.kind), texture_formats[i].bytes);
    }
    assert_int_equal(astc, 14);
    assert_int_equal(etc2, 5);
    assert_false(texture_decoder(TEXTURE_FORMATS, &plain, &d));
    assert_int_equal(decoder_of(0x40, plain).result, DECODED_RGBA8);
    assert_int_equal(decoder_of(0x40, hdr).result, DECODED_RGBA_HALF);
    assert_int_equal(decoder_of(0x40, both).result, DECODED_RGBA8);
    assert_int_equal(decoder_of(0x19, plain).result, DECODED_RG16);
    assert_int_equal(decoder_of(0x1a, (struct texture_reading){.is_signed = true}).result,
                     DECODED_RG16_SIGNED);
}

/* Each texel of an image with cut blocks and several slices is its block's. */
static void test_places(void **state) {
    (void)state;
    enum { WIDTH = 23, HEIGHT = 9, DEPTH = 3 };
    const struct texture_decoder d = decoder_of(0x51, (struct texture_reading){0}); /* 6x5 */
    uint8_t blocks[4 * 2 * DEPTH * ASTC_BLOCK], out[WIDTH * HEIGHT * DEPTH * 4], one[6 * 5 * 4];
    struct error error;
    uint64_t random = 0xdec0;
    astc_sample_blocks(&random, 6, 5, blocks, 4 * 2 * DEPTH);
    assert_true(
        texture_decode(&d, WIDTH, HEIGHT, DEPTH, blocks, sizeof blocks, out, sizeof out, &error));
    for (unsigned z = 0; z < DEPTH; z++)
        for (unsigned y = 0; y < HEIGHT; y++)
            for (unsigned x = 0; x < WIDTH; x++) {
                const unsigned block = (z * 2 + y / 5) * 4 + x / 6;
                astc_decode_block(blocks + block * ASTC_BLOCK, 6, 5, ASTC_SRGB8, one);
                assert_memory_equal(out + ((z * HEIGHT + y) * WIDTH + x) * 4,
                                    one + (y % 5 * 6 + x % 6) * 4, 4);
            }
}

static void test_sizes(void **state) {
    (void)state;
    const struct texture_decoder d = decoder_of(0x06, (struct texture_reading){0});
    uint8_t blocks[4 * 8] = {0}, out[7 * 5 * 4];
    struct error error;
    assert_true(texture_decode(&d, 7, 5, 1, blocks, sizeof blocks, out, sizeof out, &error));
    assert_false(texture_decode(&d, 7, 5, 1, blocks, sizeof blocks - 1, out, sizeof out, &error));
    assert_int_equal(error.kind, ERROR_GUEST);
    assert_false(texture_decode(&d, 7, 5, 1, blocks, sizeof blocks, out, sizeof out - 1, &error));
    assert_false(texture_decode(&d, 0xffffffff, 0xffffffff, 0xffffffff, blocks, sizeof blocks, out,
                                sizeof out, &error));
    assert_true(texture_decode(&d, 0, 5, 1, NULL, 0, NULL, 0, &error)); /* nothing to do */
}

/* Whatever the bits, nothing beside blocks and texels is touched: both have memory of their size.
 */
static void test_any_bits(void **state) {
    (void)state;
    enum { IMAGES = 3000 };
    uint64_t random = 0xa11b;
    unsigned decoded = 0;
    while (decoded < IMAGES) {
        const uint64_t r = sample_random(&random);
        const struct texture_reading reading = {r & 1, r & 2, r & 4};
        const uint32_t width = 1 + (r >> 8) % 30, height = 1 + (r >> 16) % 30;
        struct texture_decoder d;
        struct error error;
        if (!texture_decoder(r >> 24 & 127, &reading, &d))
            continue;
        const size_t count = (size_t)((width + d.block_width - 1) / d.block_width) *
                             ((height + d.block_height - 1) / d.block_height);
        const size_t size = count * d.block_bytes,
                     out_size = (size_t)width * height * d.texel_bytes;
        uint8_t *blocks = malloc(size), *out = malloc(out_size);
        for (size_t i = 0; i < size; i += 8) {
            const uint64_t bits = sample_random(&random);
            memcpy(blocks + i, &bits, 8);
        }
        if (d.family == TEXTURE_ASTC && r >> 32 & 1)
            astc_sample_blocks(&random, d.block_width, d.block_height, blocks, (unsigned)count);
        assert_true(texture_decode(&d, width, height, 1, blocks, size, out, out_size, &error));
        free(blocks);
        free(out);
        decoded++;
    }
    printf("# count images %d\n", IMAGES);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_which),
    cmocka_unit_test(test_places),
    cmocka_unit_test(test_sizes),
    cmocka_unit_test(test_any_bits),
};

int main(void) {
    return cmocka_run_group_tests(tests, NULL, NULL);
}
