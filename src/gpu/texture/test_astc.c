/* SPDX-License-Identifier: MIT */
#include "gpu/texture/astc.h"
#include "gpu/texture/astc_block.h"
#include "gpu/texture/astc_oracle.h"
#include "gpu/texture/astc_sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Every texel beside astcenc's. Where its output is not ours stands in expected() and
 * both_errors(). */

enum { ACROSS = 48, DOWN = 40, BLOCKS = ACROSS * DOWN, PICTURE_WIDTH = 125, PICTURE_HEIGHT = 99 };

static struct astc_oracle oracle;

static int setup(void **state) {
    (void)state;
    struct error error;
    if (astc_oracle_open(&oracle, &error))
        return 0;
    print_error("%s\n", error.text);
    return -1;
}

static int teardown(void **state) {
    (void)state;
    astc_oracle_close(&oracle);
    return 0;
}

/* The whole picture, in rows. */
static void decode(const struct astc_picture *p, const uint8_t *blocks, enum astc_output output,
                   uint8_t *out) {
    const unsigned size = astc_texel_size(output);
    uint8_t texels[ASTC_LARGEST * ASTC_LARGEST * 8];
    for (unsigned y = 0; y < p->height; y += p->block_height)
        for (unsigned x = 0; x < p->width; x += p->block_width, blocks += ASTC_BLOCK) {
            astc_decode_block(blocks, p->block_width, p->block_height, output, texels);
            for (unsigned v = 0; v < p->block_height && y + v < p->height; v++)
                for (unsigned u = 0; u < p->block_width && x + u < p->width; u++)
                    memcpy(out + ((y + v) * (size_t)p->width + x + u) * size,
                           texels + (v * p->block_width + u) * size, size);
        }
}

/* Halves of 0..1 as astcenc rounds them to bytes. */
static uint8_t rounded(uint16_t half) {
    const unsigned exponent = half >> 10, fraction = half & 0x3ff;
    const float value = exponent ? (float)(fraction | 0x400) / (float)(1u << (25 - exponent))
                                 : (float)fraction / (float)(1u << 24);
    return (uint8_t)(value * 255 + 0.5F);
}

/* What astcenc makes of a texel that we decoded; in its linear profile it rounds halves to bytes.
 */
static void expected(enum astc_profile profile, const uint8_t *ours, uint8_t *out) {
    uint16_t half[4];
    memcpy(out, ours, profile == ASTC_PROFILE_HDR ? 8 : 4);
    if (profile != ASTC_PROFILE_LINEAR)
        return;
    memcpy(half, ours, 8);
    for (unsigned k = 0; k < 4; k++)
        out[k] = rounded(half[k]);
}

/* Its error colours that are not ours, which is magenta throughout: NaNs for halves (the
 * specification has both); 254 for 255 where a partition is HDR in the linear profile (it
 * interpolates between magentas of eight bits). */
static bool both_errors(enum astc_profile profile, const uint8_t *ours, const uint8_t *theirs) {
    static const uint16_t magenta[] = {0x3c00, 0, 0x3c00, 0x3c00};
    static const uint8_t nearly[] = {254, 0, 254, 254},
                         nans[] = {255, 255, 255, 255, 255, 255, 255, 255};
    if (profile == ASTC_PROFILE_SRGB || memcmp(ours, magenta, 8) != 0)
        return false;
    return profile == ASTC_PROFILE_HDR ? memcmp(theirs, nans, 8) == 0
                                       : memcmp(theirs, nearly, 4) == 0;
}

static void print_bytes(const char *what, const uint8_t *bytes, size_t size) {
    printf("# %s", what);
    for (size_t i = 0; i < size; i++)
        printf(" %02x", bytes[i]);
    printf("\n");
}

