/* SPDX-License-Identifier: MIT */
#include "expect.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* What a resource holds before the run; free it. `texel`: bytes of one, 0: of a buffer. */
static void *content(const struct scene *scene, enum resource_kind kind, unsigned slot) {
    const struct resource *r = scene_resource(scene, kind, slot);
    const size_t samples = r->multisampled ? 4 : 1;
    const size_t size =
        r->format ? r->width * r->height * r->depth * r->layers * samples * format_size(r->format)
                  : r->words * 4;
    uint8_t *bytes = memory_new(size);
    fill_bytes(scene, &r->fill, r->name, bytes, size);
    return bytes;
}

static uint32_t *words_of(struct result *out) {
    return (uint32_t *)out->bytes.data;
}

static float *floats_of(struct result *out) {
    return (float *)out->bytes.data;
}

static float unorm(const uint8_t *texels, size_t texel, size_t component) {
    return (float)texels[4 * texel + component] / 255.0f;
}

static void collatz(const struct scene *scene, struct result *out) {
    uint32_t *in = content(scene, RESOURCE_SSBO, 0);
    for (uint32_t i = 0; i < out->width; i++) {
        uint32_t n = in[i] % 4096 + 1, steps = 0, peak = n;
        for (; n != 1; steps++) {
            n = n % 2 ? 3 * n + 1 : n / 2;
            peak = n > peak ? n : peak;
        }
        words_of(out)[i] = peak << 9 | steps;
    }
    free(in);
}

static void ids(const struct scene *scene, struct result *out) {
    enum { X = 4, Y = 2, Z = 6 };
    const uint32_t *groups = scene->groups;
    const uint32_t width = groups[0] * X, height = groups[1] * Y, depth = groups[2] * Z;
    for (uint32_t z = 0; z < depth; z++)
        for (uint32_t y = 0; y < height; y++)
            for (uint32_t x = 0; x < width; x++) {
                const uint32_t gx = x / X, gy = y / Y, gz = z / Z;
                const uint32_t first = (gz * Z * height + gy * Y) * width + gx * X;
                uint32_t *to = words_of(out) + 4 * ((z * height + y) * width + x);
                to[0] = (z % Z * Y + y % Y) * X + x % X;
                to[1] = x % X + 16 * (y % Y) + 256 * (z % Z);
                to[2] = gx + 16 * gy + 256 * gz + 4096 * groups[2];
                to[3] = first;
            }
}

static void lengths(const struct scene *scene, struct result *out) {
    enum { A = 64, T = 33, W = 75, THREADS = 16 };
    uint32_t *a = content(scene, RESOURCE_SSBO, 0), *w = content(scene, RESOURCE_SSBO, 3);
    for (uint32_t i = 0; i < THREADS; i++) {
        uint32_t *to = words_of(out) + 4 * i;
        to[0] = A * 1000 + W;
        to[1] = T;
        to[2] = 4 * THREADS;
        to[3] = w[2 + (9 * i < W ? 9 * i : W - 1)] + a[4 * (A - 1 - i) + 1];
    }
    free(a);
    free(w);
}

static void drawn_ids(const struct scene *scene, struct result *out) {
    enum { ROW = 4, DRAW = 7 };
    for (uint32_t instance = 0; instance < scene->instances; instance++)
        for (uint32_t i = 0; i < scene->index_count; i++) {
            const uint32_t cell = scene->indices[i] + 4 * instance;
            uint32_t *to = words_of(out) + 4 * (ROW * out->width + cell);
            to[0] = scene->indices[i] + scene->vertex_offset;
            to[1] = instance;
            to[2] = scene->vertex_offset * 256 + scene->first_instance;
            to[3] = DRAW;
        }
}

static void layers(const struct scene *scene, struct result *out) {
    const size_t width = out->width, height = out->height;
    for (size_t triangle = 0; triangle < scene->vertices / 3; triangle++)
        for (size_t i = 0; i < width / 2 * height; i++) {
            const size_t layer = 3 - triangle, view = triangle % 2;
            const size_t x = i % (width / 2) + view * width / 2, y = i / (width / 2);
            float *to = floats_of(out) + 4 * ((layer * height + y) * width + x);
            to[0] = (float)layer;
            to[1] = (float)view;
            to[2] = to[3] = (float)triangle;
        }
}

static void samples(const struct scene *scene, struct result *out) {
    uint8_t *plain = content(scene, RESOURCE_TEXTURE, 0),
            *array = content(scene, RESOURCE_TEXTURE, 1);
    const size_t width = out->width, height = out->height;
    for (size_t i = 0; i < width * height; i++)
        for (size_t k = 0; k < 4; k++) {
            const size_t x = i % width, y = i / width, sample = (x + y) % 4;
            const size_t turned = (x % 2 * height + x) * width + y; /* layer x % 2, at (y, x) */
            float sum = 0;
            for (size_t s = 0; s < 4; s++)
                sum += unorm(plain, i * 4 + s, k) * (float)(1 << 2 * s);
            sum -= unorm(array, turned * 4 + sample, k);
            sum += unorm(plain, (width * height - 1 - i) * 4 + 3 - sample, k) * 1024;
            floats_of(out)[4 * i + k] = sum;
        }
    free(plain);
    free(array);
}

