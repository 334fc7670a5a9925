/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_DEVICE_INSTANCE_H
#define WINDLASS_GPU_VULKAN_DEVICE_INSTANCE_H

#include "gpu/vulkan/device/device.h"

/* Steps of vulkan_open. */

MUST_CHECK bool vulkan_instance_new(struct vulkan *vk, bool validate, struct error *error);
void vulkan_instance_free(struct vulkan *vk);
/* Sets `physical` and `properties`. */
MUST_CHECK bool vulkan_pick_device(struct vulkan *vk, const char *name, struct error *error);

/* Makes the device with its extensions and features; sets what there is to know of it. */
MUST_CHECK bool vulkan_device_new(struct vulkan *vk, struct error *error);
/* Sets `flushes` by a trial; the device and the allocator are there. */
MUST_CHECK bool vulkan_find_flushes(struct vulkan *vk, struct error *error);

struct vulkan_allocator *vulkan_allocator_new(void);
void vulkan_allocator_free(struct vulkan *vk);

#endif
