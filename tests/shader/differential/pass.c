/* SPDX-License-Identifier: MIT */
#include "pass_objects.h"

#include "base/memory.h"

#include <stdlib.h>

struct bound *pass_bind(struct pass *pass, uint32_t set, uint32_t binding, uint32_t element,
                        VkShaderStageFlags stages, VkDescriptorType type) {
    GROW(pass->bound, pass->count, pass->room);
    struct bound *b = &pass->bound[pass->count++];
    *b = (struct bound){
        .set = set, .binding = binding, .element = element, .stages = stages, .type = type};
    return b;
}

void pass_free(struct pass *pass) {
    for (size_t i = 0; i < SHADER_STAGES; i++)
        free(pass->modules[i].words);
    free(pass->bound);
    *pass = (struct pass){0};
}

VkShaderStageFlagBits stage_flag(enum shader_stage stage) {
    static const VkShaderStageFlagBits flags[] = {
        [SHADER_VERTEX] = VK_SHADER_STAGE_VERTEX_BIT,
        [SHADER_FRAGMENT] = VK_SHADER_STAGE_FRAGMENT_BIT,
        [SHADER_GEOMETRY] = VK_SHADER_STAGE_GEOMETRY_BIT,
        [SHADER_TESS_CONTROL] = VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT,
        [SHADER_TESS_EVALUATION] = VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT,
        [SHADER_COMPUTE] = VK_SHADER_STAGE_COMPUTE_BIT,
    };
    return flags[stage];
}

/* ---- layouts and sets ---- */

/* The bindings of a set, each once with its number of elements. */
static uint32_t set_bindings(const struct pass *pass, uint32_t set,
                             VkDescriptorSetLayoutBinding *out) {
    uint32_t count = 0;
    for (size_t i = 0; i < pass->count; i++) {
        const struct bound *b = &pass->bound[i];
        uint32_t at = 0;
        if (b->set != set)
            continue;
        while (at < count && out[at].binding != b->binding)
            at++;
        if (at == count)
            out[count++] =
                (VkDescriptorSetLayoutBinding){.binding = b->binding, .descriptorType = b->type};
        out[at].stageFlags |= b->stages;
        if (out[at].descriptorCount <= b->element)
            out[at].descriptorCount = b->element + 1;
    }
    return count;
}

static bool make_layouts(const struct gpu *gpu, const struct pass *pass, struct pass_objects *o,
                         struct error *error) {
    VkDescriptorSetLayoutBinding *slots = NEW_ARRAY(VkDescriptorSetLayoutBinding, pass->count + 1);
    VkResult made = VK_SUCCESS;
    for (size_t i = 0; i < pass->count; i++)
        if (o->set_count <= pass->bound[i].set)
            o->set_count = pass->bound[i].set + 1;
    for (uint32_t set = 0; set < o->set_count && made == VK_SUCCESS; set++) {
        const VkDescriptorSetLayoutCreateInfo info = {
            .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
            .bindingCount = set_bindings(pass, set, slots),
            .pBindings = slots,
        };
        made = vkCreateDescriptorSetLayout(gpu->device, &info, NULL, &o->set_layouts[set]);
    }
    free(slots);
    const VkPushConstantRange push = {VK_SHADER_STAGE_ALL, 0, sizeof pass->push};
    const VkPipelineLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = o->set_count,
        .pSetLayouts = o->set_layouts,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &push,
    };
    return gpu_ok(made, "vkCreateDescriptorSetLayout", error) &&
           gpu_ok(vkCreatePipelineLayout(gpu->device, &layout, NULL, &o->layout),
                  "vkCreatePipelineLayout", error);
}

static bool make_sets(const struct gpu *gpu, const struct pass *pass, struct pass_objects *o,
                      struct error *error) {
    static const VkDescriptorType types[] = {
        VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,         VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
        VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
        VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER,   VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER,
    };
    enum { TYPES = sizeof types / sizeof *types };
    VkDescriptorPoolSize sizes[TYPES];
    for (size_t i = 0; i < TYPES; i++)
        sizes[i] = (VkDescriptorPoolSize){types[i], (uint32_t)pass->count + 1};
    const VkDescriptorPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = PASS_SETS,
        .poolSizeCount = TYPES,
        .pPoolSizes = sizes,
    };
    if (!gpu_ok(vkCreateDescriptorPool(gpu->device, &pool, NULL, &o->pool),
                "vkCreateDescriptorPool", error))
        return false;
    const VkDescriptorSetAllocateInfo allocate = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = o->pool,
        .descriptorSetCount = o->set_count,
        .pSetLayouts = o->set_layouts,
    };
    if (o->set_count && !gpu_ok(vkAllocateDescriptorSets(gpu->device, &allocate, o->sets),
                                "vkAllocateDescriptorSets", error))
        return false;
    for (size_t i = 0; i < pass->count; i++) {
        const struct bound *b = &pass->bound[i];
        const VkWriteDescriptorSet write = {
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = o->sets[b->set],
            .dstBinding = b->binding,
            .dstArrayElement = b->element,
            .descriptorCount = 1,
            .descriptorType = b->type,
            .pImageInfo = &b->image,
            .pBufferInfo = &b->buffer,
            .pTexelBufferView = &b->texels,
        };
        vkUpdateDescriptorSets(gpu->device, 1, &write, 0, NULL);
    }
    return true;
}

