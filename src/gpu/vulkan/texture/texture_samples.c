/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/texture_transfer.h"

#include "base/log.h"

/* Multisampled images are not written back as they change: but a program that looks at their
 * storage with another eye finds the samples there. */

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
