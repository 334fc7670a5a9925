/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_TEXTURE_TEXTURE_PARTS_H
#define WINDLASS_GPU_VULKAN_TEXTURE_TEXTURE_PARTS_H

#include "gpu/vulkan/texture/block_decode.h"
#include "gpu/vulkan/texture/samples.h"
#include "gpu/vulkan/texture/swizzle.h"
#include "gpu/vulkan/texture/texture.h"
#include "gpu/vulkan/texture/texture_shape.h"
#include "gpu/vulkan/texture/unpack.h"

/* What the files behind texture.h share. */

struct texture_view {
    VkImageViewCreateInfo info; /* without pointers */
    VkImageUsageFlags usage;
    VkImageView view;
};

/* What was written into an image and is not in its storage: texels of a level. Slices of a volume
 * count as layers. */
struct written {
    uint32_t level, first_layer, layers;
    VkRect2D area;
};
/* More than these become one around them. */
enum { WRITTEN_LIMIT = 64 };

struct texture {
    struct texture *previous, *next; /* the one used last comes first */
    struct textures *owner;
    struct image_shape shape;
    VkImage image;
    VkFormat format;
    VkImageAspectFlags aspects;
    struct vulkan_memory memory;
    struct texture_view *views;
    size_t view_count, view_room;
    /* The version that each level of each layer was read from storage at, plus 1; 0: never. A
     * volume has one layer. By level, then layer. */
    uint64_t *versions;
    uint64_t clean; /* all of it is as at this version, plus 1 */
    struct {        /* a part of it that was as storage is, at a version of all of it, plus 1 */
        uint32_t level, levels, layer, layers;
        uint64_t version;
    } part;
    uint64_t hash; /* of storage, where nothing is stored; 0: not known */
    struct written *written;
    size_t written_count, written_room;
    uint64_t touched; /* the count of barriers when the device was last told to write it */
    uint64_t used;    /* the batch */
    bool doomed;      /* a larger one has its place: nobody finds it any more */
};

struct sampler_entry {
    struct sampler_header header;
    struct sampler_use use;
    VkSampler sampler;
};

/* Elements of a buffer seen as texels; for the present batch. */
struct texels_entry {
    VkBufferViewCreateInfo info;
    VkBufferView view;
};

/* What a header led to: texture_cache.c. */
enum seen_kind { SEEN_SAMPLED, SEEN_IMAGE };
enum { TEXTURES_SEEN = 1024 };
struct texture_seen {
    const struct page_table *pages;
    uint64_t page_generation, generation;
    struct texture_header header;
    uint8_t kind;
    uint32_t asked; /* what the shader takes it for, as one number */
    struct texture_use use;
    uint32_t levels;
};

enum { TARGETS_SEEN = 64 };
struct target_seen {
    const struct page_table *pages;
    uint64_t page_generation, generation;
    struct target target;
    struct texture_use use;
};

struct textures {
    struct vulkan *vk;
    struct batches *batches;
    struct guest_memory *memory;
    bool no_storage;
    bool no_d24_s8; /* the device has it not: depth is 32 bits of float */
    bool settling;
    bool looking; /* at storage, as it is */
    bool ending;  /* of a batch: nothing is recorded in it behind what is stored now */
    struct swizzle *swizzle;
    struct unpack *unpack;
    struct block_decode *decode;
    struct samples *samples;
    struct blit_draws *spreads; /* made when samples are first read from storage */
    struct texture *first, *last;
    uint64_t bytes, budget; /* of images' memory */
    struct textures_counts counts;
    struct texture **written; /* the images that have something that is not stored */
    size_t written_count, written_room;
    uint64_t generation; /* of the list of images: what is found there may be another now */
    struct texture_seen seen[TEXTURES_SEEN];
    struct target_seen targets[TARGETS_SEEN];
    struct texels_entry *texels;
    size_t texels_count, texels_room;
    struct sampler_entry *samplers;
    size_t sampler_count, sampler_room;
    uint32_t custom_borders; /* of samplers */
};

struct piece; /* texture_transfer.h */

/* ---- texture_image.c: the objects ---- */

/* A new image of the shape in VK_IMAGE_LAYOUT_GENERAL; nothing is in it. */
MUST_CHECK bool texture_new(struct textures *t, const struct image_shape *shape, VkFormat format,
                            VkImageAspectFlags aspects, struct texture **out, struct error *error);
