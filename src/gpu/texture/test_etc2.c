/* SPDX-License-Identifier: MIT */
#include "gpu/texture/astc_sample.h"
#include "gpu/texture/etc2.h"
#include "gpu/texture/etc2_oracle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ACROSS = 128, DOWN = 64, BLOCKS = ACROSS * DOWN };

static void store(uint8_t *block, uint64_t bits) {
    for (unsigned i = 0; i < 8; i++)
        block[i] = (uint8_t)(bits >> (56 - 8 * i));
}

static void random_blocks(uint64_t *state, uint8_t *blocks, size_t size) {
    for (size_t i = 0; i < size; i += 8)
        store(blocks + i, sample_random(state));
}

/* Blocks of random bits beside OpenGL ES. */
static void test_oracle(void **state) {
    (void)state;
    struct etc2_oracle oracle;
    struct error error;
    if (!etc2_oracle_open(&oracle, &error)) {
        printf("# %s\n", error.text);
        skip();
    }
    uint64_t random = 0xe7c2;
    uint8_t *blocks = malloc(BLOCKS * 16);
    uint32_t *theirs = malloc(BLOCKS * ETC2_TEXELS * 4), count = 0;
    for (enum etc2_kind kind = 0; kind < ETC2_KINDS; kind++) {
        const unsigned size = etc2_block_size(kind);
        random_blocks(&random, blocks, (size_t)BLOCKS * size);
        if (!etc2_oracle_decode(&oracle, kind, ACROSS, DOWN, blocks, theirs, &error))
            fail_msg("%s", error.text);
        for (unsigned i = 0; i < BLOCKS; i++) {
            uint32_t ours[ETC2_TEXELS];
            const uint32_t *row =
                theirs + (i / ACROSS * ETC2_SIZE * ACROSS + i % ACROSS) * ETC2_SIZE;
            etc2_decode_block(blocks + (size_t)i * size, kind, ours);
            for (unsigned t = 0; t < ETC2_TEXELS; t++) {
                const uint32_t their = row[t / ETC2_SIZE * ACROSS * ETC2_SIZE + t % ETC2_SIZE];
                if (ours[t] != their && count++ < 8)
                    printf("# kind %d, block %u, texel %u: 0x%08x, OpenGL ES says 0x%08x\n", kind,
                           i, t, ours[t], their);
            }
        }
    }
    printf("# count blocks %d\n# count differences %u\n", ETC2_KINDS * BLOCKS, count);
    assert_int_equal(count, 0);
    free(blocks);
    free(theirs);
    etc2_oracle_close(&oracle);
}

/* ---- the specification's own examples ---- */

/* Puts `value` at a field's lowest bit. */
#define AT(value, bit) ((uint64_t)(value) << (bit))

/* The first four texels of the first column have indices 0 to 3. */
enum { FOUR_INDICES = 0x000c000a };

static void check_column(const uint8_t *block, enum etc2_kind kind, const uint8_t wanted[4][4]) {
    uint32_t out[ETC2_TEXELS];
    etc2_decode_block(block, kind, out);
    for (unsigned i = 0; i < 4; i++)
        assert_memory_equal(&out[i * ETC2_SIZE], wanted[i], 4);
}

static void test_individual(void **state) {
    (void)state;
    uint8_t block[8];
    /* Base 1 is (4, 11, 9) with table 4. */
    store(block, AT(4, 60) | AT(11, 52) | AT(9, 44) | AT(4, 37) | FOUR_INDICES);
    static const uint8_t wanted[4][4] = {
        {86, 205, 171, 255}, {128, 247, 213, 255}, {50, 169, 135, 255}, {8, 127, 93, 255}};
    check_column(block, ETC2_RGB, wanted);
}

static void test_differential(void **state) {
    (void)state;
    uint8_t block[8];
    /* Base 1 is (29, 26, 8) with table 2, differences are (-4, -3, +3). */
    const uint64_t bits = AT(29, 59) | AT(4, 56) | AT(26, 51) | AT(5, 48) | AT(8, 43) | AT(3, 40) |
                          AT(2, 37) | FOUR_INDICES;
    static const uint8_t wanted[4][4] = {
        {248, 223, 75, 255}, {255, 243, 95, 255}, {230, 205, 57, 255}, {210, 185, 37, 255}};
    static const uint8_t punched[4][4] = {
        {239, 214, 66, 255}, {255, 243, 95, 255}, {0, 0, 0, 0}, {210, 185, 37, 255}};
    store(block, bits | AT(1, 33));
    check_column(block, ETC2_RGB, wanted);
    check_column(block, ETC2_PUNCH, wanted);
    store(block, bits);
    check_column(block, ETC2_PUNCH, punched);
}

