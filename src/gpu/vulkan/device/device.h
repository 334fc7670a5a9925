/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_DEVICE_DEVICE_H
#define WINDLASS_GPU_VULKAN_DEVICE_DEVICE_H

#include "base/error.h"
#include "base/strbuf.h"
#include "gpu/vulkan/device/functions.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* What extensions say of the device; zero where the extension is not there. Features that are true
 * are switched on. */
struct vulkan_extras {
    VkPhysicalDeviceTransformFeedbackFeaturesEXT transform_feedback;
    VkPhysicalDeviceRobustness2FeaturesEXT robustness2;
    VkPhysicalDeviceCustomBorderColorFeaturesEXT custom_border_color;
    VkPhysicalDeviceDepthClipControlFeaturesEXT depth_clip_control;
    VkPhysicalDeviceDepthClipEnableFeaturesEXT depth_clip_enable;
    VkPhysicalDeviceProvokingVertexFeaturesEXT provoking_vertex;
    VkPhysicalDeviceIndexTypeUint8FeaturesEXT index_uint8;
    VkPhysicalDevicePrimitiveTopologyListRestartFeaturesEXT list_restart;
    VkPhysicalDeviceLineRasterizationFeaturesEXT line_rasterization;
    VkPhysicalDeviceConditionalRenderingFeaturesEXT conditional_rendering;
    VkPhysicalDeviceImage2DViewOf3DFeaturesEXT image_2d_view_of_3d;
    VkPhysicalDeviceNonSeamlessCubeMapFeaturesEXT non_seamless_cubes;
    VkPhysicalDeviceVertexAttributeDivisorFeaturesEXT attribute_divisor;
    VkPhysicalDeviceExtendedDynamicState2FeaturesEXT dynamic_state2;
    VkPhysicalDeviceExtendedDynamicState3FeaturesEXT dynamic_state3;
    VkPhysicalDeviceVertexInputDynamicStateFeaturesEXT vertex_input_dynamic;
    VkPhysicalDeviceGraphicsPipelineLibraryFeaturesEXT pipeline_library;
    VkPhysicalDevice4444FormatsFeaturesEXT formats_4444;

    VkPhysicalDeviceTransformFeedbackPropertiesEXT transform_feedback_limits;
    VkPhysicalDeviceRobustness2PropertiesEXT robustness2_limits;
    VkPhysicalDeviceCustomBorderColorPropertiesEXT custom_border_color_limits;
    VkPhysicalDeviceProvokingVertexPropertiesEXT provoking_vertex_limits;
    VkPhysicalDeviceLineRasterizationPropertiesEXT line_rasterization_limits;
    VkPhysicalDevicePushDescriptorPropertiesKHR push_descriptor_limits;
    VkPhysicalDeviceVertexAttributeDivisorPropertiesEXT attribute_divisor_limits;
    VkPhysicalDeviceExtendedDynamicState3PropertiesEXT dynamic_state3_limits;
    VkPhysicalDeviceSampleLocationsPropertiesEXT sample_locations_limits;
    VkPhysicalDeviceConservativeRasterizationPropertiesEXT conservative_limits;
    VkPhysicalDeviceExternalMemoryHostPropertiesEXT import_limits;
    VkPhysicalDeviceGraphicsPipelineLibraryPropertiesEXT pipeline_library_limits;
};

/* A device of Vulkan 1.3 with everything switched on that it has and we use. The loader is opened
 * at run time: programs that draw with the CPU run without it. One device is open at a time. */

struct vulkan {
    VkInstance instance;
    VkDebugUtilsMessengerEXT messenger;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    uint32_t family;
    VkPipelineCache pipeline_cache; /* for all pipelines; may be none */
    size_t pipeline_cache_size;     /* when it was read */

