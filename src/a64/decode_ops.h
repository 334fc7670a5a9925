/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_DECODE_OPS_H
#define WINDLASS_A64_DECODE_OPS_H

#include <stdbool.h>
#include <stdint.h>

/* Functions for the `let`, `where` and `target` lines of the rows. */

static inline uint64_t a64_sign_extend(uint64_t value, unsigned bits) {
    return (uint64_t)((int64_t)(value << (64 - bits)) >> (64 - bits));
}
/* Logical immediates (Arm ARM, DecodeBitMasks): an element of 2, 4 ... 64 bits holds s + 1 ones,
 * rotated right by immr, repeated. The element's size is the highest set bit of n:~imms; imms with
 * all ones in the element is reserved. */
static inline unsigned a64_bitmask_size(uint64_t n, uint64_t imms) {
    const unsigned pattern = (unsigned)(n << 6 | (~imms & 0x3f));
    return pattern > 1 ? 1u << (31 - __builtin_clz(pattern)) : 0;
}

static inline bool a64_bitmask_valid(uint64_t n, uint64_t imms) {
    const unsigned size = a64_bitmask_size(n, imms);
    return size && (imms & (size - 1)) != size - 1;
}

static inline uint64_t a64_bitmask(uint64_t n, uint64_t immr, uint64_t imms) {
    const unsigned size = a64_bitmask_size(n, imms);
    if (!size)
        return 0;
    const unsigned ones = (unsigned)(imms & (size - 1)) + 1, rotate = (unsigned)immr & (size - 1);
    const uint64_t all = ~0ull >> (64 - size), run = ~0ull >> (64 - ones);
    uint64_t element = rotate ? (run >> rotate | run << (size - rotate)) & all : run;
    for (unsigned width = size; width < 64; width *= 2)
        element |= element << width;
    return element;
}

/* Modified immediates (AdvSIMDExpandImm): a byte a bit, and a value with ones shifted in behind. */
static inline uint64_t a64_byte_mask(uint64_t imm8) {
    uint64_t r = 0;
    for (int i = 0; i < 8; i++)
        r |= (imm8 >> i & 1 ? 0xffull : 0) << (8 * i);
    return r;
}

static inline uint64_t a64_ones_behind(uint64_t imm8, uint64_t shift) {
    return imm8 << shift | ((1ull << shift) - 1);
}

#endif