/* When the present batch is done. */
void texture_drop(struct texture *texture);
void texture_destroy(struct vulkan *vk, uint64_t texture);
/* A view for one use; kept with the image. `info` says type, format, components and range. */
MUST_CHECK bool texture_view(struct texture *texture, const VkImageViewCreateInfo *info,
                             VkImageUsageFlags usage, VkImageView *out, struct error *error);
/* The device's format for one of ours. */
VkFormat textures_format(const struct textures *t, const struct vulkan_format *format);

/* ---- texture_find.c: which image ---- */

MUST_CHECK bool texture_find(struct textures *t, const struct image_shape *shape, VkFormat format,
                             VkImageAspectFlags aspects, struct texture **out,
                             struct image_place *place, struct error *error);
/* It is used now. */
void texture_use_now(struct texture *texture);
/* Drops what was used longest ago while there is too much. */
void textures_trim(struct textures *t);
/* Drops what a larger image has taken the place of; it must be stored. */
void textures_drop_doomed(struct textures *t);

/* ---- texture_cache.c ---- */

void textures_seen_key(const struct textures *t, const struct page_table *pages,
                       const struct texture_header *header, enum seen_kind kind, uint32_t asked,
                       struct texture_seen *key);
const struct texture_seen *textures_seen(const struct textures *t, const struct texture_seen *key);
void textures_see(struct textures *t, const struct texture_seen *seen);

void targets_seen_key(const struct textures *t, const struct page_table *pages,
                      const struct target *target, struct target_seen *key);
const struct target_seen *targets_seen(const struct textures *t, const struct target_seen *key);
void targets_see(struct textures *t, const struct target_seen *seen);

/* An image that was asked for: which, and where in it. */
struct found {
    struct vulkan_format format;
    struct image_shape shape;
    struct texture *texture;
    struct image_place place;
    uint32_t layers, level, levels;
};
void found_use(const struct found *found, VkFormat format, VkImageAspectFlags aspects,
               struct texture_use *out);

/* ---- texture_load.c: from storage ---- */

/* Levels and layers that have a newer version in storage are read; all other images of that storage
 * are stored first. */
MUST_CHECK bool texture_load(struct texture *texture, uint32_t level, uint32_t levels,
                             uint32_t layer, uint32_t layers, struct error *error);
void texture_copy_in(struct texture *texture, VkBuffer buffer, const VkBufferImageCopy *copy);
/* ... rows of a piece's elements, from `rows` on, that are no texels. */
void texture_copy_depth_stencil(struct texture *texture, const struct piece *piece,
                                const struct stream_slice *rows, uint64_t stride);
void texture_copy_decoded(struct texture *texture, const struct piece *piece,
                          const struct stream_slice *rows, uint64_t stride);
/* They count as read now. */
void texture_mark(struct texture *texture, uint32_t level, uint32_t levels, uint32_t layer,
                  uint32_t layers);
uint64_t *texture_version(struct texture *texture, uint32_t level, uint32_t layer);
/* Of storage's bytes, which the CPU reads for it. */
uint64_t texture_hash(struct texture *texture);

/* ---- texture_texels.c: buffers ---- */

/* How a shader uses it: as a texture, or as a storage image that it reads, or writes as well. */
enum texels_kind { TEXELS_SAMPLED, TEXELS_STORAGE, TEXELS_WRITTEN };
/* `format`: VK_FORMAT_UNDEFINED: that of the header. */
MUST_CHECK bool texels_view(struct textures *t, const struct page_table *pages,
                            const struct texture_header *header, VkFormat format,
                            enum texels_kind kind, VkBufferView *out, struct error *error);
void texels_drop(struct textures *t);

/* ---- sampler.c ---- */

void samplers_free(struct textures *t);

/* ---- texture_store_host.c ---- */

/* The same on the host, when the batch that ends is done. */
void texture_store_by_host(struct texture *texture, const struct piece *piece);

/* ---- texture_store.c: into storage ---- */

void texture_note(struct texture *texture, const struct written *written);
/* All samples go where they lie in storage: somebody else looks at it as texels of their own, as
 * when the 2D engine resolves them. */
void texture_store_samples(struct texture *texture);
/* And back: all of them are read. Fails where the device cannot write samples one by one. */
MUST_CHECK bool texture_load_samples(struct texture *texture, struct error *error);
/* As texture_store_samples, of depth and stencil. */
void texture_store_depth(struct texture *texture);
/* Forgets what was written. */
void textures_unnote(struct texture *texture);
/* Stores what other images hold of its storage. */
void textures_settle_others(const struct texture *texture);

/* A command that is recorded next reads or writes the image: a barrier where it was written since
 * the last one. */
void texture_order(struct texture *texture);

#endif
