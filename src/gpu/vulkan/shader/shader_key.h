/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_SHADER_SHADER_KEY_H
#define WINDLASS_GPU_VULKAN_SHADER_SHADER_KEY_H

#include "gpu/shader/translate.h"
#include "gpu/vulkan/device/device.h"

/* What translations must know of the device. */
void shader_key_device(const struct vulkan *vk, struct shader_key *key);

/* Parts that keys point to, which may be NULL: the same; a copy, which is to be freed. */
bool shader_key_same(const void *a, const void *b, size_t size);
void *shader_key_copy(const void *part, size_t size);

#endif
