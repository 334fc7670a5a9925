/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/pipeline_state.h"

static void stages(struct pipeline_state *p, const struct pipeline_source *source) {
    static const VkShaderStageFlagBits flags[PIPELINE_STAGES] = {
        VK_SHADER_STAGE_VERTEX_BIT,
        VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT,
        VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT,
        VK_SHADER_STAGE_GEOMETRY_BIT,
        VK_SHADER_STAGE_FRAGMENT_BIT,
    };
    for (unsigned i = 0; i < PIPELINE_STAGES; i++)
        if (source->recipe->rest.units[i])
            p->stages[p->stage_count++] = (VkPipelineShaderStageCreateInfo){
                .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                .stage = flags[i],
                .module = source->modules[i],
                .pName = "main",
            };
}

static void vertex_input(struct pipeline_state *p, const struct pipeline_recipe *key) {
    const struct pipeline_vertices *k = &key->vertices;
    uint32_t divisors = 0;
    for (unsigned i = 0; i < k->attribute_count; i++)
        p->attributes[i] = (VkVertexInputAttributeDescription){
            .location = k->attributes[i].location,
            .binding = k->attributes[i].binding,
            .format = (VkFormat)k->attributes[i].format,
            .offset = k->attributes[i].offset,
        };
    for (unsigned i = 0; i < k->binding_count; i++) {
        const struct pipeline_binding *b = &k->bindings[i];
        p->bindings[i] = (VkVertexInputBindingDescription){
            .binding = b->binding,
            .inputRate = b->instanced ? VK_VERTEX_INPUT_RATE_INSTANCE : VK_VERTEX_INPUT_RATE_VERTEX,
        };
        if (b->instanced && b->divisor != 1)
            p->divisors[divisors++] =
                (VkVertexInputBindingDivisorDescriptionEXT){b->binding, b->divisor};
    }
    p->divisor = (VkPipelineVertexInputDivisorStateCreateInfoEXT){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_DIVISOR_STATE_CREATE_INFO_EXT,
        .vertexBindingDivisorCount = divisors,
        .pVertexBindingDivisors = p->divisors,
    };
    p->input = (VkPipelineVertexInputStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
        .pNext = divisors ? &p->divisor : NULL,
        .vertexBindingDescriptionCount = k->binding_count,
        .pVertexBindingDescriptions = p->bindings,
        .vertexAttributeDescriptionCount = k->attribute_count,
        .pVertexAttributeDescriptions = p->attributes,
    };
    p->assembly = (VkPipelineInputAssemblyStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = (VkPrimitiveTopology)key->rest.topology,
    };
    p->tessellation = (VkPipelineTessellationStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO,
        .patchControlPoints = key->rest.patch_vertices,
    };
}

/* Puts a structure in front of a chain. */
static void chain(const void **first, void *structure) {
    VkBaseOutStructure *base = structure;
    base->pNext = (VkBaseOutStructure *)*first;
    *first = structure;
}

static void line_state(const struct vulkan *vk, struct pipeline_state *p,
                       const struct pipeline_rest *k) {
    const VkPhysicalDeviceLineRasterizationFeaturesEXT *has = &vk->extras.line_rasterization;
    VkLineRasterizationModeEXT mode = VK_LINE_RASTERIZATION_MODE_DEFAULT_EXT;
    bool stipple = has->stippledRectangularLines && vk->properties.limits.strictLines;
    /* llvmpipe of Mesa 22.3 takes other lines for smooth ones behind tessellation. */
    const bool broken = vk->cpu && k->patch_vertices;
    if (k->smooth_lines && has->smoothLines && !broken) {
        mode = VK_LINE_RASTERIZATION_MODE_RECTANGULAR_SMOOTH_EXT;
        stipple = has->stippledSmoothLines;
    } else if (k->samples > 1 && has->rectangularLines) {
        mode = VK_LINE_RASTERIZATION_MODE_RECTANGULAR_EXT;
        stipple = has->stippledRectangularLines;
    } else if (k->samples == 1 && has->bresenhamLines) {
        mode = VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT; /* as OpenGL's lines are */
        stipple = has->stippledBresenhamLines;
    }
    /* Bresenham's and smooth lines exclude these. */
    if (mode != VK_LINE_RASTERIZATION_MODE_RECTANGULAR_EXT &&
        (k->alpha_to_coverage || k->alpha_to_one || k->per_sample))
        mode = VK_LINE_RASTERIZATION_MODE_DEFAULT_EXT, stipple = false;
    p->line = (VkPipelineRasterizationLineStateCreateInfoEXT){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_LINE_STATE_CREATE_INFO_EXT,
        .lineRasterizationMode = mode,
        .stippledLineEnable = k->stipple && stipple,
        .lineStippleFactor = 1,
        .lineStipplePattern = 0xffff,
    };
    chain(&p->raster.pNext, &p->line);
}

