/* SPDX-License-Identifier: MIT */
#include "gpu/texture/layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct texture_shape plain(uint32_t width, uint32_t height, uint32_t levels, uint8_t bytes,
                                  uint8_t tile) {
    return (struct texture_shape){width, height, 1, 1, levels, 1, 1, bytes, 1, 1, tile, 0};
}

static struct texture_layout layout_of(struct texture_shape s) {
    struct texture_layout l;
    struct error error;
    if (!texture_layout(&s, &l, &error))
        fail_msg("%s", error.text);
    return l;
}

/* What deko3d's dkImageLayoutInitialize says of the same. */
static void test_known_sizes(void **state) {
    (void)state;
    assert_int_equal(layout_of(plain(1280, 720, 1, 4, 4)).size, 3932160);
    assert_int_equal(layout_of(plain(1920, 1080, 1, 4, 4)).size, 8847360);
    static const uint32_t offsets[] = {0,       0x40000, 0x50000, 0x54000, 0x55000,
                                       0x55400, 0x55600, 0x55800, 0x55a00};
    static const uint8_t heights[] = {4, 4, 3, 2, 1, 0, 0, 0, 0};
    const struct texture_layout l = layout_of(plain(256, 256, 9, 4, 4));
    for (unsigned i = 0; i < 9; i++) {
        assert_int_equal(l.level[i].offset, offsets[i]);
        assert_int_equal(l.level[i].height_log2, heights[i]);
    }
    assert_int_equal(l.size, 0x55c00);
}

static void test_layers(void **state) {
    (void)state;
    struct texture_shape s = plain(256, 256, 9, 4, 4);
    s.layers = 6;
    const struct texture_layout l = layout_of(s);
    assert_int_equal(l.layer_stride, 0x56000); /* whole blocks of 8 KiB */
    assert_int_equal(l.size, 6 * 0x56000);
    struct texture_shape compressed = {256, 100, 1, 1, 2, 8, 5, 16, 1, 1, 2, 0};
    const struct texture_layout c = layout_of(compressed);
    assert_int_equal(c.level[0].width, 32);
    assert_int_equal(c.level[0].height, 20);
    assert_int_equal(c.level[1].height, 10);
}

static void test_refused(void **state) {
    (void)state;
    struct texture_layout l;
    struct error error;
    struct texture_shape s = plain(0, 1, 1, 4, 0);
    assert_false(texture_layout(&s, &l, &error));
    s = plain(65536, 65536, 1, 16, 4);
    s.layers = 65536;
    assert_false(texture_layout(&s, &l, &error));
    s = plain(16, 16, 17, 4, 4);
    assert_false(texture_layout(&s, &l, &error));
}

/* The address bit by bit, as the formula has it and not as the code does. */
static uint64_t model(const struct texture_level *l, uint32_t bytes, uint32_t x, uint32_t y,
                      uint32_t z) {
    const uint32_t tile_rows = 8u << l->height_log2, tile_slices = 1u << l->depth_log2;
    const uint32_t tiles_x = (l->width * bytes + 63) / 64;
    const uint32_t tiles_y = (l->height + tile_rows - 1) / tile_rows;
    const uint64_t tile = (z / tile_slices * (uint64_t)tiles_y + y / tile_rows) * tiles_x + x / 64;
    const uint32_t gob = z % tile_slices * (tile_rows / 8) + y % tile_rows / 8;
    static const uint8_t from_x[] = {0, 1, 2, 3, 0xff, 4, 0xff, 0xff, 5};
    static const uint8_t from_y[] = {0xff, 0xff, 0xff, 0xff, 0, 0xff, 1, 2, 0xff};
    uint64_t in_gob = 0;
    for (unsigned bit = 0; bit < 9; bit++)
        in_gob |= (uint64_t)(from_x[bit] != 0xff ? x >> from_x[bit] & 1 : y >> from_y[bit] & 1)
                  << bit;
    return (tile * (tile_rows / 8 * tile_slices) + gob) * 512 + in_gob;
}

/* Every size of element and height of block, odd sizes, all levels, also of three dimensions. */
static void test_against_model(void **state) {
    (void)state;
    static const uint8_t sizes[] = {1, 2, 4, 8, 12, 16};
    static const uint32_t shapes[][3] = {
        {37, 53, 1}, {1, 300, 1}, {260, 260, 1}, {13, 9, 7}, {64, 64, 32}};
    unsigned compared = 0;
    for (unsigned b = 0; b < sizeof sizes; b++)
        for (unsigned k = 0; k < sizeof shapes / sizeof *shapes; k++)
            for (uint8_t tile = 0; tile <= 5; tile++) {
                struct texture_shape s = plain(shapes[k][0], shapes[k][1], 4, sizes[b], tile);
                s.depth = shapes[k][2];
                s.depth_log2 = s.depth > 1 ? tile / 2 : 0;
                const struct texture_layout l = layout_of(s);
                for (unsigned i = 0; i < s.levels; i++) {
                    const struct texture_level *v = &l.level[i];
                    for (uint32_t n = 0; n < 200; n++, compared++) {
                        const uint32_t x = n * 7919 % v->width, y = n * 104729 % v->height;
                        const uint32_t z = n % v->depth, bytes = sizes[b];
                        const uint64_t at = texture_offset(v, sizes[b], x * bytes, y, z);
                        assert_int_equal(at, model(v, bytes, x * bytes, y, z));
                        assert_true(at < v->size);
                    }
                }
            }
    printf("# count texels %u\n", compared);
}

/* A box goes out and comes back; nothing beside it changes. */
static void test_boxes(void **state) {
    (void)state;
    enum { BYTES = 4 };
    struct texture_shape s = plain(45, 61, 1, BYTES, 2);
    s.depth = 5;
    s.depth_log2 = 1;
    const struct texture_layout l = layout_of(s);
    const struct texture_box box = {3, 5, 1, 31, 40, 3};
    const uint64_t stride = 31 * BYTES + 8, slice = stride * 41;
    uint8_t *storage = malloc(l.size), *copy = malloc(l.size), *rows = malloc(slice * 3);
    for (uint64_t i = 0; i < l.size; i++)
        storage[i] = copy[i] = (uint8_t)(i * 37 >> 3);
    texture_read(&l.level[0], BYTES, storage, &box, rows, stride, slice);
    for (uint32_t z = 0; z < box.depth; z++)
        for (uint32_t y = 0; y < box.height; y++)
            for (uint32_t x = 0; x < box.width * BYTES; x++)
                assert_int_equal(rows[z * slice + y * stride + x],
                                 storage[model(&l.level[0], BYTES, 3 * BYTES + x, 5 + y, 1 + z)]);
    for (uint32_t z = 0; z < box.depth; z++)
        for (uint32_t y = 0; y < box.height; y++)
            for (uint32_t x = 0; x < box.width * BYTES; x++)
                rows[z * slice + y * stride + x] ^= 0xff;
    texture_write(&l.level[0], BYTES, storage, &box, rows, stride, slice);
    uint64_t changed = 0;
    for (uint64_t i = 0; i < l.size; i++)
        changed += storage[i] != copy[i];
    assert_int_equal(changed, (uint64_t)box.width * box.height * box.depth * BYTES);
    free(storage);
    free(copy);
    free(rows);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_sizes), cmocka_unit_test(test_layers),
        cmocka_unit_test(test_refused),     cmocka_unit_test(test_against_model),
        cmocka_unit_test(test_boxes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