static size_t differences(enum astc_profile profile, const struct astc_picture *p,
                          const uint8_t *blocks) {
    static const enum astc_output outputs[] = {ASTC_SRGB8, ASTC_HALF, ASTC_HALF_HDR};
    const enum astc_output output = outputs[profile];
    const size_t texels = (size_t)p->width * p->height, our_size = astc_texel_size(output);
    const size_t size = profile == ASTC_PROFILE_HDR ? 8 : 4;
    uint8_t *ours = malloc(texels * our_size), *theirs = malloc(texels * size);
    struct error error;
    decode(p, blocks, output, ours);
    if (!astc_oracle_decode(&oracle, profile, p, blocks, theirs, &error))
        fail_msg("%s", error.text);
    size_t count = 0;
    for (size_t i = 0; i < texels; i++) {
        uint8_t wanted[8];
        expected(profile, ours + i * our_size, wanted);
        if (memcmp(wanted, theirs + i * size, size) == 0 ||
            both_errors(profile, ours + i * our_size, theirs + i * size))
            continue;
        if (count++ == 0) {
            const size_t x = i % p->width / p->block_width, y = i / p->width / p->block_height;
            const size_t across = (p->width + p->block_width - 1) / p->block_width;
            printf("# %ux%u profile %d, texel %zu\n", p->block_width, p->block_height, profile, i);
            print_bytes("block", blocks + 16 * (y * across + x), 16);
            print_bytes("ours", wanted, size);
            print_bytes("astcenc's", theirs + i * size, size);
        }
    }
    free(ours);
    free(theirs);
    return count;
}

/* ---- what blocks there were ---- */

struct met {
    unsigned modes[16], partitions[ASTC_PARTITIONS + 1], planes[3], plain[2], illegal;
    unsigned second[4], cut; /* planes' components; grids smaller than the block */
};

static void meet(struct met *m, const uint8_t *bytes, const struct astc_picture *p) {
    struct astc_block b;
    astc_block_read(bytes, p->block_width, p->block_height, &b);
    m->illegal += b.kind == ASTC_ILLEGAL;
    if (b.kind == ASTC_PLAIN)
        m->plain[b.halves]++;
    if (b.kind != ASTC_WEIGHTED)
        return;
    for (unsigned i = 0; i < b.partitions; i++)
        m->modes[b.mode[i]]++;
    m->partitions[b.partitions]++;
    m->planes[b.planes]++;
    if (b.planes == 2)
        m->second[b.second]++;
    m->cut += b.grid_width < p->block_width || b.grid_height < p->block_height;
}

static void check_met(const struct met *m) {
    for (unsigned i = 0; i < 16; i++)
        assert_int_not_equal(m->modes[i], 0);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_not_equal(m->partitions[i + 1], 0);
        assert_int_not_equal(m->second[i], 0);
    }
    assert_int_not_equal(m->planes[1], 0);
    assert_int_not_equal(m->planes[2], 0);
    assert_int_not_equal(m->plain[0], 0);
    assert_int_not_equal(m->plain[1], 0);
    assert_int_not_equal(m->illegal, 0);
    assert_int_not_equal(m->cut, 0);
}

static void report(size_t blocks, size_t count) {
    printf("# count blocks %zu\n# count differences %zu\n", blocks, count);
    assert_int_equal(count, 0);
}

/* ---- tests ---- */

static void test_random_blocks(void **state) {
    (void)state;
    uint64_t random = 0x5eed;
    uint8_t *blocks = malloc(BLOCKS * ASTC_BLOCK);
    struct met met = {0};
    size_t count = 0;
    for (unsigned i = 0; i < ASTC_SHAPES; i++) {
        const unsigned w = astc_shapes[i][0], h = astc_shapes[i][1];
        const struct astc_picture p = {w, h, w * ACROSS, h * DOWN};
        astc_sample_blocks(&random, w, h, blocks, BLOCKS);
        for (unsigned k = 0; k < BLOCKS; k++)
            meet(&met, blocks + (size_t)k * ASTC_BLOCK, &p);
        for (enum astc_profile profile = 0; profile <= ASTC_PROFILE_HDR; profile++)
            count += differences(profile, &p, blocks);
    }
    free(blocks);
    report(ASTC_SHAPES * BLOCKS, count);
    check_met(&met);
}

