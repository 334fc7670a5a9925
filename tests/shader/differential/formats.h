/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_SHADER_DIFFERENTIAL_FORMATS_H
#define WINDLASS_TESTS_SHADER_DIFFERENTIAL_FORMATS_H

#include "gpu/vulkan/device/functions.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Formats of texels and vertex attributes, by the names that INDEX.tsv has for them. */

enum component {
    COMPONENT_UNORM8,
    COMPONENT_SINT16,
    COMPONENT_F16,
    COMPONENT_F32,
    COMPONENT_UINT8,
    COMPONENT_SINT32,
    COMPONENT_UINT32
};

struct format {
    const char *name; /* in small letters */
    VkFormat vulkan;
    uint8_t spirv;  /* as image formats are numbered */
    uint8_t scalar; /* enum shader_scalar */
    enum component component;
    uint8_t components;
    bool depth;
};
/* `length` letters of either case; NULL: there is no such format. */
const struct format *format_find(const char *name, size_t length);
/* The format of views of what SPIR-V numbers so; VK_FORMAT_UNDEFINED: none is known. */
VkFormat format_seen_as(uint8_t spirv);
size_t component_size(enum component component);
size_t format_size(const struct format *format); /* bytes of a texel */
/* A component as a number; `bits` is the component itself. */
double component_value(enum component component, const uint8_t *bytes, uint32_t *bits);
double half_value(uint16_t half);
uint16_t half_of(double value);

struct attribute_type {
    const char *name;
    VkFormat vulkan[4]; /* of one component and more; 0: not there */
    uint8_t size;       /* bytes of a component */
    uint8_t scalar;     /* enum shader_scalar */
};
const struct attribute_type *attribute_type_find(const char *name, size_t length);

#endif
