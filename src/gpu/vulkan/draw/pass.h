/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_DRAW_PASS_H
#define WINDLASS_GPU_VULKAN_DRAW_PASS_H

#include "gpu/engine/state.h"
#include "gpu/vulkan/backend.h"

/* The pass of dynamic rendering that draws and clears are recorded into. It stays open until its
 * targets change or somebody else records commands. */

struct pass_target {
    bool used;
    bool blends; /* its format can */
    struct texture_use use;
};

struct pass {
    struct backend *backend;
    VkCommandBuffer commands;                        /* none: no pass is open */
    struct pass_target colors[STATE_TARGETS], depth; /* colours by outputs */
    uint32_t output_count;
    VkExtent2D extent; /* of all targets together */
    uint32_t layers;
    VkSampleCountFlagBits samples;
    VkFormat depth_format, stencil_format; /* as pipelines have them */
    struct state_rect told;                /* what textures know to be written */
    bool told_colors, told_depth;
    uint64_t opened; /* how many passes there were */
};

/* What is to be drawn to: targets by outputs. */
struct pass_wanted {
    const struct target *colors[STATE_TARGETS]; /* NULL: nothing */
    const struct target *depth;
    uint32_t output_count;
    bool drop; /* what is there is not wanted */
};

void pass_init(struct pass *p, struct backend *b);
/* Finds the images. May record commands, which ends the pass. */
MUST_CHECK bool pass_prepare(struct pass *p, const struct page_table *pages,
                             const struct pass_wanted *wanted, struct error *error);
/* Opens it where it is not; everything that was bound before is not bound in a new one. */
void pass_open(struct pass *p);
void pass_end(struct pass *p);
/* What is recorded next writes this part of the colours or of depth and stencil. */
void pass_writes(struct pass *p, struct state_rect region, bool colors, bool depth);

/* Not all formats that can be drawn to can be blended. */
bool pass_format_blends(const struct vulkan *vk, VkFormat format);

#endif
