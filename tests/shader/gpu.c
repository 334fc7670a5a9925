/* SPDX-License-Identifier: MIT */
#include "gpu.h"

#include "gpu/vulkan/shader/shader_key.h"

#include <stdlib.h>

bool gpu_ok(VkResult result, const char *what, struct error *error) {
    return result == VK_SUCCESS ||
           error_set(error, ERROR_UNSUPPORTED, "Vulkan, %s: error %d", what, result);
}

/* The one that is named; else lavapipe, or what there is. */
static bool open_device(struct gpu *gpu, struct error *error) {
    const char *name = getenv("WINDLASS_GPU");
    if (name)
        return vulkan_open(name, true, &gpu->vk, error);
    return vulkan_open("llvmpipe", true, &gpu->vk, error) ||
           vulkan_open(NULL, true, &gpu->vk, error);
}

bool gpu_open(struct gpu *gpu, struct error *error) {
    *gpu = (struct gpu){0};
    if (!open_device(gpu, error))
        return false;
    gpu->physical = gpu->vk->physical;
    gpu->device = gpu->vk->device;
    gpu->queue = gpu->vk->queue;
    const VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                          .queueFamilyIndex = gpu->vk->family};
    if (gpu_ok(vkCreateCommandPool(gpu->device, &pool, NULL, &gpu->pool), "vkCreateCommandPool",
               error))
        return true;
    gpu_close(gpu);
    return false;
}

void gpu_close(struct gpu *gpu) {
    if (gpu->pool)
        vkDestroyCommandPool(gpu->device, gpu->pool, NULL);
    if (gpu->vk)
        vulkan_close(gpu->vk);
    *gpu = (struct gpu){0};
}

void gpu_shader_key(const struct gpu *gpu, struct shader_key *key) {
    shader_key_device(gpu->vk, key);
}
