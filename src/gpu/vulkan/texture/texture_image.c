/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/texture_parts.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

VkFormat textures_format(const struct textures *t, const struct vulkan_format *f) {
    return f->format == VK_FORMAT_D24_UNORM_S8_UINT && t->no_d24_s8 ? VK_FORMAT_D32_SFLOAT_S8_UINT
                                                                    : f->format;
}

/* ---- what an image can do ---- */

static bool is_depth(VkImageAspectFlags aspects) {
    return !(aspects & VK_IMAGE_ASPECT_COLOR_BIT);
}

/* All that views of its class may be used for: each view says its own uses. */
static VkImageUsageFlags usage_of(const struct image_shape *s, VkImageAspectFlags aspects) {
    const VkImageUsageFlags all = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                                  VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    if (is_depth(aspects))
        return all | VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    if (s->class > CLASS_128 || s->class == CLASS_96)
        return all;
    return all | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT |
           (shape_samples(s) == 1 ? VK_IMAGE_USAGE_STORAGE_BIT : 0);
}

static VkImageCreateFlags flags_of(const struct image_shape *s, VkImageAspectFlags aspects,
                                   const struct vulkan *vk) {
    VkImageCreateFlags flags = 0;
    const struct texture_shape *e = &s->extent;
    if (!is_depth(aspects))
        flags |= VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT | VK_IMAGE_CREATE_EXTENDED_USAGE_BIT;
    if (s->dimensions == 2 && e->width == e->height && e->layers >= 6 && shape_samples(s) == 1)
        flags |= VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
    if (s->dimensions == 3 && s->class <= CLASS_128) {
        flags |= VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT;
        if (vk->image_2d_view_of_3d)
            flags |= VK_IMAGE_CREATE_2D_VIEW_COMPATIBLE_BIT_EXT;
    }
    return flags;
}

static VkImageCreateInfo describe(const struct textures *t, const struct image_shape *s,
                                  VkFormat format, VkImageAspectFlags aspects) {
    static const VkImageType types[] = {[1] = VK_IMAGE_TYPE_1D, VK_IMAGE_TYPE_2D, VK_IMAGE_TYPE_3D};
    const struct texture_shape *e = &s->extent;
    uint32_t most = 1; /* levels, of the largest side */
    while (most < TEXTURE_LEVELS && (e->width | e->height | e->depth) >> most)
        most++;
    return (VkImageCreateInfo){
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .flags = flags_of(s, aspects, t->vk),
        .imageType = types[s->dimensions],
        .format = format,
        .extent = {e->width, e->height, e->depth},
        .mipLevels = e->levels < most ? e->levels : most,
        .arrayLayers = e->layers,
        .samples = (VkSampleCountFlagBits)shape_samples(s),
        .usage = usage_of(s, aspects),
    };
}

static bool supported(struct textures *t, const VkImageCreateInfo *info, struct error *error) {
    VkImageFormatProperties can;
    const VkResult result =
        vkGetPhysicalDeviceImageFormatProperties(t->vk->physical, info->format, info->imageType,
                                                 info->tiling, info->usage, info->flags, &can);
    if (result != VK_SUCCESS)
        return error_set(error, ERROR_UNSUPPORTED, "%s has no images of Vulkan's format %d",
                         t->vk->properties.deviceName, info->format);
    if (info->extent.width > can.maxExtent.width || info->extent.height > can.maxExtent.height ||
        info->extent.depth > can.maxExtent.depth || info->arrayLayers > can.maxArrayLayers ||
        info->mipLevels > can.maxMipLevels || !(info->samples & can.sampleCounts))
        return error_set(error, ERROR_LIMIT,
                         "%s has no images of %ux%ux%u, %u layers, %u samples of format %d",
                         t->vk->properties.deviceName, info->extent.width, info->extent.height,
                         info->extent.depth, info->arrayLayers, info->samples, info->format);
    return true;
}

/* ---- making one ---- */

static bool back_with_memory(struct textures *t, struct texture *x, struct error *error) {
    VkMemoryRequirements needs;
    vkGetImageMemoryRequirements(t->vk->device, x->image, &needs);
    return vulkan_allocate(t->vk, &needs, MEMORY_DEVICE, &x->memory, error) &&
           vulkan_ok(t->vk,
                     vkBindImageMemory(t->vk->device, x->image, x->memory.memory, x->memory.offset),
                     "vkBindImageMemory", error);
}

static void to_general(struct textures *t, struct texture *x) {
    const VkImageMemoryBarrier2 barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
        .srcStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
        .dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
        .dstAccessMask = VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT,
        .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = x->image,
        .subresourceRange = {x->aspects, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS},
    };
    const VkDependencyInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
        .imageMemoryBarrierCount = 1,
        .pImageMemoryBarriers = &barrier,
    };
    vkCmdPipelineBarrier2(batch_commands(t->batches), &info);
}

