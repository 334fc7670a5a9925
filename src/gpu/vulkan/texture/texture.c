/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/texture_parts.h"

#include "gpu/vulkan/blit/blit_draw.h"

#include "base/memory.h"

#include <stdlib.h>

/* ---- all of them ---- */

static uint64_t budget_of(const struct vulkan *vk) {
    uint64_t largest = 0;
    for (uint32_t i = 0; i < vk->memory.memoryHeapCount; i++)
        if (vk->memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT &&
            vk->memory.memoryHeaps[i].size > largest)
            largest = vk->memory.memoryHeaps[i].size;
    return largest / 2;
}

static bool has_d24_s8(const struct vulkan *vk) {
    VkFormatProperties can;
    vkGetPhysicalDeviceFormatProperties(vk->physical, VK_FORMAT_D24_UNORM_S8_UINT, &can);
    return can.optimalTilingFeatures & VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT;
}

static void on_end(void *context) {
    struct textures *t = context;
    if (t->settling)
        return;
    t->ending = true;
    textures_settle(t, NULL, 0);
    t->ending = false;
    texels_drop(t);
    textures_drop_doomed(t);
    textures_trim(t);
}

static void on_access(void *context, const uint8_t *range, uint64_t size, bool writes) {
    struct textures *t = context;
    (void)writes;
    if (!t->looking)
        textures_settle(t, range, size);
}

bool textures_new(struct vulkan *vk, struct batches *batches, struct guest_memory *memory,
                  bool no_storage, struct textures **out, struct error *error) {
    struct textures *t = NEW(struct textures);
    t->vk = vk;
    t->batches = batches;
    t->memory = memory;
    t->no_storage = no_storage;
    t->no_d24_s8 = !has_d24_s8(vk);
    t->budget = budget_of(vk);
    if (!swizzle_new(vk, &t->swizzle, error) || !unpack_new(vk, &t->unpack, error) ||
        !block_decode_new(vk, &t->decode, error) || !samples_new(vk, &t->samples, error)) {
        block_decode_free(t->decode);
        unpack_free(t->unpack);
        swizzle_free(t->swizzle);
        free(t);
        return false;
    }
    batches_on_end(batches, on_end, t);
    memory_on_access(memory, on_access, t);
    *out = t;
    return true;
}

void textures_free(struct textures *t) {
    if (!t)
        return;
    batch_wait(t->batches, batch_number(t->batches));
    while (t->first)
        texture_drop(t->first);
    texels_drop(t);
    batch_wait(t->batches, batch_number(t->batches));
    batches_unlisten(t->batches, t);
    samplers_free(t);
    samples_free(t->samples);
    blit_draws_free(t->spreads);
    block_decode_free(t->decode);
    unpack_free(t->unpack);
    swizzle_free(t->swizzle);
    free(t->texels);
    free(t->written);
    free(t);
}

void textures_count(const struct textures *t, struct textures_counts *out) {
    *out = t->counts;
}

void textures_forget(struct textures *t, const uint8_t *range, uint64_t size) {
    for (struct texture *x = t->first, *next; x; x = next) {
        next = x->next;
        if (x->shape.memory < range + size && range < x->shape.memory + x->shape.size)
            texture_drop(x);
    }
}

/* ---- targets ---- */

void found_use(const struct found *f, VkFormat format, VkImageAspectFlags aspects,
               struct texture_use *out) {
    const struct texture *x = f->texture;
    out->texture = f->texture;
    out->image = x->image;
    out->format = format;
    out->width = shape_width(&x->shape, f->level);
    out->height = shape_height(&x->shape, f->level);
    out->layers = f->layers;
    out->samples = shape_samples(&x->shape);
    out->level = f->level;
    out->layer = f->place.layer;
    out->aspects = aspects;
    out->volume = x->shape.dimensions == 3;
}

/* A slice of a volume is a layer of its view. */
static bool see_target(struct textures *t, struct target_seen *seen, struct error *error) {
    const struct target *target = &seen->target;
    struct texture_use *use = &seen->use;
    struct found f = {.levels = 1};
    if (!format_of_target(target->format, target->depth, &f.format, error) ||
        !shape_of_target(target, &f.format, seen->pages, &f.shape, error) ||
        !texture_find(t, &f.shape, textures_format(t, &f.format), f.format.aspects, &f.texture,
                      &f.place, error))
        return false;
    f.level = f.place.level;
    f.layers = f.shape.extent.layers;
    const bool color = f.format.aspects == VK_IMAGE_ASPECT_COLOR_BIT;
    const VkFormat format = color ? f.format.format : f.texture->format;
    found_use(&f, format, f.format.aspects, use);
    if (use->volume) {
        const uint32_t depth = shape_depth(&f.texture->shape, f.level);
        use->layer = target->first_layer < depth ? target->first_layer : depth - 1;
        use->layers = depth - use->layer;
    }
    const VkImageViewCreateInfo info = {
        .viewType = use->layers > 1 ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D,
        .format = format,
        .subresourceRange = {f.format.aspects, f.level, 1, use->layer, use->layers},
    };
    return texture_view(f.texture, &info,
                        color ? VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT
                              : VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT,
                        &use->view, error);
}

bool textures_target(struct textures *t, const struct page_table *pages,
                     const struct target *target, bool keep, struct texture_use *out,
                     struct error *error) {
    struct target_seen key;
    targets_seen_key(t, pages, target, &key);
    const struct target_seen *seen = targets_seen(t, &key);
    if (!seen && !see_target(t, &key, error)) {
        *out = (struct texture_use){0};
        return false;
    }
    *out = seen ? seen->use : key.use;
    if (!seen)
        targets_see(t, &key);
    texture_use_now(out->texture);
    /* of an image of three dimensions all slices are one */
    const uint32_t layer = out->volume ? 0 : out->layer, layers = out->volume ? 1 : out->layers;
    if (keep)
        return texture_load(out->texture, out->level, 1, layer, layers, error);
    textures_settle_others(out->texture);
    out->texture->hash = 0; /* storage may have got what others held */
    texture_mark(out->texture, out->level, 1, layer, layers);
    return true;
}

static int64_t within(int64_t value, int64_t most) {
    return value < 0 ? 0 : value > most ? most : value;
}

void textures_wrote(struct textures *t, const struct texture_use *use, const VkRect2D *region,
                    uint32_t first_layer, uint32_t layers) {
    (void)t;
    const int64_t x0 = within(region->offset.x, use->width);
    const int64_t y0 = within(region->offset.y, use->height);
    const int64_t x1 = within(region->offset.x + (int64_t)region->extent.width, use->width);
    const int64_t y1 = within(region->offset.y + (int64_t)region->extent.height, use->height);
    const uint32_t deep =
        use->volume ? shape_depth(&use->texture->shape, use->level) - use->layer : use->layers;
    if (x0 >= x1 || y0 >= y1 || first_layer >= deep || !layers)
        return;
    const struct written written = {
        .level = use->level,
        .first_layer = use->layer + first_layer,
        .layers = layers < deep - first_layer ? layers : deep - first_layer,
        .area = {{(int32_t)x0, (int32_t)y0}, {(uint32_t)(x1 - x0), (uint32_t)(y1 - y0)}},
    };
    texture_note(use->texture, &written);
}
