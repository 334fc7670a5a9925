/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_TEXTURE_ASTC_ORACLE_H
#define WINDLASS_GPU_TEXTURE_ASTC_ORACLE_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* Another decoder and encoder: the program astcenc, through files in a folder of its own. */

struct astc_oracle {
    char folder[64];
};

enum astc_profile { ASTC_PROFILE_SRGB, ASTC_PROFILE_LINEAR, ASTC_PROFILE_HDR };

struct astc_picture {
    unsigned block_width, block_height;
    unsigned width, height; /* texels */
};

static inline size_t astc_picture_blocks(const struct astc_picture *p) {
    return (size_t)((p->width + p->block_width - 1) / p->block_width) *
           ((p->height + p->block_height - 1) / p->block_height);
}

MUST_CHECK bool astc_oracle_open(struct astc_oracle *oracle, struct error *error);
void astc_oracle_close(struct astc_oracle *oracle);
/* RGBA in rows: bytes, or halves with ASTC_PROFILE_HDR. */
MUST_CHECK bool astc_oracle_decode(const struct astc_oracle *oracle, enum astc_profile profile,
                                   const struct astc_picture *picture, const uint8_t *blocks,
                                   void *out, struct error *error);
MUST_CHECK bool astc_oracle_encode(const struct astc_oracle *oracle, enum astc_profile profile,
                                   const struct astc_picture *picture, const void *rgba,
                                   uint8_t *blocks, struct error *error);

#endif
