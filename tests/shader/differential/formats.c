/* SPDX-License-Identifier: MIT */
#include "formats.h"

#include "gpu/shader/contract.h"

#include <spirv/unified1/spirv.h>
#include <string.h>
#include <strings.h>

static const struct format formats[] = {
    {"rgba8", VK_FORMAT_R8G8B8A8_UNORM, SpvImageFormatRgba8, SHADER_FLOAT, COMPONENT_UNORM8, 4, 0},
    {"rgba8ui", VK_FORMAT_R8G8B8A8_UINT, SpvImageFormatRgba8ui, SHADER_UINT, COMPONENT_UINT8, 4, 0},
    {"rgba16f", VK_FORMAT_R16G16B16A16_SFLOAT, SpvImageFormatRgba16f, SHADER_FLOAT, COMPONENT_F16,
     4, 0},
    {"rgba16i", VK_FORMAT_R16G16B16A16_SINT, SpvImageFormatRgba16i, SHADER_SINT, COMPONENT_SINT16,
     4, 0},
    {"rgba32f", VK_FORMAT_R32G32B32A32_SFLOAT, SpvImageFormatRgba32f, SHADER_FLOAT, COMPONENT_F32,
     4, 0},
    {"rgba32i", VK_FORMAT_R32G32B32A32_SINT, SpvImageFormatRgba32i, SHADER_SINT, COMPONENT_SINT32,
     4, 0},
    {"rgba32ui", VK_FORMAT_R32G32B32A32_UINT, SpvImageFormatRgba32ui, SHADER_UINT, COMPONENT_UINT32,
     4, 0},
    {"rg32f", VK_FORMAT_R32G32_SFLOAT, SpvImageFormatRg32f, SHADER_FLOAT, COMPONENT_F32, 2, 0},
    {"rg32ui", VK_FORMAT_R32G32_UINT, SpvImageFormatRg32ui, SHADER_UINT, COMPONENT_UINT32, 2, 0},
    {"r32f", VK_FORMAT_R32_SFLOAT, SpvImageFormatR32f, SHADER_FLOAT, COMPONENT_F32, 1, 0},
    {"r32i", VK_FORMAT_R32_SINT, SpvImageFormatR32i, SHADER_SINT, COMPONENT_SINT32, 1, 0},
    {"r32ui", VK_FORMAT_R32_UINT, SpvImageFormatR32ui, SHADER_UINT, COMPONENT_UINT32, 1, 0},
    {"d32f", VK_FORMAT_D32_SFLOAT, SpvImageFormatUnknown, SHADER_FLOAT, COMPONENT_F32, 1, 1},
};

static const struct attribute_type types[] = {
    {"f32",
     {VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32_SFLOAT, VK_FORMAT_R32G32B32_SFLOAT,
      VK_FORMAT_R32G32B32A32_SFLOAT},
     4,
     SHADER_FLOAT},
    {"f16",
     {VK_FORMAT_R16_SFLOAT, VK_FORMAT_R16G16_SFLOAT, 0, VK_FORMAT_R16G16B16A16_SFLOAT},
     2,
     SHADER_FLOAT},
    {"i32",
     {VK_FORMAT_R32_SINT, VK_FORMAT_R32G32_SINT, VK_FORMAT_R32G32B32_SINT,
      VK_FORMAT_R32G32B32A32_SINT},
     4,
     SHADER_SINT},
    {"u32",
     {VK_FORMAT_R32_UINT, VK_FORMAT_R32G32_UINT, VK_FORMAT_R32G32B32_UINT,
      VK_FORMAT_R32G32B32A32_UINT},
     4,
     SHADER_UINT},
    {"unorm8",
     {VK_FORMAT_R8_UNORM, VK_FORMAT_R8G8_UNORM, 0, VK_FORMAT_R8G8B8A8_UNORM},
     1,
     SHADER_FLOAT},
    {"snorm16",
     {VK_FORMAT_R16_SNORM, VK_FORMAT_R16G16_SNORM, 0, VK_FORMAT_R16G16B16A16_SNORM},
     2,
     SHADER_FLOAT},
    {"sint8", {VK_FORMAT_R8_SINT, VK_FORMAT_R8G8_SINT, 0, VK_FORMAT_R8G8B8A8_SINT}, 1, SHADER_SINT},
};

static bool is(const char *name, const char *text, size_t length) {
    return strlen(name) == length && !strncasecmp(name, text, length);
}

const struct format *format_find(const char *name, size_t length) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (is(formats[i].name, name, length))
            return &formats[i];
    return NULL;
}

VkFormat format_seen_as(uint8_t spirv) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].spirv == spirv)
            return formats[i].vulkan;
    return VK_FORMAT_UNDEFINED;
}

const struct attribute_type *attribute_type_find(const char *name, size_t length) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (is(types[i].name, name, length))
            return &types[i];
    return NULL;
}

size_t component_size(enum component component) {
    static const uint8_t sizes[] = {
        [COMPONENT_UNORM8] = 1, [COMPONENT_SINT16] = 2, [COMPONENT_F16] = 2,   [COMPONENT_F32] = 4,
        [COMPONENT_UINT8] = 1,  [COMPONENT_SINT32] = 4, [COMPONENT_UINT32] = 4};
    return sizes[component];
}

size_t format_size(const struct format *format) {
    return format->components * component_size(format->component);
}

double half_value(uint16_t half) {
    _Float16 value;
    memcpy(&value, &half, sizeof value);
    return (double)value;
}

uint16_t half_of(double value) {
    const _Float16 half = (_Float16)value;
    uint16_t bits;
    memcpy(&bits, &half, sizeof bits);
    return bits;
}

double component_value(enum component component, const uint8_t *bytes, uint32_t *bits) {
    *bits = 0;
    memcpy(bits, bytes, component_size(component));
    float value;
    memcpy(&value, bits, sizeof value);
    switch (component) {
    case COMPONENT_UNORM8:
        return *bits / 255.0;
    case COMPONENT_SINT16:
        return (int16_t)*bits;
    case COMPONENT_F16:
        return half_value((uint16_t)*bits);
    case COMPONENT_F32:
        return (double)value;
    case COMPONENT_SINT32:
        return (int32_t)*bits;
    case COMPONENT_UINT8:
    case COMPONENT_UINT32:
        return *bits;
    }
    return 0;
}
