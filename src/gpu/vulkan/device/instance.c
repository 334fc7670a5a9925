/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/device/instance.h"

#include "base/log.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char layer_name[] = "VK_LAYER_KHRONOS_validation";

static VkBool32 VKAPI_PTR heard(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                VkDebugUtilsMessageTypeFlagsEXT types,
                                const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
    struct vulkan *vk = user;
    (void)severity, (void)types;
    atomic_fetch_add(&vk->messages, 1);
    log_warning(LOG_GPU, "Vulkan's validation layer: %s", data->pMessage);
    return VK_FALSE;
}

static bool has_layer(void) {
    uint32_t count = 0;
    if (vkEnumerateInstanceLayerProperties(&count, NULL) < 0)
        return false;
    VkLayerProperties *layers = NEW_ARRAY(VkLayerProperties, count + 1);
    bool found = false;
    if (vkEnumerateInstanceLayerProperties(&count, layers) >= 0)
        for (uint32_t i = 0; i < count; i++)
            found |= !strcmp(layers[i].layerName, layer_name);
    free(layers);
    return found;
}

static bool check_version(struct error *error) {
    uint32_t version = 0;
    return (vkEnumerateInstanceVersion(&version) == VK_SUCCESS && version >= VK_API_VERSION_1_3) ||
           error_set(
               error, ERROR_UNSUPPORTED,
               "Vulkan: the loader knows %u.%u, 1.3 is needed; update it (Debian: libvulkan1)",
               VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version));
}

bool vulkan_instance_new(struct vulkan *vk, bool validate, struct error *error) {
    static const VkValidationFeatureEnableEXT checks[] = {
        VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
    const char *layer = layer_name, *extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    VkDebugUtilsMessengerCreateInfoEXT listen = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                           VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
        .pfnUserCallback = heard,
        .pUserData = vk,
    };
    const VkValidationFeaturesEXT validation = {
        .sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
        .pNext = &listen,
        .enabledValidationFeatureCount = 1,
        .pEnabledValidationFeatures = checks,
    };
    const VkApplicationInfo application = {
        .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
        .pApplicationName = "windlass",
        .pEngineName = "windlass",
        .apiVersion = VK_API_VERSION_1_3,
    };
    vk->validated = validate && has_layer();
    if (validate && !vk->validated)
        log_warning(LOG_GPU, "Vulkan's validation layer is not installed (Debian: "
                             "vulkan-validationlayers): nothing is validated");
    const VkInstanceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pNext = vk->validated ? &validation : NULL,
        .pApplicationInfo = &application,
        .enabledLayerCount = vk->validated,
        .ppEnabledLayerNames = &layer,
        .enabledExtensionCount = vk->validated,
        .ppEnabledExtensionNames = &extension,
    };
    if (!check_version(error))
        return false;
    const VkResult result = vkCreateInstance(&info, NULL, &vk->instance);
    if (result == VK_ERROR_INCOMPATIBLE_DRIVER)
        return error_set(error, ERROR_UNSUPPORTED,
                         "Vulkan: there is no driver; install one (Debian: mesa-vulkan-drivers, "
                         "which draws with the CPU where there is no GPU, or the vendor's)");
    if (!vulkan_ok(vk, result, "vkCreateInstance", error) ||
        !vulkan_load_instance(vk->instance, error))
        return false;
    return !vk->validated ||
           vulkan_ok(vk,
                     vkCreateDebugUtilsMessengerEXT(vk->instance, &listen, NULL, &vk->messenger),
                     "vkCreateDebugUtilsMessengerEXT", error);
}

void vulkan_instance_free(struct vulkan *vk) {
    if (vk->messenger)
        vkDestroyDebugUtilsMessengerEXT(vk->instance, vk->messenger, NULL);
    if (vk->instance && vkDestroyInstance)
        vkDestroyInstance(vk->instance, NULL);
}

/* The higher the better. */
static int rank(const VkPhysicalDeviceProperties *p) {
    switch (p->deviceType) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
        return 4;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
        return 3;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
        return 2;
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
        return 1;
    default:
        return 0;
    }
}

static bool named(const VkPhysicalDeviceProperties *p, const char *name) {
    return !name || !*name || strcasestr(p->deviceName, name);
}

bool vulkan_pick_device(struct vulkan *vk, const char *name, struct error *error) {
    enum { LIMIT = 32 };
    VkPhysicalDevice devices[LIMIT];
    uint32_t count = LIMIT;
    int best = -1;
    char seen[512] = "", old[VK_MAX_PHYSICAL_DEVICE_NAME_SIZE] = "";
    if (!vulkan_ok(vk, vkEnumeratePhysicalDevices(vk->instance, &count, devices),
                   "vkEnumeratePhysicalDevices", error))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        VkPhysicalDeviceProperties p;
        vkGetPhysicalDeviceProperties(devices[i], &p);
        const size_t length = strlen(seen);
        snprintf(seen + length, sizeof seen - length, "%s%s", i ? ", " : "", p.deviceName);
        if (!named(&p, name))
            continue;
        if (p.apiVersion < VK_API_VERSION_1_3) {
            snprintf(old, sizeof old, "%s", p.deviceName);
        } else if (rank(&p) > best) {
            best = rank(&p);
            vk->physical = devices[i];
            vk->properties = p;
        }
    }
    if (best >= 0)
        return true;
    if (*old)
        return error_set(error, ERROR_UNSUPPORTED,
                         "Vulkan: %s has no Vulkan 1.3; update its driver", old);
    if (count)
        return error_set(error, ERROR_UNSUPPORTED,
                         "Vulkan: no device has \"%s\" in its name; there is: %s", name, seen);
    return error_set(error, ERROR_UNSUPPORTED,
                     "Vulkan: there is no device; install a driver (Debian: mesa-vulkan-drivers, "
                     "which draws with the CPU where there is no GPU, or the vendor's)");
}
