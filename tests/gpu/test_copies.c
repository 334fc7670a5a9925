/* SPDX-License-Identifier: MIT */
/* Copies of the 2D engine, beside the same worked out texel by texel. */
#include "copied.h"

#include "gpu/vulkan/backend.h"
#include "gpu/vulkan/draw/draw_parts.h"
#include "gpu/vulkan/texture/format.h"

#include "base/memory.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- cases ---- */

static void one_to_one(void **state) {
    (void)state;
    struct surface from = surface(PLAIN, 4, 50, 40, false), to = surface(PLAIN, 4, 60, 45, false);
    both(&from, (struct part){3, 5, 30, 20}, &to, (struct part){11, 7, 30, 20}, false);
    machine_run(&m);
    check(&to, 0);
    check(&from, 0);
}

static void larger_and_smaller(void **state) {
    (void)state;
    struct surface from = surface(PLAIN, 4, 32, 32, false), to = surface(PLAIN, 4, 80, 90, false);
    both(&from, (struct part){0, 0, 32, 32}, &to, (struct part){0, 0, 64, 64}, false);
    both(&from, (struct part){0, 0, 32, 32}, &to, (struct part){64, 0, 16, 8}, false);
    both(&from, (struct part){8, 8, 16, 16}, &to, (struct part){0, 64, 48, 24}, true);
    machine_run(&m);
    check(&to, 1);
    free(from.texels);
}

static void backwards(void **state) {
    (void)state;
    struct surface from = surface(PLAIN, 4, 32, 32, false), to = surface(PLAIN, 4, 64, 64, false);
    both(&from, (struct part){32, 0, -32, 32}, &to, (struct part){0, 0, 32, 32}, false);
    both(&from, (struct part){0, 32, 32, -32}, &to, (struct part){32, 0, 32, 32}, false);
    both(&from, (struct part){24, 24, -16, -16}, &to, (struct part){0, 32, 64, 32}, false);
    machine_run(&m);
    check(&to, 0);
    free(from.texels);
}

static void beyond_edges(void **state) {
    (void)state;
    struct surface from = surface(PLAIN, 4, 16, 16, false), to = surface(PLAIN, 4, 24, 24, false);
    both(&from, (struct part){-4, -4, 24, 24}, &to, (struct part){-2, -2, 24, 24}, false);
    both(&from, (struct part){0, 0, 16, 16}, &to, (struct part){16, 16, 16, 16}, false);
    machine_run(&m);
    check(&to, 0);
    free(from.texels);
}

static void within_a_rectangle(void **state) {
    (void)state;
    struct surface from = surface(PLAIN, 4, 32, 32, false);
    struct surface clipped = surface(PLAIN, 4, 32, 32, false);
    put(0x280, 8);
    put(0x284, 4);
    put(0x288, 10);
    put(0x28c, 12);
    put(0x290, 1);
    copy(&from, (struct part){0, 0, 32, 32}, &clipped, (struct part){0, 0, 32, 32}, false);
    put(0x290, 0);
    expect(&from, (struct part){8, 4, 10, 12}, &clipped, (struct part){8, 4, 10, 12}, false);
    machine_run(&m);
    check(&clipped, 0);
    free(from.texels);
}

static void rows_and_blocks(void **state) {
    (void)state;
    struct surface rows = surface(PLAIN, 4, 40, 30, true),
                   blocks = surface(PLAIN, 4, 40, 30, false);
    struct surface back = surface(PLAIN, 4, 40, 30, true);
    both(&rows, (struct part){0, 0, 40, 30}, &blocks, (struct part){0, 0, 40, 30}, false);
    both(&blocks, (struct part){0, 0, 20, 30}, &back, (struct part){20, 0, 20, 30}, false);
    machine_run(&m);
    check(&blocks, 0);
    check(&back, 0);
    free(rows.texels);
}

static void other_formats(void **state) {
    (void)state;
    struct surface from = surface(PLAIN, 4, 32, 8, false),
                   swapped = surface(SWAPPED, 4, 32, 8, false);
    struct surface curved = surface(CURVED, 4, 32, 8, false),
                   again = surface(CURVED, 4, 32, 8, false);
    copy(&from, (struct part){0, 0, 32, 8}, &swapped, (struct part){0, 0, 32, 8}, false);
    for (unsigned i = 0; i < 32 * 8; i++) {
        const uint8_t *t = from.texels + 4 * i;
        memcpy(swapped.texels + 4 * i, (uint8_t[]){t[2], t[1], t[0], t[3]}, 4);
    }
    both(&curved, (struct part){0, 0, 32, 8}, &again, (struct part){0, 0, 32, 8}, false);
    machine_run(&m);
    check(&swapped, 0);
    check(&again, 0);
    free(curved.texels);
    free(from.texels);
}

