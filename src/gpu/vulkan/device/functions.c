/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/device/functions.h"

#include <dlfcn.h>

#define DEFINE(name) PFN_##name name;
DEFINE(vkGetInstanceProcAddr)
VULKAN_LOADER_FUNCTIONS(DEFINE)
VULKAN_INSTANCE_FUNCTIONS(DEFINE)
VULKAN_INSTANCE_EXTENSION_FUNCTIONS(DEFINE)
VULKAN_DEVICE_FUNCTIONS(DEFINE)
VULKAN_DEVICE_EXTENSION_FUNCTIONS(DEFINE)

static bool missing(const char *name, const char *of, struct error *error) {
    return error_set(error, ERROR_UNSUPPORTED,
                     "Vulkan: %s has no %s; it is older than Vulkan 1.3: update it", of, name);
}

#define LOAD_LOADER(name)                                                                          \
    name = (PFN_##name)vkGetInstanceProcAddr(NULL, #name);                                         \
    if (!name)                                                                                     \
        return missing(#name, "the loader (libvulkan.so.1)", error);
#define LOAD_INSTANCE(name)                                                                        \
    name = (PFN_##name)vkGetInstanceProcAddr(instance, #name);                                     \
    if (!name)                                                                                     \
        return missing(#name, "the loader (libvulkan.so.1)", error);
#define LOAD_DEVICE(name)                                                                          \
    name = (PFN_##name)vkGetDeviceProcAddr(device, #name);                                         \
    if (!name)                                                                                     \
        return missing(#name, "the device's driver", error);
#define LOAD_INSTANCE_EXTENSION(name) name = (PFN_##name)vkGetInstanceProcAddr(instance, #name);
#define LOAD_DEVICE_EXTENSION(name)   name = (PFN_##name)vkGetDeviceProcAddr(device, #name);

bool vulkan_load(struct error *error) {
    static void *loader; /* stays open: drivers have threads and exit handlers of their own */
    if (!loader) {
        loader = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
        if (!loader)
            return error_set(error, ERROR_UNSUPPORTED,
                             "Vulkan: %s; install the loader (Debian: libvulkan1) and a driver "
                             "(mesa-vulkan-drivers, or the vendor's)",
                             dlerror());
    }
    vkGetInstanceProcAddr = (PFN_vkGetInstanceProcAddr)dlsym(loader, "vkGetInstanceProcAddr");
    if (!vkGetInstanceProcAddr)
        return missing("vkGetInstanceProcAddr", "the loader (libvulkan.so.1)", error);
    VULKAN_LOADER_FUNCTIONS(LOAD_LOADER)
    return true;
}

bool vulkan_load_instance(VkInstance instance, struct error *error) {
    VULKAN_INSTANCE_FUNCTIONS(LOAD_INSTANCE)
    VULKAN_INSTANCE_EXTENSION_FUNCTIONS(LOAD_INSTANCE_EXTENSION)
    return true;
}

bool vulkan_load_device(VkDevice device, struct error *error) {
    VULKAN_DEVICE_FUNCTIONS(LOAD_DEVICE)
    VULKAN_DEVICE_EXTENSION_FUNCTIONS(LOAD_DEVICE_EXTENSION)
    return true;
}
