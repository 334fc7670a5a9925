/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/format.h"

#include "gpu/vulkan/texture/format_table.h"

#include <string.h>

static const uint8_t straight[4] = {SOURCE_R, SOURCE_G, SOURCE_B, SOURCE_A};

static bool known(VkFormat format, struct vulkan_format *out) {
    for (unsigned i = 0; i < KNOWN_FORMATS; i++)
        if (known_formats[i].format == format) {
            out->class = known_formats[i].class;
            out->bytes = known_formats[i].bytes;
            return true;
        }
    return false;
}

/* ---- textures ---- */

static const char *component_name(uint8_t type) {
    static const char *const names[8] = {"no known type", "SNORM", "UNORM",         "SINT",
                                         "UINT",          "SNORM", "UNORM (as 16)", "FLOAT"};
    return names[type & 7];
}

static VkFormat by_type(const struct texture_row *row, uint8_t type, bool srgb) {
    switch (type) {
    case COMPONENT_SNORM:
    case COMPONENT_SNORM_AS_HALF:
        return row->snorm;
    case COMPONENT_UNORM:
    case COMPONENT_UNORM_AS_HALF:
        return srgb && row->srgb ? row->srgb : row->unorm;
    case COMPONENT_SINT:
        return row->sint;
    case COMPONENT_UINT:
        return row->uint;
    case COMPONENT_FLOAT:
        return row->real;
    default:
        return VK_FORMAT_UNDEFINED;
    }
}

static bool one_type(const struct texture_format *format, const struct texture_header *h) {
    for (unsigned i = 1; i < format->components; i++)
        if (h->component[i] != h->component[0])
            return false;
    return true;
}

static bool color_texture(const struct texture_format *format, const struct texture_header *h,
                          struct vulkan_format *out, struct error *error) {
    const struct texture_row *row = &texture_rows[h->format];
    out->format = by_type(row, h->component[0], h->srgb);
    if (!one_type(format, h) || !known(out->format, out))
        return error_set(error, ERROR_UNSUPPORTED,
                         "textures of format %s with components of %s, %s, %s, %s: Vulkan has no "
                         "such format",
                         format->name, component_name(h->component[0]),
                         component_name(h->component[1]), component_name(h->component[2]),
                         component_name(h->component[3]));
    memcpy(out->source, row->source[0] ? row->source : straight, 4);
    out->aspects = out->view = VK_IMAGE_ASPECT_COLOR_BIT;
    return true;
}

/* Which component is depth, which is stencil: 4 where there is none. A format with only depth shows
 * it in all components. */
struct depth_texture_row {
    VkFormat format;
    uint8_t packing, depth, stencil;
};
static const struct depth_texture_row depth_textures[TEXTURE_FORMATS] = {
    [0x29] = {VK_FORMAT_D24_UNORM_S8_UINT, PACKING_STENCIL_LOW, 1, 0},
    [0x2a] = {VK_FORMAT_D24_UNORM_S8_UINT, PACKING_STENCIL_HIGH, 0, 4},
    [0x2b] = {VK_FORMAT_D24_UNORM_S8_UINT, PACKING_STENCIL_HIGH, 0, 1},
    [0x2f] = {VK_FORMAT_D32_SFLOAT, PACKING_NONE, 4, 4},
    [0x30] = {VK_FORMAT_D32_SFLOAT_S8_UINT, PACKING_TWO_WORDS, 0, 1},
    [0x3a] = {VK_FORMAT_D16_UNORM, PACKING_NONE, 4, 4},
};

static bool shows(const struct texture_header *h, uint8_t component) {
    for (unsigned i = 0; i < 4; i++)
        if (h->source[i] == SOURCE_R + component)
            return true;
    return false;
}

