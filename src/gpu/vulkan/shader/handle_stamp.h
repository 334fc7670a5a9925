/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_SHADER_HANDLE_STAMP_H
#define WINDLASS_GPU_VULKAN_SHADER_HANDLE_STAMP_H

#include "gpu/shader/handles.h"
#include "gpu/vulkan/shader/resources.h"

/* Whether a program's handles may lead to something else than when they were last looked at: the
 * same bytes at the same places, in the same version. */

struct handle_stamp {
    const struct page_table *pages;
    uint64_t generation, textures, samplers, version;
    uint32_t last_texture, last_sampler;
    struct constant_buffer constants[SHADER_CONSTANT_SLOTS]; /* those with handles */
    bool sampler_with_texture;
};

/* True: nothing is different. Else *stamp is what is there now; of pools that are large nothing is
 * ever known. */
bool handle_stamp_same(struct guest_memory *memory, const struct resources *r,
                       const struct shader_handles *handles, struct handle_stamp *stamp);

#endif
