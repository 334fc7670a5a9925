/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/device/instance.h"

#include "flushes.spv.h"

#include <string.h>

/* A dispatch by hand: this runs before anything else of the back end is there. */
struct trial {
    VkShaderModule module;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkDescriptorPool sets;
    VkDescriptorSet set;
    VkCommandPool pool;
    VkCommandBuffer commands;
};

static bool make_pipeline(struct vulkan *vk, struct trial *t, struct error *error) {
    const VkShaderModuleCreateInfo module = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = sizeof flushes_spv,
        .pCode = flushes_spv,
    };
    const VkDescriptorSetLayoutBinding binding = {
        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
        .descriptorCount = 1,
        .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
    };
    const VkDescriptorSetLayoutCreateInfo sets = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = 1,
        .pBindings = &binding,
    };
    VkPipelineLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = 1,
        .pSetLayouts = &t->set_layout,
    };
    if (!vulkan_ok(vk, vkCreateShaderModule(vk->device, &module, NULL, &t->module),
                   "vkCreateShaderModule", error) ||
        !vulkan_ok(vk, vkCreateDescriptorSetLayout(vk->device, &sets, NULL, &t->set_layout),
                   "vkCreateDescriptorSetLayout", error) ||
        !vulkan_ok(vk, vkCreatePipelineLayout(vk->device, &layout, NULL, &t->layout),
                   "vkCreatePipelineLayout", error))
        return false;
    const VkComputePipelineCreateInfo pipeline = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = t->module,
                  .pName = "main"},
        .layout = t->layout,
    };
    return vulkan_ok(
        vk,
        vkCreateComputePipelines(vk->device, vk->pipeline_cache, 1, &pipeline, NULL, &t->pipeline),
        "vkCreateComputePipelines", error);
}

static bool make_set(struct vulkan *vk, struct trial *t, VkBuffer buffer, struct error *error) {
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1};
    const VkDescriptorPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = 1,
        .poolSizeCount = 1,
        .pPoolSizes = &size,
    };
    if (!vulkan_ok(vk, vkCreateDescriptorPool(vk->device, &pool, NULL, &t->sets),
                   "vkCreateDescriptorPool", error))
        return false;
    const VkDescriptorSetAllocateInfo set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = t->sets,
        .descriptorSetCount = 1,
        .pSetLayouts = &t->set_layout,
    };
    if (!vulkan_ok(vk, vkAllocateDescriptorSets(vk->device, &set, &t->set),
                   "vkAllocateDescriptorSets", error))
        return false;
    const VkDescriptorBufferInfo part = {buffer, 0, VK_WHOLE_SIZE};
    const VkWriteDescriptorSet write = {
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
        .dstSet = t->set,
        .descriptorCount = 1,
        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
        .pBufferInfo = &part,
    };
    vkUpdateDescriptorSets(vk->device, 1, &write, 0, NULL);
    return true;
}

static bool record(struct vulkan *vk, struct trial *t, struct error *error) {
    const VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                          .queueFamilyIndex = vk->family};
    if (!vulkan_ok(vk, vkCreateCommandPool(vk->device, &pool, NULL, &t->pool),
                   "vkCreateCommandPool", error))
        return false;
    const VkCommandBufferAllocateInfo one = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = t->pool,
        .commandBufferCount = 1,
    };
    const VkCommandBufferBeginInfo begin = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
    };
    if (!vulkan_ok(vk, vkAllocateCommandBuffers(vk->device, &one, &t->commands),
                   "vkAllocateCommandBuffers", error) ||
        !vulkan_ok(vk, vkBeginCommandBuffer(t->commands, &begin), "vkBeginCommandBuffer", error))
        return false;
    vkCmdBindPipeline(t->commands, VK_PIPELINE_BIND_POINT_COMPUTE, t->pipeline);
    vkCmdBindDescriptorSets(t->commands, VK_PIPELINE_BIND_POINT_COMPUTE, t->layout, 0, 1, &t->set,
                            0, NULL);
    vkCmdDispatch(t->commands, 1, 1, 1);
    const VkMemoryBarrier to_host = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_HOST_READ_BIT,
    };
    vkCmdPipelineBarrier(t->commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                         VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &to_host, 0, NULL, 0, NULL);
    return vulkan_ok(vk, vkEndCommandBuffer(t->commands), "vkEndCommandBuffer", error);
}

static bool run(struct vulkan *vk, struct trial *t, struct error *error) {
    const VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .commandBufferCount = 1,
        .pCommandBuffers = &t->commands,
    };
    return vulkan_ok(vk, vkQueueSubmit(vk->queue, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit",
                     error) &&
           vulkan_ok(vk, vkQueueWaitIdle(vk->queue), "vkQueueWaitIdle", error);
}

static void end(struct vulkan *vk, struct trial *t) {
    vkDestroyCommandPool(vk->device, t->pool, NULL);
    vkDestroyDescriptorPool(vk->device, t->sets, NULL);
    vkDestroyPipeline(vk->device, t->pipeline, NULL);
    vkDestroyPipelineLayout(vk->device, t->layout, NULL);
    vkDestroyDescriptorSetLayout(vk->device, t->set_layout, NULL);
    vkDestroyShaderModule(vk->device, t->module, NULL);
}

bool vulkan_find_flushes(struct vulkan *vk, struct error *error) {
    if (vk->cpu) /* each stage may do it in another way: no promise */
        return true;
    /* what is left; a denormal, the least float that is none, and three more */
    const float numbers[] = {1, 0x1p-130f, 0x1p-126f, 1, 0.5f, 0};
    struct vulkan_buffer buffer;
    struct trial t = {0};
    if (!vulkan_buffer_new(vk, sizeof numbers, MEMORY_READBACK, &buffer, error))
        return false;
    memcpy(buffer.memory.data, numbers, sizeof numbers);
    const bool ok = make_pipeline(vk, &t, error) && make_set(vk, &t, buffer.buffer, error) &&
                    record(vk, &t, error) && run(vk, &t, error);
    uint32_t left;
    memcpy(&left, buffer.memory.data, sizeof left);
    vk->flushes = ok && left == 0;
    end(vk, &t);
    vulkan_buffer_free(vk, &buffer);
    return ok || error_wrap(error, "trying out how the device takes denormals");
}
