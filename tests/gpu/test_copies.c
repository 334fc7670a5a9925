/* SPDX-License-Identifier: MIT */
/* Copies of the 2D engine, beside the same worked out texel by texel. */
#include "bound.h"
#include "pixels.h"

#include "base/memory.h"
#include "gpu/texture/layout.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct machine m;

/* ---- surfaces ---- */

enum { PLAIN = 0xd5, SWAPPED = 0xcf, CURVED = 0xd6, BYTE = 0xf3, UNSIGNED = 0xe4 };

struct surface {
    uint32_t width, height, pitch; /* pitch 0: block-linear */
    uint8_t format, bytes;
    uint64_t at;
    struct texture_layout layout;
    uint8_t *texels; /* as it should be, in rows without gaps */
};

static uint32_t noise(uint32_t at) {
    at = (at ^ at >> 16) * 0x7feb352d;
    at = (at ^ at >> 15) * 0x846ca68b;
    return at ^ at >> 16;
}

static void put_all(const struct surface *s) {
    const struct texture_level *l = &s->layout.level[0];
    const struct texture_box box = {0, 0, 0, s->width, s->height, 1};
    const uint32_t row = s->width * s->bytes;
    uint8_t *to = machine_at(&m, s->at);
    if (!s->pitch)
        texture_write(l, s->bytes, to, &box, s->texels, row, row * s->height);
    for (uint32_t y = 0; s->pitch && y < s->height; y++)
        memcpy(to + y * s->pitch, s->texels + y * row, row);
}

static uint8_t *get_all(const struct surface *s) {
    const struct texture_level *l = &s->layout.level[0];
    const struct texture_box box = {0, 0, 0, s->width, s->height, 1};
    const uint32_t row = s->width * s->bytes;
    uint8_t *out = memory_new((size_t)row * s->height);
    const uint8_t *from = machine_at(&m, s->at);
    if (!s->pitch)
        texture_read(l, s->bytes, from, &box, out, row, row * s->height);
    for (uint32_t y = 0; s->pitch && y < s->height; y++)
        memcpy(out + y * row, from + y * s->pitch, row);
    return out;
}

/* Of noise. */
static struct surface surface(uint8_t format, uint8_t bytes, uint32_t width, uint32_t height,
                              bool pitch) {
    struct surface s = {.width = width, .height = height, .format = format, .bytes = bytes};
    const struct texture_shape shape = {.width = width,
                                        .height = height,
                                        .depth = 1,
                                        .layers = 1,
                                        .levels = 1,
                                        .block_width = 1,
                                        .block_height = 1,
                                        .bytes = bytes,
                                        .samples_x = 1,
                                        .samples_y = 1,
                                        .height_log2 = 1};
    struct error error;
    static uint32_t seed;
    assert_true(texture_layout(&shape, &s.layout, &error));
    s.pitch = pitch ? (width * bytes + 127) / 128 * 128 : 0;
    s.at = machine_memory(&m, pitch ? s.pitch * height : s.layout.size, 4096);
    s.texels = memory_new((size_t)width * height * bytes);
    for (uint32_t i = 0; i < width * height * bytes; i++)
        s.texels[i] = (uint8_t)noise(seed++);
    put_all(&s);
    return s;
}

static void check(struct surface *s, unsigned most) {
    uint8_t *now = get_all(s);
    for (uint32_t i = 0; i < s->width * s->height * s->bytes; i++)
        if (abs(now[i] - s->texels[i]) > (int)most)
            fail_msg("byte %u of texel %u, %u is 0x%x, not 0x%x", i % s->bytes,
                     i / s->bytes % s->width, i / s->bytes / s->width, now[i], s->texels[i]);
    free(now);
    free(s->texels);
}

/* ---- words: cl902d.h ---- */

static void put(unsigned method, uint32_t data) {
    machine_write(&m, MACHINE_TWO_D, method / 4, data);
}

