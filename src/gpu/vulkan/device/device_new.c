/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "gpu/vulkan/device/instance.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* An extension that is switched on where it is there: `flag` in struct vulkan; what it says of its
 * features and limits, where it has such; `need`: the feature without which it is of no use. */
struct extension {
    const char *name;
    size_t flag;
    VkStructureType features_type;
    size_t features, features_size, need;
    VkStructureType limits_type;
    size_t limits;
};

#define FLAG(f)  .flag = offsetof(struct vulkan, f)
#define EXTRA(f) offsetof(struct vulkan, extras.f)
#define FEATURES(type, f, member)                                                                  \
    .features_type = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_##type, .features = EXTRA(f),               \
    .features_size = sizeof((struct vulkan_extras *)0)->f, .need = EXTRA(f.member)
#define LIMITS(type, f) .limits_type = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_##type, .limits = EXTRA(f)

static const struct extension extensions[] = {
    {VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME, FLAG(transform_feedback),
     FEATURES(TRANSFORM_FEEDBACK_FEATURES_EXT, transform_feedback, transformFeedback),
     LIMITS(TRANSFORM_FEEDBACK_PROPERTIES_EXT, transform_feedback_limits)},
    {VK_EXT_ROBUSTNESS_2_EXTENSION_NAME, FLAG(robustness2),
     FEATURES(ROBUSTNESS_2_FEATURES_EXT, robustness2, robustBufferAccess2),
     LIMITS(ROBUSTNESS_2_PROPERTIES_EXT, robustness2_limits)},
    {VK_EXT_CUSTOM_BORDER_COLOR_EXTENSION_NAME, FLAG(custom_border_color),
     FEATURES(CUSTOM_BORDER_COLOR_FEATURES_EXT, custom_border_color, customBorderColors),
     LIMITS(CUSTOM_BORDER_COLOR_PROPERTIES_EXT, custom_border_color_limits)},
    {VK_EXT_DEPTH_CLIP_CONTROL_EXTENSION_NAME, FLAG(depth_clip_control),
     FEATURES(DEPTH_CLIP_CONTROL_FEATURES_EXT, depth_clip_control, depthClipControl)},
    {VK_EXT_DEPTH_CLIP_ENABLE_EXTENSION_NAME, FLAG(depth_clip_enable),
     FEATURES(DEPTH_CLIP_ENABLE_FEATURES_EXT, depth_clip_enable, depthClipEnable)},
    {VK_EXT_PROVOKING_VERTEX_EXTENSION_NAME, FLAG(provoking_vertex),
     FEATURES(PROVOKING_VERTEX_FEATURES_EXT, provoking_vertex, provokingVertexLast),
     LIMITS(PROVOKING_VERTEX_PROPERTIES_EXT, provoking_vertex_limits)},
    {VK_EXT_INDEX_TYPE_UINT8_EXTENSION_NAME, FLAG(index_uint8),
     FEATURES(INDEX_TYPE_UINT8_FEATURES_EXT, index_uint8, indexTypeUint8)},
    {VK_EXT_PRIMITIVE_TOPOLOGY_LIST_RESTART_EXTENSION_NAME, FLAG(list_restart),
     FEATURES(PRIMITIVE_TOPOLOGY_LIST_RESTART_FEATURES_EXT, list_restart,
              primitiveTopologyListRestart)},
    {VK_EXT_LINE_RASTERIZATION_EXTENSION_NAME, FLAG(line_rasterization),
     FEATURES(LINE_RASTERIZATION_FEATURES_EXT, line_rasterization, bresenhamLines),
     LIMITS(LINE_RASTERIZATION_PROPERTIES_EXT, line_rasterization_limits)},
    {VK_EXT_CONDITIONAL_RENDERING_EXTENSION_NAME, FLAG(conditional_rendering),
     FEATURES(CONDITIONAL_RENDERING_FEATURES_EXT, conditional_rendering, conditionalRendering)},
    {VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME, FLAG(push_descriptor),
     LIMITS(PUSH_DESCRIPTOR_PROPERTIES_KHR, push_descriptor_limits)},
    {VK_EXT_IMAGE_2D_VIEW_OF_3D_EXTENSION_NAME, FLAG(image_2d_view_of_3d),
     FEATURES(IMAGE_2D_VIEW_OF_3D_FEATURES_EXT, image_2d_view_of_3d, image2DViewOf3D)},
    {VK_EXT_NON_SEAMLESS_CUBE_MAP_EXTENSION_NAME, FLAG(non_seamless_cubes),
     FEATURES(NON_SEAMLESS_CUBE_MAP_FEATURES_EXT, non_seamless_cubes, nonSeamlessCubeMap)},
    {VK_EXT_VERTEX_ATTRIBUTE_DIVISOR_EXTENSION_NAME, FLAG(attribute_divisor),
     FEATURES(VERTEX_ATTRIBUTE_DIVISOR_FEATURES_EXT, attribute_divisor,
              vertexAttributeInstanceRateDivisor),
     LIMITS(VERTEX_ATTRIBUTE_DIVISOR_PROPERTIES_EXT, attribute_divisor_limits)},
    {VK_EXT_EXTENDED_DYNAMIC_STATE_2_EXTENSION_NAME, FLAG(extended_dynamic_state2),
     FEATURES(EXTENDED_DYNAMIC_STATE_2_FEATURES_EXT, dynamic_state2, extendedDynamicState2)},
    {VK_EXT_EXTENDED_DYNAMIC_STATE_3_EXTENSION_NAME, FLAG(extended_dynamic_state3),
     FEATURES(EXTENDED_DYNAMIC_STATE_3_FEATURES_EXT, dynamic_state3,
              extendedDynamicState3ColorBlendEquation),
     LIMITS(EXTENDED_DYNAMIC_STATE_3_PROPERTIES_EXT, dynamic_state3_limits)},
    {VK_EXT_VERTEX_INPUT_DYNAMIC_STATE_EXTENSION_NAME, FLAG(vertex_input_dynamic),
     FEATURES(VERTEX_INPUT_DYNAMIC_STATE_FEATURES_EXT, vertex_input_dynamic,
              vertexInputDynamicState)},
    {VK_EXT_GRAPHICS_PIPELINE_LIBRARY_EXTENSION_NAME, FLAG(pipeline_library),
     FEATURES(GRAPHICS_PIPELINE_LIBRARY_FEATURES_EXT, pipeline_library, graphicsPipelineLibrary),
     LIMITS(GRAPHICS_PIPELINE_LIBRARY_PROPERTIES_EXT, pipeline_library_limits)},
    {VK_EXT_4444_FORMATS_EXTENSION_NAME, FLAG(formats_4444),
     FEATURES(4444_FORMATS_FEATURES_EXT, formats_4444, formatA4R4G4B4)},
    {VK_EXT_SAMPLE_LOCATIONS_EXTENSION_NAME, FLAG(sample_locations),
     LIMITS(SAMPLE_LOCATIONS_PROPERTIES_EXT, sample_locations_limits)},
    {VK_EXT_CONSERVATIVE_RASTERIZATION_EXTENSION_NAME, FLAG(conservative),
     LIMITS(CONSERVATIVE_RASTERIZATION_PROPERTIES_EXT, conservative_limits)},
    {VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME,
     LIMITS(EXTERNAL_MEMORY_HOST_PROPERTIES_EXT, import_limits)},
    {VK_NV_VIEWPORT_SWIZZLE_EXTENSION_NAME, FLAG(viewport_swizzle)},
    {VK_NV_VIEWPORT_ARRAY_2_EXTENSION_NAME, FLAG(viewport_array2)},
    {VK_EXT_SHADER_STENCIL_EXPORT_EXTENSION_NAME, FLAG(stencil_export)},
    {VK_EXT_MEMORY_BUDGET_EXTENSION_NAME, FLAG(memory_budget)},
    {VK_EXT_POST_DEPTH_COVERAGE_EXTENSION_NAME, FLAG(post_depth_coverage)},
    {VK_EXT_DEPTH_RANGE_UNRESTRICTED_EXTENSION_NAME, FLAG(depth_unrestricted)},
    /* the others are a library's, or belong to SPIR-V: nothing asks for them but modules */
    {.name = VK_KHR_PIPELINE_LIBRARY_EXTENSION_NAME},
    {.name = VK_EXT_SHADER_SUBGROUP_BALLOT_EXTENSION_NAME},
    {.name = VK_EXT_SHADER_SUBGROUP_VOTE_EXTENSION_NAME},
    {.name = VK_EXT_SHADER_VIEWPORT_INDEX_LAYER_EXTENSION_NAME},
};
enum { EXTENSIONS = sizeof extensions / sizeof *extensions };

