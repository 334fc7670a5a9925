/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_TEXTURE_ASTC_SEQUENCE_H
#define WINDLASS_GPU_TEXTURE_ASTC_SEQUENCE_H

#include <stdint.h>

/* Integer sequences of ASTC (Khronos Data Format Specification, "Integer Sequence Encoding"):
 * values of one range, each some bits and perhaps a digit of base three or five, of which several
 * share a group of bits. */

enum {
    ASTC_RANGES = 21,
    ASTC_WEIGHT_RANGES = 12, /* the first ones are for weights, */
    ASTC_FIRST_COLOR = 4,    /* the last ones for colours */
    ASTC_WEIGHTS = 64,       /* most that a block has */
    ASTC_COLORS = 18,
};

typedef unsigned __int128 astc_bits;

/* `count` bits from `at` on; those behind the last are zero. */
uint32_t astc_field(astc_bits bits, unsigned at, unsigned count);
/* Bits that `count` values of a range take. */
unsigned astc_sequence_size(unsigned range, unsigned count);
/* The values, brought to 0..64. `bits` begins with them. */
void astc_read_weights(astc_bits bits, unsigned range, unsigned count, uint8_t *out);
/* The values, brought to 0..255. */
void astc_read_colors(astc_bits bits, unsigned range, unsigned count, uint8_t *out);

#endif