static void put_surface(unsigned method, const struct surface *s) {
    put(method, s->format);
    put(method + 4, s->pitch != 0);
    put(method + 8, 1 << 4);
    put(method + 12, 1);
    put(method + 16, 0);
    put(method + 20, s->pitch);
    put(method + 24, s->width);
    put(method + 28, s->height);
    machine_address(&m, MACHINE_TWO_D, (method + 32) / 4, s->at);
}

struct part {
    int x, y, width, height;
};

/* Part of one to part of the other; a negative size goes backwards. */
static void copy(const struct surface *from, struct part source, const struct surface *to,
                 struct part target, bool linear) {
    const int64_t steps[2] = {((int64_t)source.width << 32) / target.width,
                              ((int64_t)source.height << 32) / target.height};
    const int64_t starts[2] = {((int64_t)source.x << 32) + steps[0] / 2,
                               ((int64_t)source.y << 32) + steps[1] / 2};
    put_surface(0x230, from);
    put_surface(0x200, to);
    put(0x2ac, 3); /* SRCCOPY */
    put(0x88c, 1 | linear << 4);
    put(0x8b0, (uint32_t)target.x);
    put(0x8b4, (uint32_t)target.y);
    put(0x8b8, (uint32_t)target.width);
    put(0x8bc, (uint32_t)target.height);
    for (unsigned i = 0; i < 2; i++) {
        put(0x8c0 + 8 * i, (uint32_t)steps[i]);
        put(0x8c4 + 8 * i, (uint32_t)(steps[i] >> 32));
    }
    for (unsigned i = 0; i < 2; i++) {
        put(0x8d0 + 8 * i, (uint32_t)starts[i]);
        put(0x8d4 + 8 * i, (uint32_t)(starts[i] >> 32));
    }
}

/* ---- what should be ---- */

static int clamp(int value, int size) {
    return value < 0 ? 0 : value >= size ? size - 1 : value;
}

static const uint8_t *texel(const struct surface *s, int x, int y) {
    return s->texels +
           ((size_t)clamp(y, (int)s->height) * s->width + clamp(x, (int)s->width)) * s->bytes;
}

static void expect(const struct surface *from, struct part source, struct surface *to,
                   struct part target, bool linear) {
    for (int y = 0; y < target.height; y++)
        for (int x = 0; x < target.width; x++) {
            const int tx = target.x + x, ty = target.y + y;
            const double sx = source.x + (x + 0.5) * source.width / target.width;
            const double sy = source.y + (y + 0.5) * source.height / target.height;
            if (tx < 0 || ty < 0 || tx >= (int)to->width || ty >= (int)to->height)
                continue;
            uint8_t *out = to->texels + ((size_t)ty * to->width + (size_t)tx) * to->bytes;
            if (!linear) {
                memcpy(out, texel(from, (int)floor(sx), (int)floor(sy)), to->bytes);
                continue;
            }
            const int ix = (int)floor(sx - 0.5), iy = (int)floor(sy - 0.5);
            const double u = sx - 0.5 - ix, v = sy - 0.5 - iy;
            for (unsigned k = 0; k < to->bytes; k++)
                out[k] = (uint8_t)lround(
                    (texel(from, ix, iy)[k] * (1 - u) + texel(from, ix + 1, iy)[k] * u) * (1 - v) +
                    (texel(from, ix, iy + 1)[k] * (1 - u) + texel(from, ix + 1, iy + 1)[k] * u) *
                        v);
        }
}

static void both(const struct surface *from, struct part source, struct surface *to,
                 struct part target, bool linear) {
    copy(from, source, to, target, linear);
    expect(from, source, to, target, linear);
}

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_to_one),         cmocka_unit_test(larger_and_smaller),
        cmocka_unit_test(backwards),          cmocka_unit_test(beyond_edges),
        cmocka_unit_test(within_a_rectangle), cmocka_unit_test(rows_and_blocks),
        cmocka_unit_test(other_formats),      cmocka_unit_test(other_sizes_of_texels),
        cmocka_unit_test(within_one),
    };
    if (!machine_open(&m, false)) {
        print_message("1..0 # SKIP no device\n");
        return 0;
    }
    const int failed = cmocka_run_group_tests_name("gpu copies", tests, NULL, NULL);
    machine_close(&m);
    return failed;
}