/* ---- what is there ---- */

static bool has(const VkExtensionProperties *all, uint32_t count, const char *name) {
    for (uint32_t i = 0; i < count; i++)
        if (!strcmp(all[i].extensionName, name))
            return true;
    return false;
}

static bool find_extensions(struct vulkan *vk, bool *there, struct error *error) {
    uint32_t count = 0;
    const char what[] = "vkEnumerateDeviceExtensionProperties";
    if (!vulkan_ok(vk, vkEnumerateDeviceExtensionProperties(vk->physical, NULL, &count, NULL), what,
                   error))
        return false;
    VkExtensionProperties *all = NEW_ARRAY(VkExtensionProperties, count + 1);
    const bool ok = vulkan_ok(
        vk, vkEnumerateDeviceExtensionProperties(vk->physical, NULL, &count, all), what, error);
    for (size_t i = 0; ok && i < EXTENSIONS; i++)
        there[i] = has(all, count, extensions[i].name);
    free(all);
    return ok;
}

/* Puts a structure at the front of a chain. */
static void chain(void **first, void *structure, VkStructureType type) {
    VkBaseOutStructure *base = structure;
    base->sType = type;
    base->pNext = *first;
    *first = structure;
}

static void *chain_features(struct vulkan *vk, const bool *there) {
    void *first = NULL;
    for (size_t i = 0; i < EXTENSIONS; i++)
        if (there[i] && extensions[i].features)
            chain(&first, (uint8_t *)vk + extensions[i].features, extensions[i].features_type);
    chain(&first, &vk->features13, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES);
    chain(&first, &vk->features12, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES);
    chain(&first, &vk->features11, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES);
    return first;
}

