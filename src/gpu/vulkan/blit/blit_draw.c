/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/blit/blit_draw.h"

#include "gpu/vulkan/shader/descriptor_pool.h"

#include "base/memory.h"
#include "blit.spv.h"
#include "blit_float.spv.h"
#include "blit_float_samples.spv.h"
#include "blit_float_spread.spv.h"
#include "blit_operates.spv.h"
#include "blit_operates_samples.spv.h"
#include "blit_sint.spv.h"
#include "blit_sint_samples.spv.h"
#include "blit_uint.spv.h"
#include "blit_uint_samples.spv.h"

#include <stdlib.h>

/* What texels are; OPERATES: floats that are not just copied. */
enum { OPERATES = 3, KINDS = 4 };
enum { ONE_SAMPLE, SOURCE_SAMPLES, TARGET_SAMPLES, SAMPLINGS }; /* who has several */

struct pipeline {
    VkFormat format;
    uint8_t kind, sampling;
    uint32_t target_samples;
    bool blends;
    VkPipeline pipeline;
    struct pipeline *next;
};

struct blit_draws {
    struct vulkan *vk;
    struct batches *batches;
    struct set_pools *pools;
    struct set_layout *layouts; /* the one there is */
    VkPipelineLayout layout;
    VkSampler sampler; /* of fetches, which use none */
    VkShaderModule vertex, fragments[SAMPLINGS][KINDS];
    struct pipeline *pipelines;
};

/* As blit.glsl has it. */
struct push {
    int64_t from[2], step[2];
    int32_t corner[2];
    uint32_t size[2], samples_log2[2], flags, unused;
    float beta[4];
};

/* ---- what all have in common ---- */

static bool make_module(struct vulkan *vk, const uint32_t *words, size_t bytes, VkShaderModule *out,
                        struct error *error) {
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = bytes,
        .pCode = words,
    };
    return vulkan_ok(vk, vkCreateShaderModule(vk->device, &info, NULL, out),
                     "vkCreateShaderModule (blit)", error);
}

static bool make_modules(struct blit_draws *d, struct error *error) {
    static const struct {
        const uint32_t *words;
        size_t bytes;
    } codes[SAMPLINGS][KINDS] = {
        {[SHADER_FLOAT] = {blit_float_spv, sizeof blit_float_spv},
         [SHADER_SINT] = {blit_sint_spv, sizeof blit_sint_spv},
         [SHADER_UINT] = {blit_uint_spv, sizeof blit_uint_spv},
         [OPERATES] = {blit_operates_spv, sizeof blit_operates_spv}},
        {[SHADER_FLOAT] = {blit_float_samples_spv, sizeof blit_float_samples_spv},
         [SHADER_SINT] = {blit_sint_samples_spv, sizeof blit_sint_samples_spv},
         [SHADER_UINT] = {blit_uint_samples_spv, sizeof blit_uint_samples_spv},
         [OPERATES] = {blit_operates_samples_spv, sizeof blit_operates_samples_spv}},
        {[SHADER_FLOAT] = {blit_float_spread_spv, sizeof blit_float_spread_spv}},
    };
    bool made = make_module(d->vk, blit_spv, sizeof blit_spv, &d->vertex, error);
    for (unsigned i = 0; i < SAMPLINGS; i++)
        for (unsigned k = 0; made && k < KINDS; k++)
            made = !codes[i][k].words || make_module(d->vk, codes[i][k].words, codes[i][k].bytes,
                                                     &d->fragments[i][k], error);
    return made;
}

