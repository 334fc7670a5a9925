/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/clear.h"

#include "base/memory.h"
#include "clear.spv.h"
#include "clear_float.spv.h"
#include "clear_sint.spv.h"
#include "clear_uint.spv.h"

#include <stdlib.h>
#include <string.h>

struct push {
    uint32_t color[4];
    float depth;
};

struct entry {
    struct clear_quad what;
    VkPipeline pipeline;
    struct entry *next;
};

struct clear_quads {
    struct vulkan *vk;
    VkPipelineLayout layout;
    struct entry *entries;
};

struct clear_quads *clear_quads_new(struct vulkan *vk) {
    struct clear_quads *q = NEW(struct clear_quads);
    q->vk = vk;
    return q;
}

void clear_quads_free(struct clear_quads *q) {
    if (!q)
        return;
    while (q->entries) {
        struct entry *e = q->entries;
        q->entries = e->next;
        vkDestroyPipeline(q->vk->device, e->pipeline, NULL);
        free(e);
    }
    vkDestroyPipelineLayout(q->vk->device, q->layout, NULL);
    free(q);
}

static bool make_layout(struct clear_quads *q, struct error *error) {
    const VkPushConstantRange push = {VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, 0,
                                      sizeof(struct push)};
    const VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &push,
    };
    return q->layout ||
           vulkan_ok(q->vk, vkCreatePipelineLayout(q->vk->device, &info, NULL, &q->layout),
                     "vkCreatePipelineLayout", error);
}

static bool make_module(struct clear_quads *q, const uint32_t *words, size_t size,
                        VkShaderModule *out, struct error *error) {
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = size,
        .pCode = words,
    };
    return vulkan_ok(q->vk, vkCreateShaderModule(q->vk->device, &info, NULL, out),
                     "vkCreateShaderModule", error);
}

/* What is the same in all of them. */

static const VkPipelineVertexInputStateCreateInfo input = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
static const VkPipelineInputAssemblyStateCreateInfo assembly = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
    .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
static const VkPipelineViewportStateCreateInfo viewport = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
    .viewportCount = 1,
    .scissorCount = 1};
static const VkPipelineRasterizationStateCreateInfo raster = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .lineWidth = 1};
static const VkStencilOpState stencil_face = {.passOp = VK_STENCIL_OP_REPLACE,
                                              .failOp = VK_STENCIL_OP_REPLACE,
                                              .depthFailOp = VK_STENCIL_OP_REPLACE,
                                              .compareOp = VK_COMPARE_OP_ALWAYS,
                                              .compareMask = 0xff};
static const VkDynamicState dynamic[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR,
                                         VK_DYNAMIC_STATE_STENCIL_REFERENCE,
                                         VK_DYNAMIC_STATE_STENCIL_WRITE_MASK};
static const VkPipelineDynamicStateCreateInfo dynamic_info = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
    .dynamicStateCount = sizeof dynamic / sizeof *dynamic,
    .pDynamicStates = dynamic};