/* Programs' stages are made one by one, so their decorations need not agree (how inputs of pixels
 * are interpolated stands with the pixels' program alone): without that parts are of no use. */
static void find_links(struct vulkan *vk) {
    const VkPhysicalDeviceGraphicsPipelineLibraryPropertiesEXT *p =
        &vk->extras.pipeline_library_limits;
    vk->pipeline_library &= p->graphicsPipelineLibraryIndependentInterpolationDecoration != 0;
    vk->links_fast = vk->pipeline_library && p->graphicsPipelineLibraryFastLinking && !vk->cpu;
}

static void read_properties(struct vulkan *vk, const bool *there) {
    VkPhysicalDeviceProperties2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
    for (size_t i = 0; i < EXTENSIONS; i++)
        if (there[i] && extensions[i].limits)
            chain(&all.pNext, (uint8_t *)vk + extensions[i].limits, extensions[i].limits_type);
    chain(&all.pNext, &vk->properties13, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES);
    chain(&all.pNext, &vk->properties12, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES);
    chain(&all.pNext, &vk->properties11, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES);
    vkGetPhysicalDeviceProperties2(vk->physical, &all);
    vk->properties = all.properties;
    vkGetPhysicalDeviceMemoryProperties(vk->physical, &vk->memory);
    vk->cpu = vk->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    vk->import_align = (uint32_t)vk->extras.import_limits.minImportedHostPointerAlignment;
    vk->host_orders = vk->cpu && vk->import_align;
    find_links(vk);
    vk->lanes = vk->properties13.minSubgroupSize == vk->properties13.maxSubgroupSize
                    ? vk->properties13.minSubgroupSize
                    : 0;
}

/* What costs and is of no use to us. */
static void leave_out(struct vulkan *vk) {
    vk->features11.protectedMemory = VK_FALSE;
    vk->features12.bufferDeviceAddressCaptureReplay = VK_FALSE;
    vk->features12.bufferDeviceAddressMultiDevice = VK_FALSE;
}

