/* SPDX-License-Identifier: MIT */
#include "gpu.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char layer_name[] = "VK_LAYER_KHRONOS_validation";

bool gpu_ok(VkResult result, const char *what, struct error *error) {
    return result == VK_SUCCESS ||
           error_set(error, ERROR_UNSUPPORTED, "Vulkan, %s: error %d", what, result);
}

static VkBool32 VKAPI_PTR message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                  VkDebugUtilsMessageTypeFlagsEXT types,
                                  const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
    struct gpu *gpu = user;
    (void)severity, (void)types;
    gpu->messages++;
    printf("# validation: %s\n", data->pMessage);
    return VK_FALSE;
}

static bool has_layer(void) {
    uint32_t count = 0;
    vkEnumerateInstanceLayerProperties(&count, NULL);
    VkLayerProperties *layers = NEW_ARRAY(VkLayerProperties, count + 1);
    vkEnumerateInstanceLayerProperties(&count, layers);
    bool found = false;
    for (uint32_t i = 0; i < count; i++)
        found |= !strcmp(layers[i].layerName, layer_name);
    free(layers);
    return found;
}

static bool make_instance(struct gpu *gpu, struct error *error) {
    static const VkValidationFeatureEnableEXT checks[] = {
        VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
    const char *layer = layer_name, *extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    VkDebugUtilsMessengerCreateInfoEXT listen = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                           VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
        .pfnUserCallback = message,
        .pUserData = gpu,
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
        .apiVersion = VK_API_VERSION_1_3,
    };
    gpu->validated = has_layer();
    const VkInstanceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pNext = gpu->validated ? &validation : NULL,
        .pApplicationInfo = &application,
        .enabledLayerCount = gpu->validated,
        .ppEnabledLayerNames = &layer,
        .enabledExtensionCount = gpu->validated,
        .ppEnabledExtensionNames = &extension,
    };
    if (!gpu_ok(vkCreateInstance(&info, NULL, &gpu->instance), "vkCreateInstance", error))
        return false;
    if (!gpu->validated)
        return true;
    const PFN_vkCreateDebugUtilsMessengerEXT create =
        (PFN_vkCreateDebugUtilsMessengerEXT)vkGetInstanceProcAddr(gpu->instance,
                                                                  "vkCreateDebugUtilsMessengerEXT");
    return gpu_ok(create(gpu->instance, &listen, NULL, &gpu->messenger),
                  "vkCreateDebugUtilsMessengerEXT", error);
}

