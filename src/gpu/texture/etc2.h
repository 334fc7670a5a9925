/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_TEXTURE_ETC2_H
#define WINDLASS_GPU_TEXTURE_ETC2_H

#include <stdint.h>

/* ETC2 and EAC blocks to texels, after Khronos' Data Format Specification. Every block means
 * something, and results are exact to the bit. */

enum etc2_kind {
    ETC2_RGB,   /* of 8 bytes; to four bytes a texel, as the next two */
    ETC2_PUNCH, /* of 8 bytes: texels may be transparent */
    ETC2_RGBA,
    ETC2_R, /* EAC, of 8 bytes; to two numbers of 16 bits, of which the second is zero */
    ETC2_R_SIGNED,
    ETC2_RG,
    ETC2_RG_SIGNED,
    ETC2_KINDS,
};

enum { ETC2_SIZE = 4, ETC2_TEXELS = ETC2_SIZE * ETC2_SIZE };

static inline unsigned etc2_block_size(enum etc2_kind kind) {
    return kind == ETC2_RGBA || kind >= ETC2_RG ? 16 : 8;
}

/* Four rows of four texels, as words: red in the lowest byte or half. */
void etc2_decode_block(const uint8_t *block, enum etc2_kind kind, uint32_t out[ETC2_TEXELS]);

#endif