static bool depth_texture(const struct texture_format *format, const struct texture_header *h,
                          struct vulkan_format *out, struct error *error) {
    const struct depth_texture_row *row = &depth_textures[h->format];
    out->format = row->format;
    if (!known(out->format, out))
        return error_set(error, ERROR_UNSUPPORTED, "textures of format %s", format->name);
    const bool stencil = row->stencil < 4 && shows(h, row->stencil) && !shows(h, row->depth);
    const bool both = out->class == CLASS_D24_S8 || out->class == CLASS_D32_S8;
    out->packing = row->packing;
    out->aspects = VK_IMAGE_ASPECT_DEPTH_BIT | (both ? VK_IMAGE_ASPECT_STENCIL_BIT : 0);
    out->view = stencil ? VK_IMAGE_ASPECT_STENCIL_BIT : VK_IMAGE_ASPECT_DEPTH_BIT;
    const uint8_t shown = stencil ? row->stencil : row->depth;
    for (unsigned i = 0; i < 4; i++)
        out->source[i] = shown == 4 || shown == i ? SOURCE_R : SOURCE_ZERO;
    return true;
}

bool format_of_texture(const struct texture_header *h, struct vulkan_format *out,
                       struct error *error) {
    *out = (struct vulkan_format){0};
    const struct texture_format *format =
        h->format < TEXTURE_FORMATS ? &texture_formats[h->format] : NULL;
    if (!format || !format->name)
        return error_set(error, ERROR_UNSUPPORTED, "textures of format 0x%02x: none has the number",
                         h->format);
    if (format->family == TEXTURE_SUBSAMPLED)
        return error_set(error, ERROR_UNSUPPORTED, "textures of format %s", format->name);
    out->block_width = format->block_width;
    out->block_height = format->block_height;
    return format->family == TEXTURE_DEPTH ? depth_texture(format, h, out, error)
                                           : color_texture(format, h, out, error);
}

/* ---- targets ---- */

static VkImageAspectFlags aspects_of(uint8_t class) {
    switch (class) {
    case CLASS_D16:
    case CLASS_D32:
        return VK_IMAGE_ASPECT_DEPTH_BIT;
    case CLASS_D24_S8:
    case CLASS_D32_S8:
        return VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT;
    case CLASS_S8:
        return VK_IMAGE_ASPECT_STENCIL_BIT;
    default:
        return VK_IMAGE_ASPECT_COLOR_BIT;
    }
}

bool format_of_target(uint8_t number, bool depth, struct vulkan_format *out, struct error *error) {
    *out = (struct vulkan_format){.block_width = 1, .block_height = 1};
    static const struct target_row none;
    const struct target_row *row = !depth         ? &color_rows[number]
                                   : number >= 32 ? &none
                                                  : &depth_rows[number];
    const char *kind = depth ? "depth" : "color";
    if (!row->name)
        return error_set(error, ERROR_UNSUPPORTED,
                         "%s targets of format 0x%02x: none has the number", kind, number);
    out->format = row->format;
    if (!known(out->format, out))
        return error_set(error, ERROR_UNSUPPORTED,
                         "%s targets of format %s: Vulkan has no such format", kind, row->name);
    memcpy(out->source, straight, 4);
    if (row->opaque)
        out->source[3] = SOURCE_ONE_FLOAT;
    out->packing = row->packing;
    out->aspects = out->view = aspects_of(out->class);
    return true;
}

/* ---- storage images ---- */

