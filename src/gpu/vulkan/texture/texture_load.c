/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/texture_transfer.h"

#include "base/log.h"

/* ---- versions ---- */

uint64_t *texture_version(struct texture *x, uint32_t level, uint32_t layer) {
    return &x->versions[level * x->shape.extent.layers + layer];
}

static uint64_t storage_version(const struct texture *x, uint32_t level, uint32_t layer,
                                uint32_t layers) {
    const struct texture_level *l = &x->shape.layout.level[level];
    return memory_version(x->owner->memory,
                          x->shape.memory + layer * x->shape.layer_stride + l->offset,
                          (layers - 1) * x->shape.layer_stride + l->size);
}

static uint64_t whole_version(const struct texture *x) {
    return memory_version(x->owner->memory, x->shape.memory, x->shape.size);
}

static bool all_of_it(const struct texture *x, uint32_t levels, uint32_t layers) {
    return levels == x->shape.extent.levels && layers == x->shape.extent.layers;
}

void texture_mark(struct texture *x, uint32_t level, uint32_t levels, uint32_t layer,
                  uint32_t layers) {
    for (uint32_t i = level; i < level + levels; i++)
        for (uint32_t k = layer; k < layer + layers; k++)
            *texture_version(x, i, k) = storage_version(x, i, k, 1) + 1;
    if (all_of_it(x, levels, layers))
        x->clean = whole_version(x) + 1;
}

/* FNV-1a's constants, eight bytes a step: it only has to notice changes. */
uint64_t texture_hash(struct texture *x) {
    const uint8_t *at = x->shape.memory;
    uint64_t hash = 0xcbf29ce484222325;
    /* of storage as it is: what the image has stays there */
    x->owner->looking = true;
    memory_wait(x->owner->memory, at, x->shape.size, false);
    x->owner->looking = false;
    for (uint64_t i = 0; i + 8 <= x->shape.size; i += 8) {
        uint64_t word;
        __builtin_memcpy(&word, at + i, sizeof word);
        hash = (hash ^ word) * 0x100000001b3;
        hash ^= hash >> 29;
    }
    return hash;
}

/* ---- reading ---- */

struct reading {
    struct texture *texture;
    struct error *error;
};

/* Where the device is the CPU its shaders are slow at moving sectors: code of the host moves them
 * now, where nothing of the device's is on its way into storage. */
static void read_rows(const struct texture *x, const struct piece *p,
                      const struct swizzle_rows *rows, const uint8_t *storage, uint8_t *to) {
    const uint64_t slice = rows->stride * p->box.height;
    for (uint32_t i = 0; i < p->layers; i++)
        texture_read(&x->shape.layout.level[p->level], x->shape.extent.bytes,
                     storage + i * x->shape.layer_stride, &p->box,
                     to + i * slice * p->box.depth + rows->offset, rows->stride, slice);
}

/* Rows of the piece's elements. */
static struct stream_slice rows_of(struct texture *x, const struct piece *p,
                                   const struct memory_slice *storage, uint64_t behind,
                                   const uint8_t *range, uint64_t size,
                                   const struct swizzle_rows *shape) {
    struct textures *t = x->owner;
    if (t->vk->host_orders && memory_idle(t->memory, range, size)) {
        const struct stream_slice rows = batch_stream(t->batches, shape->size, ROWS_ALIGN);
        read_rows(x, p, shape, range - behind, rows.data);
        return rows;
    }
    const struct swizzle_region region = transfer_region(&x->shape, p);
    const struct stream_slice rows = batch_scratch(t->batches, shape->size, ROWS_ALIGN);
    swizzle_load(t->swizzle, batch_commands(t->batches), &region, storage->address - behind,
                 rows.address);
    batch_barrier(t->batches);
    return rows;
}

static bool read_piece(void *context, const struct piece *p) {
    const struct reading *r = context;
    struct texture *x = r->texture;
    struct textures *t = x->owner;
    struct memory_slice slice;
    uint8_t *range;
    uint64_t size, behind;
    transfer_range(&x->shape, p, &range, &size, &behind);
    if (!memory_use(t->memory, range, size, false, &slice, r->error))
        return false;
    batch_barrier(t->batches);
    if (x->shape.pitch) {
        const VkBufferImageCopy copy =
            transfer_copy(&x->shape, p, x->aspects, slice.offset, x->shape.pitch);
        texture_copy_in(x, slice.buffer, &copy);
    } else {
        const struct swizzle_region region = transfer_region(&x->shape, p);
        struct swizzle_rows shape;
        swizzle_rows(&region, &shape);
        const struct stream_slice rows = rows_of(x, p, &slice, behind, range, size, &shape);
        const VkBufferImageCopy copy =
            transfer_copy(&x->shape, p, x->aspects, rows.offset + shape.offset, shape.stride);
        if (x->shape.packing)
            texture_copy_depth_stencil(x, p, &rows, shape.stride);
        else if (x->shape.decoder.texel_bytes)
            texture_copy_decoded(x, p, &rows, shape.stride);
        else
            texture_copy_in(x, rows.buffer, &copy);
    }
    batch_barrier(t->batches);
    t->counts.read_regions++;
    t->counts.read_bytes += size;
    return true;
}

