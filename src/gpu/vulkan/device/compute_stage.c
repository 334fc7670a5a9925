/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/device/compute_stage.h"

static bool make_pipeline(struct vulkan *vk, VkShaderModule module, uint32_t constant,
                          struct compute_stage *s, struct error *error) {
    const VkSpecializationMapEntry entry = {0, 0, sizeof constant};
    const VkSpecializationInfo constants = {1, &entry, sizeof constant, &constant};
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module,
                  .pName = "main",
                  .pSpecializationInfo = &constants},
        .layout = s->layout,
    };
    return vulkan_ok(
        vk, vkCreateComputePipelines(vk->device, vk->pipeline_cache, 1, &info, NULL, &s->pipeline),
        "vkCreateComputePipelines", error);
}

bool compute_stage_new(struct vulkan *vk, const char *name, const uint32_t *words, size_t bytes,
                       uint32_t constant, uint32_t push_bytes, VkDescriptorSetLayout set,
                       struct compute_stage *out, struct error *error) {
    *out = (struct compute_stage){0};
    const VkShaderModuleCreateInfo code = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = bytes,
        .pCode = words,
    };
    const VkPushConstantRange push = {VK_SHADER_STAGE_COMPUTE_BIT, 0, push_bytes};
    const VkPipelineLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = set != VK_NULL_HANDLE,
        .pSetLayouts = &set,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &push,
    };
    VkShaderModule module = VK_NULL_HANDLE;
    const bool ok = vulkan_ok(vk, vkCreateShaderModule(vk->device, &code, NULL, &module),
                              "vkCreateShaderModule", error) &&
                    vulkan_ok(vk, vkCreatePipelineLayout(vk->device, &layout, NULL, &out->layout),
                              "vkCreatePipelineLayout", error) &&
                    make_pipeline(vk, module, constant, out, error);
    vkDestroyShaderModule(vk->device, module, NULL);
    if (ok)
        return true;
    compute_stage_free(vk, out);
    return error_wrap(error, "%s", name);
}

void compute_stage_free(struct vulkan *vk, struct compute_stage *s) {
    vkDestroyPipeline(vk->device, s->pipeline, NULL);
    vkDestroyPipelineLayout(vk->device, s->layout, NULL);
    *s = (struct compute_stage){0};
}

void compute_stage_run(const struct compute_stage *s, VkCommandBuffer commands, const void *push,
                       uint32_t push_bytes, const uint32_t groups[3]) {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, s->pipeline);
    vkCmdPushConstants(commands, s->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, push_bytes, push);
    vkCmdDispatch(commands, groups[0], groups[1], groups[2]);
}