/* A device of a name, or a CPU. */
static bool wanted(const VkPhysicalDeviceProperties *p, const char *name) {
    return name ? strcasestr(p->deviceName, name) != NULL
                : p->deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

static bool pick_device(struct gpu *gpu, struct error *error) {
    enum { LIMIT = 16 };
    const char *name = getenv("WINDLASS_GPU");
    VkPhysicalDevice devices[LIMIT];
    uint32_t count = LIMIT, at = 0;
    vkEnumeratePhysicalDevices(gpu->instance, &count, devices);
    for (; at < count; at++) {
        vkGetPhysicalDeviceProperties(devices[at], &gpu->properties);
        if (wanted(&gpu->properties, name))
            break;
    }
    if (at == count && (name || !count))
        return error_set(error, ERROR_UNSUPPORTED, "Vulkan: no device%s%s; install %s",
                         name ? " has a name with " : "", name ? name : "",
                         "mesa-vulkan-drivers, which has lavapipe");
    gpu->physical = devices[at == count ? 0 : at];
    vkGetPhysicalDeviceProperties(gpu->physical, &gpu->properties);
    if (gpu->properties.apiVersion < VK_API_VERSION_1_3)
        return error_set(error, ERROR_UNSUPPORTED,
                         "Vulkan: %s has no Vulkan 1.3; update its driver",
                         gpu->properties.deviceName);
    return true;
}

static bool find_queue(struct gpu *gpu, struct error *error) {
    enum { LIMIT = 32 };
    const VkQueueFlags both = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
    VkQueueFamilyProperties families[LIMIT];
    uint32_t count = LIMIT;
    vkGetPhysicalDeviceQueueFamilyProperties(gpu->physical, &count, families);
    for (gpu->family = 0; gpu->family < count; gpu->family++)
        if ((families[gpu->family].queueFlags & both) == both)
            return true;
    return error_set(error, ERROR_UNSUPPORTED, "Vulkan: %s has no queue that draws and computes",
                     gpu->properties.deviceName);
}

/* What is switched on where it is there; shaders of both compilers use these. */
static const char *const wanted_extensions[] = {
    VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME,          VK_EXT_ROBUSTNESS_2_EXTENSION_NAME,
    VK_EXT_SHADER_SUBGROUP_BALLOT_EXTENSION_NAME,      VK_EXT_SHADER_SUBGROUP_VOTE_EXTENSION_NAME,
    VK_EXT_POST_DEPTH_COVERAGE_EXTENSION_NAME,         VK_EXT_DEPTH_CLIP_CONTROL_EXTENSION_NAME,
    VK_EXT_SHADER_STENCIL_EXPORT_EXTENSION_NAME,       VK_EXT_PROVOKING_VERTEX_EXTENSION_NAME,
    VK_EXT_SHADER_VIEWPORT_INDEX_LAYER_EXTENSION_NAME,
};
enum { EXTENSIONS = sizeof wanted_extensions / sizeof *wanted_extensions };

static uint32_t find_extensions(VkPhysicalDevice physical, const char **names) {
    uint32_t count = 0, found = 0;
    vkEnumerateDeviceExtensionProperties(physical, NULL, &count, NULL);
    VkExtensionProperties *all = NEW_ARRAY(VkExtensionProperties, count + 1);
    vkEnumerateDeviceExtensionProperties(physical, NULL, &count, all);
    for (size_t w = 0; w < EXTENSIONS; w++)
        for (uint32_t i = 0; i < count; i++)
            if (!strcmp(all[i].extensionName, wanted_extensions[w]))
                names[found++] = wanted_extensions[w];
    free(all);
    return found;
}

static bool make_device(struct gpu *gpu, struct error *error) {
    const char *extensions[EXTENSIONS];
    const uint32_t extension_count = find_extensions(gpu->physical, extensions);
    VkPhysicalDeviceTransformFeedbackFeaturesEXT feedback = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_FEATURES_EXT};
    VkPhysicalDeviceVulkan11Features features11 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, .pNext = &gpu->features12};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                          .pNext = &features11};
    gpu->features12 = (VkPhysicalDeviceVulkan12Features){
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &gpu->features13};
    gpu->features13 = (VkPhysicalDeviceVulkan13Features){
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
    for (uint32_t i = 0; i < extension_count; i++)
        if (!strcmp(extensions[i], VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME))
            gpu->features13.pNext = &feedback;
    vkGetPhysicalDeviceFeatures2(gpu->physical, &features);
    const float priority = 1;
    const VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueFamilyIndex = gpu->family,
        .queueCount = 1,
        .pQueuePriorities = &priority,
    };
    const VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = &features,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queue,
        .enabledExtensionCount = extension_count,
        .ppEnabledExtensionNames = extensions,
    };
    if (!gpu_ok(vkCreateDevice(gpu->physical, &info, NULL, &gpu->device), "vkCreateDevice", error))
        return false;
    gpu->features = features.features;
    gpu->geometry_streams = feedback.geometryStreams;
    vkGetDeviceQueue(gpu->device, gpu->family, 0, &gpu->queue);
    const VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                          .queueFamilyIndex = gpu->family};
    return gpu_ok(vkCreateCommandPool(gpu->device, &pool, NULL, &gpu->pool), "vkCreateCommandPool",
                  error);
}

bool gpu_open(struct gpu *gpu, struct error *error) {
    *gpu = (struct gpu){0};
    if (!make_instance(gpu, error) || !pick_device(gpu, error) || !find_queue(gpu, error) ||
        !make_device(gpu, error)) {
        gpu_close(gpu);
        return false;
    }
    VkPhysicalDeviceSubgroupSizeControlProperties sizes = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES};
    gpu->floats = (VkPhysicalDeviceFloatControlsProperties){
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES, .pNext = &sizes};
    gpu->subgroup = (VkPhysicalDeviceSubgroupProperties){
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES, .pNext = &gpu->floats};
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &gpu->subgroup};
    vkGetPhysicalDeviceProperties2(gpu->physical, &properties);
    gpu->floats.pNext = NULL;
    gpu->lanes = sizes.minSubgroupSize == sizes.maxSubgroupSize ? sizes.minSubgroupSize : 0;
    vkGetPhysicalDeviceMemoryProperties(gpu->physical, &gpu->memory);
    /* on a CPU each stage may do it in another way */
    const bool is_cpu = gpu->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    if (!is_cpu && !gpu_find_flushes(gpu, error)) {
        gpu_close(gpu);
        return false;
    }
    return true;
}

