/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/swizzle.h"

#include "base/memory.h"
#include "gpu/block_linear.h"
#include "gpu/vulkan/swizzle.spv.h"

#include <stdlib.h>

enum { SECTOR = 16, GROUP = 8 };

struct swizzle {
    struct vulkan *vk;
    VkShaderModule module;
    VkPipelineLayout layout;
    VkPipeline load, store;
};

/* As swizzle.comp has it. */
struct push {
    uint64_t storage, rows;
    uint32_t begin[3], layer_stride, size[3], row_stride, bytes[2], across, down, height_log2,
        depth_log2;
};

static bool make_pipeline(struct swizzle *s, VkBool32 store, VkPipeline *out, struct error *error) {
    const VkSpecializationMapEntry entry = {0, 0, sizeof store};
    const VkSpecializationInfo constants = {1, &entry, sizeof store, &store};
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = s->module,
                  .pName = "main",
                  .pSpecializationInfo = &constants},
        .layout = s->layout,
    };
    return vulkan_ok(s->vk,
                     vkCreateComputePipelines(s->vk->device, VK_NULL_HANDLE, 1, &info, NULL, out),
                     "vkCreateComputePipelines (swizzle)", error);
}

bool swizzle_new(struct vulkan *vk, struct swizzle **out, struct error *error) {
    struct swizzle *s = *out = NEW(struct swizzle);
    s->vk = vk;
    const VkShaderModuleCreateInfo module = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = sizeof swizzle_spv,
        .pCode = swizzle_spv,
    };
    const VkPushConstantRange push = {VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(struct push)};
    const VkPipelineLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &push,
    };
    if (vulkan_ok(vk, vkCreateShaderModule(vk->device, &module, NULL, &s->module),
                  "vkCreateShaderModule (swizzle)", error) &&
        vulkan_ok(vk, vkCreatePipelineLayout(vk->device, &layout, NULL, &s->layout),
                  "vkCreatePipelineLayout (swizzle)", error) &&
        make_pipeline(s, VK_FALSE, &s->load, error) && make_pipeline(s, VK_TRUE, &s->store, error))
        return true;
    swizzle_free(s);
    *out = NULL;
    return false;
}

void swizzle_free(struct swizzle *s) {
    if (!s)
        return;
    vkDestroyPipeline(s->vk->device, s->load, NULL);
    vkDestroyPipeline(s->vk->device, s->store, NULL);
    vkDestroyPipelineLayout(s->vk->device, s->layout, NULL);
    vkDestroyShaderModule(s->vk->device, s->module, NULL);
    free(s);
}

/* Whole sectors and whole elements. */
static uint32_t unit(const struct swizzle_region *r) {
    return r->bytes == 12 ? 3 * SECTOR : SECTOR;
}

static uint32_t first_byte(const struct swizzle_region *r) {
    return r->box.x * r->bytes;
}

static uint32_t up(uint32_t value, uint32_t by) {
    return (value + by - 1) / by;
}

void swizzle_rows(const struct swizzle_region *r, struct swizzle_rows *out) {
    const uint32_t begin = first_byte(r) / unit(r) * unit(r);
    const uint32_t end = up((r->box.x + r->box.width) * r->bytes, unit(r)) * unit(r);
    out->offset = first_byte(r) - begin;
    out->stride = end - begin;
    out->size = out->stride * r->box.height * r->box.depth * r->layers;
}

static void record(struct swizzle *s, VkCommandBuffer commands, VkPipeline pipeline,
                   const struct swizzle_region *r, uint64_t storage, uint64_t rows) {
    struct swizzle_rows shape;
    swizzle_rows(r, &shape);
    const struct texture_level *l = r->level;
    const uint32_t begin = first_byte(r) / unit(r) * (unit(r) / SECTOR);
    const uint32_t end = (r->box.x + r->box.width) * r->bytes;
    const struct push push = {
        .storage = storage,
        .rows = rows,
        .begin = {begin, r->box.y, r->box.z},
        .layer_stride = (uint32_t)(r->layer_stride / SECTOR),
        .size = {up(end, SECTOR) - begin, r->box.height, r->box.depth},
        .row_stride = (uint32_t)(shape.stride / SECTOR),
        .bytes = {first_byte(r), end},
        .across = up(l->width * r->bytes, BLOCK_LINEAR_GOB_X),
        .down = up(l->height, BLOCK_LINEAR_GOB_Y << l->height_log2),
        .height_log2 = l->height_log2,
        .depth_log2 = l->depth_log2,
    };
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdPushConstants(commands, s->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, &push);
    vkCmdDispatch(commands, up(push.size[0], GROUP), up(push.size[1], GROUP),
                  r->box.depth * r->layers);
}

void swizzle_load(struct swizzle *s, VkCommandBuffer commands, const struct swizzle_region *region,
                  uint64_t storage, uint64_t rows) {
    record(s, commands, s->load, region, storage, rows);
}

void swizzle_store(struct swizzle *s, VkCommandBuffer commands, const struct swizzle_region *region,
                   uint64_t storage, uint64_t rows) {
    record(s, commands, s->store, region, storage, rows);
}
