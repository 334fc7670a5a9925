/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_GPU_PLAIN_H
#define WINDLASS_TESTS_GPU_PLAIN_H

#include "gpu/vulkan/device/device.h"

/* Scenes by plain Vulkan, on the device of a machine whose GPU is idle meanwhile. What is made
 * lives until plain_close; everything that fails ends the test. Images are in the general layout.
 */

struct plain;

struct plain *plain_open(struct vulkan *vk);
void plain_close(struct plain *p);

struct plain_buffer {
    VkBuffer buffer;
    uint8_t *data;
    uint64_t size;
};
struct plain_buffer plain_buffer(struct plain *p, uint64_t size); /* for every use; zeros */

struct plain_image {
    VkImage image;
    VkImageView view; /* all of it, as what it is */
    VkFormat format;
    VkImageAspectFlags aspects;
    VkExtent3D size;
    uint32_t layers, levels;
};
/* Usage is every one that the format has. flags and type as in VkImageCreateInfo; the view's type
 * is 2D, an array where there is more than one layer, or `view_type` where that is not ~0. */
struct plain_image plain_image(struct plain *p, const VkImageCreateInfo *info,
                               VkImageViewType view_type);
/* Two dimensions, one level, one layer, one sample. */
struct plain_image plain_target(struct plain *p, VkFormat format, uint32_t width, uint32_t height);

/* Commands are recorded between these; what they do is finished and visible when plain_run returns.
 */
VkCommandBuffer plain_begin(struct plain *p);
void plain_run(struct plain *p);
void plain_barrier(VkCommandBuffer commands);

/* A pass on targets of one size that clears them (to zeros; depth 1). */
void plain_pass(VkCommandBuffer commands, const struct plain_image *color, uint32_t color_count,
                const struct plain_image *depth);

/* A pipeline with defaults that a scene changes: triangles, no culling, no tests, writes all
 * components, viewport and scissor of the whole of `width` by `height`, no vertex input. */
struct plain_pipeline {
    VkPipelineShaderStageCreateInfo stages[5];
    uint32_t stage_count;
    VkVertexInputBindingDescription bindings[16];
    VkVertexInputAttributeDescription attributes[16];
    VkVertexInputBindingDivisorDescriptionEXT divisors[16];
    uint32_t binding_count, attribute_count, divisor_count;
    VkPipelineInputAssemblyStateCreateInfo assembly;
    VkPipelineTessellationStateCreateInfo tessellation;
    VkViewport viewports[16];
    VkRect2D scissors[16];
    uint32_t viewport_count;
    const void *viewport_next; /* structures behind the viewport state */
    VkPipelineRasterizationStateCreateInfo raster;
    VkPipelineMultisampleStateCreateInfo multisample;
    VkPipelineDepthStencilStateCreateInfo depth;
    VkPipelineColorBlendAttachmentState blend[8];
    VkPipelineColorBlendStateCreateInfo output;
    VkFormat color[8], depth_format;
    uint32_t color_count;
    VkPipelineLayout layout; /* none: one without anything */
};
void plain_pipeline_init(struct plain_pipeline *s, uint32_t width, uint32_t height);
void plain_stage(struct plain *p, struct plain_pipeline *s, VkShaderStageFlagBits stage,
                 const uint32_t *words, size_t size); /* bytes */
VkPipeline plain_pipeline(struct plain *p, const struct plain_pipeline *s);
VkPipeline plain_compute(struct plain *p, const uint32_t *words, size_t size,
                         VkPipelineLayout layout);

/* One set of bindings 0 and up, all stages see them; writes[].dstSet is filled in. `push` bytes of
 * push constants for all stages. */
VkPipelineLayout plain_layout(struct plain *p, VkWriteDescriptorSet *writes, uint32_t count,
                              uint32_t push, VkDescriptorSet *set);
/* Of a part of an image, and of a buffer's texels. */
VkImageView plain_view(struct plain *p, const VkImageViewCreateInfo *info);
VkBufferView plain_texels(struct plain *p, const struct plain_buffer *buffer, VkFormat format);
VkSampler plain_sampler(struct plain *p, const VkSamplerCreateInfo *info);
VkShaderModule plain_module(struct plain *p, const uint32_t *words, size_t size);

/* Rows without gaps of one level and layer (of a volume: all slices) of the first aspect. */
uint8_t *plain_read(struct plain *p, const struct plain_image *image, uint32_t level,
                    uint32_t layer, uint32_t bytes_per_texel);
/* The same from bytes into the image. */
void plain_fill(struct plain *p, const struct plain_image *image, uint32_t level, uint32_t layer,
                const void *bytes, uint64_t size);

#endif
