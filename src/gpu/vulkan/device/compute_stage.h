/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_DEVICE_COMPUTE_STAGE_H
#define WINDLASS_GPU_VULKAN_DEVICE_COMPUTE_STAGE_H

#include "gpu/vulkan/device/device.h"

/* A compute shader of our own that reaches buffers by their addresses: it has push constants and at
 * most one descriptor set, which the caller binds. Its pipeline is made when it first runs: most
 * programs need few of them, and some are large. */

struct compute_stage {
    struct vulkan *vk;
    VkPipelineLayout layout;
    VkPipeline pipeline; /* none: it has not run yet */
    const char *name;
    const uint32_t *words;
    size_t bytes;
    uint32_t constant;
};

/* `words` stay there. `constant`: the value of its specialization constant 0, where it has one;
 * `set`: may be none. */
MUST_CHECK bool compute_stage_new(struct vulkan *vk, const char *name, const uint32_t *words,
                                  size_t bytes, uint32_t constant, uint32_t push_bytes,
                                  VkDescriptorSetLayout set, struct compute_stage *out,
                                  struct error *error);
void compute_stage_free(struct vulkan *vk, struct compute_stage *stage);
/* A device that has no memory for the pipeline is lost (vulkan_lose). */
void compute_stage_run(struct compute_stage *stage, VkCommandBuffer commands, const void *push,
                       uint32_t push_bytes, const uint32_t groups[3]);

#endif
