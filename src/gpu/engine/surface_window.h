/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_ENGINE_SURFACE_WINDOW_H
#define WINDLASS_GPU_ENGINE_SURFACE_WINDOW_H

#include "gpu/engine/memory.h"
#include "gpu/texture/layout.h"

/* The window over rows `y` to `y + rows` of a slice of a block-linear surface: whole rows of
 * blocks. None (pieces are looked up) where so few bytes of them move that they are better told one
 * by one.
 */
struct engine_window surface_window(const struct engine_memory *m, uint64_t address,
                                    const struct texture_level *level, uint32_t y, uint32_t z,
                                    uint32_t rows, uint64_t moved, bool writes);

#endif
