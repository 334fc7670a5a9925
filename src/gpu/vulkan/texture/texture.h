/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_TEXTURE_TEXTURE_H
#define WINDLASS_GPU_VULKAN_TEXTURE_TEXTURE_H

#include "gpu/engine/target.h"
#include "gpu/shader/contract.h"
#include "gpu/texture/descriptor.h"
#include "gpu/vulkan/memory/memory.h"

/* Images of Vulkan as caches of the guest's storage: read from it when it is newer, written back in
 * the batch that wrote the image. All images stay in VK_IMAGE_LAYOUT_GENERAL. Functions that may
 * read storage or store images record commands: call them outside of the renderer's pass, or let
 * batch_commands break it. */

struct textures;
struct texture;

MUST_CHECK bool textures_new(struct vulkan *vk, struct batches *batches,
                             struct guest_memory *memory, bool no_storage, struct textures **out,
                             struct error *error);
void textures_free(struct textures *t);

struct texture_use {
    struct texture *texture; /* valid until the present batch ends */
    VkImage image;
    VkImageView view;
    VkBufferView texels; /* instead of the two, where the contract has a buffer */
    VkFormat format;     /* of the view */
    uint32_t width, height, layers, samples;
    /* Where it lies in the image, for commands that take images and not views. A slice of a volume
     * is a layer of a target's view. */
    uint32_t level, layer;
    VkImageAspectFlags aspects;
    bool volume;
    /* What a sampler of it may do, and what its border is made of. */
    bool filters, compares, integers;
};

/* A texture as shaders see it: `want` says what the code takes it for. Storage that is newer has
 * been read when it returns, and what commands wrote into the image is behind a barrier. */
MUST_CHECK bool textures_sampled(struct textures *t, const struct page_table *pages,
                                 const struct texture_header *header,
                                 const struct contract_texture *want, struct texture_use *out,
                                 struct error *error);
/* The same as a storage image; `want->written`: all of it is taken for written by the command that
 * is recorded next. */
MUST_CHECK bool textures_image(struct textures *t, const struct page_table *pages,
                               const struct texture_header *header,
                               const struct contract_image *want, struct texture_use *out,
                               struct error *error);

/* `keep`: what is there is wanted (it is read from storage where that is newer); else all of it is
 * going to be written. The caller has a barrier before its commands. */
MUST_CHECK bool textures_target(struct textures *t, const struct page_table *pages,
                                const struct target *target, bool keep, struct texture_use *out,
                                struct error *error);
/* Whether what was used last of the storage's images has several samples a pixel, and the surface
 * has them as texels of its own, as the 2D engine sees what it resolves: their grid, as log2. */
bool textures_samples(const struct textures *t, const struct page_table *pages,
                      const struct target *surface, uint8_t *x_log2, uint8_t *y_log2);
/* The commands recorded next (a pass, a clear, a blit) write this part of what was got. */
void textures_wrote(struct textures *t, const struct texture_use *use, const VkRect2D *region,
                    uint32_t first_layer, uint32_t layers);

/* What a sampler is used with. */
struct sampler_use {
    bool compare;  /* the code compares */
    bool nearest;  /* texels of the format are not filtered, whatever the header says */
    bool integers; /* the border is of integers */
    bool line;     /* the texture has one dimension */
};
/* The sampler of a header; valid until the device ends. */
MUST_CHECK bool textures_sampler(struct textures *t, const struct sampler_header *header,
                                 const struct sampler_use *use, VkSampler *out,
                                 struct error *error);

/* Writes back what was written and lies in the range (NULL: everything). */
void textures_settle(struct textures *t, const uint8_t *range, uint64_t size);
bool textures_settled(const struct textures *t); /* nothing is to be written back */
void textures_forget(struct textures *t, const uint8_t *range, uint64_t size);

struct textures_counts {
    uint64_t images, read_regions, read_bytes, stored_regions, stored_bytes;
};
void textures_count(const struct textures *t, struct textures_counts *out);

#endif
