/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/blit/blit_draw.h"
#include "gpu/vulkan/texture/texture_transfer.h"

#include "base/log.h"

/* Multisampled images are not written back as they change: but a program that looks at their
 * storage with another eye finds the samples there, and what it writes there are samples. */

static uint8_t log2_of(uint8_t samples) {
    return (uint8_t)__builtin_ctz(samples);
}

static bool layer_view(struct texture *x, uint32_t layer, VkImageView *out, struct error *error) {
    const VkImageViewCreateInfo info = {
        .viewType = VK_IMAGE_VIEW_TYPE_2D,
        .format = samples_format(x->shape.extent.bytes),
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, layer, 1},
    };
    return info.format == VK_FORMAT_UNDEFINED
               ? error_set(error, ERROR_UNSUPPORTED, "samples of %u bytes", x->shape.extent.bytes)
               : texture_view(x, &info, VK_IMAGE_USAGE_SAMPLED_BIT, out, error);
}

static bool store_layer(struct texture *x, uint32_t layer, struct error *error) {
    struct textures *t = x->owner;
    const struct piece all = {0, layer, 1, shape_box(&x->shape, 0)};
    const struct swizzle_region region = transfer_region(&x->shape, &all);
    struct swizzle_rows shape;
    struct memory_slice slice;
    uint8_t *range;
    uint64_t size, behind;
    VkImageView view;
    swizzle_rows(&region, &shape);
    transfer_range(&x->shape, &all, &range, &size, &behind);
    if (!layer_view(x, layer, &view, error) ||
        !memory_use(t->memory, range, size, true, &slice, error))
        return false;
    const struct stream_slice rows = batch_scratch(t->batches, shape.size, ROWS_ALIGN);
    const struct samples_region samples = {
        .width = x->shape.extent.width,
        .height = x->shape.extent.height,
        .samples_x_log2 = log2_of(x->shape.extent.samples_x),
        .samples_y_log2 = log2_of(x->shape.extent.samples_y),
        .bytes = x->shape.extent.bytes,
        .stride = shape.stride,
    };
    batch_barrier(t->batches);
    if (!samples_record(t->samples, t->batches, &samples, view, rows.address, error))
        return false;
    batch_barrier(t->batches);
    swizzle_store(t->swizzle, batch_commands(t->batches), &region, slice.address - behind,
                  rows.address);
    batch_barrier(t->batches);
    return true;
}

void texture_store_samples(struct texture *x) {
    static bool warned;
    struct error error = {0};
    bool ok = true;
    textures_unnote(x);
    for (uint32_t i = 0; ok && i < x->shape.extent.layers; i++)
        ok = store_layer(x, i, &error);
    if (!ok)
        log_once(&warned, LOG_GPU, "samples of an image cannot be looked at one by one: %s",
                 error.text);
    x->hash = 0;
    texture_mark(x, 0, 1, 0, x->shape.extent.layers);
}

/* ---- from storage ---- */

/* Numbers of which all bits come through pixel programs. */
static VkFormat spread_format(uint8_t bytes) {
    switch (bytes) {
    case 1:
        return VK_FORMAT_R8_UNORM;
    case 2:
        return VK_FORMAT_R8G8_UNORM;
    case 4:
        return VK_FORMAT_R8G8B8A8_UNORM;
    case 8:
        return VK_FORMAT_R16G16B16A16_UNORM;
    case 16:
        return VK_FORMAT_R32G32B32A32_SFLOAT;
    default:
        return VK_FORMAT_UNDEFINED;
    }
}

/* The same storage as an image whose texels are the samples. */
static bool find_texels(struct texture *x, VkFormat format, struct texture **out,
                        struct image_place *place, struct error *error) {
    struct image_shape texels = x->shape;
    struct texture_shape *e = &texels.extent;
    e->width *= e->samples_x;
    e->height *= e->samples_y;
    e->samples_x = e->samples_y = 1;
    texels.rounded = true; /* a program's own way to see them takes this one's place */
    return texture_find(x->owner, &texels, format, x->aspects, out, place, error) &&
           texture_load(*out, place->level, 1, place->layer, e->layers, error);
}

static bool spread_layer(struct texture *x, uint32_t layer, struct texture *texels,
                         const struct image_place *place, VkFormat format, struct error *error) {
    const struct texture_shape *e = &x->shape.extent;
    struct blit_draw what = {
        .format = format,
        .scalar = SHADER_FLOAT,
        .extent = {e->width, e->height},
        .area = {.extent = {e->width, e->height}},
        .size = {shape_width(&texels->shape, place->level),
                 shape_height(&texels->shape, place->level)},
        .samples_log2 = {log2_of(e->samples_x), log2_of(e->samples_y)},
        .target_samples = shape_samples(&x->shape),
    };
    VkImageViewCreateInfo info = {
        .viewType = VK_IMAGE_VIEW_TYPE_2D,
        .format = format,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, layer, 1},
    };
    if (!texture_view(x, &info, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, &what.target, error))
        return false;
    info.subresourceRange.baseMipLevel = place->level;
    info.subresourceRange.baseArrayLayer = place->layer + layer;
    return texture_view(texels, &info, VK_IMAGE_USAGE_SAMPLED_BIT, &what.source, error) &&
           blit_draw(x->owner->spreads, &what, error);
}

bool texture_load_samples(struct texture *x, struct error *error) {
    struct textures *t = x->owner;
    const VkFormat format = spread_format(x->shape.extent.bytes);
    struct texture *texels;
    struct image_place place;
    if (!format || !t->vk->features.sampleRateShading)
        return error_set(error, ERROR_UNSUPPORTED, "samples of %u bytes cannot be written here",
                         x->shape.extent.bytes);
    if ((!t->spreads && !blit_draws_new(t->vk, t->batches, &t->spreads, error)) ||
        !find_texels(x, format, &texels, &place, error))
        return false;
    for (uint32_t i = 0; i < x->shape.extent.layers; i++)
        if (!spread_layer(x, i, texels, &place, format, error))
            return false;
    texture_use_now(x);
    texture_mark(x, 0, 1, 0, x->shape.extent.layers);
    return true;
}
