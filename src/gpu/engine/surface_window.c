/* SPDX-License-Identifier: MIT */
#include "gpu/engine/surface_window.h"

#include "gpu/block_linear.h"

struct engine_window surface_window(const struct engine_memory *m, uint64_t address,
                                    const struct texture_level *level, uint32_t y, uint32_t z,
                                    uint32_t rows, uint64_t moved, bool writes) {
    enum { FEW = 1024 }; /* bytes; at most 64 pieces */
    const uint32_t block = BLOCK_LINEAR_GOB_Y << level->height_log2;
    const uint32_t slice = z >> level->depth_log2 << level->depth_log2;
    if (!rows || moved <= FEW)
        return (struct engine_window){.memory = m};
    const uint64_t first = y / block, last = ((uint64_t)y + rows - 1) / block;
    const uint64_t begin = texture_offset(level, 1, 0, (uint32_t)first * block, slice),
                   row = texture_offset(level, 1, 0, block, 0);
    return engine_window(m, address + begin, (last - first + 1) * row, writes);
}