static void sampler_array(const struct scene *scene, struct result *out) {
    enum { SIDE = 8, GROUP = 64, ARRAY = 4, VOLUME = 6, VOLUME_SIDE = 4 };
    uint8_t *t[ARRAY];
    uint32_t *u[2], *chosen = content(scene, RESOURCE_UBO, 0);
    float *in = content(scene, RESOURCE_SSBO, 0);
    for (unsigned i = 0; i < ARRAY; i++)
        t[i] = content(scene, RESOURCE_TEXTURE, i);
    for (unsigned i = 0; i < 2; i++)
        u[i] = content(scene, RESOURCE_TEXTURE, VOLUME + i);
    for (size_t i = 0; i < out->width / 4; i++) {
        const size_t x = (size_t)(in[2 * i] * 7.9f), y = (size_t)(in[2 * i + 1] * 7.9f),
                     n = i / GROUP, before_x = (x + SIDE - 1) % SIDE,
                     before_y = (y + SIDE - 1) % SIDE;
        const size_t gathered[4] = {y * SIDE + before_x, y * SIDE + x, before_y * SIDE + x,
                                    before_y * SIDE + before_x};
        float *sum = floats_of(out) + 4 * i;
        for (size_t k = 0; k < 4; k++) {
            sum[k] = unorm(t[n], y * SIDE + x, k);
            sum[k] += unorm(t[chosen[0]], x * SIDE + y, k) * 2;
            sum[k] += unorm(t[3 - n], y * SIDE + x, k) * 4;
            sum[k] += unorm(t[chosen[1]], gathered[k], 1);
        }
        sum[3] += (float)(u[n % 2][(n * VOLUME_SIDE + y / 2) * VOLUME_SIDE + x / 2] & 0xffff);
        sum[2] += (float)SIDE;
    }
    for (unsigned i = 0; i < ARRAY; i++)
        free(t[i]);
    free(u[0]);
    free(u[1]);
    free(chosen);
    free(in);
}

/* ---- groups of 32 lanes, which few devices have ---- */

enum { LANES = 32 };

static bool all_of(const bool votes[LANES], const bool voters[LANES]) {
    for (unsigned i = 0; i < LANES; i++)
        if (voters[i] && !votes[i])
            return false;
    return true;
}

static bool any_of(const bool votes[LANES], const bool voters[LANES]) {
    for (unsigned i = 0; i < LANES; i++)
        if (voters[i] && votes[i])
            return true;
    return false;
}

static void votes(const struct scene *scene, struct result *out) {
    uint32_t *in = content(scene, RESOURCE_SSBO, 0);
    for (size_t group = 0; group < out->width / LANES; group++) {
        bool three[LANES], odd[LANES], two[LANES], eight[LANES], other[LANES], low[LANES],
            high[LANES], all[LANES];
        for (size_t i = 0; i < LANES; i++) {
            uint32_t w = in[group * LANES + i];
            w = group == 1 ? 6 : group == 2 ? w | 1 : w;
            three[i] = (w & 0xf0) == 0x30;
            odd[i] = w & 1;
            two[i] = w & 2;
            eight[i] = w & 8;
            other[i] = !eight[i];
            low[i] = !(w & 0x700);
            high[i] = w & 0x3000;
            all[i] = true;
        }
        for (size_t i = 0; i < LANES; i++) {
            const bool equal = all_of(two, all) || !any_of(two, all);
            uint32_t r = any_of(three, all) | all_of(odd, all) << 1 | equal << 2;
            r |= eight[i] ? any_of(low, eight) << 3 : all_of(high, other) << 4;
            words_of(out)[group * LANES + i] = r;
        }
    }
    free(in);
}

static void lanes(const struct scene *scene, struct result *out) {
    float *in = content(scene, RESOURCE_SSBO, 0);
    for (size_t i = 0; i < out->width / 4; i++) {
        const uint32_t lane = i % LANES, up_to = (uint32_t)((2ull << lane) - 1);
        uint32_t best = lane, *to = words_of(out) + 4 * i;
        const float *group = in + (i - lane);
        for (uint32_t k = 0; k < LANES; k++)
            best = group[k] > group[best] ? k : best;
        to[0] = lane | LANES << 8 | best << 16;
        memcpy(to + 1, group + best, sizeof *group);
        to[2] = 1u << lane ^ ~up_to;
        to[3] = up_to ^ ~0u;
    }
    free(in);
}

/* ---- programs that the guest's compiler makes something else of ---- */

static void arithmetic(const struct scene *scene, struct result *out) {
    uint32_t *in = content(scene, RESOURCE_SSBO, 0);
    for (uint32_t i = 0; i < out->width / 8; i++) {
        const uint32_t x = in[4 * i], y = in[4 * i + 1], z = in[4 * i + 2], w = in[4 * i + 3];
        const uint32_t words[8] = {x + y - z,
                                   w * z - x * 3,
                                   x * y + z,
                                   x * y - w,
                                   (x & 0xffff) * (y & 0xffff),
                                   z * 0x9e3779b1 + 77,
                                   8 * w + x,
                                   (y + 5) * -7u};
        memcpy(words_of(out) + 8 * i, words, sizeof words);
    }
    free(in);
}

