/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_SHADER_SHADER_KEY_H
#define WINDLASS_GPU_VULKAN_SHADER_SHADER_KEY_H

#include "gpu/shader/translate.h"
#include "gpu/vulkan/device/device.h"

/* What translations must know of the device. */
void shader_key_device(const struct vulkan *vk, struct shader_key *key);

#endif
