/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_SHADER_DESCRIPTOR_PARTS_H
#define WINDLASS_GPU_VULKAN_SHADER_DESCRIPTOR_PARTS_H

#include "gpu/vulkan/shader/descriptor.h"
#include "gpu/vulkan/shader/descriptor_pool.h"

/* What the files that fill descriptor sets share. */

enum { DESCRIPTOR_STAGES = SHADER_STAGES };

/* A constant buffer as it was copied for a stage; good for the batch. */
struct constant_copy {
    const struct page_table *pages;
    uint64_t generation, version, batch, address;
    uint32_t bound, bytes;
    struct stream_slice slice;
};

/* The set that a stage had last. */
struct last_set {
    const struct set_layout *layout;
    uint64_t batch;
    VkDescriptorSet set;
    union descriptor *filled;
    uint32_t room;
};

struct set_plan;

struct descriptors {
    struct vulkan *vk;
    struct batches *batches;
    struct guest_memory *memory;
    struct textures *textures;
    struct set_pools *pools;
    VkSampler plain; /* where none matters */

    struct constant_copy constants[DESCRIPTOR_STAGES][SHADER_CONSTANT_SLOTS];
    struct last_set last[DESCRIPTOR_STAGES];
    struct set_plan *plans; /* one a stage */
    struct map_run {        /* of the address space, as they are found for a map */
        uint64_t guest, size;
        uint8_t *memory;
    } *runs;
    size_t run_count, run_room;

    union descriptor *filled; /* the set that is being made */
    uint32_t room;
    bool warned_storage, warned_map, warned_texture, warned_sampler, warned_image;
};

/* What has to be read of guest memory for a stage's set. All of it is read before the device is
 * told of any use: who reads what the present batch may write ends that batch. */
struct planned_texture {
    bool there, sampled; /* sampled: with a sampler of the guest's */
    struct texture_header header;
    struct sampler_header sampler;
};
struct set_plan {
    const struct shader_unit *unit;
    const struct resources *r;
    struct stream_slice constants[SHADER_CONSTANT_SLOTS];
    uint32_t constant_bytes[SHADER_CONSTANT_SLOTS];
    struct planned_storage {
        uint64_t address, size;
    } storage[SHADER_STORAGE_LIMIT];
    struct planned_texture *textures; /* element by element, then those of images */
    size_t texture_count, texture_room;
    const struct shader_unit *textures_unit; /* what they were read for, and what was seen then */
    uint64_t textures_seen;
};

void plan_constants(struct descriptors *d, struct set_plan *p);
void plan_storage(struct descriptors *d, struct set_plan *p);
void plan_textures(struct descriptors *d, struct set_plan *p);

/* A set under way. */
struct filling {
    struct descriptors *d;
    const struct set_plan *plan;
    const struct shader_contract *contract;
    const struct planned_texture *texture; /* the next */
    union descriptor *next;
    bool writes;
};

/* Each puts its descriptors behind those that are there. Fails where the device does; what the
 * guest has wrong is nothing. */
MUST_CHECK bool fill_address_map(struct filling *f, struct error *error);
MUST_CHECK bool fill_storage(struct filling *f, struct error *error);
MUST_CHECK bool fill_textures(struct filling *f, struct error *error);
MUST_CHECK bool fill_images(struct filling *f, struct error *error);

/* A descriptor of nothing; fails where the device has none such. */
MUST_CHECK bool fill_nothing(struct filling *f, VkDescriptorType type, struct error *error);

#endif