static void rasterizer(const struct vulkan *vk, struct pipeline_state *p,
                       const struct pipeline_rest *k) {
    static const VkPolygonMode modes[] = {
        [POLYGON_FILL] = VK_POLYGON_MODE_FILL,
        [POLYGON_LINE] = VK_POLYGON_MODE_LINE,
        [POLYGON_POINT] = VK_POLYGON_MODE_POINT,
    };
    p->depth_control = (VkPipelineViewportDepthClipControlCreateInfoEXT){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_DEPTH_CLIP_CONTROL_CREATE_INFO_EXT,
        .negativeOneToOne = k->minus_one,
    };
    p->viewport = (VkPipelineViewportStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
        .pNext = vk->depth_clip_control ? &p->depth_control : NULL,
    };
    p->raster = (VkPipelineRasterizationStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
        .depthClampEnable = k->clamps_depth && vk->features.depthClamp,
        .polygonMode = modes[k->polygon_mode],
        .lineWidth = 1,
    };
    p->provoking = (VkPipelineRasterizationProvokingVertexStateCreateInfoEXT){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_PROVOKING_VERTEX_STATE_CREATE_INFO_EXT,
        .provokingVertexMode = k->provoking_last ? VK_PROVOKING_VERTEX_MODE_LAST_VERTEX_EXT
                                                 : VK_PROVOKING_VERTEX_MODE_FIRST_VERTEX_EXT,
    };
    if (vk->provoking_vertex)
        chain(&p->raster.pNext, &p->provoking);
    if (vk->line_rasterization)
        line_state(vk, p, k);
    p->conservative = (VkPipelineRasterizationConservativeStateCreateInfoEXT){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_CONSERVATIVE_STATE_CREATE_INFO_EXT,
        .conservativeRasterizationMode = VK_CONSERVATIVE_RASTERIZATION_MODE_OVERESTIMATE_EXT,
    };
    if (k->conservative && vk->conservative)
        chain(&p->raster.pNext, &p->conservative);
    p->sample_mask = k->sample_mask;
    p->multisample = (VkPipelineMultisampleStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = (VkSampleCountFlagBits)k->samples,
        .sampleShadingEnable = k->per_sample,
        .minSampleShading = 1,
        .pSampleMask = &p->sample_mask,
        .alphaToCoverageEnable = k->alpha_to_coverage,
        .alphaToOneEnable = k->alpha_to_one && vk->features.alphaToOne,
    };
}

