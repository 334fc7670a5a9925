/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_SHADER_SHADER_FACTS_H
#define WINDLASS_GPU_VULKAN_SHADER_SHADER_FACTS_H

#include "gpu/shader/handles.h"
#include "gpu/shader/translate.h"
#include "gpu/vulkan/shader/resources.h"

/* What a program's code does not say of its textures and images: what their headers say now. */

/* One for each handle that leads somewhere; `facts` has room for SHADER_HANDLES_LIMIT, and all of
 * their bytes are set. */
size_t shader_facts_find(struct guest_memory *memory, const struct resources *r,
                         const struct shader_handles *handles, struct shader_fact *facts);

/* The format of an image as SPIR-V numbers them; 0: it has none for it. */
uint8_t image_format_of(const struct texture_header *header);

#endif