/* Bases (13, 1, 8) and (4, 12, 13), distance 32. */
static void test_t_and_h(void **state) {
    (void)state;
    uint8_t block[8];
    static const uint8_t t[4][4] = {
        {221, 17, 136, 255}, {100, 236, 253, 255}, {68, 204, 221, 255}, {36, 172, 189, 255}};
    /* Red 11 and 01 beside 0 give a sum that is too large: bits 63 to 61 are ones, bit 58 is not.
     */
    const uint64_t t_bits = AT(7, 61) | AT(3, 59) | AT(1, 56) | AT(1, 52) | AT(8, 48) | AT(4, 44) |
                            AT(12, 40) | AT(13, 36) | AT(2, 34) | AT(1, 32) | FOUR_INDICES;
    store(block, t_bits | AT(1, 33));
    check_column(block, ETC2_RGB, t);
    store(block, t_bits);
    uint32_t out[ETC2_TEXELS];
    etc2_decode_block(block, ETC2_PUNCH, out);
    assert_int_equal(out[2 * ETC2_SIZE], 0);
    static const uint8_t h[4][4] = {
        {253, 49, 168, 255}, {189, 0, 104, 255}, {100, 236, 253, 255}, {36, 172, 189, 255}};
    const uint64_t h_bits = AT(13, 59) | AT(0, 56) | AT(1, 52) | AT(1, 51) | AT(0, 47) | AT(4, 43) |
                            AT(12, 39) | AT(13, 35) | AT(1, 34) | AT(1, 33) | FOUR_INDICES;
    store(block, h_bits | AT(1, 50)); /* a free bit makes the sum 3 - 4 */
    check_column(block, ETC2_RGB, h);
}

static void test_planar(void **state) {
    (void)state;
    uint8_t block[8];
    /* (12, 64, 62), (50, 5, 37) to the right, (40, 112, 45) down. */
    store(block, AT(12, 57) | AT(1, 56) | AT(0, 49) | AT(1, 48) | AT(7, 45) | AT(3, 43) |
                     AT(6, 39) | AT(25, 34) | AT(1, 33) | AT(0, 32) | AT(5, 25) | AT(37, 19) |
                     AT(40, 13) | AT(112, 6) | 45);
    static const uint8_t wanted[4][4] = {
        {48, 129, 251, 255}, {77, 153, 234, 255}, {105, 177, 217, 255}, {134, 201, 199, 255}};
    check_column(block, ETC2_RGB, wanted);
    block[3] &= 0xfd; /* opaque or not */
    check_column(block, ETC2_PUNCH, wanted);
    uint32_t out[ETC2_TEXELS];
    etc2_decode_block(block, ETC2_PUNCH, out);
    assert_int_equal(out[15], 0xff7c70fa); /* (250, 112, 124) */
}

/* Texel b, the second of the first column, has index 3 of table 13: -10. */
static uint32_t eac(enum etc2_kind kind, unsigned base, unsigned multiplier) {
    uint8_t block[16] = {0};
    uint32_t out[ETC2_TEXELS];
    store(block, AT(base, 56) | AT(multiplier, 52) | AT(13, 48) | AT(3, 42));
    etc2_decode_block(block, kind, out);
    return out[ETC2_SIZE];
}

static void test_eac(void **state) {
    (void)state;
    assert_int_equal(eac(ETC2_RGBA, 103, 2) >> 24, 83);
    assert_int_equal(eac(ETC2_RGBA, 103, 0) >> 24, 103);
    assert_int_equal(eac(ETC2_R, 103, 2), 21386); /* 668 of 2047 */
    assert_int_equal(eac(ETC2_R, 103, 0), 818 << 5 | 818 >> 6);
    assert_int_equal(eac(ETC2_R_SIGNED, 60, 2), 320 << 5 | 320 >> 5);
    assert_int_equal(eac(ETC2_R_SIGNED, 60, 0), 15054); /* 470 of 1023 */
    assert_int_equal(eac(ETC2_R_SIGNED, 0xc4, 2), 0x10000 - (640 << 5 | 640 >> 5)); /* -60 */
    assert_int_equal(eac(ETC2_R_SIGNED, 0x80, 0), 0x10000 - 0x7fff); /* -128 is -127 */
    assert_int_equal(eac(ETC2_RG, 103, 2), 21386 | 32u << 16);       /* of zeros: 4 - 3 */
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_individual), cmocka_unit_test(test_differential),
    cmocka_unit_test(test_t_and_h),    cmocka_unit_test(test_planar),
    cmocka_unit_test(test_eac),        cmocka_unit_test(test_oracle),
};

int main(void) {
    return cmocka_run_group_tests(tests, NULL, NULL);
}
