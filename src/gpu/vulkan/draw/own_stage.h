/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_DRAW_OWN_STAGE_H
#define WINDLASS_GPU_VULKAN_DRAW_OWN_STAGE_H

#include "gpu/vulkan/shader/shader.h"

/* A stage of a draw that is none of the guest's programs, as a unit that is bound to nothing: it
 * hands on `locations`. It is kept in `folder` as translations are (NULL: nowhere), so that
 * pipelines with it can be made ahead. *layouts gets its set's layout. The number is the caller's
 * to give. */
MUST_CHECK bool own_stage_make(struct vulkan *vk, const char *folder, struct set_layout **layouts,
                               enum shader_stage stage, uint32_t locations, const uint32_t *words,
                               size_t count, struct shader_unit *out, struct error *error);

#endif
