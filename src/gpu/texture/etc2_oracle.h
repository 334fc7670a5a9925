/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_TEXTURE_ETC2_ORACLE_H
#define WINDLASS_GPU_TEXTURE_ETC2_ORACLE_H

#include "base/error.h"
#include "gpu/texture/etc2.h"

#include <stdint.h>

/* Another decoder: OpenGL ES 3, which has these formats by definition. Mesa decodes them itself
 * where the device below it cannot. */

struct etc2_oracle {
    void *display, *context;
    uint32_t program;
};

MUST_CHECK bool etc2_oracle_open(struct etc2_oracle *oracle, struct error *error);
void etc2_oracle_close(struct etc2_oracle *oracle);
/* A texture of across * down blocks, in rows; texels in rows as etc2_decode_block has them. */
MUST_CHECK bool etc2_oracle_decode(const struct etc2_oracle *oracle, enum etc2_kind kind,
                                   unsigned across, unsigned down, const uint8_t *blocks,
                                   uint32_t *out, struct error *error);

#endif
