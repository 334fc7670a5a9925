/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_TEXTURE_ASTC_SAMPLE_H
#define WINDLASS_GPU_TEXTURE_ASTC_SAMPLE_H

#include <stdint.h>

/* Blocks and pictures for tests of decoders. */

enum { ASTC_SHAPES = 14 };
extern const uint8_t astc_shapes[ASTC_SHAPES][2]; /* width, height */

/* The next number of a sequence; `state` is not zero. */
uint64_t sample_random(uint64_t *state);
/* Blocks of random bits: one in four is as it comes (most of those are illegal), the others are
 * legal for the shape. Of plain blocks' halves none is infinite or a NaN: what those give is left
 * open. */
void astc_sample_blocks(uint64_t *state, unsigned width, unsigned height, uint8_t *blocks,
                        unsigned count);
/* A picture with smooth parts, edges, grain, and an alpha that goes its own way. */
void sample_picture(uint64_t *state, unsigned width, unsigned height, uint8_t *rgba);

#endif
