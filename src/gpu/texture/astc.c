/* SPDX-License-Identifier: MIT */
#include "gpu/texture/astc.h"

#include "gpu/texture/astc_block.h"
#include "gpu/texture/astc_endpoint.h"

#include <string.h>

enum { HALF_ONE = 0x3c00, HALF_MOST = 0x7bff, HALF_INFINITE = 0x7c00 };

/* ---- components ---- */

/* value / 65536 towards zero, and 1 where all bits are set ("Weight Application"). */
static uint16_t half_of_unorm(unsigned value) {
    if (value == 0xffff)
        return HALF_ONE;
    if (value < 4)
        return (uint16_t)(value << 8); /* below 2^-14: a multiple of 2^-24 */
    const unsigned top = 31 - (unsigned)__builtin_clz(value);
    const unsigned fraction = top > 10 ? value >> (top - 10) : value << (10 - top);
    return (uint16_t)((top - 1) << 10 | (fraction & 0x3ff));
}

/* Five bits of exponent and eleven that stand for ten: the logarithm is bent in three pieces. */
static uint16_t half_of_log(unsigned value) {
    const unsigned m = value & 0x7ff;
    const unsigned bent = m < 512 ? 3 * m : m < 1536 ? 4 * m - 512 : 5 * m - 2048;
    const unsigned half = (value >> 11 << 10) + (bent >> 3);
    return (uint16_t)(half > HALF_MOST ? HALF_MOST : half);
}

/* Of a plain block's halves the specification leaves open what infinities and NaNs give. */
static uint16_t finite(uint16_t half) {
    return (half & HALF_INFINITE) == HALF_INFINITE ? (uint16_t)((half & 0x8000) | HALF_MOST) : half;
}

static unsigned between(unsigned from, unsigned to, unsigned weight) {
    return (from * (64 - weight) + to * weight + 32) >> 6;
}

/* ---- texels ---- */

static bool is_half(enum astc_output output) {
    return output >= ASTC_HALF;
}

static void store(enum astc_output output, void *out, unsigned texel, const uint16_t part[4]) {
    if (is_half(output)) {
        memcpy((uint16_t *)out + 4 * texel, part, 8);
        return;
    }
    for (unsigned i = 0; i < 4; i++)
        ((uint8_t *)out)[4 * texel + i] = (uint8_t)part[i];
}

static void store_error(enum astc_output output, void *out, unsigned texel) {
    const uint16_t one = is_half(output) ? HALF_ONE : 255;
    store(output, out, texel, (const uint16_t[]){one, 0, one, one});
}

static void decode_plain(const struct astc_block *b, unsigned count, enum astc_output output,
                         void *out) {
    uint16_t part[4];
    for (unsigned i = 0; i < 4; i++)
        part[i] = b->halves         ? finite(b->color[i])
                  : is_half(output) ? half_of_unorm(b->color[i])
                                    : b->color[i] >> 8;
    for (unsigned i = 0; i < count; i++)
        store(output, out, i, part);
}

static uint16_t component(const struct astc_endpoint *e, unsigned i, unsigned weight,
                          enum astc_output output) {
    const unsigned from = (unsigned)e->from[i], to = (unsigned)e->to[i];
    if (i == 3 ? e->hdr_alpha : e->hdr)
        return half_of_log(between(from << 4, to << 4, weight));
    if (output == ASTC_SRGB8)
        return (uint16_t)(between(from << 8 | 0x80, to << 8 | 0x80, weight) >> 8);
    const unsigned value = between(from * 0x101, to * 0x101, weight);
    return is_half(output) ? half_of_unorm(value) : (uint16_t)(value >> 8);
}

/* ---- weights ---- */

/* A place on the grid, in sixteenths of the distance between its points ("Weight Infill"). */
static unsigned grid_place(unsigned at, unsigned size, unsigned grid) {
    const unsigned scale = (1024 + size / 2) / (size - 1);
    return (scale * at * (grid - 1) + 32) >> 6;
}

static unsigned weight_at(const struct astc_block *b, unsigned gx, unsigned gy, unsigned plane) {
    const unsigned fx = gx & 15, fy = gy & 15, step = b->planes;
    const uint8_t *p = b->weights + ((gy >> 4) * b->grid_width + (gx >> 4)) * step + plane;
    const uint8_t *below = p + b->grid_width * step;
    const unsigned w11 = (fx * fy + 8) >> 4, w10 = fy - w11, w01 = fx - w11, w00 = 16 - fx - w10;
    return (p[0] * w00 + p[step] * w01 + below[0] * w10 + below[step] * w11 + 8) >> 4;
}

