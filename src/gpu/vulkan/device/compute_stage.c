/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/device/compute_stage.h"

bool compute_stage_new(struct vulkan *vk, const char *name, const uint32_t *words, size_t bytes,
                       uint32_t constant, uint32_t push_bytes, VkDescriptorSetLayout set,
                       struct compute_stage *out, struct error *error) {
    const VkPushConstantRange push = {VK_SHADER_STAGE_COMPUTE_BIT, 0, push_bytes};
    const VkPipelineLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = set != VK_NULL_HANDLE,
        .pSetLayouts = &set,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &push,
    };
    *out = (struct compute_stage){
        .vk = vk,
        .name = name,
        .words = words,
        .bytes = bytes,
        .constant = constant,
    };
    return vulkan_ok(vk, vkCreatePipelineLayout(vk->device, &layout, NULL, &out->layout),
                     "vkCreatePipelineLayout", error) ||
           error_wrap(error, "%s", name);
}

void compute_stage_free(struct vulkan *vk, struct compute_stage *s) {
    vkDestroyPipeline(vk->device, s->pipeline, NULL);
    vkDestroyPipelineLayout(vk->device, s->layout, NULL);
    *s = (struct compute_stage){0};
}

static bool make_pipeline(struct compute_stage *s, VkShaderModule module, struct error *error) {
    const VkSpecializationMapEntry entry = {0, 0, sizeof s->constant};
    const VkSpecializationInfo constants = {1, &entry, sizeof s->constant, &s->constant};
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module,
                  .pName = "main",
                  .pSpecializationInfo = &constants},
        .layout = s->layout,
    };
    return vulkan_ok(s->vk,
                     vkCreateComputePipelines(s->vk->device, s->vk->pipeline_cache, 1, &info, NULL,
                                              &s->pipeline),
                     "vkCreateComputePipelines", error);
}

static bool is_made(struct compute_stage *s) {
    const VkShaderModuleCreateInfo code = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = s->bytes,
        .pCode = s->words,
    };
    VkShaderModule module = VK_NULL_HANDLE;
    struct error error = {0};
    if (s->pipeline)
        return true;
    const bool ok = vulkan_ok(s->vk, vkCreateShaderModule(s->vk->device, &code, NULL, &module),
                              "vkCreateShaderModule", &error) &&
                    make_pipeline(s, module, &error);
    vkDestroyShaderModule(s->vk->device, module, NULL);
    if (ok)
        return true;
    s->pipeline = VK_NULL_HANDLE;
    (void)error_wrap(&error, "%s", s->name);
    vulkan_lose(s->vk, &error);
    return false;
}

void compute_stage_run(struct compute_stage *s, VkCommandBuffer commands, const void *push,
                       uint32_t push_bytes, const uint32_t groups[3]) {
    if (!is_made(s))
        return;
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, s->pipeline);
    vkCmdPushConstants(commands, s->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, push_bytes, push);
    vkCmdDispatch(commands, groups[0], groups[1], groups[2]);
}
