/* SPDX-License-Identifier: MIT */
#include "copied.h"

#include "base/memory.h"
#include "gpu/texture/layout.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct machine m;

/* ---- surfaces ---- */

static uint32_t noise(uint32_t at) {
    at = (at ^ at >> 16) * 0x7feb352d;
    at = (at ^ at >> 15) * 0x846ca68b;
    return at ^ at >> 16;
}

void put_all(const struct surface *s) {
    const struct texture_level *l = &s->layout.level[0];
    const struct texture_box box = {0, 0, 0, s->width, s->height, 1};
    const uint32_t row = s->width * s->bytes;
    uint8_t *to = machine_at(&m, s->at);
    if (!s->pitch)
        texture_write(l, s->bytes, to, &box, s->texels, row, row * s->height);
    for (uint32_t y = 0; s->pitch && y < s->height; y++)
        memcpy(to + y * s->pitch, s->texels + y * row, row);
}

uint8_t *get_all(const struct surface *s) {
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

struct surface surface(uint8_t format, uint8_t bytes, uint32_t width, uint32_t height, bool pitch) {
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

void check(struct surface *s, unsigned most) {
    uint8_t *now = get_all(s);
    for (uint32_t i = 0; i < s->width * s->height * s->bytes; i++)
        if (abs(now[i] - s->texels[i]) > (int)most)
            fail_msg("byte %u of texel %u, %u is 0x%x, not 0x%x", i % s->bytes,
                     i / s->bytes % s->width, i / s->bytes / s->width, now[i], s->texels[i]);
    free(now);
    free(s->texels);
}

/* ---- words: cl902d.h ---- */

void put(unsigned method, uint32_t data) {
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

uint32_t operation = COPY;

void copy(const struct surface *from, struct part source, const struct surface *to,
          struct part target, bool linear) {
    const int64_t steps[2] = {((int64_t)source.width << 32) / target.width,
                              ((int64_t)source.height << 32) / target.height};
    const int64_t starts[2] = {((int64_t)source.x << 32) + steps[0] / 2,
                               ((int64_t)source.y << 32) + steps[1] / 2};
    put_surface(0x230, from);
    put_surface(0x200, to);
    put(0x2ac, operation);
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

void expect(const struct surface *from, struct part source, struct surface *to, struct part target,
            bool linear) {
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

void both(const struct surface *from, struct part source, struct surface *to, struct part target,
          bool linear) {
    copy(from, source, to, target, linear);
    expect(from, source, to, target, linear);
}
