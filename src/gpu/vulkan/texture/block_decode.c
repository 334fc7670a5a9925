/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/block_decode.h"

#include "base/memory.h"
#include "gpu/texture/format.h"
#include "gpu/vulkan/decode_astc.spv.h"
#include "gpu/vulkan/decode_etc2.spv.h"

#include <stdlib.h>

/* Formats that this knows: Vulkan numbers them in a row. */
enum {
    FIRST = VK_FORMAT_ETC2_R8G8B8_UNORM_BLOCK,
    LAST = VK_FORMAT_ASTC_12x12_SRGB_BLOCK,
    FORMATS = LAST - FIRST + 1,
};

enum {
    GROUP = 8,
    BLOCKS_A_GROUP = 4,
    UNIT = 8,
    SLICES_AT_ONCE = 65535 /* what every device takes as group count */
};

struct block_decode {
    struct vulkan *vk;
    VkPipelineLayout layout;
    VkPipeline astc, etc2; /* none, until something is decoded: they are large */
    bool lacks[FORMATS];
};

/* As decode.glsl has it. */
struct push {
    uint64_t blocks, texels;
    uint32_t size[3], kind, block[2], stride[2], scale[2], inverse;
};

static bool make_pipeline(struct block_decode *d, const uint32_t *words, size_t size,
                          VkPipeline *out, struct error *error) {
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = size,
        .pCode = words,
    };
    VkShaderModule module;
    if (!vulkan_ok(d->vk, vkCreateShaderModule(d->vk->device, &info, NULL, &module),
                   "vkCreateShaderModule (decoding blocks)", error))
        return false;
    const VkComputePipelineCreateInfo pipeline = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module,
                  .pName = "main"},
        .layout = d->layout,
    };
    const VkResult result =
        vkCreateComputePipelines(d->vk->device, d->vk->pipeline_cache, 1, &pipeline, NULL, out);
    vkDestroyShaderModule(d->vk->device, module, NULL);
    return vulkan_ok(d->vk, result, "vkCreateComputePipelines (decoding blocks)", error);
}

static bool samples(const struct vulkan *vk, VkFormat format) {
    VkFormatProperties can;
    vkGetPhysicalDeviceFormatProperties(vk->physical, format, &can);
    return can.optimalTilingFeatures & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT;
}

bool block_decode_new(struct vulkan *vk, struct block_decode **out, struct error *error) {
    struct block_decode *d = *out = NEW(struct block_decode);
    d->vk = vk;
    for (unsigned i = 0; i < FORMATS; i++)
        d->lacks[i] = !samples(vk, (VkFormat)(FIRST + i));
    const VkPushConstantRange push = {VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(struct push)};
    const VkPipelineLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &push,
    };
    if (vulkan_ok(vk, vkCreatePipelineLayout(vk->device, &layout, NULL, &d->layout),
                  "vkCreatePipelineLayout (decoding blocks)", error))
        return true;
    block_decode_free(d);
    *out = NULL;
    return false;
}

void block_decode_free(struct block_decode *d) {
    if (!d)
        return;
    vkDestroyPipeline(d->vk->device, d->astc, NULL);
    vkDestroyPipeline(d->vk->device, d->etc2, NULL);
    vkDestroyPipelineLayout(d->vk->device, d->layout, NULL);
    free(d);
}

bool block_decode_wanted(const struct block_decode *d, VkFormat format) {
    return format >= FIRST && format <= LAST && d->lacks[format - FIRST];
}

VkFormat block_decode_format(const struct texture_decoder *decoder, bool srgb) {
    switch (decoder->result) {
    case DECODED_RGBA_HALF:
        return VK_FORMAT_R16G16B16A16_SFLOAT;
    case DECODED_RG16:
        return VK_FORMAT_R16G16_UNORM;
    case DECODED_RG16_SIGNED:
        return VK_FORMAT_R16G16_SNORM;
    default:
        return srgb ? VK_FORMAT_R8G8B8A8_SRGB : VK_FORMAT_R8G8B8A8_UNORM;
    }
}

static uint64_t slice_size(const struct block_decode_region *r) {
    return (uint64_t)r->width * r->height * r->decoder.texel_bytes;
}

uint64_t block_decode_size(const struct block_decode_region *r) {
    return slice_size(r) * r->depth;
}

static uint32_t up(uint32_t value, uint32_t by) {
    return value / by + (value % by != 0);
}

static bool pipeline_of(struct block_decode *d, bool astc, VkPipeline *out) {
    struct error error = {0};
    if ((astc && !d->astc &&
         !make_pipeline(d, decode_astc_spv, sizeof decode_astc_spv, &d->astc, &error)) ||
        (!astc && !d->etc2 &&
         !make_pipeline(d, decode_etc2_spv, sizeof decode_etc2_spv, &d->etc2, &error))) {
        vulkan_lose(d->vk, &error); /* it has no memory left */
        return false;
    }
    *out = astc ? d->astc : d->etc2;
    return true;
}

/* Khronos Data Format Specification, ASTC, "Weight Infill". */
static uint32_t grid_scale(uint32_t size) {
    return (1024 + size / 2) / (size - 1);
}

void block_decode_record(struct block_decode *d, VkCommandBuffer commands,
                         const struct block_decode_region *r, uint64_t blocks, uint64_t texels) {
    const bool astc = r->decoder.family == TEXTURE_ASTC;
    const uint32_t across =
        astc ? up(up(r->width, r->decoder.block_width), BLOCKS_A_GROUP) : up(r->width, GROUP);
    const uint32_t down = up(r->height, astc ? r->decoder.block_height : GROUP);
    VkPipeline pipeline;
    if (!pipeline_of(d, astc, &pipeline))
        return;
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    /* Texels of a slice are at a multiple of 16 where there is a whole number of them. */
    const uint32_t at_once = SLICES_AT_ONCE / 16 * 16;
    for (uint32_t z = 0; z < r->depth; z += at_once) {
        const uint32_t depth = r->depth - z < at_once ? r->depth - z : at_once;
        const struct push push = {
            .blocks = blocks + z * r->slice,
            .texels = texels + z * slice_size(r),
            .size = {r->width, r->height, depth},
            .kind = r->decoder.kind,
            .block = {r->decoder.block_width, r->decoder.block_height},
            .stride = {(uint32_t)(r->stride / UNIT), (uint32_t)(r->slice / UNIT)},
            .scale = {grid_scale(r->decoder.block_width), grid_scale(r->decoder.block_height)},
            .inverse = up(1 << 16, r->decoder.block_width),
        };
        vkCmdPushConstants(commands, d->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, &push);
        vkCmdDispatch(commands, across, down, depth);
    }
}
