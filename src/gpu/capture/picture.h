/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_CAPTURE_PICTURE_H
#define WINDLASS_GPU_CAPTURE_PICTURE_H

#include "gpu/engine/memory.h"
#include "gpu/engine/target.h"

#include "base/error.h"

/* A colour target's storage as rows of RGBA, for people to look at: formats of 8 bits a component.
 * `width` and `height`: what is shown of it. The caller frees *out. */
MUST_CHECK bool target_picture(const struct engine_memory *memory, const struct target *target,
                               uint32_t width, uint32_t height, uint8_t **out, struct error *error);

#endif
