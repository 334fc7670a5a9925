/* SPDX-License-Identifier: MIT */
#include "gpu/texture/descriptor.h"

#include <stddef.h>
#include <string.h>

/* Bits `at` to `at + width - 1` of the eight words as one long number, the first word lowest. */
static uint32_t bits(const uint32_t *words, unsigned at, unsigned width) {
    const uint64_t two =
        words[at / 32] | (at / 32 + 1 < DESCRIPTOR_WORDS ? (uint64_t)words[at / 32 + 1] << 32 : 0);
    return (uint32_t)(two >> at % 32 & ((1ull << width) - 1));
}

static unsigned word_bit(unsigned word, unsigned bit) {
    return 32 * word + bit;
}

static int32_t with_sign(uint32_t value, unsigned width) {
    return (int32_t)(value << (32 - width)) >> (32 - width);
}

/* Levels of detail have eight bits behind the point. */
static float fixed(int32_t value) {
    return (float)value / 256;
}

/* Fields from one to another, with no holes between them. */
#define SAME(type, from, to)                                                                       \
    !memcmp((const char *)a + offsetof(type, from), (const char *)b + offsetof(type, from),        \
            offsetof(type, to) + sizeof(((type *)0)->to) - offsetof(type, from))

/* ---- textures ---- */

bool texture_header_same(const struct texture_header *a, const struct texture_header *b) {
    return SAME(struct texture_header, address, least_level) &&
           SAME(struct texture_header, format, type);
}

static bool is_block_linear(const struct texture_header *h) {
    return h->storage == STORAGE_BLOCK_LINEAR || h->storage == STORAGE_BLOCK_LINEAR_COLOR_KEY;
}

static bool is_pitch(const struct texture_header *h) {
    return h->storage == STORAGE_PITCH || h->storage == STORAGE_PITCH_COLOR_KEY;
}

/* A buffer's count has its upper half where others have their tiles. */
static void decode_storage(const uint32_t *w, struct texture_header *h) {
    const uint32_t width = bits(w, word_bit(4, 0), 16);
    if (h->storage == STORAGE_BUFFER)
        h->width = (bits(w, word_bit(3, 0), 16) << 16 | width) + 1;
    else
        h->width = width + 1;
    if (is_pitch(h))
        h->pitch = bits(w, word_bit(3, 0), 16) << 5;
    if (is_block_linear(h)) {
        h->tile_width_log2 = (uint8_t)bits(w, word_bit(3, 0), 3);
        h->tile_height_log2 = (uint8_t)bits(w, word_bit(3, 3), 3);
        h->tile_depth_log2 = (uint8_t)bits(w, word_bit(3, 6), 3);
        h->levels = (uint8_t)(bits(w, word_bit(3, 28), 4) + 1);
    }
}

void texture_header_decode(const uint32_t w[DESCRIPTOR_WORDS], struct texture_header *h) {
    *h = (struct texture_header){
        .format = (uint8_t)bits(w, 0, 7),
        .storage = (uint8_t)bits(w, word_bit(2, 21), 3),
        .type = (uint8_t)bits(w, word_bit(4, 23), 4),
        .address = (uint64_t)bits(w, word_bit(2, 0), 16) << 32 | w[1],
        .height = bits(w, word_bit(5, 0), 16) + 1,
        .depth = bits(w, word_bit(5, 16), 14) + 1,
        .first_layer = (uint16_t)(bits(w, word_bit(4, 16), 3) | bits(w, word_bit(2, 16), 5) << 3 |
                                  bits(w, word_bit(2, 29), 3) << 8),
        .levels = 1,
        .first_level = (uint8_t)bits(w, word_bit(7, 0), 4),
        .last_level = (uint8_t)bits(w, word_bit(7, 4), 4),
        .multisample = (uint8_t)bits(w, word_bit(7, 8), 4),
        .srgb = bits(w, word_bit(4, 22), 1),
        .normalized_coordinates = bits(w, word_bit(5, 31), 1),
        .depth_texture = bits(w, word_bit(3, 27), 1),
        .level_bias = fixed(with_sign(bits(w, word_bit(6, 6), 13), 13)),
        .least_level = fixed((int32_t)bits(w, word_bit(7, 12), 12)),
    };
    for (unsigned i = 0; i < 4; i++) {
        h->component[i] = (uint8_t)bits(w, 7 + 3 * i, 3);
        h->source[i] = (uint8_t)bits(w, 19 + 3 * i, 3);
    }
    decode_storage(w, h);
}

/* ---- samplers ---- */

bool sampler_header_same(const struct sampler_header *a, const struct sampler_header *b) {
    return SAME(struct sampler_header, wrap, seamless_cubes) &&
           SAME(struct sampler_header, level_bias, border_srgb);
}

void sampler_header_decode(const uint32_t w[DESCRIPTOR_WORDS], struct sampler_header *s) {
    static const uint8_t anisotropies[8] = {1, 2, 4, 6, 8, 10, 12, 16};
    *s = (struct sampler_header){
        .compare = bits(w, 9, 1),
        .compare_op = (uint8_t)bits(w, 10, 3),
        .anisotropy = anisotropies[bits(w, 20, 3)],
        .magnify = (uint8_t)bits(w, word_bit(1, 0), 2),
        .minify = (uint8_t)bits(w, word_bit(1, 4), 2),
        .between_levels = (uint8_t)bits(w, word_bit(1, 6), 2),
        .seamless_cubes = bits(w, word_bit(1, 9), 1),
        .reduction = (uint8_t)bits(w, word_bit(1, 10), 2),
        .level_bias = fixed(with_sign(bits(w, word_bit(1, 12), 13), 13)),
        .least_level = fixed((int32_t)bits(w, word_bit(2, 0), 12)),
        .most_level = fixed((int32_t)bits(w, word_bit(2, 12), 12)),
        .border_srgb = {(uint8_t)bits(w, word_bit(2, 24), 8), (uint8_t)bits(w, word_bit(3, 12), 8),
                        (uint8_t)bits(w, word_bit(3, 20), 8)},
    };
    for (unsigned i = 0; i < 3; i++)
        s->wrap[i] = (uint8_t)bits(w, 3 * i, 3);
    memcpy(s->border, w + 4, sizeof s->border);
}