static void set_flags(struct vulkan *vk, const bool *there) {
    for (size_t i = 0; i < EXTENSIONS; i++) {
        const struct extension *e = &extensions[i];
        bool on = there[i];
        if (e->need)
            on &= *(const VkBool32 *)((const uint8_t *)vk + e->need);
        if (e->flag)
            *(bool *)((uint8_t *)vk + e->flag) = on;
    }
    vk->null_descriptor = vk->extras.robustness2.nullDescriptor;
}

/* Of some vendors only, or of no use to whoever wants to know what is drawn wrong. */
static bool is_extra(const struct extension *e) {
    return strncmp(e->name, "VK_EXT_", 7) != 0 ||
           e->flag == offsetof(struct vulkan, memory_budget) ||
           e->flag == offsetof(struct vulkan, pipeline_library);
}

bool vulkan_lacks(const struct vulkan *vk, struct strbuf *out) {
    bool any = false;
    for (size_t i = 0; i < EXTENSIONS; i++) {
        const struct extension *e = &extensions[i];
        if (!e->flag || is_extra(e) || *(const bool *)((const uint8_t *)vk + e->flag))
            continue;
        strbuf_addf(out, "%s%s", any ? ", " : "", e->name);
        any = true;
    }
    return any;
}

static bool check_features(const struct vulkan *vk, struct error *error) {
    const struct {
        VkBool32 there;
        const char *name;
    } needed[] = {
        {vk->features12.timelineSemaphore, "timelineSemaphore"},
        {vk->features12.hostQueryReset, "hostQueryReset"},
        {vk->features13.synchronization2, "synchronization2"},
        {vk->features13.dynamicRendering, "dynamicRendering"},
        {vk->features.vertexPipelineStoresAndAtomics, "vertexPipelineStoresAndAtomics"},
        {vk->features.fragmentStoresAndAtomics, "fragmentStoresAndAtomics"},
    };
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!needed[i].there)
            return error_set(error, ERROR_UNSUPPORTED,
                             "Vulkan: %s has no %s, without which nothing can be drawn; update its "
                             "driver or name another device",
                             vk->properties.deviceName, needed[i].name);
    return true;
}

static bool find_queue(struct vulkan *vk, struct error *error) {
    enum { LIMIT = 32 };
    const VkQueueFlags both = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
    VkQueueFamilyProperties families[LIMIT];
    uint32_t count = LIMIT;
    vkGetPhysicalDeviceQueueFamilyProperties(vk->physical, &count, families);
    for (vk->family = 0; vk->family < count; vk->family++)
        if ((families[vk->family].queueFlags & both) == both)
            return true;
    return error_set(error, ERROR_UNSUPPORTED, "Vulkan: %s has no queue that draws and computes",
                     vk->properties.deviceName);
}

bool vulkan_device_new(struct vulkan *vk, struct error *error) {
    bool there[EXTENSIONS] = {false};
    const char *names[EXTENSIONS];
    uint32_t count = 0;
    if (!find_queue(vk, error) || !find_extensions(vk, there, error))
        return false;
    for (size_t i = 0; i < EXTENSIONS; i++)
        if (there[i])
            names[count++] = extensions[i].name;
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                          .pNext = chain_features(vk, there)};
    vkGetPhysicalDeviceFeatures2(vk->physical, &features);
    vk->features = features.features;
    leave_out(vk);
    features.features = vk->features;
    set_flags(vk, there);
    read_properties(vk, there);
    const float priority = 1;
    const VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueFamilyIndex = vk->family,
        .queueCount = 1,
        .pQueuePriorities = &priority,
    };
    const VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = &features,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queue,
        .enabledExtensionCount = count,
        .ppEnabledExtensionNames = names,
    };
    if (!check_features(vk, error) ||
        !vulkan_ok(vk, vkCreateDevice(vk->physical, &info, NULL, &vk->device), "vkCreateDevice",
                   error) ||
        !vulkan_load_device(vk->device, error))
        return false;
    vkGetDeviceQueue(vk->device, vk->family, 0, &vk->queue);
    return true;
}