/* One texture, as a fragment shader of the guest's would have it. */
static bool make_layout(struct blit_draws *d, struct error *error) {
    const struct shader_contract contract = {
        .stage = SHADER_FRAGMENT,
        .texture_count = 1,
        .textures = {{.dim = SHADER_2D, .count = 1}},
    };
    const struct set_layout *set;
    if (!set_layout_find(d->vk, &d->layouts, &contract, &set, error))
        return false;
    const VkPushConstantRange push = {VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof(struct push)};
    const VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = 1,
        .pSetLayouts = &set->layout,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &push,
    };
    const VkSamplerCreateInfo sampler = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    return vulkan_ok(d->vk, vkCreatePipelineLayout(d->vk->device, &info, NULL, &d->layout),
                     "vkCreatePipelineLayout (blit)", error) &&
           vulkan_ok(d->vk, vkCreateSampler(d->vk->device, &sampler, NULL, &d->sampler),
                     "vkCreateSampler (blit)", error);
}

bool blit_draws_new(struct vulkan *vk, struct batches *batches, struct blit_draws **out,
                    struct error *error) {
    struct blit_draws *d = NEW(struct blit_draws);
    d->vk = vk;
    d->batches = batches;
    d->pools = set_pools_new(vk, batches);
    if (!make_modules(d, error) || !make_layout(d, error)) {
        blit_draws_free(d);
        return false;
    }
    *out = d;
    return true;
}

void blit_draws_free(struct blit_draws *d) {
    if (!d)
        return;
    const VkDevice device = d->vk->device;
    while (d->pipelines) {
        struct pipeline *p = d->pipelines;
        d->pipelines = p->next;
        vkDestroyPipeline(device, p->pipeline, NULL);
        free(p);
    }
    for (unsigned i = 0; i < SAMPLINGS * KINDS; i++)
        vkDestroyShaderModule(device, d->fragments[i / KINDS][i % KINDS], NULL);
    vkDestroyShaderModule(device, d->vertex, NULL);
    vkDestroySampler(device, d->sampler, NULL);
    vkDestroyPipelineLayout(device, d->layout, NULL);
    set_layouts_free(d->vk, &d->layouts);
    set_pools_free(d->pools);
    free(d);
}

/* ---- pipelines ---- */

static bool make_pipeline(struct blit_draws *d, struct pipeline *p, struct error *error) {
    const VkPipelineShaderStageCreateInfo stages[2] = {
        {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
         .stage = VK_SHADER_STAGE_VERTEX_BIT,
         .module = d->vertex,
         .pName = "main"},
        {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
         .stage = VK_SHADER_STAGE_FRAGMENT_BIT,
         .module = d->fragments[p->sampling][p->kind],
         .pName = "main"},
    };
    static const VkDynamicState dynamic[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
    const VkPipelineColorBlendAttachmentState all = {
        .blendEnable = p->blends,
        .srcColorBlendFactor = VK_BLEND_FACTOR_ONE,
        .dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC1_COLOR,
        .srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
        .dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA,
        .colorWriteMask = 0xf,
    };
    const VkPipelineRenderingCreateInfo rendering = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
        .colorAttachmentCount = 1,
        .pColorAttachmentFormats = &p->format,
    };
    const VkGraphicsPipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .pNext = &rendering,
        .stageCount = 2,
        .pStages = stages,
        .pVertexInputState =
            &(VkPipelineVertexInputStateCreateInfo){
                .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO},
        .pInputAssemblyState =
            &(VkPipelineInputAssemblyStateCreateInfo){
                .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
                .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST},
        .pViewportState =
            &(VkPipelineViewportStateCreateInfo){
                .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
                .viewportCount = 1,
                .scissorCount = 1},
        .pRasterizationState =
            &(VkPipelineRasterizationStateCreateInfo){
                .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
                .lineWidth = 1},
        .pMultisampleState =
            &(VkPipelineMultisampleStateCreateInfo){
                .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
                .rasterizationSamples = (VkSampleCountFlagBits)p->target_samples,
                .sampleShadingEnable = p->target_samples > 1,
                .minSampleShading = 1},
        .pColorBlendState =
            &(VkPipelineColorBlendStateCreateInfo){
                .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
                .attachmentCount = 1,
                .pAttachments = &all},
        .pDynamicState =
            &(VkPipelineDynamicStateCreateInfo){
                .sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
                .dynamicStateCount = sizeof dynamic / sizeof *dynamic,
                .pDynamicStates = dynamic},
        .layout = d->layout,
    };
    return vulkan_ok(d->vk,
                     vkCreateGraphicsPipelines(d->vk->device, d->vk->pipeline_cache, 1, &info, NULL,
                                               &p->pipeline),
                     "vkCreateGraphicsPipelines (blit)", error);
}