/* Blocks that an encoder chose, of a picture whose size is no multiple of the blocks'. */
static size_t encode_and_compare(enum astc_profile profile, const void *rgba, size_t *blocks_met) {
    uint8_t *blocks = malloc((size_t)PICTURE_WIDTH * PICTURE_HEIGHT * ASTC_BLOCK);
    size_t count = 0;
    for (unsigned i = 0; i < ASTC_SHAPES; i++) {
        const struct astc_picture p = {astc_shapes[i][0], astc_shapes[i][1], PICTURE_WIDTH,
                                       PICTURE_HEIGHT};
        struct error error;
        if (!astc_oracle_encode(&oracle, profile, &p, rgba, blocks, &error))
            fail_msg("%s", error.text);
        *blocks_met += astc_picture_blocks(&p);
        count += differences(profile, &p, blocks);
    }
    free(blocks);
    return count;
}

static void test_pictures(void **state) {
    (void)state;
    uint64_t random = 0x91c7;
    uint8_t rgba[PICTURE_WIDTH * PICTURE_HEIGHT * 4];
    uint16_t half[PICTURE_WIDTH * PICTURE_HEIGHT * 4];
    size_t blocks = 0, count = 0;
    sample_picture(&random, PICTURE_WIDTH, PICTURE_HEIGHT, rgba);
    for (size_t i = 0; i < sizeof rgba; i++)
        half[i] = (uint16_t)(0x3000 + rgba[i] * 24); /* 1/8 to 8 */
    count += encode_and_compare(ASTC_PROFILE_SRGB, rgba, &blocks);
    count += encode_and_compare(ASTC_PROFILE_LINEAR, rgba, &blocks);
    count += encode_and_compare(ASTC_PROFILE_HDR, half, &blocks);
    report(blocks, count);
}

/* decode_unorm8 are the highest eight of the sixteen bits of which the half has at least eleven. */
static void test_unorm8(void **state) {
    (void)state;
    uint64_t random = 0x8b17;
    uint8_t blocks[64 * ASTC_BLOCK], bytes[144 * 4];
    uint16_t halves[144 * 4];
    for (unsigned i = 0; i < ASTC_SHAPES; i++) {
        const unsigned w = astc_shapes[i][0], h = astc_shapes[i][1];
        astc_sample_blocks(&random, w, h, blocks, 64);
        for (unsigned k = 0; k < 64; k++) {
            astc_decode_block(blocks + k * ASTC_BLOCK, w, h, ASTC_UNORM8, bytes);
            astc_decode_block(blocks + k * ASTC_BLOCK, w, h, ASTC_HALF, halves);
            for (unsigned c = 0; c < w * h * 4; c++) {
                const unsigned e = halves[c] >> 10, f = (halves[c] & 0x3ff) | (e ? 0x400 : 0);
                const unsigned value = f << (e ? e - 1 : 0) >> 16; /* 2^-24 is the unit */
                assert_int_equal(bytes[c], value > 255 ? 255 : value);
            }
        }
    }
}

/* What the specification leaves open: infinities and NaNs of a plain block become numbers. */
static void test_not_finite(void **state) {
    (void)state;
    static const uint8_t block[ASTC_BLOCK] = {0xfc, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                              0x00, 0x7c, 0x00, 0xfc, 0x01, 0x7e, 0x00, 0x3c};
    uint16_t out[16 * 4];
    astc_decode_block(block, 4, 4, ASTC_HALF_HDR, out);
    const uint16_t wanted[] = {0x7bff, 0xfbff, 0x7bff, 0x3c00};
    assert_memory_equal(out, wanted, 8);
    assert_memory_equal(out + 60, wanted, 8);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_random_blocks),
    cmocka_unit_test(test_pictures),
    cmocka_unit_test(test_unorm8),
    cmocka_unit_test(test_not_finite),
};

int main(void) {
    return cmocka_run_group_tests(tests, setup, teardown);
}