VkFormat format_of_storage_image(uint32_t spirv) {
    /* Rgba32f ... R8ui, as the SPIR-V specification numbers them (3.11, Image Format) */
    static const VkFormat formats[] = {
        VK_FORMAT_UNDEFINED,
        VK_FORMAT_R32G32B32A32_SFLOAT,
        VK_FORMAT_R16G16B16A16_SFLOAT,
        VK_FORMAT_R32_SFLOAT,
        VK_FORMAT_R8G8B8A8_UNORM,
        VK_FORMAT_R8G8B8A8_SNORM,
        VK_FORMAT_R32G32_SFLOAT,
        VK_FORMAT_R16G16_SFLOAT,
        VK_FORMAT_B10G11R11_UFLOAT_PACK32,
        VK_FORMAT_R16_SFLOAT,
        VK_FORMAT_R16G16B16A16_UNORM,
        VK_FORMAT_A2B10G10R10_UNORM_PACK32,
        VK_FORMAT_R16G16_UNORM,
        VK_FORMAT_R8G8_UNORM,
        VK_FORMAT_R16_UNORM,
        VK_FORMAT_R8_UNORM,
        VK_FORMAT_R16G16B16A16_SNORM,
        VK_FORMAT_R16G16_SNORM,
        VK_FORMAT_R8G8_SNORM,
        VK_FORMAT_R16_SNORM,
        VK_FORMAT_R8_SNORM,
        VK_FORMAT_R32G32B32A32_SINT,
        VK_FORMAT_R16G16B16A16_SINT,
        VK_FORMAT_R8G8B8A8_SINT,
        VK_FORMAT_R32_SINT,
        VK_FORMAT_R32G32_SINT,
        VK_FORMAT_R16G16_SINT,
        VK_FORMAT_R8G8_SINT,
        VK_FORMAT_R16_SINT,
        VK_FORMAT_R8_SINT,
        VK_FORMAT_R32G32B32A32_UINT,
        VK_FORMAT_R16G16B16A16_UINT,
        VK_FORMAT_R8G8B8A8_UINT,
        VK_FORMAT_R32_UINT,
        VK_FORMAT_A2B10G10R10_UINT_PACK32,
        VK_FORMAT_R32G32_UINT,
        VK_FORMAT_R16G16_UINT,
        VK_FORMAT_R8G8_UINT,
        VK_FORMAT_R16_UINT,
        VK_FORMAT_R8_UINT,
    };
    return spirv < sizeof formats / sizeof *formats ? formats[spirv] : VK_FORMAT_UNDEFINED;
}

VkFormat format_without_srgb(VkFormat format) {
    for (unsigned i = 0; i < TEXTURE_FORMATS; i++)
        if (texture_rows[i].srgb && texture_rows[i].srgb == format)
            return texture_rows[i].unorm;
    return format == VK_FORMAT_B8G8R8A8_SRGB ? VK_FORMAT_B8G8R8A8_UNORM : format;
}

/* ---- classes and views ---- */

unsigned format_class_members(enum format_class class, VkFormat out[CLASS_FORMATS_LIMIT]) {
    unsigned count = 0;
    for (unsigned i = 0; i < KNOWN_FORMATS && count < CLASS_FORMATS_LIMIT; i++)
        if (known_formats[i].class == class)
            out[count++] = known_formats[i].format;
    return count;
}

uint8_t format_class_of(VkFormat format) {
    struct vulkan_format f;
    return known(format, &f) ? f.class : FORMAT_CLASSES;
}

static VkComponentSwizzle swizzle(const struct vulkan_format *format, uint8_t source) {
    if (source >= SOURCE_R && source <= SOURCE_A)
        source = format->source[source - SOURCE_R];
    switch (source) {
    case SOURCE_R:
        return VK_COMPONENT_SWIZZLE_R;
    case SOURCE_G:
        return VK_COMPONENT_SWIZZLE_G;
    case SOURCE_B:
        return VK_COMPONENT_SWIZZLE_B;
    case SOURCE_A:
        return VK_COMPONENT_SWIZZLE_A;
    case SOURCE_ONE_INT:
    case SOURCE_ONE_FLOAT:
        return VK_COMPONENT_SWIZZLE_ONE;
    default:
        return VK_COMPONENT_SWIZZLE_ZERO;
    }
}

VkComponentMapping format_components(const struct vulkan_format *format,
                                     const struct texture_header *h) {
    return (VkComponentMapping){swizzle(format, h->source[0]), swizzle(format, h->source[1]),
                                swizzle(format, h->source[2]), swizzle(format, h->source[3])};
}
