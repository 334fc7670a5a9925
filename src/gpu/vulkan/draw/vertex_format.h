/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_DRAW_VERTEX_FORMAT_H
#define WINDLASS_GPU_VULKAN_DRAW_VERTEX_FORMAT_H

#include "gpu/engine/state.h"
#include "gpu/shader/contract.h"
#include "gpu/vulkan/device/functions.h"

/* What vertex attributes are in memory: Vulkan's format where it has one, and their values for
 * those that it has none for. By COMPONENT_BIT_WIDTHS and NUMERICAL_TYPE of SET_VERTEX_ATTRIBUTE.
 */

/* VK_FORMAT_UNDEFINED: Vulkan has none like it, or there is no such attribute. */
VkFormat vertex_format(const struct state_attribute *a);
/* Bytes of an element; 0: there is no such attribute. */
unsigned vertex_bytes(const struct state_attribute *a);
/* What Vulkan wants addresses to be multiples of, where it reads such an attribute. */
unsigned vertex_align(const struct state_attribute *a);
/* What a program sees of it. */
enum shader_scalar vertex_scalar(const struct state_attribute *a);
/* An element as four words: floats, or integers where the program sees such. `in` has its bytes. */
void vertex_convert(const struct state_attribute *a, const uint8_t *in, uint32_t out[4]);
VkFormat vertex_converted_format(const struct state_attribute *a);

#endif
