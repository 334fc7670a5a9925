/* SPDX-License-Identifier: MIT */
#include "pass_objects.h"

/* The state of a draw, as the scene has it: nothing is culled, nothing flipped. */

struct vertex_state {
    VkVertexInputBindingDescription bindings[SHADER_GENERICS];
    VkVertexInputAttributeDescription attributes[SHADER_GENERICS];
    uint32_t count;
};

/* A buffer an attribute. */
static void vertex_state(const struct scene *s, struct vertex_state *v) {
    v->count = 0;
    for (uint32_t i = 0; i < SHADER_GENERICS; i++) {
        const struct attribute *a = &s->attributes[i];
        if (!a->used)
            continue;
        const uint32_t at = v->count++;
        v->bindings[at] = (VkVertexInputBindingDescription){
            at, a->components * a->type->size,
            a->instance ? VK_VERTEX_INPUT_RATE_INSTANCE : VK_VERTEX_INPUT_RATE_VERTEX};
        v->attributes[at] =
            (VkVertexInputAttributeDescription){i, at, a->type->vulkan[a->components - 1], 0};
    }
}

/* The whole target, or its left and its right half. */
static uint32_t viewports(const struct scene *s, VkViewport views[2], VkRect2D scissors[2]) {
    const uint32_t count = s->halves ? 2 : 1;
    const uint32_t width = s->targets[0].width / count, height = s->targets[0].height;
    for (uint32_t i = 0; i < count; i++) {
        const int32_t x = (int32_t)(i * width);
        views[i] = (VkViewport){(float)x, 0, (float)width, (float)height, 0, 1};
        scissors[i] = (VkRect2D){{x, 0}, {width, height}};
    }
    return count;
}

static void blend_state(const struct scene *s,
                        VkPipelineColorBlendAttachmentState blends[SHADER_TARGETS]) {
    for (size_t i = 0; i < SHADER_TARGETS; i++)
        blends[i] = (VkPipelineColorBlendAttachmentState){
            .blendEnable = s->blend && s->targets[i].format,
            .srcColorBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA,
            .dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
            .srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
            .dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
            .colorWriteMask = s->targets[i].format ? 0xf : 0,
        };
}

static VkPrimitiveTopology topology(enum topology t) {
    static const VkPrimitiveTopology all[] = {
        [TOPOLOGY_POINTS] = VK_PRIMITIVE_TOPOLOGY_POINT_LIST,
        [TOPOLOGY_LINES] = VK_PRIMITIVE_TOPOLOGY_LINE_LIST,
        [TOPOLOGY_LINES_ADJACENCY] = VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY,
        [TOPOLOGY_TRIANGLES_ADJACENCY] = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY,
        [TOPOLOGY_TRIANGLES] = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST,
        [TOPOLOGY_PATCHES] = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST,
    };
    return all[t];
}

bool pass_draw_pipeline(const struct gpu *gpu, const struct canvas *canvas, struct pass_objects *o,
                        struct error *error) {
    const struct scene *s = canvas->scene;
    struct vertex_state vertices;
    VkViewport views[2];
    VkRect2D scissors[2];
    VkPipelineColorBlendAttachmentState blends[SHADER_TARGETS];
    VkFormat formats[SHADER_TARGETS];
    vertex_state(s, &vertices);
    blend_state(s, blends);
    const uint32_t view_count = viewports(s, views, scissors);
    for (size_t i = 0; i < SHADER_TARGETS; i++)
        formats[i] = s->targets[i].format ? s->targets[i].format->vulkan : VK_FORMAT_UNDEFINED;
    const VkPipelineVertexInputStateCreateInfo input = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
        .vertexBindingDescriptionCount = vertices.count,
        .pVertexBindingDescriptions = vertices.bindings,
        .vertexAttributeDescriptionCount = vertices.count,
        .pVertexAttributeDescriptions = vertices.attributes,
    };
    const VkPipelineInputAssemblyStateCreateInfo assembly = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = topology(s->topology),
    };
    const VkPipelineTessellationStateCreateInfo tessellation = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO,
        .patchControlPoints = s->patch_vertices,
    };
    const VkPipelineViewportStateCreateInfo viewport = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
        .viewportCount = view_count,
        .pViewports = views,
        .scissorCount = view_count,
        .pScissors = scissors,
    };
    const VkPipelineRasterizationStateCreateInfo raster = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
        .lineWidth = 1,
    };
    const VkPipelineMultisampleStateCreateInfo samples = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples =
            s->targets[0].samples == 4 ? VK_SAMPLE_COUNT_4_BIT : VK_SAMPLE_COUNT_1_BIT,
    };
    const VkPipelineDepthStencilStateCreateInfo depth = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
        .depthTestEnable = s->depth_test,
        .depthWriteEnable = s->depth_test,
        .depthCompareOp = VK_COMPARE_OP_LESS,
    };
    const VkPipelineColorBlendStateCreateInfo blend = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .attachmentCount = SHADER_TARGETS,
        .pAttachments = blends,
    };
    const VkPipelineRenderingCreateInfo rendering = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
        .colorAttachmentCount = SHADER_TARGETS,
        .pColorAttachmentFormats = formats,
        .depthAttachmentFormat = s->depth.format ? s->depth.format->vulkan : VK_FORMAT_UNDEFINED,
    };
    const VkGraphicsPipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .pNext = &rendering,
        .stageCount = o->stage_count,
        .pStages = o->stages,
        .pVertexInputState = &input,
        .pInputAssemblyState = &assembly,
        .pTessellationState = s->patch_vertices ? &tessellation : NULL,
        .pViewportState = &viewport,
        .pRasterizationState = &raster,
        .pMultisampleState = &samples,
        .pDepthStencilState = &depth,
        .pColorBlendState = &blend,
        .layout = o->layout,
    };
    return gpu_ok(
        vkCreateGraphicsPipelines(gpu->device, VK_NULL_HANDLE, 1, &info, NULL, &o->pipeline),
        "vkCreateGraphicsPipelines", error);
}
