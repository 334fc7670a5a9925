/* SPDX-License-Identifier: MIT */
#include "gpu.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Memory of a kind that buffer and host both take; the buffer's own requirement comes first. */
static bool memory_type(const struct gpu *gpu, uint32_t allowed, uint32_t *out) {
    const VkMemoryPropertyFlags seen =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    for (uint32_t i = 0; i < gpu->vk->memory.memoryTypeCount; i++)
        if (allowed >> i & 1 && (gpu->vk->memory.memoryTypes[i].propertyFlags & seen) == seen) {
            *out = i;
            return true;
        }
    return false;
}

bool gpu_buffer_new(const struct gpu *gpu, size_t size, struct gpu_buffer *out,
                    struct error *error) {
    const bool addressed = gpu->vk->features12.bufferDeviceAddress;
    *out = (struct gpu_buffer){.size = size < 4 ? 4 : size};
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = out->size,
        .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
                 VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT |
                 VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
                 VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT |
                 VK_BUFFER_USAGE_VERTEX_BUFFER_BIT |
                 (addressed ? VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT : 0),
    };
    if (!gpu_ok(vkCreateBuffer(gpu->device, &info, NULL, &out->buffer), "vkCreateBuffer", error))
        return false;
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(gpu->device, out->buffer, &needs);
    const VkMemoryAllocateFlagsInfo flags = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
        .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT,
    };
    VkMemoryAllocateInfo memory = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .pNext = addressed ? &flags : NULL,
        .allocationSize = needs.size,
    };
    void *data = NULL;
    const bool ok = (memory_type(gpu, needs.memoryTypeBits, &memory.memoryTypeIndex) ||
                     error_set(error, ERROR_UNSUPPORTED, "Vulkan: no memory that the host sees")) &&
                    gpu_ok(vkAllocateMemory(gpu->device, &memory, NULL, &out->memory),
                           "vkAllocateMemory", error) &&
                    gpu_ok(vkBindBufferMemory(gpu->device, out->buffer, out->memory, 0),
                           "vkBindBufferMemory", error) &&
                    gpu_ok(vkMapMemory(gpu->device, out->memory, 0, VK_WHOLE_SIZE, 0, &data),
                           "vkMapMemory", error);
    if (!ok) {
        gpu_buffer_free(gpu, out);
        return false;
    }
    out->data = data;
    memset(out->data, 0, out->size);
    if (addressed)
        out->address = vkGetBufferDeviceAddress(
            gpu->device,
            &(VkBufferDeviceAddressInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                         .buffer = out->buffer});
    return true;
}

void gpu_buffer_free(const struct gpu *gpu, struct gpu_buffer *buffer) {
    vkDestroyBuffer(gpu->device, buffer->buffer, NULL);
    vkFreeMemory(gpu->device, buffer->memory, NULL);
    *buffer = (struct gpu_buffer){0};
}

/* ---- commands ---- */

bool gpu_begin(const struct gpu *gpu, VkCommandBuffer *out, struct error *error) {
    const VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = gpu->pool,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = 1,
    };
    const VkCommandBufferBeginInfo begin = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
    };
    return gpu_ok(vkAllocateCommandBuffers(gpu->device, &info, out), "vkAllocateCommandBuffers",
                  error) &&
           gpu_ok(vkBeginCommandBuffer(*out, &begin), "vkBeginCommandBuffer", error);
}

static void barrier(VkCommandBuffer commands, VkPipelineStageFlags2 to, VkAccessFlags2 access) {
    const VkMemoryBarrier2 all = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
        .srcStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
        .srcAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT,
        .dstStageMask = to,
        .dstAccessMask = access,
    };
    vkCmdPipelineBarrier2(commands, &(VkDependencyInfo){.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
                                                        .memoryBarrierCount = 1,
                                                        .pMemoryBarriers = &all});
}

void gpu_barrier(VkCommandBuffer commands) {
    barrier(commands, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
            VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT);
}

