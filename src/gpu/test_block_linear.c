/* SPDX-License-Identifier: MIT */
#include "gpu/block_linear.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* The address formula in arithmetic, as NVIDIA's TX1 manual words it, against our sector copies. */
static size_t address(uint32_t x, uint32_t y, uint32_t width_bytes, uint32_t height_log2) {
    uint32_t gobs = 1u << height_log2, across = (width_bytes + 63) / 64;
    size_t gob = (size_t)(y / (8 * gobs)) * across * gobs + (x / 64) * gobs + y % (8 * gobs) / 8;
    return gob * 512 + ((x % 64) / 32) * 256 + ((y % 8) / 2) * 64 + ((x % 32) / 16) * 32 +
           (y % 2) * 16 + x % 16;
}

static void check_surface(uint32_t width_bytes, uint32_t rows, uint32_t height_log2) {
    size_t size = (size_t)block_linear_size(width_bytes, rows, height_log2);
    uint8_t *storage = malloc(size), *out = calloc(rows, width_bytes + 3);
    for (size_t i = 0; i < size; i++) {
        storage[i] = (uint8_t)(i * 2654435761u >> 13);
    }
    block_linear_read(out, width_bytes + 3, storage, width_bytes, rows, height_log2);
    for (uint32_t y = 0; y < rows; y++) {
        for (uint32_t x = 0; x < width_bytes; x++) {
            size_t at = address(x, y, width_bytes, height_log2);
            assert_true(at < size);
            assert_int_equal(out[y * (width_bytes + 3) + x], storage[at]);
        }
        assert_int_equal(out[y * (width_bytes + 3) + width_bytes], 0);
    }
    free(storage);
    free(out);
}

static void every_byte_comes_from_its_address(void **state) {
    (void)state;
    static const uint32_t widths[] = {1, 16, 63, 64, 65, 100, 320, 2560},
                          rows[] = {1, 7, 8, 9, 130};
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
        for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
            for (uint32_t h = 0; h <= BLOCK_LINEAR_HEIGHT_MAX; h++) {
                check_surface(widths[w], rows[r], h);
            }
        }
    }
}

static void sizes(void **state) {
    (void)state;
    assert_int_equal(block_linear_size(1280 * 4, 720, 4), 3932160);
    assert_int_equal(block_linear_size(1920 * 4, 1080, 4), 8847360);
    assert_int_equal(block_linear_size(1, 1, 0), 512);
    assert_int_equal(block_linear_size(0, 5, 0), 0);
    assert_int_equal(block_linear_size(UINT32_MAX, UINT32_MAX, 5), 0);
    assert_int_equal(block_linear_size(64, 8, 6), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte_comes_from_its_address),
        cmocka_unit_test(sizes),
    };
    return cmocka_run_group_tests_name("block_linear", tests, NULL, NULL);
}