static bool pipeline_of(struct blit_draws *d, const struct blit_draw *what, VkPipeline *out,
                        struct error *error) {
    const bool several = what->samples_log2[0] || what->samples_log2[1];
    const uint32_t target_samples = what->target_samples ? what->target_samples : 1;
    const uint8_t sampling = target_samples > 1 ? TARGET_SAMPLES
                             : several          ? SOURCE_SAMPLES
                                                : ONE_SAMPLE;
    const uint8_t kind = what->operates ? OPERATES : what->scalar;
    struct pipeline *p = d->pipelines;
    while (p && (p->format != what->format || p->kind != kind || p->sampling != sampling ||
                 p->target_samples != target_samples || p->blends != what->blends))
        p = p->next;
    if (!p) {
        p = NEW(struct pipeline);
        p->format = what->format;
        p->kind = kind;
        p->sampling = sampling;
        p->target_samples = target_samples;
        p->blends = what->blends;
        if (!make_pipeline(d, p, error)) {
            free(p);
            return false;
        }
        p->next = d->pipelines;
        d->pipelines = p;
    }
    *out = p->pipeline;
    return true;
}

/* ---- drawing ---- */

static void begin(VkCommandBuffer commands, const struct blit_draw *what) {
    const VkRenderingAttachmentInfo target = {
        .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
        .imageView = what->target,
        .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
        .loadOp = VK_ATTACHMENT_LOAD_OP_LOAD,
        .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
    };
    const VkRenderingInfo rendering = {
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
        .renderArea = what->area,
        .layerCount = 1,
        .colorAttachmentCount = 1,
        .pColorAttachments = &target,
    };
    const VkViewport viewport = {0, 0, (float)what->extent.width, (float)what->extent.height, 0, 1};
    vkCmdBeginRendering(commands, &rendering);
    vkCmdSetViewport(commands, 0, 1, &viewport);
    vkCmdSetScissor(commands, 0, 1, &what->area);
}

bool blit_draw(struct blit_draws *d, const struct blit_draw *what, struct error *error) {
    const union descriptor source = {.image = {d->sampler, what->source, VK_IMAGE_LAYOUT_GENERAL}};
    const struct push push = {
        .from = {what->from[0], what->from[1]},
        .step = {what->step[0], what->step[1]},
        .corner = {what->corner[0], what->corner[1]},
        .size = {what->size[0], what->size[1]},
        .samples_log2 = {what->samples_log2[0], what->samples_log2[1]},
        .flags = what->flags,
        .beta = {what->beta[0], what->beta[1], what->beta[2], what->beta[3]},
    };
    VkPipeline pipeline;
    VkDescriptorSet set;
    if (!pipeline_of(d, what, &pipeline, error) ||
        !set_pools_get(d->pools, d->layouts, &set, error))
        return false;
    vkUpdateDescriptorSetWithTemplate(d->vk->device, set, d->layouts->update, &source);
    batch_barrier(d->batches);
    const VkCommandBuffer commands = batch_commands(d->batches);
    begin(commands, what);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, d->layout, 0, 1, &set, 0,
                            NULL);
    vkCmdPushConstants(commands, d->layout, VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof push, &push);
    vkCmdDraw(commands, 3, 1, 0, 0);
    vkCmdEndRendering(commands);
    batch_barrier(d->batches);
    return true;
}
