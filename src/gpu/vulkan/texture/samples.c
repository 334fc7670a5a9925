/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/samples.h"

#include "base/memory.h"
#include "gpu/vulkan/device/compute_stage.h"

#include "samples.spv.h"

#include <stdlib.h>

enum { SECTOR = 16, GROUP = 8 };

struct samples {
    struct vulkan *vk;
    VkDescriptorSetLayout set;
    struct compute_stage stage;
};

/* As samples.comp has it. */
struct push {
    uint64_t rows;
    uint32_t size[2], bytes, row_stride, samples_log2[2], last[2];
};

bool samples_new(struct vulkan *vk, struct samples **out, struct error *error) {
    struct samples *s = NEW(struct samples);
    s->vk = vk;
    const VkDescriptorSetLayoutBinding image = {
        .descriptorType = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
        .descriptorCount = 1,
        .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
    };
    const VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = 1,
        .pBindings = &image,
    };
    if (!vulkan_ok(vk, vkCreateDescriptorSetLayout(vk->device, &info, NULL, &s->set),
                   "vkCreateDescriptorSetLayout (samples)", error) ||
        !compute_stage_new(vk, "samples", samples_spv, sizeof samples_spv, 0, sizeof(struct push),
                           s->set, &s->stage, error)) {
        samples_free(s);
        return false;
    }
    *out = s;
    return true;
}

void samples_free(struct samples *s) {
    if (!s)
        return;
    compute_stage_free(s->vk, &s->stage);
    vkDestroyDescriptorSetLayout(s->vk->device, s->set, NULL);
    free(s);
}

VkFormat samples_format(uint8_t bytes) {
    switch (bytes) {
    case 1:
        return VK_FORMAT_R8_UINT;
    case 2:
        return VK_FORMAT_R16_UINT;
    case 4:
        return VK_FORMAT_R32_UINT;
    case 8:
        return VK_FORMAT_R32G32_UINT;
    case 16:
        return VK_FORMAT_R32G32B32A32_UINT;
    default:
        return VK_FORMAT_UNDEFINED;
    }
}

static void drop_pool(struct vulkan *vk, uint64_t pool) {
    vkDestroyDescriptorPool(vk->device, (VkDescriptorPool)pool, NULL);
}

/* Programs look at the samples of an image once a frame at most: each time has its own pool. */
static bool make_set(struct samples *s, struct batches *batches, VkImageView view,
                     VkDescriptorSet *out, struct error *error) {
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 1};
    const VkDescriptorPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = 1,
        .poolSizeCount = 1,
        .pPoolSizes = &size,
    };
    VkDescriptorPool pool;
    if (!vulkan_ok(s->vk, vkCreateDescriptorPool(s->vk->device, &info, NULL, &pool),
                   "vkCreateDescriptorPool (samples)", error))
        return false;
    batch_drop(batches, drop_pool, (uint64_t)pool);
    const VkDescriptorSetAllocateInfo one = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = pool,
        .descriptorSetCount = 1,
        .pSetLayouts = &s->set,
    };
    if (!vulkan_ok(s->vk, vkAllocateDescriptorSets(s->vk->device, &one, out),
                   "vkAllocateDescriptorSets (samples)", error))
        return false;
    const VkDescriptorImageInfo image = {VK_NULL_HANDLE, view, VK_IMAGE_LAYOUT_GENERAL};
    const VkWriteDescriptorSet write = {
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
        .dstSet = *out,
        .descriptorCount = 1,
        .descriptorType = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
        .pImageInfo = &image,
    };
    vkUpdateDescriptorSets(s->vk->device, 1, &write, 0, NULL);
    return true;
}

static uint32_t up(uint64_t value, uint32_t by) {
    return (uint32_t)((value + by - 1) / by);
}

bool samples_record(struct samples *s, struct batches *batches, const struct samples_region *r,
                    VkImageView view, uint64_t rows, struct error *error) {
    VkDescriptorSet set;
    if (!make_set(s, batches, view, &set, error))
        return false;
    const struct push push = {
        .rows = rows,
        .size = {up((uint64_t)(r->width << r->samples_x_log2) * r->bytes, SECTOR),
                 r->height << r->samples_y_log2},
        .bytes = r->bytes,
        .row_stride = (uint32_t)(r->stride / SECTOR),
        .samples_log2 = {r->samples_x_log2, r->samples_y_log2},
        .last = {r->width - 1, r->height - 1},
    };
    const uint32_t groups[3] = {up(push.size[0], GROUP), up(push.size[1], GROUP), 1};
    VkCommandBuffer commands = batch_commands(batches);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, s->stage.layout, 0, 1, &set,
                            0, NULL);
    compute_stage_run(&s->stage, commands, &push, sizeof push, groups);
    return true;
}