static bool make_modules(const struct gpu *gpu, const struct pass *pass, struct pass_objects *o,
                         struct error *error) {
    for (unsigned i = 0; i < SHADER_STAGES; i++) {
        const struct module *m = &pass->modules[i];
        const VkShaderModuleCreateInfo info = {
            .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
            .codeSize = m->count * sizeof *m->words,
            .pCode = m->words,
        };
        if (!m->words)
            continue;
        if (!gpu_ok(vkCreateShaderModule(gpu->device, &info, NULL, &o->modules[i]),
                    "vkCreateShaderModule", error))
            return false;
        o->stages[o->stage_count++] = (VkPipelineShaderStageCreateInfo){
            .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            .stage = stage_flag(i),
            .module = o->modules[i],
            .pName = "main",
        };
    }
    return true;
}

bool pass_objects_new(const struct gpu *gpu, const struct pass *pass, struct pass_objects *out,
                      struct error *error) {
    *out = (struct pass_objects){0};
    return make_layouts(gpu, pass, out, error) && make_sets(gpu, pass, out, error) &&
           make_modules(gpu, pass, out, error);
}

void pass_objects_free(const struct gpu *gpu, struct pass_objects *o) {
    vkDestroyPipeline(gpu->device, o->pipeline, NULL);
    for (size_t i = 0; i < SHADER_STAGES; i++)
        vkDestroyShaderModule(gpu->device, o->modules[i], NULL);
    vkDestroyPipelineLayout(gpu->device, o->layout, NULL);
    vkDestroyDescriptorPool(gpu->device, o->pool, NULL);
    for (size_t i = 0; i < PASS_SETS; i++)
        vkDestroyDescriptorSetLayout(gpu->device, o->set_layouts[i], NULL);
}

/* ---- dispatch ---- */

static void bind(VkCommandBuffer commands, VkPipelineBindPoint point, const struct pass *pass,
                 const struct pass_objects *o) {
    vkCmdBindPipeline(commands, point, o->pipeline);
    if (o->set_count)
        vkCmdBindDescriptorSets(commands, point, o->layout, 0, o->set_count, o->sets, 0, NULL);
    vkCmdPushConstants(commands, o->layout, VK_SHADER_STAGE_ALL, 0, sizeof pass->push, &pass->push);
}

static bool run_compute(const struct gpu *gpu, const struct pass *pass, struct pass_objects *o,
                        const uint32_t groups[3], struct error *error) {
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = o->stages[0],
        .layout = o->layout,
    };
    VkCommandBuffer commands;
    if (!gpu_ok(vkCreateComputePipelines(gpu->device, VK_NULL_HANDLE, 1, &info, NULL, &o->pipeline),
                "vkCreateComputePipelines", error) ||
        !gpu_begin(gpu, &commands, error))
        return false;
    bind(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pass, o);
    vkCmdDispatch(commands, groups[0], groups[1], groups[2]);
    return gpu_finish(gpu, commands, error);
}

bool pass_dispatch(const struct gpu *gpu, const struct pass *pass, const uint32_t groups[3],
                   struct error *error) {
    struct pass_objects o;
    const bool ok =
        pass_objects_new(gpu, pass, &o, error) && run_compute(gpu, pass, &o, groups, error);
    pass_objects_free(gpu, &o);
    return ok;
}

/* ---- draw ---- */

static void render(VkCommandBuffer commands, const struct canvas *canvas) {
    const struct scene *s = canvas->scene;
    VkBuffer buffers[SHADER_GENERICS];
    VkDeviceSize offsets[SHADER_GENERICS] = {0};
    uint32_t count = 0;
    for (size_t i = 0; i < SHADER_GENERICS; i++)
        if (s->attributes[i].used)
            buffers[count++] = canvas->attributes[i].buffer;
    if (count)
        vkCmdBindVertexBuffers(commands, 0, count, buffers, offsets);
    if (s->index_count) {
        vkCmdBindIndexBuffer(commands, canvas->indices->buffer, 0, VK_INDEX_TYPE_UINT32);
        vkCmdDrawIndexed(commands, s->index_count, s->instances, 0, (int32_t)s->vertex_offset,
                         s->first_instance);
    } else {
        vkCmdDraw(commands, s->vertices, s->instances, 0, s->first_instance);
    }
}

static bool run_draw(const struct gpu *gpu, const struct pass *pass, struct pass_objects *o,
                     const struct canvas *canvas, struct error *error) {
    const struct scene *s = canvas->scene;
    VkRenderingAttachmentInfo colors[SHADER_TARGETS] = {0};
    for (size_t i = 0; i < SHADER_TARGETS; i++)
        colors[i] = (VkRenderingAttachmentInfo){
            .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
            .imageView = canvas->targets[i],
            .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
            .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
            .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
        };
    VkRenderingAttachmentInfo depth = colors[0];
    depth.imageView = canvas->depth;
    depth.clearValue.depthStencil.depth = 1;
    const VkRenderingInfo rendering = {
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
        .renderArea = {.extent = {s->targets[0].width, s->targets[0].height}},
        .layerCount = s->targets[0].layers,
        .colorAttachmentCount = SHADER_TARGETS,
        .pColorAttachments = colors,
        .pDepthAttachment = canvas->depth ? &depth : NULL,
    };
    VkCommandBuffer commands;
    if (!pass_draw_pipeline(gpu, canvas, o, error) || !gpu_begin(gpu, &commands, error))
        return false;
    bind(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pass, o);
    vkCmdBeginRendering(commands, &rendering);
    render(commands, canvas);
    vkCmdEndRendering(commands);
    return gpu_finish(gpu, commands, error);
}

bool pass_draw(const struct gpu *gpu, const struct pass *pass, const struct canvas *canvas,
               struct error *error) {
    struct pass_objects o;
    const bool ok =
        pass_objects_new(gpu, pass, &o, error) && run_draw(gpu, pass, &o, canvas, error);
    pass_objects_free(gpu, &o);
    return ok;
}
