/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_DRAW_TESS_LEVELS_H
#define WINDLASS_GPU_VULKAN_DRAW_TESS_LEVELS_H

#include "gpu/vulkan/shader/shader.h"

/* Tessellation without a control program, by the levels that registers hold: a control shader of
 * ours that hands on what there is. */

struct tess_levels {
    uint32_t locations; /* that the vertex program writes */
    uint32_t vertices;  /* of a patch, 1 to 32 */
    float outer[4], inner[2];
};

/* The shader's words; free them. */
uint32_t *tess_levels_code(const struct tess_levels *what, size_t *count);

struct tess_controls;

struct tess_controls *tess_controls_new(struct vulkan *vk, const char *folder);
void tess_controls_free(struct tess_controls *t); /* nothing on the device uses them any more */
/* As a unit of that stage, bound to nothing; lives as long as `t`. */
MUST_CHECK bool tess_controls_unit(struct tess_controls *t, const struct tess_levels *what,
                                   const struct shader_unit **out, struct error *error);

#endif
