/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/pipeline_parts.h"

bool pipeline_compute_layout(struct vulkan *vk, const struct set_layout *set, VkPipelineLayout *out,
                             struct error *error) {
    const VkPushConstantRange push = {VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(struct shader_push)};
    const VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = 1,
        .pSetLayouts = &set->layout,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &push,
    };
    return vulkan_ok(vk, vkCreatePipelineLayout(vk->device, &info, NULL, out),
                     "vkCreatePipelineLayout", error);
}

bool pipeline_make_compute(struct vulkan *vk, VkPipelineLayout layout, VkShaderModule module,
                           VkPipeline *out, struct error *error) {
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .flags = VK_PIPELINE_CREATE_DISPATCH_BASE_BIT,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module,
                  .pName = "main"},
        .layout = layout,
    };
    *out = VK_NULL_HANDLE;
    return vulkan_ok(vk,
                     vkCreateComputePipelines(vk->device, vk->pipeline_cache, 1, &info, NULL, out),
                     "vkCreateComputePipelines", error);
}