static void components(const struct scene *scene, struct result *out) {
    uint32_t *in = content(scene, RESOURCE_SSBO, 0);
    float *c = content(scene, RESOURCE_UBO, 0);
    for (size_t i = 0; i < out->width / 8; i++) {
        enum { VECTORS = 6, SMALL = 32 /* where the small matrices are */ };
        const uint32_t *v = in + 4 * i;
        float table[VECTORS][4], *to = floats_of(out) + 8 * i;
        for (size_t k = 0; k < VECTORS; k++)
            for (size_t p = 0; p < 4; p++)
                table[k][p] = c[4 * (k % 4) + p] + (float)k;
        table[v[0] % VECTORS][v[1] % 4] = 42;
        memcpy(to, table[v[3] % VECTORS], sizeof *table);
        for (size_t p = 0; p < 4; p++) {
            to[4 + p] = c[16 + 4 * p];
            if (p == v[3] % 4)
                to[4 + p] = c[SMALL + 8 * (v[0] % 2) + 4 * (v[1] % 2)];
            to[4 + p] += c[12];
        }
    }
    free(in);
    free(c);
}

static void sample_mask(const struct scene *scene, struct result *out) {
    (void)scene;
    for (uint32_t i = 0; i < out->width * out->height; i++) {
        const uint32_t x = i % out->width;
        const float color[4] = {x & 4 ? 1 : 0, 0, 0, 1};
        if (x & 1)
            memcpy(floats_of(out) + 16 * i, color, sizeof color);
    }
}

/* Of 3x - 5y, as if it did not depend on y. */
static void derivatives_linear(const struct scene *scene, struct result *out) {
    static const float same[4] = {3, 0, 3, 3};
    (void)scene;
    for (size_t i = 0; i < out->width * out->height; i++)
        memcpy(floats_of(out) + 4 * i, same, sizeof same);
}

/* Of xy; a coordinate that grows by one a pixel, and what 3x - 5y has. */
static void derivatives_product(const struct scene *scene, struct result *out) {
    (void)scene;
    for (size_t i = 0; i < out->width * out->height; i++) {
        const float y = (float)(i / out->width) + 0.5f, pixel[4] = {y, 0, y, 1 + 3};
        memcpy(floats_of(out) + 4 * i, pixel, sizeof pixel);
    }
}

/* Interpolated coordinates are as exact as the device likes, and their differences less so. */
enum { DERIVATIVE_ULPS = 64 };

/* Devices turn bytes into floats by a product or by a division: the last bits differ. */
enum { TEXEL_ULPS = 4 };

static const struct expectation expectations[] = {
    {.name = "k08_collatz", .fill = {collatz}},
    {.name = "s05_ids", .fill = {ids}},
    {.name = "b05_length", .fill = {lengths}},
    {.name = "v02_ids", .fill = {drawn_ids}},
    {.name = "v05_layer", .fill = {layers}},
    {.name = "t12_ms", .fill = {samples}, .ulps = TEXEL_ULPS},
    {.name = "t14_samplerarray", .fill = {sampler_array}, .ulps = TEXEL_ULPS},
    {.name = "w01_vote", .fill = {votes}},
    {.name = "w03_lanes", .fill = {lanes}},
    {.name = "i01_addmul",
     .fill = {arithmetic},
     .reference = REFERENCE_DIFFERS,
     .why = "its code multiplies by -7 where the source says -9"},
    {.name = "a07_component",
     .fill = {components},
     .reference = REFERENCE_DIFFERS,
     .why = "its code drops which component of a vector in a uniform buffer is meant"},
    {.name = "q05_samplemask",
     .fill = {sample_mask},
     .reference = REFERENCE_DIFFERS,
     .why = "its code sees one sample of a mask: that of its number, which is 0 for whole pixels"},
    {.name = "q02_deriv",
     .fill = {derivatives_linear, derivatives_product},
     .ulps = DERIVATIVE_ULPS,
     .reference = REFERENCE_DIFFERS,
     .why = "its code multiplies vertical derivatives by a constant that its compiler left zero"},
    {.name = "y02_quads",
     .reference = REFERENCE_DIFFERS,
     .why = "its code writes every outer level from every invocation, four values at once to one "
            "place"},
    {.name = "f12_modifiers",
     .reference = REFERENCE_AGREES_MOSTLY,
     .why = "its code joins a product with a sum: where they nearly cancel each other out, devices "
            "that round once differ in more than the last bits"},
    {.name = "t10_cube",
     .reference = REFERENCE_AGREES_MOSTLY,
     .why =
         "its code divides coordinates by the largest of them before it samples: around the edges "
         "of faces other levels are chosen"},
};

const struct expectation *expect_find(const char *name) {
    for (size_t i = 0; i < sizeof expectations / sizeof *expectations; i++)
        if (!strcmp(expectations[i].name, name))
            return &expectations[i];
    return NULL;
}
