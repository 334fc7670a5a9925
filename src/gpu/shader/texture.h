/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TEXTURE_H
#define WINDLASS_GPU_SHADER_TEXTURE_H

#include "gpu/shader/contract.h"
#include "gpu/shader/isa.h"

/* What the texture instructions ask for, and in which registers they have it: the long forms put
 * their operands one behind the other into A and B, the short ones by a list. */

enum texture_level { TEXTURE_IMPLICIT, TEXTURE_ZERO, TEXTURE_BIAS, TEXTURE_GIVEN };

enum texture_part {
    TEXTURE_X,
    TEXTURE_Y,
    TEXTURE_Z,
    TEXTURE_LAYER, /* in its low 16 bits; of TXD the offsets are above */
    TEXTURE_HANDLE,
    TEXTURE_SAMPLE,
    TEXTURE_LEVEL,
    TEXTURE_OFFSET,
    TEXTURE_MORE_OFFSETS, /* of the third and fourth texel */
    TEXTURE_REFERENCE,
    TEXTURE_CLAMP,
    TEXTURE_SLOPE, /* the first of the derivatives: of x along x, of x along y, of y along x, ... */
    TEXTURE_PARTS
};
enum { TEXTURE_NO_PART = 0xffff };

struct texture_use {
    uint8_t dim;   /* enum shader_dim */
    uint8_t level; /* enum texture_level */
    bool array, compare, multisampled;
    uint8_t coordinates;          /* x, y, z */
    uint8_t count_a, count_b;     /* registers of A and B */
    uint16_t part[TEXTURE_PARTS]; /* registers; TEXTURE_NO_PART: not there */
};

/* False: it is no texture instruction, or a form of none that is known. Of TXQ dim is not known. */
bool texture_use(const struct isa_instruction *in, struct texture_use *out);

/* The components of the result, in the order of the registers that they go to (halves: two to a
 * register); how many. */
unsigned texture_components(const struct isa_instruction *in, uint8_t components[4]);
/* Do two components share a register, as floats of 16 bits? */
bool texture_halves(const struct isa_instruction *in);

#endif