    VkPhysicalDeviceProperties properties;
    VkPhysicalDeviceVulkan11Properties properties11;
    VkPhysicalDeviceVulkan12Properties properties12;
    VkPhysicalDeviceVulkan13Properties properties13;
    VkPhysicalDeviceFeatures features;
    VkPhysicalDeviceVulkan11Features features11;
    VkPhysicalDeviceVulkan12Features features12;
    VkPhysicalDeviceVulkan13Features features13;
    struct vulkan_extras extras;
    VkPhysicalDeviceMemoryProperties memory;
    uint32_t import_align; /* of guest pages; 0: it takes none */
    uint32_t lanes;        /* of all subgroups; 0: some have more than others */
    bool cpu;              /* the device is the CPU */
    bool host_orders;      /* it is, and works on guest memory itself: the host orders texels */
    bool links_fast;       /* pipelines of parts, which is worth it (device_new.c) */
    bool flushes;          /* denormals of 32 bits are zero where a module asks for nothing */
    /* extensions that are there and switched on */
    bool robustness2, null_descriptor, transform_feedback, custom_border_color, depth_clip_control,
        depth_clip_enable, provoking_vertex, index_uint8, list_restart, line_rasterization,
        conditional_rendering, push_descriptor, image_2d_view_of_3d, non_seamless_cubes,
        attribute_divisor, extended_dynamic_state2, extended_dynamic_state3, vertex_input_dynamic,
        pipeline_library, sample_locations, conservative, viewport_swizzle, stencil_export,
        memory_budget, viewport_array2, post_depth_coverage, formats_4444, depth_unrestricted;

    bool validated;       /* the layer listens */
    atomic_uint messages; /* of the validation layer; each was one warning */
    atomic_bool lost;     /* the device is gone: vulkan_lost says why */
    struct vulkan_loss *loss;
    struct vulkan_allocator *allocator;
};

/* `name`: a part of the device's name; NULL: the best that there is. */
MUST_CHECK bool vulkan_open(const char *name, bool validate, struct vulkan **out,
                            struct error *error);
void vulkan_close(struct vulkan *vk);
/* Names of the extensions that something of the guest's GPU is drawn with, and the device has not;
 * false: there are none. */
bool vulkan_lacks(const struct vulkan *vk, struct strbuf *out);
/* "Vulkan, WHAT: VK_ERROR_..." where the result is an error; notes a lost device. */
MUST_CHECK bool vulkan_ok(struct vulkan *vk, VkResult result, const char *what,
                          struct error *error);
/* Notes that the device cannot be used any more (lost, or out of memory where nothing can be given
 * up), with a warning; the first error stays. */
void vulkan_lose(struct vulkan *vk, const struct error *error);
/* Whether that is so, on any thread, and why. */
bool vulkan_lost(struct vulkan *vk, struct error *error);
/* For debuggers of graphics. */
void vulkan_name(struct vulkan *vk, VkObjectType type, uint64_t object, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* ---- memory of the device, one allocator ---- */

enum memory_place {
    MEMORY_DEVICE,   /* the device's own; the host may not see it */
    MEMORY_UPLOAD,   /* the host writes it, coherent */
    MEMORY_READBACK, /* the host reads it fast, coherent */
};

struct vulkan_memory {
    VkDeviceMemory memory;
    VkDeviceSize offset, size;
    uint8_t *data; /* where the host sees it; NULL: it does not */
    struct vulkan_block *block;
};
MUST_CHECK bool vulkan_allocate(struct vulkan *vk, const VkMemoryRequirements *wanted,
                                enum memory_place place, struct vulkan_memory *out,
                                struct error *error);
/* On any thread; `memory` is zero behind it. */
void vulkan_release(struct vulkan *vk, struct vulkan_memory *memory);

struct vulkan_memory_counts {
    uint64_t used, allocated; /* bytes in what was handed out, and of Vulkan */
    uint64_t allocations;     /* of Vulkan */
    /* What this process has of the device's own heaps, and may have before others suffer; guesses
     * where the driver does not say. */
    uint64_t heap_used, heap_budget;
};
void vulkan_count_memory(struct vulkan *vk, struct vulkan_memory_counts *out);

/* A buffer for every use that the device has for buffers, with its memory. */
struct vulkan_buffer {
    VkBuffer buffer;
    VkDeviceSize size;
    uint64_t address; /* 0: the device has none */
    struct vulkan_memory memory;
};
MUST_CHECK bool vulkan_buffer_new(struct vulkan *vk, VkDeviceSize size, enum memory_place place,
                                  struct vulkan_buffer *out, struct error *error);
void vulkan_buffer_free(struct vulkan *vk, struct vulkan_buffer *buffer);
/* All the uses, for buffers that are made elsewhere. */
VkBufferUsageFlags vulkan_buffer_usage(const struct vulkan *vk);
uint64_t vulkan_buffer_address(const struct vulkan *vk, VkBuffer buffer);

#endif
