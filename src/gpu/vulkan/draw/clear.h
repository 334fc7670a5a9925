/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_DRAW_CLEAR_H
#define WINDLASS_GPU_VULKAN_DRAW_CLEAR_H

#include "gpu/shader/contract.h"
#include "gpu/vulkan/device/device.h"

/* Clears that Vulkan has no command for, of some components or of some bits of stencil: a triangle
 * over everything. */

struct clear_quads;

struct clear_quads *clear_quads_new(struct vulkan *vk);
void clear_quads_free(struct clear_quads *q);

struct clear_quad {
    VkFormat color; /* UNDEFINED: stencil is cleared */
    VkFormat depth, stencil;
    uint8_t samples;
    uint8_t mask; /* of colour components, as VkColorComponentFlags */
    enum shader_scalar scalar;
};
/* Within a pass of that one target. What was bound before is not bound any more. */
MUST_CHECK bool clear_quad_draw(struct clear_quads *q, VkCommandBuffer commands,
                                const struct clear_quad *what, const VkRect2D *rect,
                                const uint32_t color[4], uint8_t stencil, uint8_t stencil_mask,
                                struct error *error);

#endif
