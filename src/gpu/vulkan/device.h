/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_DEVICE_H
#define WINDLASS_GPU_VULKAN_DEVICE_H

#include "base/error.h"
#include "gpu/vulkan/functions.h"

#include <stdbool.h>
#include <stdint.h>

/* A device of Vulkan 1.3 with everything switched on that it has and we use. The loader is opened
 * at run time: programs that draw with the CPU run without it. */

struct vulkan {
    VkInstance instance;
    VkDebugUtilsMessengerEXT messenger;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    uint32_t family;

    VkPhysicalDeviceProperties properties;
    VkPhysicalDeviceVulkan12Properties properties12;
    VkPhysicalDeviceFeatures features;
    VkPhysicalDeviceVulkan12Features features12;
    VkPhysicalDeviceVulkan13Features features13;
    VkPhysicalDeviceMemoryProperties memory;
    uint32_t import_align; /* of guest pages; 0: it takes none */
    uint32_t lanes;        /* of all subgroups; 0: some have more than others */
    bool cpu;              /* the device is the CPU */
    bool flushes;          /* denormals of 32 bits are zero where a module asks for nothing */
    /* extensions that are there and switched on */
    bool robustness2, null_descriptor, transform_feedback, custom_border_color, depth_clip_control,
        depth_clip_enable, provoking_vertex, index_uint8, list_restart, line_rasterization,
        conditional_rendering, push_descriptor, image_2d_view_of_3d, non_seamless_cubes,
        attribute_divisor, extended_dynamic_state3, vertex_input_dynamic, pipeline_library,
        sample_locations, conservative, viewport_swizzle, stencil_export, memory_budget;

    bool validated;
    unsigned messages; /* of the validation layer; each was one warning */
    bool lost;         /* the device is gone: everything fails from now on */
};

MUST_CHECK bool vulkan_open(const char *name, bool validate, struct vulkan **out,
                            struct error *error);
void vulkan_close(struct vulkan *vk);
/* "Vulkan, WHAT: VK_ERROR_..." where the result is an error; notes a lost device. */
MUST_CHECK bool vulkan_ok(struct vulkan *vk, VkResult result, const char *what,
                          struct error *error);
/* For debuggers of graphics. */
void vulkan_name(struct vulkan *vk, VkObjectType type, uint64_t object, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* ---- memory of the device, one allocator ---- */

enum memory_place { MEMORY_DEVICE, MEMORY_UPLOAD, MEMORY_READBACK };

struct vulkan_memory {
    VkDeviceMemory memory;
    VkDeviceSize offset, size;
    uint8_t *data; /* where the host sees it; NULL: it does not */
    struct vulkan_block *block;
};
MUST_CHECK bool vulkan_allocate(struct vulkan *vk, const VkMemoryRequirements *wanted,
                                enum memory_place place, struct vulkan_memory *out,
                                struct error *error);
void vulkan_release(struct vulkan *vk, struct vulkan_memory *memory);

#endif
