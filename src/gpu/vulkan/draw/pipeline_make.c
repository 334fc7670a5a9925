/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/pipeline_state.h"

/* A pipeline of Vulkan from its recipe, whole and in parts. */

static bool make(struct vulkan *vk, const VkGraphicsPipelineCreateInfo *info, VkPipeline *out,
                 struct error *error) {
    *out = VK_NULL_HANDLE;
    return vulkan_ok(vk,
                     vkCreateGraphicsPipelines(vk->device, vk->pipeline_cache, 1, info, NULL, out),
                     "vkCreateGraphicsPipelines", error);
}

bool pipeline_make(struct vulkan *vk, const struct pipeline_source *source, VkPipeline *out,
                   struct error *error) {
    struct pipeline_state p = {0};
    VkPipelineLayout layout;
    if (!pipeline_layout_find(source->layouts, source->sets, EVERY_STAGE, &layout, error))
        return false;
    pipeline_state_fill(vk, source, &p);
    const VkGraphicsPipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .pNext = &p.rendering,
        .stageCount = p.stage_count,
        .pStages = p.stages,
        .pVertexInputState = &p.input,
        .pInputAssemblyState = &p.assembly,
        .pTessellationState = source->recipe->rest.patch_vertices ? &p.tessellation : NULL,
        .pViewportState = &p.viewport,
        .pRasterizationState = &p.raster,
        .pMultisampleState = &p.multisample,
        .pDepthStencilState = &p.depth_stencil,
        .pColorBlendState = &p.blend,
        .pDynamicState = &p.dynamic_info,
        .layout = layout,
    };
    return make(vk, &info, out, error);
}

/* ---- parts ---- */

static void part_state(const struct pipeline_state *p, const struct pipeline_rest *k,
                       enum pipeline_part part, VkGraphicsPipelineCreateInfo *info) {
    switch (part) {
    case PART_VERTEX_INPUT:
        info->pVertexInputState = &p->input;
        info->pInputAssemblyState = &p->assembly;
        break;
    case PART_SHADERS:
        info->pTessellationState = k->patch_vertices ? &p->tessellation : NULL;
        info->pViewportState = &p->viewport;
        info->pRasterizationState = &p->raster;
        break;
    case PART_FRAGMENT:
        info->pMultisampleState = k->per_sample ? &p->multisample : NULL;
        info->pDepthStencilState = &p->depth_stencil;
        break;
    case PART_OUTPUT:
        info->pMultisampleState = &p->multisample;
        info->pColorBlendState = &p->blend;
        break;
    case PIPELINE_PARTS:
        break;
    }
}

bool pipeline_make_part(struct vulkan *vk, const struct pipeline_source *source,
                        enum pipeline_part part, VkPipeline *out, struct error *error) {
    static const struct {
        VkGraphicsPipelineLibraryFlagsEXT flag;
        uint32_t stages; /* whose sets it knows */
    } rows[PIPELINE_PARTS] = {
        {VK_GRAPHICS_PIPELINE_LIBRARY_VERTEX_INPUT_INTERFACE_BIT_EXT, 0},
        {VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT, 0xf},
        {VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT, 0x10},
        {VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_OUTPUT_INTERFACE_BIT_EXT, 0},
    };
    struct pipeline_state p = {0};
    VkPipelineLayout layout = VK_NULL_HANDLE;
    if (rows[part].stages &&
        !pipeline_layout_find(source->layouts, source->sets, rows[part].stages, &layout, error))
        return false;
    pipeline_state_fill(vk, source, &p);
    VkGraphicsPipelineLibraryCreateInfoEXT library = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT,
        .pNext = &p.rendering,
        .flags = rows[part].flag,
    };
    VkGraphicsPipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .pNext = &library,
        .flags = VK_PIPELINE_CREATE_LIBRARY_BIT_KHR |
                 VK_PIPELINE_CREATE_RETAIN_LINK_TIME_OPTIMIZATION_INFO_BIT_EXT,
        .stageCount = p.stage_count,
        .pStages = p.stages,
        .pDynamicState = &p.dynamic_info,
        .layout = layout,
    };
    part_state(&p, &source->recipe->rest, part, &info);
    return make(vk, &info, out, error);
}

bool pipeline_link(struct vulkan *vk, VkPipelineLayout layout,
                   const VkPipeline parts[PIPELINE_PARTS], bool optimized, VkPipeline *out,
                   struct error *error) {
    const VkPipelineLibraryCreateInfoKHR libraries = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR,
        .libraryCount = PIPELINE_PARTS,
        .pLibraries = parts,
    };
    const VkGraphicsPipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .pNext = &libraries,
        .flags = optimized ? VK_PIPELINE_CREATE_LINK_TIME_OPTIMIZATION_BIT_EXT : 0,
        .layout = layout,
    };
    return make(vk, &info, out, error);
}