static void other_sizes_of_texels(void **state) {
    (void)state;
    struct surface byte = surface(BYTE, 1, 50, 20, false),
                   byte_to = surface(BYTE, 1, 64, 64, false);
    struct surface word = surface(UNSIGNED, 4, 50, 20, false),
                   word_to = surface(UNSIGNED, 4, 64, 64, false);
    both(&byte, (struct part){1, 1, 33, 17}, &byte_to, (struct part){5, 3, 33, 17}, false);
    both(&word, (struct part){1, 1, 33, 17}, &word_to, (struct part){5, 3, 33, 17}, true);
    machine_run(&m);
    check(&byte_to, 0);
    check(&word_to, 0);
    free(byte.texels);
    free(word.texels);
}

/* Overlapping parts of one surface. */
static void within_one(void **state) {
    (void)state;
    struct surface s = surface(PLAIN, 4, 48, 48, false), before = s;
    before.texels = memory_new(4 * 48 * 48);
    memcpy(before.texels, s.texels, 4 * 48 * 48);
    copy(&s, (struct part){0, 0, 32, 32}, &s, (struct part){10, 6, 32, 32}, false);
    expect(&before, (struct part){0, 0, 32, 32}, &s, (struct part){10, 6, 32, 32}, false);
    machine_run(&m);
    check(&s, 0);
    free(before.texels);
}

/* ---- and larger or smaller, or turned around ---- */

static void scaled_within_one(void **state) {
    (void)state;
    struct surface s = surface(PLAIN, 4, 48, 48, false), before = s;
    before.texels = memory_new(4 * 48 * 48);
    memcpy(before.texels, s.texels, 4 * 48 * 48);
    copy(&s, (struct part){0, 0, 16, 16}, &s, (struct part){8, 6, 32, 32}, false);
    expect(&before, (struct part){0, 0, 16, 16}, &s, (struct part){8, 6, 32, 32}, false);
    memcpy(before.texels, s.texels, 4 * 48 * 48);
    copy(&s, (struct part){40, 0, -40, 48}, &s, (struct part){8, 0, 40, 48}, false);
    expect(&before, (struct part){40, 0, -40, 48}, &s, (struct part){8, 0, 40, 48}, false);
    machine_run(&m);
    check(&s, 0);
    free(before.texels);
}

/* Slices of a volume: the first one is the source. */
static void of_a_volume(void **state) {
    (void)state;
    enum { SIDE = 32, DEPTH = 4 };
    const struct texture_shape shape = {.width = SIDE,
                                        .height = SIDE,
                                        .depth = DEPTH,
                                        .layers = 1,
                                        .levels = 1,
                                        .block_width = 1,
                                        .block_height = 1,
                                        .bytes = 4,
                                        .samples_x = 1,
                                        .samples_y = 1,
                                        .height_log2 = 1,
                                        .depth_log2 = 1};
    struct surface from = surface(PLAIN, 4, SIDE, SIDE, false),
                   to = surface(PLAIN, 4, SIDE, SIDE, false);
    struct error error;
    assert_true(texture_layout(&shape, &from.layout, &error));
    from.at = machine_memory(&m, from.layout.size, 4096);
    memset(machine_at(&m, from.at), 0x77, from.layout.size);
    put_all(&from);
    expect(&from, (struct part){0, 0, SIDE, SIDE}, &to, (struct part){0, 0, SIDE, SIDE}, false);
    copy(&from, (struct part){0, 0, SIDE, SIDE}, &to, (struct part){0, 0, SIDE, SIDE}, false);
    put(0x230 + 8, 1 << 4 | 1 << 8);
    put(0x230 + 12, DEPTH);
    put(0x8dc, 0); /* the same once more, now that all is said */
    machine_run(&m);
    check(&to, 0);
    free(from.texels);
}

/* ---- operations ---- */

/* As deko3d's definitions have them; numbers between 0 and 1. */
static double operated(double s, double alpha, double t, double beta1, double beta4,
                       double beta4_alpha) {
    switch (operation) {
    case COPY_AND:
        return alpha > 0 ? s : t;
    case BLEND_AND:
        return s * alpha * beta1 + t * (1 - alpha * beta1);
    case COPY_PREMULTIPLIED:
        return s * beta4;
    default:
        return s * beta4 + t * (1 - alpha * beta4_alpha);
    }
}

