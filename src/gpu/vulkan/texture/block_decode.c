/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/block_decode.h"

#include "base/memory.h"
#include "gpu/texture/format.h"
#include "gpu/vulkan/decode_astc.spv.h"
#include "gpu/vulkan/decode_etc2.spv.h"
#include "gpu/vulkan/device/compute_stage.h"

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
    struct compute_stage astc, etc2;
    bool lacks[FORMATS];
};

/* As decode.glsl has it. */
struct push {
    uint64_t blocks, texels;
    uint32_t size[3], kind, block[2], stride[2], scale[2], inverse;
};

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
    if (compute_stage_new(vk, "decoding ASTC", decode_astc_spv, sizeof decode_astc_spv, 0,
                          sizeof(struct push), VK_NULL_HANDLE, &d->astc, error) &&
        compute_stage_new(vk, "decoding ETC2", decode_etc2_spv, sizeof decode_etc2_spv, 0,
                          sizeof(struct push), VK_NULL_HANDLE, &d->etc2, error))
        return true;
    block_decode_free(d);
    *out = NULL;
    return false;
}

void block_decode_free(struct block_decode *d) {
    if (!d)
        return;
    compute_stage_free(d->vk, &d->astc);
    compute_stage_free(d->vk, &d->etc2);
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
        compute_stage_run(astc ? &d->astc : &d->etc2, commands, &push, sizeof push,
                          (const uint32_t[]){across, down, depth});
    }
}
