/* SPDX-License-Identifier: MIT */
#include "plain_parts.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void plain_ok(struct plain *p, VkResult result, const char *what) {
    struct error error;
    if (!vulkan_ok(p->vk, result, what, &error)) {
        fprintf(stderr, "plain Vulkan: %s\n", error.text);
        exit(1);
    }
}

/* ---- what was made ---- */

void plain_keep(struct plain *p, void (*destroy)(VkDevice device, uint64_t object),
                uint64_t object) {
    GROW(p->kept, p->kept_count, p->kept_room);
    p->kept[p->kept_count++] = (struct plain_kept){destroy, object};
}

static void destroy_buffer(VkDevice device, uint64_t object) {
    vkDestroyBuffer(device, (VkBuffer)object, NULL);
}
static void destroy_image(VkDevice device, uint64_t object) {
    vkDestroyImage(device, (VkImage)object, NULL);
}
static void destroy_view(VkDevice device, uint64_t object) {
    vkDestroyImageView(device, (VkImageView)object, NULL);
}

static void keep_memory(struct plain *p, const struct vulkan_memory *memory) {
    GROW(p->memory, p->memory_count, p->memory_room);
    p->memory[p->memory_count++] = *memory;
}

struct plain *plain_open(struct vulkan *vk) {
    struct plain *p = NEW(struct plain);
    p->vk = vk;
    const VkCommandPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .queueFamilyIndex = vk->family,
    };
    plain_ok(p, vkCreateCommandPool(vk->device, &pool, NULL, &p->pool), "a command pool");
    return p;
}

void plain_close(struct plain *p) {
    vkDeviceWaitIdle(p->vk->device);
    while (p->kept_count--)
        p->kept[p->kept_count].destroy(p->vk->device, p->kept[p->kept_count].object);
    while (p->memory_count--)
        vulkan_release(p->vk, &p->memory[p->memory_count]);
    vkDestroyCommandPool(p->vk->device, p->pool, NULL);
    free(p->kept);
    free(p->memory);
    free(p);
}

/* ---- buffers and images ---- */

struct plain_buffer plain_buffer(struct plain *p, uint64_t size) {
    struct plain_buffer b = {.size = size};
    struct vulkan_memory memory;
    struct error error;
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = size,
        .usage = vulkan_buffer_usage(p->vk),
    };
    VkMemoryRequirements wanted;
    plain_ok(p, vkCreateBuffer(p->vk->device, &info, NULL, &b.buffer), "a buffer");
    vkGetBufferMemoryRequirements(p->vk->device, b.buffer, &wanted);
    if (!vulkan_allocate(p->vk, &wanted, MEMORY_READBACK, &memory, &error)) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    plain_ok(p, vkBindBufferMemory(p->vk->device, b.buffer, memory.memory, memory.offset),
             "a buffer's memory");
    keep_memory(p, &memory);
    plain_keep(p, destroy_buffer, (uint64_t)b.buffer);
    b.data = memory.data;
    memset(b.data, 0, size);
    return b;
}

static VkImageAspectFlags aspects_of(VkFormat format) {
    switch (format) {
    case VK_FORMAT_D16_UNORM:
    case VK_FORMAT_X8_D24_UNORM_PACK32:
    case VK_FORMAT_D32_SFLOAT:
        return VK_IMAGE_ASPECT_DEPTH_BIT;
    case VK_FORMAT_D24_UNORM_S8_UINT:
    case VK_FORMAT_D32_SFLOAT_S8_UINT:
        return VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT;
    default:
        return VK_IMAGE_ASPECT_COLOR_BIT;
    }
}

static VkImageUsageFlags usage_of(const struct plain *p, VkFormat format) {
    static const struct {
        VkFormatFeatureFlags feature;
        VkImageUsageFlags usage;
    } all[] = {
        {VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT, VK_IMAGE_USAGE_SAMPLED_BIT},
        {VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT, VK_IMAGE_USAGE_STORAGE_BIT},
        {VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT},
        {VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT,
         VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT},
        {VK_FORMAT_FEATURE_TRANSFER_SRC_BIT, VK_IMAGE_USAGE_TRANSFER_SRC_BIT},
        {VK_FORMAT_FEATURE_TRANSFER_DST_BIT, VK_IMAGE_USAGE_TRANSFER_DST_BIT},
    };
    VkFormatProperties properties;
    VkImageUsageFlags usage = 0;
    vkGetPhysicalDeviceFormatProperties(p->vk->physical, format, &properties);
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        usage |= properties.optimalTilingFeatures & all[i].feature ? all[i].usage : 0;
    return usage;
}

static void to_general(struct plain *p, const struct plain_image *i) {
    const VkImageMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
        .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = i->image,
        .subresourceRange = {i->aspects, 0, i->levels, 0, i->layers},
    };
    vkCmdPipelineBarrier(plain_begin(p), VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &barrier);
    plain_run(p);
}

