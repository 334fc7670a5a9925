/* SPDX-License-Identifier: MIT */
#include "headers.h"

#include <string.h>

/* Fields by word and lowest bit, as NVIDIA's published texture header and sampler definitions
 * (clb197tex.h) have them. */
static void put(uint32_t *words, unsigned word, unsigned bit, uint32_t value) {
    words[word] |= value << bit;
}

static uint32_t fixed(float value, unsigned bits) {
    return (uint32_t)(int32_t)(value * 256) & ((1u << bits) - 1);
}

static void put_storage(const struct texture_header *h, uint32_t *w) {
    switch (h->storage) {
    case STORAGE_BUFFER:
        put(w, 3, 0, (h->width - 1) >> 16);
        break;
    case STORAGE_PITCH:
    case STORAGE_PITCH_COLOR_KEY:
        put(w, 3, 0, h->pitch >> 5);
        break;
    default:
        put(w, 3, 3, h->tile_height_log2);
        put(w, 3, 6, h->tile_depth_log2);
        put(w, 3, 28, h->levels - 1u);
        break;
    }
}

void header_encode(const struct texture_header *h, uint32_t w[DESCRIPTOR_WORDS]) {
    memset(w, 0, 4 * DESCRIPTOR_WORDS);
    put(w, 0, 0, h->format);
    for (unsigned i = 0; i < 4; i++) {
        put(w, 0, 7 + 3 * i, h->component[i]);
        put(w, 0, 19 + 3 * i, h->source[i]);
    }
    w[1] = (uint32_t)h->address;
    put(w, 2, 0, (uint32_t)(h->address >> 32) & 0xffff);
    put(w, 2, 21, h->storage);
    put_storage(h, w);
    put(w, 3, 27, h->depth_texture);
    put(w, 4, 0, (h->width - 1) & 0xffff);
    put(w, 4, 22, h->srgb);
    put(w, 4, 23, h->type);
    put(w, 5, 0, (h->height - 1) & 0xffff);
    put(w, 5, 16, (h->depth - 1) & 0x3fff);
    put(w, 5, 31, h->normalized_coordinates);
    put(w, 6, 6, fixed(h->level_bias, 13));
    put(w, 7, 0, h->first_level);
    put(w, 7, 4, h->last_level);
    put(w, 7, 8, h->multisample);
    put(w, 7, 12, fixed(h->least_level, 12));
}

void sampler_encode(const struct sampler_header *s, uint32_t w[DESCRIPTOR_WORDS]) {
    static const uint8_t anisotropies[8] = {1, 2, 4, 6, 8, 10, 12, 16};
    memset(w, 0, 4 * DESCRIPTOR_WORDS);
    for (unsigned i = 0; i < 3; i++)
        put(w, 0, 3 * i, s->wrap[i]);
    put(w, 0, 9, s->compare);
    put(w, 0, 10, s->compare_op);
    for (unsigned i = 0; i < 8; i++)
        if (anisotropies[i] == s->anisotropy)
            put(w, 0, 20, i);
    put(w, 1, 0, s->magnify);
    put(w, 1, 4, s->minify);
    put(w, 1, 6, s->between_levels);
    put(w, 1, 9, s->seamless_cubes);
    put(w, 1, 10, s->reduction);
    put(w, 1, 12, fixed(s->level_bias, 13));
    put(w, 2, 0, fixed(s->least_level, 12));
    put(w, 2, 12, fixed(s->most_level, 12));
    memcpy(w + 4, s->border, sizeof s->border);
}
