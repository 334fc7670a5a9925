/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_DRAW_PIPELINE_STATE_H
#define WINDLASS_GPU_VULKAN_DRAW_PIPELINE_STATE_H

#include "gpu/vulkan/draw/pipeline_parts.h"

/* All that Vulkan is told of a pipeline, with pointers from one structure to the others: it stays
 * where it is. */

struct pipeline_state {
    VkPipelineShaderStageCreateInfo stages[PIPELINE_STAGES];
    uint32_t stage_count;
    VkVertexInputAttributeDescription attributes[STATE_ATTRIBUTES];
    VkVertexInputBindingDescription bindings[STATE_ARRAYS];
    VkVertexInputBindingDivisorDescriptionEXT divisors[STATE_ARRAYS];
    VkPipelineVertexInputDivisorStateCreateInfoEXT divisor;
    VkPipelineVertexInputStateCreateInfo input;
    VkPipelineInputAssemblyStateCreateInfo assembly;
    VkPipelineTessellationStateCreateInfo tessellation;
    VkPipelineViewportDepthClipControlCreateInfoEXT depth_control;
    VkPipelineViewportStateCreateInfo viewport;
    VkPipelineRasterizationProvokingVertexStateCreateInfoEXT provoking;
    VkPipelineRasterizationLineStateCreateInfoEXT line;
    VkPipelineRasterizationConservativeStateCreateInfoEXT conservative;
    VkPipelineRasterizationStateCreateInfo raster;
    VkSampleMask sample_mask;
    VkPipelineMultisampleStateCreateInfo multisample;
    VkPipelineDepthStencilStateCreateInfo depth_stencil;
    VkPipelineColorBlendAttachmentState attachments[STATE_TARGETS];
    VkPipelineColorBlendStateCreateInfo blend;
    VkDynamicState dynamic[32];
    VkPipelineDynamicStateCreateInfo dynamic_info;
    VkPipelineRenderingCreateInfo rendering;
};

/* `out` is zero. */
void pipeline_state_fill(const struct vulkan *vk, const struct pipeline_source *source,
                         struct pipeline_state *out);

#endif
