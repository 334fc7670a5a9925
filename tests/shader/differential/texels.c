/* SPDX-License-Identifier: MIT */
#include "world.h"

#include "samples_read.spv.h"
#include "samples_write.spv.h"

#include "base/memory.h"

#include <string.h>

static bool memory_type(const struct gpu *gpu, uint32_t allowed, uint32_t *out) {
    for (uint32_t i = 0; i < gpu->vk->memory.memoryTypeCount; i++)
        if (allowed >> i & 1) {
            *out = i;
            return true;
        }
    return false;
}

static bool to_general(const struct gpu *gpu, const struct texels_shape *shape, VkImage image,
                       struct error *error) {
    const VkImageMemoryBarrier2 barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
        .dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
        .dstAccessMask = VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT,
        .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .image = image,
        .subresourceRange = {shape->aspect, 0, shape->mips, 0, shape->layers},
    };
    VkCommandBuffer commands;
    if (!gpu_begin(gpu, &commands, error))
        return false;
    vkCmdPipelineBarrier2(commands, &(VkDependencyInfo){.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
                                                        .imageMemoryBarrierCount = 1,
                                                        .pImageMemoryBarriers = &barrier});
    return gpu_finish(gpu, commands, error);
}

static VkImageCreateInfo image_info(const struct texels_shape *shape) {
    static const VkImageType types[] = {[SHADER_1D] = VK_IMAGE_TYPE_1D,
                                        [SHADER_2D] = VK_IMAGE_TYPE_2D,
                                        [SHADER_3D] = VK_IMAGE_TYPE_3D,
                                        [SHADER_CUBE] = VK_IMAGE_TYPE_2D};
    const bool cube = shape->dim == SHADER_CUBE,
               storage = shape->usage & VK_IMAGE_USAGE_STORAGE_BIT;
    return (VkImageCreateInfo){
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .flags = (cube ? VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0) |
                 (storage ? VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT : 0),
        .imageType = types[shape->dim],
        .format = shape->format,
        .extent = {shape->width, shape->height, shape->depth},
        .mipLevels = shape->mips,
        .arrayLayers = shape->layers,
        .samples = shape->samples == 4 ? VK_SAMPLE_COUNT_4_BIT : VK_SAMPLE_COUNT_1_BIT,
        .usage = shape->usage,
    };
}

bool texels_possible(const struct gpu *gpu, const struct texels_shape *shape) {
    const VkImageCreateInfo info = image_info(shape);
    VkImageFormatProperties has;
    return vkGetPhysicalDeviceImageFormatProperties(gpu->physical, info.format, info.imageType,
                                                    info.tiling, info.usage, info.flags,
                                                    &has) == VK_SUCCESS &&
           has.sampleCounts & info.samples && has.maxMipLevels >= info.mipLevels &&
           has.maxArrayLayers >= info.arrayLayers;
}

bool texels_new(const struct gpu *gpu, const struct texels_shape *shape, struct texels *out,
                struct error *error) {
    const VkImageCreateInfo info = image_info(shape);
    *out = (struct texels){0};
    if (!gpu_ok(vkCreateImage(gpu->device, &info, NULL, &out->image), "vkCreateImage", error))
        return false;
    VkMemoryRequirements needs;
    vkGetImageMemoryRequirements(gpu->device, out->image, &needs);
    VkMemoryAllocateInfo memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                   .allocationSize = needs.size};
    return (memory_type(gpu, needs.memoryTypeBits, &memory.memoryTypeIndex) ||
            error_set(error, ERROR_UNSUPPORTED, "Vulkan: no memory for images")) &&
           gpu_ok(vkAllocateMemory(gpu->device, &memory, NULL, &out->memory), "vkAllocateMemory",
                  error) &&
           gpu_ok(vkBindImageMemory(gpu->device, out->image, out->memory, 0), "vkBindImageMemory",
                  error) &&
           to_general(gpu, shape, out->image, error);
}

void texels_free(const struct gpu *gpu, struct texels *texels) {
    vkDestroyImage(gpu->device, texels->image, NULL);
    vkFreeMemory(gpu->device, texels->memory, NULL);
    *texels = (struct texels){0};
}

static uint32_t level(uint32_t size, uint32_t mip) {
    return size >> mip ? size >> mip : 1;
}

static size_t level_texels(const struct texels_shape *s, uint32_t mip) {
    return (size_t)level(s->width, mip) * level(s->height, mip) * level(s->depth, mip) * s->layers;
}

size_t texels_size(const struct texels_shape *shape, size_t texel) {
    size_t count = 0;
    for (uint32_t mip = 0; mip < shape->mips; mip++)
        count += level_texels(shape, mip);
    return count * shape->samples * texel;
}

bool texels_copy(const struct gpu *gpu, const struct texels_shape *shape,
                 const struct texels *texels, const struct gpu_buffer *buffer, bool write,
                 struct error *error) {
    VkCommandBuffer commands;
    const size_t texel = buffer->size / texels_size(shape, 1);
    size_t offset = 0;
    if (!gpu_begin(gpu, &commands, error))
        return false;
    gpu_barrier(commands);
    for (uint32_t mip = 0; mip < shape->mips; mip++) {
        const VkBufferImageCopy copy = {
            .bufferOffset = offset,
            .imageSubresource = {shape->aspect, mip, 0, shape->layers},
            .imageExtent = {level(shape->width, mip), level(shape->height, mip),
                            level(shape->depth, mip)},
        };
        if (write)
            vkCmdCopyBufferToImage(commands, buffer->buffer, texels->image, VK_IMAGE_LAYOUT_GENERAL,
                                   1, &copy);
        else
            vkCmdCopyImageToBuffer(commands, texels->image, VK_IMAGE_LAYOUT_GENERAL, buffer->buffer,
                                   1, &copy);
        offset += level_texels(shape, mip) * texel;
    }
    return gpu_finish(gpu, commands, error);
}

static struct module module_of(const uint32_t *words, size_t bytes) {
    struct module m = {memory_new(bytes), bytes / sizeof *words};
    memcpy(m.words, words, bytes);
    return m;
}

bool samples_copy(const struct gpu *gpu, const struct texels_shape *shape, VkImageView view,
                  const struct gpu_buffer *buffer, bool write, struct error *error) {
    const VkSamplerCreateInfo plain = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    const uint32_t groups[3] = {shape->width, shape->height, shape->layers};
    struct pass pass = {0};
    VkSampler sampler;
    if (!gpu_ok(vkCreateSampler(gpu->device, &plain, NULL, &sampler), "vkCreateSampler", error))
        return false;
    pass.modules[SHADER_COMPUTE] = write ? module_of(samples_write_spv, sizeof samples_write_spv)
                                         : module_of(samples_read_spv, sizeof samples_read_spv);
    struct bound *b =
        pass_bind(&pass, 0, 0, 0, VK_SHADER_STAGE_COMPUTE_BIT, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
    b->buffer = (VkDescriptorBufferInfo){buffer->buffer, 0, VK_WHOLE_SIZE};
    b = pass_bind(&pass, 0, 1, 0, VK_SHADER_STAGE_COMPUTE_BIT,
                  write ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE
                        : VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER);
    b->image = (VkDescriptorImageInfo){sampler, view, VK_IMAGE_LAYOUT_GENERAL};
    const bool ok = pass_dispatch(gpu, &pass, groups, error);
    pass_free(&pass);
    vkDestroySampler(gpu->device, sampler, NULL);
    return ok;
}
