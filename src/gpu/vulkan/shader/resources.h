/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_SHADER_RESOURCES_H
#define WINDLASS_GPU_VULKAN_SHADER_RESOURCES_H

#include "gpu/engine/shared.h"
#include "gpu/shader/contract.h"
#include "gpu/texture/descriptor.h"
#include "gpu/vulkan/memory/memory.h"

/* Where the program of a stage finds what it works on: constant buffers, and the pools of texture
 * headers and samplers that handles in them number. Read in stream order: what the device still
 * writes there is waited for. */

struct resources {
    const struct page_table *pages;
    const struct constant_buffer *constants;
    unsigned constant_count;
    uint64_t textures, samplers; /* the pools */
    uint32_t last_texture, last_sampler;
    uint8_t handles;           /* the slot of handles that texture instructions name themselves */
    bool sampler_with_texture; /* a handle's sampler has the texture's number */
};

/* Bytes of guest memory, zeros where nothing is mapped; false: that was so somewhere. */
bool resources_read(struct guest_memory *memory, const struct page_table *pages, uint64_t address,
                    void *out, uint64_t size);
/* The newest version of bytes of guest memory, in how many pieces ever they lie. */
uint64_t resources_version(struct guest_memory *memory, const struct page_table *pages,
                           uint64_t address, uint64_t size);
/* The same for who copies them at each use: memory_version_copied. */
uint64_t resources_version_copied(struct guest_memory *memory, const struct page_table *pages,
                                  uint64_t address, uint64_t size);
/* Where a place's bytes lie; zeros and false where the buffer is missing or ends before it. */
bool resources_place(struct guest_memory *memory, const struct resources *r,
                     struct shader_place place, void *out, uint64_t size);
/* The headers that a handle numbers; false: the pool has no such one. */
bool resources_texture(struct guest_memory *memory, const struct resources *r, uint32_t handle,
                       struct texture_header *out);
bool resources_sampler(struct guest_memory *memory, const struct resources *r, uint32_t handle,
                       struct sampler_header *out);

#endif