static void outputs(struct pipeline_state *p, const struct pipeline_rest *k) {
    for (unsigned i = 0; i < k->output_count; i++) {
        const struct state_blend *b = &k->blend[i];
        p->attachments[i] = (VkPipelineColorBlendAttachmentState){
            .blendEnable = b->enabled,
            .colorWriteMask = k->masks[i],
        };
        if (!b->enabled)
            continue;
        p->attachments[i].srcColorBlendFactor = (VkBlendFactor)b->color_source;
        p->attachments[i].dstColorBlendFactor = (VkBlendFactor)b->color_target;
        p->attachments[i].colorBlendOp = (VkBlendOp)b->color_op;
        p->attachments[i].srcAlphaBlendFactor = (VkBlendFactor)b->alpha_source;
        p->attachments[i].dstAlphaBlendFactor = (VkBlendFactor)b->alpha_target;
        p->attachments[i].alphaBlendOp = (VkBlendOp)b->alpha_op;
    }
    p->blend = (VkPipelineColorBlendStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .logicOpEnable = k->logic,
        .logicOp = (VkLogicOp)k->logic_op,
        .attachmentCount = k->output_count,
        .pAttachments = p->attachments,
    };
    p->depth_stencil = (VkPipelineDepthStencilStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
    };
    p->rendering = (VkPipelineRenderingCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
        .colorAttachmentCount = k->output_count,
        .pColorAttachmentFormats = (const VkFormat *)k->colors,
        .depthAttachmentFormat = (VkFormat)k->depth,
        .stencilAttachmentFormat = (VkFormat)k->stencil,
    };
}

static void dynamic(const struct vulkan *vk, struct pipeline_state *p,
                    const struct pipeline_recipe *k) {
    static const VkDynamicState always[] = {
        VK_DYNAMIC_STATE_VIEWPORT_WITH_COUNT,
        VK_DYNAMIC_STATE_SCISSOR_WITH_COUNT,
        VK_DYNAMIC_STATE_LINE_WIDTH,
        VK_DYNAMIC_STATE_DEPTH_BIAS,
        VK_DYNAMIC_STATE_BLEND_CONSTANTS,
        VK_DYNAMIC_STATE_DEPTH_BOUNDS,
        VK_DYNAMIC_STATE_STENCIL_COMPARE_MASK,
        VK_DYNAMIC_STATE_STENCIL_WRITE_MASK,
        VK_DYNAMIC_STATE_STENCIL_REFERENCE,
        VK_DYNAMIC_STATE_CULL_MODE,
        VK_DYNAMIC_STATE_FRONT_FACE,
        VK_DYNAMIC_STATE_PRIMITIVE_TOPOLOGY,
        VK_DYNAMIC_STATE_DEPTH_TEST_ENABLE,
        VK_DYNAMIC_STATE_DEPTH_WRITE_ENABLE,
        VK_DYNAMIC_STATE_DEPTH_COMPARE_OP,
        VK_DYNAMIC_STATE_DEPTH_BOUNDS_TEST_ENABLE,
        VK_DYNAMIC_STATE_STENCIL_TEST_ENABLE,
        VK_DYNAMIC_STATE_STENCIL_OP,
        VK_DYNAMIC_STATE_RASTERIZER_DISCARD_ENABLE,
        VK_DYNAMIC_STATE_DEPTH_BIAS_ENABLE,
        VK_DYNAMIC_STATE_PRIMITIVE_RESTART_ENABLE,
    };
    uint32_t count = 0;
    for (; count < sizeof always / sizeof *always; count++)
        p->dynamic[count] = always[count];
    if (k->vertices.binding_count)
        p->dynamic[count++] = VK_DYNAMIC_STATE_VERTEX_INPUT_BINDING_STRIDE;
    if (vk->line_rasterization)
        p->dynamic[count++] = VK_DYNAMIC_STATE_LINE_STIPPLE_EXT;
    p->dynamic_info = (VkPipelineDynamicStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
        .dynamicStateCount = count,
        .pDynamicStates = p->dynamic,
    };
}

void pipeline_state_fill(const struct vulkan *vk, const struct pipeline_source *source,
                         struct pipeline_state *p) {
    const struct pipeline_recipe *recipe = source->recipe;
    stages(p, source);
    vertex_input(p, recipe);
    rasterizer(vk, p, &recipe->rest);
    outputs(p, &recipe->rest);
    dynamic(vk, p, recipe);
}