/* ---- partitions ---- */

static uint32_t hash(uint32_t p) {
    p ^= p >> 15;
    p *= 0xeede0891; /* (1 - 2^17) (1 + 2^7) (1 + 2^4): shifts and sums of the specification */
    p ^= p >> 5;
    p += p << 16;
    p ^= p >> 7;
    p ^= p >> 3;
    p ^= p << 6;
    return p ^ p >> 17;
}

/* For each partition a plane over the block; a texel belongs to the highest there. */
struct pattern {
    unsigned count;
    uint8_t x[ASTC_PARTITIONS], y[ASTC_PARTITIONS], base[ASTC_PARTITIONS];
    uint8_t doubled;
};

static void pattern_of(const struct astc_block *b, unsigned texels, struct pattern *out) {
    const uint32_t seed = b->seed + (b->partitions - 1u) * 1024, bits = hash(seed);
    const unsigned by_seed = seed & 2 ? 4 : 5, by_count = b->partitions == 3 ? 6 : 5;
    const unsigned shift_x = seed & 1 ? by_seed : by_count, shift_y = seed & 1 ? by_count : by_seed;
    out->count = b->partitions;
    out->doubled = texels < 31;
    for (unsigned i = 0; i < ASTC_PARTITIONS; i++) {
        const unsigned sx = bits >> (8 * i) & 15, sy = bits >> (8 * i + 4) & 15;
        out->x[i] = (uint8_t)(sx * sx >> shift_x);
        out->y[i] = (uint8_t)(sy * sy >> shift_y);
        out->base[i] = bits >> (14 - 4 * i) & 0x3f;
    }
}

static unsigned partition_at(const struct pattern *p, unsigned x, unsigned y) {
    unsigned best = 0, height = 0;
    for (unsigned i = 0; i < p->count; i++) {
        const unsigned here =
            ((p->x[i] * x << p->doubled) + (p->y[i] * y << p->doubled) + p->base[i]) & 0x3f;
        if (i == 0 || here > height) {
            best = i;
            height = here;
        }
    }
    return best;
}

/* ---- blocks ---- */

static void decode_weighted(const struct astc_block *b, unsigned width, unsigned height,
                            enum astc_output output, void *out) {
    struct astc_endpoint ends[ASTC_PARTITIONS];
    struct pattern pattern = {0};
    const uint8_t *values = b->values;
    for (unsigned i = 0; i < b->partitions; i++) {
        astc_endpoint(b->mode[i], values, &ends[i]);
        values += astc_mode_values(b->mode[i]);
    }
    if (b->partitions > 1)
        pattern_of(b, width * height, &pattern);
    for (unsigned y = 0; y < height; y++) {
        const unsigned gy = grid_place(y, height, b->grid_height);
        for (unsigned x = 0; x < width; x++) {
            const unsigned gx = grid_place(x, width, b->grid_width), texel = y * width + x;
            const struct astc_endpoint *e =
                &ends[b->partitions > 1 ? partition_at(&pattern, x, y) : 0];
            if (e->hdr && output != ASTC_HALF_HDR) {
                store_error(output, out, texel);
                continue;
            }
            const unsigned first = weight_at(b, gx, gy, 0);
            const unsigned second = b->planes == 2 ? weight_at(b, gx, gy, 1) : first;
            uint16_t part[4];
            for (unsigned i = 0; i < 4; i++)
                part[i] =
                    component(e, i, b->planes == 2 && i == b->second ? second : first, output);
            store(output, out, texel, part);
        }
    }
}

void astc_decode_block(const uint8_t bytes[ASTC_BLOCK], unsigned width, unsigned height,
                       enum astc_output output, void *out) {
    struct astc_block block;
    astc_block_read(bytes, width, height, &block);
    if (block.kind == ASTC_WEIGHTED)
        decode_weighted(&block, width, height, output, out);
    else if (block.kind == ASTC_PLAIN && (!block.halves || output == ASTC_HALF_HDR))
        decode_plain(&block, width * height, output, out);
    else
        for (unsigned i = 0; i < width * height; i++)
            store_error(output, out, i);
}
