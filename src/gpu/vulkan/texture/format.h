/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_TEXTURE_FORMAT_H
#define WINDLASS_GPU_VULKAN_TEXTURE_FORMAT_H

#include "gpu/texture/decode.h"
#include "gpu/texture/descriptor.h"
#include "gpu/vulkan/device/functions.h"

/* Formats of texture headers and of render targets as formats of Vulkan. Formats of one class have
 * elements of one size and may be views of one image (the specification's format compatibility
 * classes). */

enum format_class {
    CLASS_8,
    CLASS_16,
    CLASS_32,
    CLASS_64,
    CLASS_96,
    CLASS_128,
    CLASS_BC1,
    CLASS_BC2,
    CLASS_BC3,
    CLASS_BC4,
    CLASS_BC5,
    CLASS_BC6H,
    CLASS_BC7,
    CLASS_ETC2_RGB,
    CLASS_ETC2_PUNCH_THROUGH,
    CLASS_ETC2_RGBA,
    CLASS_EAC_R,
    CLASS_EAC_RG,
    CLASS_ASTC,
    CLASS_D16,
    CLASS_D24_S8,
    CLASS_D32,
    CLASS_D32_S8,
    CLASS_S8,
    FORMAT_CLASSES,
};

/* How depth and stencil lie in an element of storage, where they do not lie as Vulkan copies them.
 */
enum depth_packing {
    PACKING_NONE,
    PACKING_STENCIL_LOW,  /* stencil in bits 0 to 7, depth above it */
    PACKING_STENCIL_HIGH, /* depth in bits 0 to 23, stencil above it */
    PACKING_TWO_WORDS,    /* a float, and a word whose low byte is stencil */
};

struct vulkan_format {
    VkFormat format;
    /* Which component of Vulkan's format holds R, G, B and A of the GPU's: enum component_source;
     * SOURCE_ONE_FLOAT where there is none and one is read. */
    uint8_t source[4];
    uint8_t class, packing;
    uint8_t bytes, block_width, block_height; /* an element of storage */
    VkImageAspectFlags aspects;               /* of the image */
    VkImageAspectFlags view;                  /* what is read: a texture is depth or stencil */
    /* How elements become texels of `format`, which the device has instead; texel_bytes 0: they are
     * what they are. */
    struct texture_decoder decoder;
};

/* Fails where no format has the number or Vulkan has none like it; the error names it. What a
 * device can do with it is for the caller to ask. */
MUST_CHECK bool format_of_texture(const struct texture_header *header, struct vulkan_format *out,
                                  struct error *error);
/* By the numbers of SET_COLOR_TARGET_FORMAT and SET_ZT_FORMAT (clb197.h); those of the 2D engine
 * (cl902d.h) are among the former. */
MUST_CHECK bool format_of_target(uint8_t number, bool depth, struct vulkan_format *out,
                                 struct error *error);
/* By SPIR-V's numbers (Image Format); VK_FORMAT_UNDEFINED for 0 and for none. */
VkFormat format_of_storage_image(uint32_t spirv);
/* The format that holds the same bits without the curve of sRGB; itself where it has none. */
VkFormat format_without_srgb(VkFormat format);

/* enum format_class; FORMAT_CLASSES where this code does not know it. */
uint8_t format_class_of(VkFormat format);
/* All formats of a class that this code knows, the first of them the plainest. */
enum { CLASS_FORMATS_LIMIT = 24 };
unsigned format_class_members(enum format_class class, VkFormat out[CLASS_FORMATS_LIMIT]);

/* What a view's components show: the header's choice on top of where Vulkan has them. */
VkComponentMapping format_components(const struct vulkan_format *format,
                                     const struct texture_header *header);

#endif