static bool make_pipeline(struct clear_quads *q, const struct clear_quad *what,
                          const VkShaderModule modules[2], VkPipeline *out, struct error *error) {
    const VkPipelineShaderStageCreateInfo stages[2] = {
        {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
         .stage = VK_SHADER_STAGE_VERTEX_BIT,
         .module = modules[0],
         .pName = "main"},
        {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
         .stage = VK_SHADER_STAGE_FRAGMENT_BIT,
         .module = modules[1],
         .pName = "main"},
    };
    const VkPipelineMultisampleStateCreateInfo multisample = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = (VkSampleCountFlagBits)what->samples};
    const VkPipelineDepthStencilStateCreateInfo depth = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
        .stencilTestEnable = !what->color,
        .front = stencil_face,
        .back = stencil_face};
    const VkPipelineColorBlendAttachmentState attachment = {.colorWriteMask = what->mask};
    const VkPipelineColorBlendStateCreateInfo blend = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .attachmentCount = what->color != 0,
        .pAttachments = &attachment};
    const VkPipelineRenderingCreateInfo rendering = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
        .colorAttachmentCount = what->color != 0,
        .pColorAttachmentFormats = &what->color,
        .depthAttachmentFormat = what->depth,
        .stencilAttachmentFormat = what->stencil};
    const VkGraphicsPipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .pNext = &rendering,
        .stageCount = what->color ? 2 : 1,
        .pStages = stages,
        .pVertexInputState = &input,
        .pInputAssemblyState = &assembly,
        .pViewportState = &viewport,
        .pRasterizationState = &raster,
        .pMultisampleState = &multisample,
        .pDepthStencilState = &depth,
        .pColorBlendState = &blend,
        .pDynamicState = &dynamic_info,
        .layout = q->layout,
    };
    return vulkan_ok(
        q->vk, vkCreateGraphicsPipelines(q->vk->device, q->vk->pipeline_cache, 1, &info, NULL, out),
        "vkCreateGraphicsPipelines", error);
}

static bool make(struct clear_quads *q, const struct clear_quad *what, VkPipeline *out,
                 struct error *error) {
    const struct {
        const uint32_t *words;
        size_t size;
    } fragments[] = {
        [SHADER_FLOAT] = {clear_float_spv, sizeof clear_float_spv},
        [SHADER_SINT] = {clear_sint_spv, sizeof clear_sint_spv},
        [SHADER_UINT] = {clear_uint_spv, sizeof clear_uint_spv},
    };
    VkShaderModule modules[2] = {0};
    const bool ok = make_layout(q, error) &&
                    make_module(q, clear_spv, sizeof clear_spv, &modules[0], error) &&
                    make_module(q, fragments[what->scalar].words, fragments[what->scalar].size,
                                &modules[1], error) &&
                    make_pipeline(q, what, modules, out, error);
    for (unsigned i = 0; i < 2; i++)
        vkDestroyShaderModule(q->vk->device, modules[i], NULL);
    return ok;
}

static bool same(const struct clear_quad *a, const struct clear_quad *b) {
    return a->color == b->color && a->depth == b->depth && a->stencil == b->stencil &&
           a->samples == b->samples && a->mask == b->mask && a->scalar == b->scalar;
}

static bool find(struct clear_quads *q, const struct clear_quad *what, VkPipeline *out,
                 struct error *error) {
    for (struct entry *e = q->entries; e; e = e->next)
        if (same(&e->what, what)) {
            *out = e->pipeline;
            return true;
        }
    if (!make(q, what, out, error))
        return false;
    struct entry *e = NEW(struct entry);
    *e = (struct entry){.what = *what, .pipeline = *out, .next = q->entries};
    q->entries = e;
    return true;
}

bool clear_quad_draw(struct clear_quads *q, VkCommandBuffer commands, const struct clear_quad *what,
                     const VkRect2D *rect, const uint32_t color[4], uint8_t stencil,
                     uint8_t stencil_mask, struct error *error) {
    VkPipeline pipeline;
    if (!find(q, what, &pipeline, error))
        return false;
    const VkViewport area = {.x = (float)rect->offset.x,
                             .y = (float)rect->offset.y,
                             .width = (float)rect->extent.width,
                             .height = (float)rect->extent.height,
                             .maxDepth = 1};
    struct push push = {.depth = 0};
    memcpy(push.color, color, sizeof push.color);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    vkCmdSetViewport(commands, 0, 1, &area);
    vkCmdSetScissor(commands, 0, 1, rect);
    vkCmdSetStencilReference(commands, VK_STENCIL_FACE_FRONT_AND_BACK, stencil);
    vkCmdSetStencilWriteMask(commands, VK_STENCIL_FACE_FRONT_AND_BACK, stencil_mask);
    vkCmdPushConstants(commands, q->layout,
                       VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof push,
                       &push);
    vkCmdDraw(commands, 3, 1, 0, 0);
    return true;
}
