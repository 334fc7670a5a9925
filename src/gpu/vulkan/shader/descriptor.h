/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_SHADER_DESCRIPTOR_H
#define WINDLASS_GPU_VULKAN_SHADER_DESCRIPTOR_H

#include "gpu/vulkan/device/batch.h"
#include "gpu/vulkan/shader/shader.h"
#include "gpu/vulkan/texture/texture.h"

/* Descriptor sets: what a stage's contract asks for, found where the guest says. */

struct descriptors;

MUST_CHECK bool descriptors_new(struct vulkan *vk, struct batches *batches,
                                struct guest_memory *memory, struct textures *textures,
                                struct descriptors **out, struct error *error);
void descriptors_free(struct descriptors *d);

struct descriptor_set {
    VkDescriptorSet set; /* for vkCmdBindDescriptorSets; none where the layout has no descriptors */
    uint32_t offset_count, offsets[SET_DYNAMIC]; /* of constants, likewise */
    bool writes; /* the command that is recorded next may write memory or images through it: there
                    has to be a barrier before it and one behind */
};
/* Makes the sets of a command's stages, all at once: constants as they are now, storage that is
 * newer read into textures, what is missing as nothing. May record commands, so that it comes
 * before the pass is begun, and may have to wait for the device, which ends the present batch:
 * where batch_number is another one behind it, what was prepared before for the same command is to
 * be prepared again. Sets are valid until the batch ends. The same set comes back where nothing has
 * changed. */
struct descriptor_want {
    const struct shader_unit *unit; /* each of another stage */
    const struct resources *resources;
};
MUST_CHECK bool descriptors_prepare_all(struct descriptors *d, const struct descriptor_want *wants,
                                        size_t count, struct descriptor_set *out,
                                        struct error *error);
/* Of one. */
MUST_CHECK bool descriptors_prepare(struct descriptors *d, const struct shader_unit *unit,
                                    const struct resources *r, struct descriptor_set *out,
                                    struct error *error);

#endif