void gpu_close(struct gpu *gpu) {
    if (gpu->device) {
        vkDestroyCommandPool(gpu->device, gpu->pool, NULL);
        vkDestroyDevice(gpu->device, NULL);
    }
    if (gpu->messenger) {
        const PFN_vkDestroyDebugUtilsMessengerEXT destroy =
            (PFN_vkDestroyDebugUtilsMessengerEXT)vkGetInstanceProcAddr(
                gpu->instance, "vkDestroyDebugUtilsMessengerEXT");
        destroy(gpu->instance, gpu->messenger, NULL);
    }
    if (gpu->instance)
        vkDestroyInstance(gpu->instance, NULL);
    gpu->device = VK_NULL_HANDLE;
    gpu->instance = VK_NULL_HANDLE;
    gpu->messenger = VK_NULL_HANDLE;
}

static uint32_t shader_features(const struct gpu *gpu) {
    const VkPhysicalDeviceFeatures *f = &gpu->features;
    const VkSubgroupFeatureFlags operations = gpu->subgroup.supportedOperations;
    const VkSubgroupFeatureFlags shuffle =
        VK_SUBGROUP_FEATURE_SHUFFLE_BIT | VK_SUBGROUP_FEATURE_BALLOT_BIT;
    const VkShaderStageFlags stages = gpu->subgroup.supportedStages,
                             all = VK_SHADER_STAGE_ALL_GRAPHICS | VK_SHADER_STAGE_COMPUTE_BIT;
    const bool denormals_alone =
        gpu->floats.denormBehaviorIndependence != VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE;
    const struct {
        bool there;
        uint32_t feature;
    } rows[] = {
        {f->shaderFloat64, SHADER_HAS_FLOAT64},
        {f->shaderInt64, SHADER_HAS_INT64},
        {gpu->features12.shaderFloat16, SHADER_HAS_FLOAT16},
        {operations & VK_SUBGROUP_FEATURE_QUAD_BIT && stages & VK_SHADER_STAGE_FRAGMENT_BIT,
         SHADER_HAS_QUAD},
        {(operations & shuffle) == shuffle && (stages & all) == all, SHADER_HAS_SHUFFLE},
        {f->shaderSampledImageArrayDynamicIndexing && f->shaderStorageImageArrayDynamicIndexing &&
             gpu->features12.shaderSampledImageArrayNonUniformIndexing &&
             gpu->features12.shaderStorageImageArrayNonUniformIndexing,
         SHADER_HAS_DYNAMIC_INDEX},
        {f->shaderStorageImageReadWithoutFormat, SHADER_HAS_READ_ANY},
        {gpu->features12.bufferDeviceAddress, SHADER_HAS_ADDRESSES},
        {gpu->features13.shaderDemoteToHelperInvocation, SHADER_HAS_DEMOTE},
        {gpu->features12.shaderBufferInt64Atomics, SHADER_HAS_ATOMIC64},
        {gpu->floats.shaderDenormPreserveFloat32 && denormals_alone, SHADER_HAS_DENORMALS},
        {gpu->floats.shaderDenormFlushToZeroFloat32 && denormals_alone, SHADER_HAS_FLUSH},
        {gpu->flushes, SHADER_FLUSHES},
        {gpu->properties.deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU, SHADER_HAS_FENCES},
        {gpu->floats.shaderSignedZeroInfNanPreserveFloat32 &&
             gpu->floats.shaderSignedZeroInfNanPreserveFloat64,
         SHADER_HAS_INF_NAN},
    };
    uint32_t features = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        features |= rows[i].there ? rows[i].feature : 0;
    return features;
}

void gpu_shader_key(const struct gpu *gpu, struct shader_key *key) {
    /* Constant buffers and the address map are storage buffers too. */
    const uint32_t others = SHADER_CONSTANT_SLOTS + 1;
    const VkPhysicalDeviceLimits *limits = &gpu->properties.limits;
    const uint32_t room = limits->maxPerStageDescriptorStorageBuffers - others;
    key->features = shader_features(gpu);
    key->storage_alignment = (uint32_t)limits->minStorageBufferOffsetAlignment;
    key->storage_limit = room < SHADER_STORAGE_LIMIT ? room : SHADER_STORAGE_LIMIT;
    key->lanes = (uint8_t)gpu->lanes;
    key->version = 5;
    key->set = 0;
}
