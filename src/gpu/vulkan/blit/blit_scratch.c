/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/blit/blit_scratch.h"

#include "base/memory.h"

#include <stdlib.h>

enum { MOST_BYTES = 128 << 20 }; /* of a batch, but for one image that is larger */

struct blit_scratches {
    struct backend *backend;
    uint64_t batch, bytes; /* what that batch holds */
};

struct scratch {
    VkImage image;
    struct vulkan_memory memory;
};

struct blit_scratches *blit_scratches_new(struct backend *b) {
    struct blit_scratches *s = NEW(struct blit_scratches);
    s->backend = b;
    return s;
}

void blit_scratches_free(struct blit_scratches *s) {
    free(s);
}

void blit_scratches_limit(struct blit_scratches *s) {
    struct batches *batches = s->backend->batches;
    if (s->batch == batch_number(batches) && s->bytes > MOST_BYTES)
        batch_wait(batches, s->batch);
}

static void destroy(struct vulkan *vk, uint64_t scratch) {
    struct scratch *x = (struct scratch *)(uintptr_t)scratch;
    vkDestroyImage(vk->device, x->image, NULL);
    vulkan_release(vk, &x->memory);
    free(x);
}

static bool make(struct vulkan *vk, const struct texture_use *source, struct scratch *x,
                 struct error *error) {
    const VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .imageType = VK_IMAGE_TYPE_2D,
        .format = source->format,
        .extent = {source->width, source->height, 1},
        .mipLevels = 1,
        .arrayLayers = 1,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT,
    };
    VkMemoryRequirements needs;
    if (!vulkan_ok(vk, vkCreateImage(vk->device, &info, NULL, &x->image), "vkCreateImage (blit)",
                   error))
        return false;
    vkGetImageMemoryRequirements(vk->device, x->image, &needs);
    return vulkan_allocate(vk, &needs, MEMORY_DEVICE, &x->memory, error) &&
           vulkan_ok(vk,
                     vkBindImageMemory(vk->device, x->image, x->memory.memory, x->memory.offset),
                     "vkBindImageMemory (blit)", error);
}

static void to_general(VkCommandBuffer commands, VkImage image) {
    const VkImageMemoryBarrier2 barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
        .srcStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
        .dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
        .dstAccessMask = VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT,
        .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1},
    };
    const VkDependencyInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
        .imageMemoryBarrierCount = 1,
        .pImageMemoryBarriers = &barrier,
    };
    vkCmdPipelineBarrier2(commands, &info);
}

bool blit_scratch(struct blit_scratches *s, const struct texture_use *source, VkImage *out,
                  struct error *error) {
    struct backend *b = s->backend;
    struct scratch *x = NEW(struct scratch);
    const bool made = make(b->vk, source, x, error);
    batch_drop(b->batches, destroy, (uint64_t)(uintptr_t)x);
    if (!made)
        return false;
    s->bytes = (s->batch == batch_number(b->batches) ? s->bytes : 0) + x->memory.size;
    s->batch = batch_number(b->batches);
    const VkImageCopy whole = {
        .srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, source->level,
                           source->volume ? 0 : source->layer, 1},
        .srcOffset = {0, 0, source->volume ? (int32_t)source->layer : 0},
        .dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
        .extent = {source->width, source->height, 1},
    };
    batch_barrier(b->batches);
    const VkCommandBuffer commands = batch_commands(b->batches);
    to_general(commands, x->image);
    vkCmdCopyImage(commands, source->image, VK_IMAGE_LAYOUT_GENERAL, x->image,
                   VK_IMAGE_LAYOUT_GENERAL, 1, &whole);
    *out = x->image;
    return true;
}