static void operate(uint8_t source_format, uint8_t number, uint32_t beta1, const uint8_t beta4[4]) {
    enum { SIDE = 16, OPAQUE = 0xf9 };
    struct surface from = surface(source_format, 4, SIDE, SIDE, false),
                   to = surface(PLAIN, 4, SIDE, SIDE, false);
    for (unsigned i = 0; i < SIDE * SIDE; i += 3)
        from.texels[4 * i + 3] = 0;
    put_all(&from);
    put(0x2a4, beta1 << 23);
    put(0x2a8, (uint32_t)(beta4[3] << 24 | beta4[0] << 16 | beta4[1] << 8 | beta4[2]));
    operation = number;
    copy(&from, (struct part){0, 0, SIDE, SIDE}, &to, (struct part){0, 0, SIDE, SIDE}, false);
    for (unsigned i = 0; i < SIDE * SIDE * 4; i++) {
        const double alpha = source_format == OPAQUE ? 1 : from.texels[i / 4 * 4 + 3] / 255.0;
        const double s = i % 4 == 3 ? alpha : from.texels[i] / 255.0;
        const double value = operated(s, alpha, to.texels[i] / 255.0, beta1 / 255.0,
                                      beta4[i % 4] / 255.0, beta4[3] / 255.0);
        to.texels[i] = (uint8_t)lround(255 * fmin(value, 1));
    }
    operation = COPY;
    machine_run(&m);
    check(&to, 1);
    free(from.texels);
}

static void operations(void **state) {
    (void)state;
    static const uint8_t numbers[] = {COPY_AND, BLEND_AND, COPY_PREMULTIPLIED, BLEND_PREMULTIPLIED};
    static const uint8_t beta4[] = {0x40, 0x80, 0xff, 0xc0};
    for (unsigned i = 0; i < sizeof numbers; i++) {
        operate(PLAIN, numbers[i], 0xff, beta4);
        operate(PLAIN, numbers[i], 0x60, beta4);
        operate(0xf9, numbers[i], 0xff, beta4); /* X8B8G8R8 */
    }
}

/* Formats that the device draws to, but cannot blend, are left alone, and the layer sees nothing of
 * it; all others get something else. */
static void blends_into_each_format(void **state) {
    (void)state;
    enum { SIDE = 8, FIRST = 0xc0, LAST = 0xff };
    const struct part all = {0, 0, SIDE, SIDE};
    unsigned blended = 0, left = 0;
    for (unsigned number = FIRST; number <= LAST; number++) {
        struct vulkan_format format;
        struct error error;
        if (!format_of_target((uint8_t)number, false, &format, &error))
            continue;
        struct surface from = surface(PLAIN, 4, SIDE, SIDE, false),
                       to = surface((uint8_t)number, format.bytes, SIDE, SIDE, false);
        const uint32_t bytes = SIDE * SIDE * format.bytes;
        memset(to.texels, 0x31, bytes); /* a number in any format */
        put_all(&to);
        put(0x2a8, 0xffffffff);
        operation = BLEND_PREMULTIPLIED;
        copy(&from, all, &to, all, false);
        operation = COPY;
        machine_run(&m);
        const bool blends = pass_format_blends(m.backend->vk, format.format) &&
                            drawing_scalar((uint8_t)number) == SHADER_FLOAT;
        uint8_t *now = get_all(&to);
        if (!memcmp(now, to.texels, bytes) == blends)
            fail_msg("format 0x%x is %s", number, blends ? "left alone" : "changed");
        blended += blends;
        left += !blends;
        free(now);
        free(from.texels);
        free(to.texels);
    }
    assert_true(blended > 8 && left > 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_to_one),
        cmocka_unit_test(larger_and_smaller),
        cmocka_unit_test(backwards),
        cmocka_unit_test(beyond_edges),
        cmocka_unit_test(within_a_rectangle),
        cmocka_unit_test(rows_and_blocks),
        cmocka_unit_test(other_formats),
        cmocka_unit_test(other_sizes_of_texels),
        cmocka_unit_test(within_one),
        cmocka_unit_test(scaled_within_one),
        cmocka_unit_test(of_a_volume),
        cmocka_unit_test(operations),
        cmocka_unit_test(blends_into_each_format),
    };
    if (!machine_open(&m, false)) {
        print_message("1..0 # SKIP no device\n");
        return 0;
    }
    const int failed = cmocka_run_group_tests_name("gpu copies", tests, NULL, NULL);
    machine_close(&m);
    return failed;
}
