/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_SHADER_DESCRIPTOR_POOL_H
#define WINDLASS_GPU_VULKAN_SHADER_DESCRIPTOR_POOL_H

#include "gpu/vulkan/device/batch.h"
#include "gpu/vulkan/shader/set_layout.h"

/* Descriptor sets that live as long as a batch, out of pools that are used again when it is done.
 */

struct set_pools;

struct set_pools *set_pools_new(struct vulkan *vk, struct batches *batches);
void set_pools_free(struct set_pools *p); /* nothing on the device uses them any more */
MUST_CHECK bool set_pools_get(struct set_pools *p, const struct set_layout *layout,
                              VkDescriptorSet *out, struct error *error);

#endif
