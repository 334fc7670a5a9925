/* SPDX-License-Identifier: MIT */
#include "plain_parts.h"

#include <string.h>

static void destroy_module(VkDevice device, uint64_t object) {
    vkDestroyShaderModule(device, (VkShaderModule)object, NULL);
}
static void destroy_pipeline(VkDevice device, uint64_t object) {
    vkDestroyPipeline(device, (VkPipeline)object, NULL);
}
static void destroy_layout(VkDevice device, uint64_t object) {
    vkDestroyPipelineLayout(device, (VkPipelineLayout)object, NULL);
}
static void destroy_set_layout(VkDevice device, uint64_t object) {
    vkDestroyDescriptorSetLayout(device, (VkDescriptorSetLayout)object, NULL);
}
static void destroy_pool(VkDevice device, uint64_t object) {
    vkDestroyDescriptorPool(device, (VkDescriptorPool)object, NULL);
}
static void destroy_sampler(VkDevice device, uint64_t object) {
    vkDestroySampler(device, (VkSampler)object, NULL);
}

static void destroy_view(VkDevice device, uint64_t object) {
    vkDestroyImageView(device, (VkImageView)object, NULL);
}
static void destroy_texels(VkDevice device, uint64_t object) {
    vkDestroyBufferView(device, (VkBufferView)object, NULL);
}

VkShaderModule plain_module(struct plain *p, const uint32_t *words, size_t size) {
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = size,
        .pCode = words,
    };
    VkShaderModule module;
    plain_ok(p, vkCreateShaderModule(p->vk->device, &info, NULL, &module), "a shader");
    plain_keep(p, destroy_module, (uint64_t)module);
    return module;
}

static VkPipelineLayout empty_layout(struct plain *p) {
    const VkPipelineLayoutCreateInfo info = {.sType =
                                                 VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    VkPipelineLayout layout;
    plain_ok(p, vkCreatePipelineLayout(p->vk->device, &info, NULL, &layout), "a layout");
    plain_keep(p, destroy_layout, (uint64_t)layout);
    return layout;
}

/* ---- graphics ---- */

void plain_pipeline_init(struct plain_pipeline *s, uint32_t width, uint32_t height) {
    *s = (struct plain_pipeline){
        .assembly = {.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
                     .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST},
        .tessellation = {.sType = VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO,
                         .patchControlPoints = 3},
        .raster = {.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
                   .lineWidth = 1},
        .multisample = {.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
                        .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT},
        .depth = {.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO},
        .output = {.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO},
        .viewport_count = 1,
        .color_count = 1,
        .color = {VK_FORMAT_R8G8B8A8_UNORM},
    };
    for (unsigned i = 0; i < 16; i++) {
        s->viewports[i] = (VkViewport){0, 0, (float)width, (float)height, 0, 1};
        s->scissors[i].extent = (VkExtent2D){width, height};
    }
    for (unsigned i = 0; i < 8; i++)
        s->blend[i].colorWriteMask = 15;
}

void plain_stage(struct plain *p, struct plain_pipeline *s, VkShaderStageFlagBits stage,
                 const uint32_t *words, size_t size) {
    s->stages[s->stage_count++] = (VkPipelineShaderStageCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
        .stage = stage,
        .module = plain_module(p, words, size),
        .pName = "main",
    };
}

VkPipeline plain_pipeline(struct plain *p, const struct plain_pipeline *s) {
    const VkPipelineVertexInputDivisorStateCreateInfoEXT divisors = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_DIVISOR_STATE_CREATE_INFO_EXT,
        .vertexBindingDivisorCount = s->divisor_count,
        .pVertexBindingDivisors = s->divisors,
    };
    const VkPipelineVertexInputStateCreateInfo vertices = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
        .pNext = s->divisor_count ? &divisors : NULL,
        .vertexBindingDescriptionCount = s->binding_count,
        .pVertexBindingDescriptions = s->bindings,
        .vertexAttributeDescriptionCount = s->attribute_count,
        .pVertexAttributeDescriptions = s->attributes,
    };
    const VkPipelineViewportStateCreateInfo viewports = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
        .pNext = s->viewport_next,
        .viewportCount = s->viewport_count,
        .pViewports = s->viewports,
        .scissorCount = s->viewport_count,
        .pScissors = s->scissors,
    };
    VkPipelineColorBlendStateCreateInfo output = s->output;
    output.attachmentCount = s->color_count;
    output.pAttachments = s->blend;
    const bool stencil = s->depth_format == VK_FORMAT_D24_UNORM_S8_UINT ||
                         s->depth_format == VK_FORMAT_D32_SFLOAT_S8_UINT;
    const VkPipelineRenderingCreateInfo rendering = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
        .colorAttachmentCount = s->color_count,
        .pColorAttachmentFormats = s->color,
        .depthAttachmentFormat = s->depth_format,
        .stencilAttachmentFormat = stencil ? s->depth_format : VK_FORMAT_UNDEFINED,
    };
    const VkGraphicsPipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .pNext = &rendering,
        .stageCount = s->stage_count,
        .pStages = s->stages,
        .pVertexInputState = &vertices,
        .pInputAssemblyState = &s->assembly,
        .pTessellationState = &s->tessellation,
        .pViewportState = &viewports,
        .pRasterizationState = &s->raster,
        .pMultisampleState = &s->multisample,
        .pDepthStencilState = &s->depth,
        .pColorBlendState = &output,
        .layout = s->layout ? s->layout : empty_layout(p),
    };
    VkPipeline pipeline;
    plain_ok(p, vkCreateGraphicsPipelines(p->vk->device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline),
             "a pipeline");
    plain_keep(p, destroy_pipeline, (uint64_t)pipeline);
    return pipeline;
}