static bool read_layers(struct texture *x, uint32_t level, uint32_t layer, uint32_t layers,
                        struct error *error) {
    struct reading r = {x, error};
    const struct piece all = {level, layer, layers, shape_box(&x->shape, level)};
    for (uint32_t i = layer; i < layer + layers; i++)
        *texture_version(x, level, i) = storage_version(x, level, i, 1) + 1;
    return transfer_pieces(&x->shape, &all, read_piece, &r);
}

/* Neighbouring layers that are old are read together. */
static bool read_level(struct texture *x, uint32_t level, uint32_t layer, uint32_t layers,
                       struct error *error) {
    const uint32_t end = layer + layers;
    for (uint32_t i = layer; i < end;) {
        uint32_t count = 0;
        while (i + count < end &&
               *texture_version(x, level, i + count) <= storage_version(x, level, i + count, 1))
            count++;
        if (count && !read_layers(x, level, i, count, error))
            return false;
        i += count ? count : 1;
    }
    return true;
}

/* ---- what is not stored ---- */

/* Nobody has said what is in it: zeros, on each run the same. */
static void clear(struct texture *x) {
    static const VkClearColorValue color;
    static const VkClearDepthStencilValue depth;
    struct textures *t = x->owner;
    const VkImageSubresourceRange all = {x->aspects, 0, VK_REMAINING_MIP_LEVELS, 0,
                                         VK_REMAINING_ARRAY_LAYERS};
    batch_barrier(t->batches);
    VkCommandBuffer commands = batch_commands(t->batches);
    if (x->aspects & VK_IMAGE_ASPECT_COLOR_BIT)
        vkCmdClearColorImage(commands, x->image, VK_IMAGE_LAYOUT_GENERAL, &color, 1, &all);
    else
        vkCmdClearDepthStencilImage(commands, x->image, VK_IMAGE_LAYOUT_GENERAL, &depth, 1, &all);
    batch_barrier(t->batches);
}

/* Samples as storage has them. Those of depth nobody can write one by one: the image keeps what it
 * has, or begins with zeros. */
static bool load_samples(struct texture *x, bool first, struct error *error) {
    static bool warned;
    struct error why = {0};
    const bool color = x->aspects == VK_IMAGE_ASPECT_COLOR_BIT;
    textures_unnote(x);
    if (color && texture_load_samples(x, &why))
        return true;
    if (vulkan_lost(x->owner->vk, error))
        return false;
    if (!first)
        log_once(&warned, LOG_GPU,
                 "the program wrote the storage of a multisampled image, which is not read: %s",
                 color ? why.text : "it is of depth");
    else
        clear(x);
    texture_mark(x, 0, x->shape.extent.levels, 0, x->shape.extent.layers);
    return true;
}

/* The image is the truth, until the program has really written something else: pages that it shares
 * with other things get new versions too. */
static bool load_unstored(struct texture *x, uint32_t level, uint32_t levels, uint32_t layer,
                          uint32_t layers, struct error *error) {
    const bool first = !*texture_version(x, level, layer);
    const uint64_t hash = texture_hash(x);
    /* not known: storage has had all of the image, and perhaps more */
    const bool changed = first || (x->hash ? hash != x->hash : !x->written_count);
    x->hash = hash;
    if (!changed) {
        texture_mark(x, 0, x->shape.extent.levels, 0, x->shape.extent.layers);
        return true;
    }
    if (shape_samples(&x->shape) > 1)
        return load_samples(x, first, error);
    textures_unnote(x); /* storage is newer */
    for (uint32_t i = level; i < level + levels; i++)
        if (!read_level(x, i, layer, layers, error))
            return false;
    return true;
}

bool texture_load(struct texture *x, uint32_t level, uint32_t levels, uint32_t layer,
                  uint32_t layers, struct error *error) {
    textures_settle_others(x);
    const uint64_t newest = whole_version(x);
    const bool same = x->part.level == level && x->part.levels == levels &&
                      x->part.layer == layer && x->part.layers == layers;
    if (x->clean > newest || (same && x->part.version > newest))
        return true;
    bool old = false;
    for (uint32_t i = level; i < level + levels && !old; i++)
        for (uint32_t k = layer; k < layer + layers && !old; k++)
            old = *texture_version(x, i, k) <= storage_version(x, i, k, 1);
    if (old && !shape_stored(&x->shape))
        return load_unstored(x, level, levels, layer, layers, error);
    for (uint32_t i = level; old && i < level + levels; i++)
        if (!read_level(x, i, layer, layers, error))
            return false;
    if (all_of_it(x, levels, layers))
        x->clean = newest + 1;
    x->part.level = level;
    x->part.levels = levels;
    x->part.layer = layer;
    x->part.layers = layers;
    x->part.version = newest + 1;
    return true;
}
