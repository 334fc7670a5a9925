/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/device/device.h"

VkBufferUsageFlags vulkan_buffer_usage(const struct vulkan *vk) {
    VkBufferUsageFlags usage =
        VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
        VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT |
        VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
        VK_BUFFER_USAGE_INDEX_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT |
        VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;
    if (vk->features12.bufferDeviceAddress)
        usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    if (vk->transform_feedback)
        usage |= VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_BUFFER_BIT_EXT |
                 VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_COUNTER_BUFFER_BIT_EXT;
    if (vk->conditional_rendering)
        usage |= VK_BUFFER_USAGE_CONDITIONAL_RENDERING_BIT_EXT;
    return usage;
}

uint64_t vulkan_buffer_address(const struct vulkan *vk, VkBuffer buffer) {
    if (!vk->features12.bufferDeviceAddress)
        return 0;
    const VkBufferDeviceAddressInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
        .buffer = buffer,
    };
    return vkGetBufferDeviceAddress(vk->device, &info);
}

bool vulkan_buffer_new(struct vulkan *vk, VkDeviceSize size, enum memory_place place,
                       struct vulkan_buffer *out, struct error *error) {
    *out = (struct vulkan_buffer){.size = size};
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = size,
        .usage = vulkan_buffer_usage(vk),
    };
    if (!vulkan_ok(vk, vkCreateBuffer(vk->device, &info, NULL, &out->buffer), "vkCreateBuffer",
                   error))
        return false;
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(vk->device, out->buffer, &needs);
    if (!vulkan_allocate(vk, &needs, place, &out->memory, error) ||
        !vulkan_ok(
            vk, vkBindBufferMemory(vk->device, out->buffer, out->memory.memory, out->memory.offset),
            "vkBindBufferMemory", error)) {
        vulkan_buffer_free(vk, out);
        return false;
    }
    out->address = vulkan_buffer_address(vk, out->buffer);
    return true;
}

void vulkan_buffer_free(struct vulkan *vk, struct vulkan_buffer *buffer) {
    vkDestroyBuffer(vk->device, buffer->buffer, NULL);
    vulkan_release(vk, &buffer->memory);
    *buffer = (struct vulkan_buffer){0};
}