/* ---- compute, descriptors ---- */

VkPipeline plain_compute(struct plain *p, const uint32_t *words, size_t size,
                         VkPipelineLayout layout) {
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = plain_module(p, words, size),
                  .pName = "main"},
        .layout = layout ? layout : empty_layout(p),
    };
    VkPipeline pipeline;
    plain_ok(p, vkCreateComputePipelines(p->vk->device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline),
             "a pipeline");
    plain_keep(p, destroy_pipeline, (uint64_t)pipeline);
    return pipeline;
}

static VkDescriptorSet set_of(struct plain *p, VkDescriptorSetLayout layout,
                              const VkWriteDescriptorSet *writes, uint32_t count) {
    VkDescriptorPoolSize sizes[32];
    for (uint32_t i = 0; i < count; i++)
        sizes[i] = (VkDescriptorPoolSize){writes[i].descriptorType, writes[i].descriptorCount};
    const VkDescriptorPoolCreateInfo pool_info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = 1,
        .poolSizeCount = count,
        .pPoolSizes = sizes,
    };
    VkDescriptorPool pool;
    VkDescriptorSet set;
    plain_ok(p, vkCreateDescriptorPool(p->vk->device, &pool_info, NULL, &pool), "a pool");
    plain_keep(p, destroy_pool, (uint64_t)pool);
    const VkDescriptorSetAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = pool,
        .descriptorSetCount = 1,
        .pSetLayouts = &layout,
    };
    plain_ok(p, vkAllocateDescriptorSets(p->vk->device, &info, &set), "a descriptor set");
    return set;
}

VkPipelineLayout plain_layout(struct plain *p, VkWriteDescriptorSet *writes, uint32_t count,
                              uint32_t push, VkDescriptorSet *set) {
    VkDescriptorSetLayoutBinding bindings[32];
    for (uint32_t i = 0; i < count; i++)
        bindings[i] =
            (VkDescriptorSetLayoutBinding){writes[i].dstBinding, writes[i].descriptorType,
                                           writes[i].descriptorCount, VK_SHADER_STAGE_ALL, NULL};
    const VkDescriptorSetLayoutCreateInfo set_info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = count,
        .pBindings = bindings,
    };
    VkDescriptorSetLayout set_layout;
    plain_ok(p, vkCreateDescriptorSetLayout(p->vk->device, &set_info, NULL, &set_layout),
             "a set's layout");
    plain_keep(p, destroy_set_layout, (uint64_t)set_layout);
    const VkPushConstantRange range = {VK_SHADER_STAGE_ALL, 0, push};
    const VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = 1,
        .pSetLayouts = &set_layout,
        .pushConstantRangeCount = push ? 1 : 0,
        .pPushConstantRanges = &range,
    };
    VkPipelineLayout layout;
    plain_ok(p, vkCreatePipelineLayout(p->vk->device, &info, NULL, &layout), "a layout");
    plain_keep(p, destroy_layout, (uint64_t)layout);
    *set = set_of(p, set_layout, writes, count);
    for (uint32_t i = 0; i < count; i++) {
        writes[i].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
        writes[i].dstSet = *set;
    }
    vkUpdateDescriptorSets(p->vk->device, count, writes, 0, NULL);
    return layout;
}

VkImageView plain_view(struct plain *p, const VkImageViewCreateInfo *info) {
    VkImageView view;
    plain_ok(p, vkCreateImageView(p->vk->device, info, NULL, &view), "a view");
    plain_keep(p, destroy_view, (uint64_t)view);
    return view;
}

VkBufferView plain_texels(struct plain *p, const struct plain_buffer *buffer, VkFormat format) {
    const VkBufferViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
        .buffer = buffer->buffer,
        .format = format,
        .range = VK_WHOLE_SIZE,
    };
    VkBufferView view;
    plain_ok(p, vkCreateBufferView(p->vk->device, &info, NULL, &view), "a view of a buffer");
    plain_keep(p, destroy_texels, (uint64_t)view);
    return view;
}

VkSampler plain_sampler(struct plain *p, const VkSamplerCreateInfo *wanted) {
    VkSamplerCreateInfo info = *wanted;
    info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
    VkSampler sampler;
    plain_ok(p, vkCreateSampler(p->vk->device, &info, NULL, &sampler), "a sampler");
    plain_keep(p, destroy_sampler, (uint64_t)sampler);
    return sampler;
}
