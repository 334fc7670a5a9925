/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_TEXTURE_ASTC_BLOCK_H
#define WINDLASS_GPU_TEXTURE_ASTC_BLOCK_H

#include "gpu/texture/astc_sequence.h"

#include <stdbool.h>
#include <stdint.h>

/* One ASTC block taken apart, before anything is said of its texels. */

enum { ASTC_PARTITIONS = 4, ASTC_GRID = 12 };

enum astc_kind {
    ASTC_ILLEGAL, /* "Illegal Encodings": all texels have the error colour */
    ASTC_PLAIN,   /* one colour (a void extent) */
    ASTC_WEIGHTED,
};

struct astc_block {
    enum astc_kind kind;

    /* ASTC_PLAIN: unorm of 16 bits, or halves */
    bool halves;
    uint16_t color[4];

    /* ASTC_WEIGHTED */
    uint8_t grid_width, grid_height;
    uint8_t planes; /* weights a point of the grid */
    uint8_t second; /* with two planes: the component that has the second weight */
    uint8_t partitions;
    uint16_t seed;                 /* of the pattern of partitions */
    uint8_t mode[ASTC_PARTITIONS]; /* of endpoints */
    uint8_t values[ASTC_COLORS];   /* of all endpoints, one partition behind the other */
    /* Rows of the grid, and as many zeros as interpolation may reach behind it. */
    uint8_t weights[ASTC_WEIGHTS + 2 * (ASTC_GRID + 1)];
};

void astc_block_read(const uint8_t bytes[16], unsigned width, unsigned height,
                     struct astc_block *out);
/* Values that a pair of endpoints takes in a mode. */
static inline unsigned astc_mode_values(unsigned mode) {
    return (mode >> 2) * 2 + 2;
}

#endif
