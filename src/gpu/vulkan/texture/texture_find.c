/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/texture_parts.h"

/* ---- the list: what was used last comes first ---- */

static void unlink_texture(struct textures *t, struct texture *x) {
    *(x->previous ? &x->previous->next : &t->first) = x->next;
    *(x->next ? &x->next->previous : &t->last) = x->previous;
    x->previous = x->next = NULL;
}

static void link_first(struct textures *t, struct texture *x) {
    x->previous = NULL;
    x->next = t->first;
    *(t->first ? &t->first->previous : &t->last) = x;
    t->first = x;
}

void texture_use_now(struct texture *x) {
    struct textures *t = x->owner;
    x->used = batch_number(t->batches);
    if (t->first == x)
        return;
    unlink_texture(t, x);
    link_first(t, x);
}

void texture_drop(struct texture *x) {
    struct textures *t = x->owner;
    unlink_texture(t, x);
    textures_unnote(x);
    t->generation++;
    t->bytes -= x->memory.size;
    t->counts.images--;
    batch_drop(t->batches, texture_destroy, (uint64_t)(uintptr_t)x);
}

/* Depth and samples are nowhere else: they go last. */
static bool trim(struct textures *t, bool stored) {
    for (struct texture *x = t->last, *next; x && t->bytes > t->budget; x = next) {
        next = x->previous;
        if (x->used < batch_number(t->batches) && (!x->written_count || !stored) &&
            shape_stored(&x->shape) == stored)
            texture_drop(x);
    }
    return t->bytes <= t->budget;
}

void textures_trim(struct textures *t) {
    if (t->bytes > t->budget && !trim(t, true))
        trim(t, false);
}

void textures_drop_doomed(struct textures *t) {
    for (struct texture *x = t->first, *next; x; x = next) {
        next = x->next;
        if (x->doomed && (!x->written_count || !shape_stored(&x->shape)))
            texture_drop(x);
    }
}

/* ---- looking up ---- */

static bool same_bytes(const struct image_shape *a, const struct image_shape *b) {
    return a->memory < b->memory + b->size && b->memory < a->memory + a->size;
}

static struct texture *look_up(struct textures *t, const struct image_shape *shape,
                               VkImageAspectFlags aspects, VkFormat format,
                               struct image_place *place) {
    for (struct texture *x = t->first; x; x = x->next)
        if (!x->doomed && x->aspects == aspects && shape_within(&x->shape, shape, place) &&
            (x->format == format || aspects == VK_IMAGE_ASPECT_COLOR_BIT))
            return x;
    return NULL;
}

/* ---- taking over ---- */

static void copy_parts(struct texture *from, struct texture *to, const struct image_place *place) {
    struct textures *t = to->owner;
    VkImageCopy parts[TEXTURE_LEVELS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < from->shape.extent.levels; i++) {
        const uint32_t width = shape_width(&to->shape, place->level + i);
        const uint32_t other = shape_width(&from->shape, i);
        parts[count++] = (VkImageCopy){
            .srcSubresource = {from->aspects, i, 0, from->shape.extent.layers},
            .dstSubresource = {to->aspects, place->level + i, place->layer,
                               from->shape.extent.layers},
            .extent = {width < other ? width : other, shape_height(&from->shape, i),
                       shape_depth(&from->shape, i)},
        };
    }
    batch_barrier(t->batches);
    vkCmdCopyImage(batch_commands(t->batches), from->image, VK_IMAGE_LAYOUT_GENERAL, to->image,
                   VK_IMAGE_LAYOUT_GENERAL, count, parts);
    batch_barrier(t->batches);
    texture_mark(to, place->level, from->shape.extent.levels, place->layer,
                 from->shape.extent.layers);
}

/* A new image that has all that an older one has takes its place, so that there is one for both
 * from now on. The old one may still be somebody's target: what is written there until the batch
 * ends comes through storage. */
static void take_over(struct texture *x) {
    struct textures *t = x->owner;
    for (struct texture *old = t->first; old; old = old->next) {
        struct image_place place;
        if (old == x || old->doomed || !same_bytes(&old->shape, &x->shape) ||
            old->aspects != x->aspects || !shape_within(&x->shape, &old->shape, &place))
            continue;
        if (!shape_stored(&x->shape) && old->format == x->format)
            copy_parts(old, x, &place);
        old->doomed = true;
    }
}

/* Pixels of a row may be more than are meant, up to whole GOBs. */
static bool counts_samples(const struct image_shape *s, const struct target *surface) {
    enum { GOB_BYTES = 64 };
    const struct texture_shape *e = &s->extent;
    const uint32_t width = e->width * e->samples_x;
    return shape_samples(s) > 1 && surface->width >= width &&
           (surface->width - width) * e->bytes < GOB_BYTES &&
           surface->height == e->height * e->samples_y;
}

bool textures_samples(const struct textures *t, const struct page_table *pages,
                      const struct target *surface, uint8_t *x_log2, uint8_t *y_log2) {
    uint64_t length = 1;
    const uint8_t *memory = page_table_find(pages, surface->address, length, &length);
    const struct texture *x = t->first;
    while (x && (x->doomed || x->shape.memory != memory || x->aspects != VK_IMAGE_ASPECT_COLOR_BIT))
        x = x->next;
    if (!memory || !x || surface->pitch || !counts_samples(&x->shape, surface))
        return false;
    *x_log2 = (uint8_t)__builtin_ctz(x->shape.extent.samples_x);
    *y_log2 = (uint8_t)__builtin_ctz(x->shape.extent.samples_y);
    return true;
}

bool texture_find(struct textures *t, const struct image_shape *shape, VkFormat format,
                  VkImageAspectFlags aspects, struct texture **out, struct image_place *place,
                  struct error *error) {
    struct texture *x = look_up(t, shape, aspects, format, place);
    if (!x) {
        if (!texture_new(t, shape, format, aspects, &x, error))
            return false;
        link_first(t, x);
        t->generation++;
        *place = (struct image_place){0};
        if (!shape_stored(shape))
            x->hash = texture_hash(x);
        take_over(x);
        textures_trim(t);
    } else if (x->shape.rounded && !shape->rounded) {
        x->shape.rounded = false;
    }
    texture_use_now(x);
    *out = x;
    return true;
}
