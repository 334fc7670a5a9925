/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_ENGINE_INLINE_H
#define WINDLASS_GPU_ENGINE_INLINE_H

#include "gpu/engine/memory.h"

#include "base/error.h"

/* Words of the command stream into memory: class A140, and the same methods of the 3D and compute
 * classes. Methods are those of NVIDIA's published cla140.h. */

enum {
    INLINE_CLASS = 0xa140,
    INLINE_FIRST = 0x180 / 4,
    INLINE_LAUNCH = 0x1b0 / 4,
    INLINE_DATA = 0x1b4 / 4,
    INLINE_METHODS = INLINE_DATA + 1 - INLINE_FIRST,
};

struct inline_engine {
    uint32_t registers[INLINE_METHODS];
    const struct engine_memory *memory;
    uint8_t *bytes; /* what has come since LAUNCH_DMA */
    size_t count, room;
    uint64_t wanted;                   /* bytes of the transfer under way; 0: none is */
    uint32_t launched[INLINE_METHODS]; /* the registers when it began: they may change behind it */
};

/* A method from INLINE_FIRST on. The last word of a transfer writes it. Fails as copy_method does.
 */
MUST_CHECK bool inline_method(struct inline_engine *e, unsigned method, uint32_t data,
                              struct error *error);
void inline_free(struct inline_engine *e);

#endif
