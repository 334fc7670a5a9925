/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/device/device.h"

#include "base/log.h"
#include "base/memory.h"
#include "gpu/vulkan/device/instance.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_bool is_open; /* functions.h has one device's functions */

static const char *result_name(VkResult result) {
    switch (result) {
#define NAME(r)                                                                                    \
    case r:                                                                                        \
        return #r;
        NAME(VK_ERROR_OUT_OF_HOST_MEMORY)
        NAME(VK_ERROR_OUT_OF_DEVICE_MEMORY)
        NAME(VK_ERROR_INITIALIZATION_FAILED)
        NAME(VK_ERROR_DEVICE_LOST)
        NAME(VK_ERROR_MEMORY_MAP_FAILED)
        NAME(VK_ERROR_LAYER_NOT_PRESENT)
        NAME(VK_ERROR_EXTENSION_NOT_PRESENT)
        NAME(VK_ERROR_FEATURE_NOT_PRESENT)
        NAME(VK_ERROR_INCOMPATIBLE_DRIVER)
        NAME(VK_ERROR_TOO_MANY_OBJECTS)
        NAME(VK_ERROR_FORMAT_NOT_SUPPORTED)
        NAME(VK_ERROR_FRAGMENTED_POOL)
        NAME(VK_ERROR_OUT_OF_POOL_MEMORY)
        NAME(VK_ERROR_INVALID_EXTERNAL_HANDLE)
        NAME(VK_ERROR_FRAGMENTATION)
        NAME(VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS)
        NAME(VK_ERROR_SURFACE_LOST_KHR)
        NAME(VK_ERROR_OUT_OF_DATE_KHR)
        NAME(VK_ERROR_INVALID_SHADER_NV)
#undef NAME
    default:
        return "VK_ERROR_UNKNOWN";
    }
}

static const char *advice(VkResult result) {
    switch (result) {
    case VK_ERROR_DEVICE_LOST:
        return "; the driver has given the device up: its log says why (dmesg)";
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
    case VK_ERROR_OUT_OF_HOST_MEMORY:
        return "; other programs may use the memory: close some, or take a device with more";
    default:
        return "";
    }
}

bool vulkan_ok(struct vulkan *vk, VkResult result, const char *what, struct error *error) {
    if (result >= 0) /* VK_INCOMPLETE and its like are no errors */
        return true;
    struct error text;
    const bool memory =
        result == VK_ERROR_OUT_OF_DEVICE_MEMORY || result == VK_ERROR_OUT_OF_HOST_MEMORY;
    error_set(&text, memory ? ERROR_LIMIT : ERROR_UNSUPPORTED, "Vulkan, %s: %s (%d)%s", what,
              result_name(result), result, advice(result));
    if (result == VK_ERROR_DEVICE_LOST)
        vulkan_lose(vk, &text);
    if (error)
        *error = text;
    return false;
}

struct vulkan_loss {
    pthread_mutex_t lock;
    struct error error;
};

void vulkan_lose(struct vulkan *vk, const struct error *error) {
    pthread_mutex_lock(&vk->loss->lock);
    if (!atomic_load(&vk->lost)) {
        vk->loss->error = *error;
        log_warning(LOG_GPU, "%s", error->text);
    }
    atomic_store(&vk->lost, true);
    pthread_mutex_unlock(&vk->loss->lock);
}

bool vulkan_lost(struct vulkan *vk, struct error *error) {
    const bool lost = atomic_load(&vk->lost);
    if (lost && error) {
        pthread_mutex_lock(&vk->loss->lock);
        *error = vk->loss->error;
        pthread_mutex_unlock(&vk->loss->lock);
    }
    return lost;
}

bool vulkan_open(const char *name, bool validate, struct vulkan **out, struct error *error) {
    if (atomic_exchange(&is_open, true))
        return error_set(error, ERROR_LIMIT, "Vulkan: a device is open already; close it first");
    struct vulkan *vk = NEW(struct vulkan);
    vk->loss = NEW(struct vulkan_loss);
    pthread_mutex_init(&vk->loss->lock, NULL);
    const bool ok = vulkan_load(error) && vulkan_instance_new(vk, validate, error) &&
                    vulkan_pick_device(vk, name, error) && vulkan_device_new(vk, error);
    if (ok)
        vk->allocator = vulkan_allocator_new();
    if (!ok || !vulkan_find_flushes(vk, error)) {
        vulkan_close(vk);
        return false;
    }
    *out = vk;
    return true;
}

void vulkan_close(struct vulkan *vk) {
    if (!vk)
        return;
    if (vk->allocator)
        vulkan_allocator_free(vk);
    if (vk->device && vkDestroyDevice)
        vkDestroyDevice(vk->device, NULL);
    vulkan_instance_free(vk);
    pthread_mutex_destroy(&vk->loss->lock);
    free(vk->loss);
    free(vk);
    atomic_store(&is_open, false);
}

void vulkan_name(struct vulkan *vk, VkObjectType type, uint64_t object, const char *format, ...) {
    if (!vk->validated) /* VK_EXT_debug_utils is there with the layer alone */
        return;
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    const VkDebugUtilsObjectNameInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
        .objectType = type,
        .objectHandle = object,
        .pObjectName = text,
    };
    vkSetDebugUtilsObjectNameEXT(vk->device, &info);
}