struct plain_image plain_image(struct plain *p, const VkImageCreateInfo *wanted,
                               VkImageViewType view_type) {
    VkImageCreateInfo info = *wanted;
    info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
    info.usage = usage_of(p, info.format);
    if (info.samples > 1)
        info.usage &= ~(VkImageUsageFlags)VK_IMAGE_USAGE_STORAGE_BIT;
    struct plain_image i = {
        .format = info.format,
        .aspects = aspects_of(info.format),
        .size = info.extent,
        .layers = info.arrayLayers,
        .levels = info.mipLevels,
    };
    struct vulkan_memory memory;
    struct error error;
    VkMemoryRequirements needed;
    plain_ok(p, vkCreateImage(p->vk->device, &info, NULL, &i.image), "an image");
    vkGetImageMemoryRequirements(p->vk->device, i.image, &needed);
    if (!vulkan_allocate(p->vk, &needed, MEMORY_DEVICE, &memory, &error)) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    plain_ok(p, vkBindImageMemory(p->vk->device, i.image, memory.memory, memory.offset),
             "an image's memory");
    keep_memory(p, &memory);
    plain_keep(p, destroy_image, (uint64_t)i.image);
    const VkImageViewCreateInfo view = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = i.image,
        .viewType = view_type != VK_IMAGE_VIEW_TYPE_MAX_ENUM ? view_type
                    : i.layers > 1                           ? VK_IMAGE_VIEW_TYPE_2D_ARRAY
                                                             : VK_IMAGE_VIEW_TYPE_2D,
        .format = i.format,
        .subresourceRange = {i.aspects, 0, i.levels, 0, i.layers},
    };
    plain_ok(p, vkCreateImageView(p->vk->device, &view, NULL, &i.view), "a view");
    plain_keep(p, destroy_view, (uint64_t)i.view);
    to_general(p, &i);
    return i;
}

struct plain_image plain_target(struct plain *p, VkFormat format, uint32_t width, uint32_t height) {
    const VkImageCreateInfo info = {
        .imageType = VK_IMAGE_TYPE_2D,
        .format = format,
        .extent = {width, height, 1},
        .mipLevels = 1,
        .arrayLayers = 1,
        .samples = VK_SAMPLE_COUNT_1_BIT,
    };
    return plain_image(p, &info, VK_IMAGE_VIEW_TYPE_MAX_ENUM);
}

/* ---- commands ---- */

VkCommandBuffer plain_begin(struct plain *p) {
    const VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = p->pool,
        .commandBufferCount = 1,
    };
    const VkCommandBufferBeginInfo begin = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
    };
    plain_ok(p, vkAllocateCommandBuffers(p->vk->device, &info, &p->commands), "commands");
    plain_ok(p, vkBeginCommandBuffer(p->commands, &begin), "commands");
    return p->commands;
}

void plain_barrier(VkCommandBuffer commands) {
    const VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
    };
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                         &barrier, 0, NULL, 0, NULL);
}

void plain_run(struct plain *p) {
    const VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .commandBufferCount = 1,
        .pCommandBuffers = &p->commands,
    };
    plain_barrier(p->commands);
    plain_ok(p, vkEndCommandBuffer(p->commands), "the end of commands");
    plain_ok(p, vkQueueSubmit(p->vk->queue, 1, &submit, VK_NULL_HANDLE), "a submission");
    plain_ok(p, vkQueueWaitIdle(p->vk->queue), "waiting");
    vkFreeCommandBuffers(p->vk->device, p->pool, 1, &p->commands);
}

void plain_pass(VkCommandBuffer commands, const struct plain_image *color, uint32_t color_count,
                const struct plain_image *depth) {
    VkRenderingAttachmentInfo colors[8], depths = {0};
    for (uint32_t i = 0; i < color_count; i++)
        colors[i] = (VkRenderingAttachmentInfo){
            .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
            .imageView = color[i].view,
            .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
            .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
        };
    if (depth)
        depths = (VkRenderingAttachmentInfo){
            .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
            .imageView = depth->view,
            .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
            .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
            .clearValue.depthStencil.depth = 1,
        };
    const struct plain_image *any = color_count ? color : depth;
    const VkRenderingInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
        .renderArea.extent = {any->size.width, any->size.height},
        .layerCount = any->layers,
        .colorAttachmentCount = color_count,
        .pColorAttachments = colors,
        .pDepthAttachment = depth ? &depths : NULL,
        .pStencilAttachment =
            depth && depth->aspects & VK_IMAGE_ASPECT_STENCIL_BIT ? &depths : NULL,
    };
    vkCmdBeginRendering(commands, &info);
}

/* ---- bytes ---- */

static VkBufferImageCopy copy_of(const struct plain_image *i, uint32_t level, uint32_t layer) {
    const VkImageAspectFlags first =
        i->aspects & VK_IMAGE_ASPECT_DEPTH_BIT ? VK_IMAGE_ASPECT_DEPTH_BIT : i->aspects;
    const uint32_t width = i->size.width >> level, height = i->size.height >> level,
                   depth = i->size.depth >> level;
    return (VkBufferImageCopy){
        .imageSubresource = {first, level, layer, 1},
        .imageExtent = {width ? width : 1, height ? height : 1, depth ? depth : 1},
    };
}

uint8_t *plain_read(struct plain *p, const struct plain_image *image, uint32_t level,
                    uint32_t layer, uint32_t bytes_per_texel) {
    const VkBufferImageCopy copy = copy_of(image, level, layer);
    const struct plain_buffer b =
        plain_buffer(p, (uint64_t)copy.imageExtent.width * copy.imageExtent.height *
                            copy.imageExtent.depth * bytes_per_texel);
    vkCmdCopyImageToBuffer(plain_begin(p), image->image, VK_IMAGE_LAYOUT_GENERAL, b.buffer, 1,
                           &copy);
    plain_run(p);
    return b.data;
}

void plain_fill(struct plain *p, const struct plain_image *image, uint32_t level, uint32_t layer,
                const void *bytes, uint64_t size) {
    const VkBufferImageCopy copy = copy_of(image, level, layer);
    const struct plain_buffer b = plain_buffer(p, size);
    memcpy(b.data, bytes, size);
    vkCmdCopyBufferToImage(plain_begin(p), b.buffer, image->image, VK_IMAGE_LAYOUT_GENERAL, 1,
                           &copy);
    plain_run(p);
}