bool gpu_finish(const struct gpu *gpu, VkCommandBuffer commands, struct error *error) {
    barrier(commands, VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_READ_BIT);
    const VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                 .commandBufferCount = 1,
                                 .pCommandBuffers = &commands};
    const bool ok =
        gpu_ok(vkEndCommandBuffer(commands), "vkEndCommandBuffer", error) &&
        gpu_ok(vkQueueSubmit(gpu->queue, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit", error) &&
        gpu_ok(vkQueueWaitIdle(gpu->queue), "vkQueueWaitIdle", error);
    vkFreeCommandBuffers(gpu->device, gpu->pool, 1, &commands);
    return ok;
}

/* ---- one compute shader ---- */

struct compute {
    VkShaderModule module;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkDescriptorPool pool;
    VkDescriptorSet set;
};

static bool make_pipeline(const struct gpu *gpu, struct compute *c, const uint32_t *words,
                          size_t count, const struct gpu_binding *bindings, size_t binding_count,
                          struct error *error) {
    VkDescriptorSetLayoutBinding *slots =
        NEW_ARRAY(VkDescriptorSetLayoutBinding, binding_count + 1);
    for (size_t i = 0; i < binding_count; i++)
        slots[i] = (VkDescriptorSetLayoutBinding){
            .binding = bindings[i].binding,
            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            .descriptorCount = 1,
            .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
        };
    const VkDescriptorSetLayoutCreateInfo set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = (uint32_t)binding_count,
        .pBindings = slots,
    };
    const VkResult made = vkCreateDescriptorSetLayout(gpu->device, &set, NULL, &c->set_layout);
    free(slots);
    const VkPushConstantRange push = {VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(struct shader_push)};
    const VkPipelineLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = 1,
        .pSetLayouts = &c->set_layout,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &push,
    };
    const VkShaderModuleCreateInfo module = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = count * sizeof *words,
        .pCode = words,
    };
    if (!gpu_ok(made, "vkCreateDescriptorSetLayout", error) ||
        !gpu_ok(vkCreatePipelineLayout(gpu->device, &layout, NULL, &c->layout),
                "vkCreatePipelineLayout", error) ||
        !gpu_ok(vkCreateShaderModule(gpu->device, &module, NULL, &c->module),
                "vkCreateShaderModule", error))
        return false;
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = c->module,
                  .pName = "main"},
        .layout = c->layout,
    };
    return gpu_ok(
        vkCreateComputePipelines(gpu->device, VK_NULL_HANDLE, 1, &info, NULL, &c->pipeline),
        "vkCreateComputePipelines", error);
}

static bool make_set(const struct gpu *gpu, struct compute *c, const struct gpu_binding *bindings,
                     size_t binding_count, struct error *error) {
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                       (uint32_t)binding_count + 1};
    const VkDescriptorPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = 1,
        .poolSizeCount = 1,
        .pPoolSizes = &size,
    };
    if (!gpu_ok(vkCreateDescriptorPool(gpu->device, &pool, NULL, &c->pool),
                "vkCreateDescriptorPool", error))
        return false;
    const VkDescriptorSetAllocateInfo allocate = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = c->pool,
        .descriptorSetCount = 1,
        .pSetLayouts = &c->set_layout,
    };
    if (!gpu_ok(vkAllocateDescriptorSets(gpu->device, &allocate, &c->set),
                "vkAllocateDescriptorSets", error))
        return false;
    for (size_t i = 0; i < binding_count; i++) {
        const VkDescriptorBufferInfo buffer = {bindings[i].buffer->buffer, bindings[i].offset,
                                               bindings[i].size ? bindings[i].size : VK_WHOLE_SIZE};
        const VkWriteDescriptorSet write = {
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = c->set,
            .dstBinding = bindings[i].binding,
            .descriptorCount = 1,
            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            .pBufferInfo = &buffer,
        };
        vkUpdateDescriptorSets(gpu->device, 1, &write, 0, NULL);
    }
    return true;
}

static bool dispatch(const struct gpu *gpu, const struct compute *c, uint32_t x, uint32_t y,
                     uint32_t z, struct error *error) {
    const struct shader_push push = {0};
    VkCommandBuffer commands;
    if (!gpu_begin(gpu, &commands, error))
        return false;
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, c->pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, c->layout, 0, 1, &c->set, 0,
                            NULL);
    vkCmdPushConstants(commands, c->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, &push);
    vkCmdDispatch(commands, x, y, z);
    return gpu_finish(gpu, commands, error);
}

bool gpu_compute(const struct gpu *gpu, const uint32_t *words, size_t count,
                 const struct gpu_binding *bindings, size_t binding_count, uint32_t x, uint32_t y,
                 uint32_t z, struct error *error) {
    struct compute c = {0};
    const bool ok = make_pipeline(gpu, &c, words, count, bindings, binding_count, error) &&
                    make_set(gpu, &c, bindings, binding_count, error) &&
                    dispatch(gpu, &c, x, y, z, error);
    vkDestroyDescriptorPool(gpu->device, c.pool, NULL);
    vkDestroyPipeline(gpu->device, c.pipeline, NULL);
    vkDestroyShaderModule(gpu->device, c.module, NULL);
    vkDestroyPipelineLayout(gpu->device, c.layout, NULL);
    vkDestroyDescriptorSetLayout(gpu->device, c.set_layout, NULL);
    return ok;
}