bool texture_new(struct textures *t, const struct image_shape *shape, VkFormat format,
                 VkImageAspectFlags aspects, struct texture **out, struct error *error) {
    VkFormat members[CLASS_FORMATS_LIMIT];
    const unsigned count = format_class_members(format_class_of(format), members);
    /* Any member will do for what is written back; integers may have fewer samples. */
    if (!is_depth(aspects) && shape_stored(shape) && !shape->decoder.texel_bytes)
        format = members[0];
    VkImageCreateInfo info = describe(t, shape, format, aspects);
    const VkImageFormatListCreateInfo list = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_LIST_CREATE_INFO,
        .viewFormatCount = count,
        .pViewFormats = members,
    };
    if (!supported(t, &info, error))
        return false;
    if (info.flags & VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT)
        info.pNext = &list;
    struct texture *x = NEW(struct texture);
    x->owner = t;
    x->shape = *shape;
    x->shape.extent.levels = info.mipLevels;
    x->format = format;
    x->aspects = aspects;
    x->touched = UINT64_MAX;
    x->versions = NEW_ARRAY(uint64_t, shape->extent.levels * shape->extent.layers);
    if (!vulkan_ok(t->vk, vkCreateImage(t->vk->device, &info, NULL, &x->image), "vkCreateImage",
                   error) ||
        !back_with_memory(t, x, error)) {
        texture_destroy(t->vk, (uint64_t)(uintptr_t)x);
        return false;
    }
    to_general(t, x);
    t->bytes += x->memory.size;
    t->counts.images++;
    *out = x;
    return true;
}

void texture_destroy(struct vulkan *vk, uint64_t texture) {
    struct texture *x = (struct texture *)(uintptr_t)texture;
    for (size_t i = 0; i < x->view_count; i++)
        vkDestroyImageView(vk->device, x->views[i].view, NULL);
    vkDestroyImage(vk->device, x->image, NULL);
    vulkan_release(vk, &x->memory);
    free(x->views);
    free(x->versions);
    free(x->written);
    free(x);
}

/* ---- views ---- */

static bool same_view(const struct texture_view *v, const VkImageViewCreateInfo *info,
                      VkImageUsageFlags usage) {
    return v->info.format == info->format && v->info.viewType == info->viewType &&
           v->usage == usage &&
           !memcmp(&v->info.components, &info->components, sizeof info->components) &&
           !memcmp(&v->info.subresourceRange, &info->subresourceRange,
                   sizeof info->subresourceRange);
}

/* What the view's format can be used for on this device. */
static bool format_can(const struct vulkan *vk, VkFormat format, VkImageUsageFlags usage) {
    static const struct {
        VkImageUsageFlags usage;
        VkFormatFeatureFlags feature;
    } needs[] = {
        {VK_IMAGE_USAGE_SAMPLED_BIT, VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT},
        {VK_IMAGE_USAGE_STORAGE_BIT, VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT},
        {VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT},
        {VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT,
         VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT},
    };
    VkFormatProperties properties;
    vkGetPhysicalDeviceFormatProperties(vk->physical, format, &properties);
    for (unsigned i = 0; i < sizeof needs / sizeof *needs; i++)
        if (usage & needs[i].usage && !(properties.optimalTilingFeatures & needs[i].feature))
            return false;
    return true;
}

static const char *usage_name(VkImageUsageFlags usage) {
    return usage & VK_IMAGE_USAGE_SAMPLED_BIT   ? "sample"
           : usage & VK_IMAGE_USAGE_STORAGE_BIT ? "store to"
                                                : "render to";
}

bool texture_view(struct texture *x, const VkImageViewCreateInfo *wanted, VkImageUsageFlags usage,
                  VkImageView *out, struct error *error) {
    struct vulkan *vk = x->owner->vk;
    for (size_t i = 0; i < x->view_count; i++)
        if (same_view(&x->views[i], wanted, usage)) {
            *out = x->views[i].view;
            return true;
        }
    if (!format_can(vk, wanted->format, usage))
        return error_set(error, ERROR_UNSUPPORTED, "%s cannot %s Vulkan's format %d",
                         vk->properties.deviceName, usage_name(usage), wanted->format);
    const VkImageViewUsageCreateInfo uses = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_USAGE_CREATE_INFO,
        .usage = usage,
    };
    VkImageViewCreateInfo info = *wanted;
    info.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
    info.pNext = &uses;
    info.image = x->image;
    if (!vulkan_ok(vk, vkCreateImageView(vk->device, &info, NULL, out), "vkCreateImageView", error))
        return false;
    GROW(x->views, x->view_count, x->view_room);
    x->views[x->view_count++] = (struct texture_view){*wanted, usage, *out};
    return true;
}
