/* SPDX-License-Identifier: MIT */
#include "gpu/texture/astc_sample.h"

#include "gpu/texture/astc_block.h"

#include <string.h>

const uint8_t astc_shapes[ASTC_SHAPES][2] = {{4, 4},  {5, 4},   {5, 5},   {6, 5},  {6, 6},
                                             {8, 5},  {8, 6},   {10, 5},  {10, 6}, {8, 8},
                                             {10, 8}, {10, 10}, {12, 10}, {12, 12}};

/* xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift generators"). */
uint64_t sample_random(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545f4914f6cdd1d;
}

static void make_finite(uint8_t *block) {
    for (unsigned i = 8; i < 16; i += 2)
        if ((block[i + 1] & 0x7c) == 0x7c)
            block[i + 1] &= 0x83;
}

/* A plain block: extents that are none, or in order. */
static void make_plain(uint64_t random, uint8_t *block) {
    block[0] = 0xfc;
    block[1] = 0xfd | (random & 2);
    memset(block + 2, 0xff, 6);
    if (random & 4) /* minima of zero: bits 12 to 24 and 38 to 50 */
        memcpy(
            block,
            (const uint8_t[]){0xfc, (uint8_t)(0x0d | (random & 2)), 0, 0xfe, 0x3f, 0, 0xf8, 0xff},
            8);
    make_finite(block);
}

static void make_legal(uint64_t *state, unsigned width, unsigned height, uint8_t *block) {
    struct astc_block read;
    do {
        for (unsigned i = 0; i < 16; i += 8) {
            const uint64_t bits = sample_random(state);
            memcpy(block + i, &bits, 8);
        }
        astc_block_read(block, width, height, &read);
    } while (read.kind != ASTC_WEIGHTED);
}

void astc_sample_blocks(uint64_t *state, unsigned width, unsigned height, uint8_t *blocks,
                        unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        uint8_t *block = blocks + 16ul * i;
        make_legal(state, width, height, block);
        const uint64_t random = sample_random(state);
        if (random % 64 == 1)
            make_plain(random >> 8, block);
        if (random % 4 == 0) {
            for (unsigned k = 0; k < 16; k += 8) {
                const uint64_t bits = sample_random(state);
                memcpy(block + k, &bits, 8);
            }
            make_finite(block);
        }
    }
}

static uint8_t mix(uint64_t *state, unsigned value, unsigned grain) {
    return (uint8_t)(value + sample_random(state) % (grain + 1));
}

void sample_picture(uint64_t *state, unsigned width, unsigned height, uint8_t *rgba) {
    for (unsigned y = 0; y < height; y++)
        for (unsigned x = 0; x < width; x++, rgba += 4) {
            const unsigned cell = (x / 16 + y / 16) % 4, dx = x % 40, dy = y % 40;
            const bool disc = (dx - 20) * (dx - 20) + (dy - 20) * (dy - 20) < 150;
            const unsigned grain = cell == 3 ? 90 : 6;
            rgba[0] = mix(state, disc ? 200 - x % 160 : x * 160 / width, grain);
            rgba[1] = mix(state, disc ? 20 : y * 160 / height, grain);
            rgba[2] = mix(state, cell == 1 ? 160 : (x + y) % 128, grain);
            rgba[3] = cell == 2 ? mix(state, (x * 7 + y * 3) % 200, 20) : 255;
        }
}
