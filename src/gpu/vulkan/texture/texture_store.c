/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/texture_transfer.h"

#include "base/log.h"
#include "base/memory.h"

/* ---- what was written ---- */

static bool contains(const struct written *a, const struct written *b) {
    const VkRect2D *x = &a->area, *y = &b->area;
    return a->level == b->level && a->first_layer <= b->first_layer &&
           a->first_layer + a->layers >= b->first_layer + b->layers && x->offset.x <= y->offset.x &&
           x->offset.y <= y->offset.y &&
           x->offset.x + (int64_t)x->extent.width >= y->offset.x + (int64_t)y->extent.width &&
           x->offset.y + (int64_t)x->extent.height >= y->offset.y + (int64_t)y->extent.height;
}

static VkRect2D around(VkRect2D a, VkRect2D b) {
    const int32_t x = a.offset.x < b.offset.x ? a.offset.x : b.offset.x;
    const int32_t y = a.offset.y < b.offset.y ? a.offset.y : b.offset.y;
    const int32_t ax = a.offset.x + (int32_t)a.extent.width,
                  ay = a.offset.y + (int32_t)a.extent.height;
    const int32_t bx = b.offset.x + (int32_t)b.extent.width,
                  by = b.offset.y + (int32_t)b.extent.height;
    return (VkRect2D){{x, y},
                      {(uint32_t)((ax > bx ? ax : bx) - x), (uint32_t)((ay > by ? ay : by) - y)}};
}

static void add(struct texture *x, const struct written *w) {
    if (x->written_count >= WRITTEN_LIMIT)
        for (size_t i = 0; i < x->written_count; i++) {
            struct written *have = &x->written[i];
            if (have->level == w->level && have->first_layer == w->first_layer &&
                have->layers == w->layers) {
                have->area = around(have->area, w->area);
                return;
            }
        }
    GROW(x->written, x->written_count, x->written_room);
    x->written[x->written_count++] = *w;
}

void texture_note(struct texture *x, const struct written *w) {
    struct textures *t = x->owner;
    struct batches_counts counts;
    batches_count(t->batches, &counts);
    x->touched = counts.barriers;
    const bool color = x->aspects == VK_IMAGE_ASPECT_COLOR_BIT;
    if (t->no_storage || (!color && shape_samples(&x->shape) > 1))
        return;
    for (size_t i = 0; i < x->written_count; i++)
        if (contains(&x->written[i], w))
            return;
    size_t kept = 0;
    if (!x->written_count) {
        GROW(t->written, t->written_count, t->written_room);
        t->written[t->written_count++] = x;
    }
    for (size_t i = 0; i < x->written_count; i++)
        if (!contains(w, &x->written[i]))
            x->written[kept++] = x->written[i];
    x->written_count = kept;
    add(x, w);
}

void textures_unnote(struct texture *x) {
    struct textures *t = x->owner;
    size_t kept = 0;
    for (size_t i = 0; x->written_count && i < t->written_count; i++)
        if (t->written[i] != x)
            t->written[kept++] = t->written[i];
    if (x->written_count)
        t->written_count = kept;
    x->written_count = 0;
}

void texture_order(struct texture *x) {
    struct batches_counts counts;
    batches_count(x->owner->batches, &counts);
    if (x->touched == counts.barriers)
        batch_barrier(x->owner->batches);
}

/* ---- storing it ---- */

static void count(struct textures *t, const struct texture *x, const struct piece *p) {
    t->counts.stored_regions++;
    t->counts.stored_bytes +=
        (uint64_t)p->box.width * p->box.height * p->box.depth * p->layers * x->shape.extent.bytes;
}

static bool store_piece(void *context, const struct piece *p) {
    static bool warned;
    struct texture *x = context;
    struct textures *t = x->owner;
    struct memory_slice slice;
    struct error error = {0};
    uint8_t *range;
    uint64_t size, behind;
    transfer_range(&x->shape, p, &range, &size, &behind);
    if (!memory_use(t->memory, range, size, true, &slice, &error)) {
        log_once(&warned, LOG_GPU, "an image cannot be stored: %s", error.text);
        return false;
    }
    /* storage itself, and no copy of it */
    if (t->vk->host_orders && t->ending && !x->shape.pitch &&
        slice.address == (uint64_t)(uintptr_t)range) {
        texture_store_by_host(x, p);
        count(t, x, p);
        return true;
    }
    batch_barrier(t->batches);
    VkCommandBuffer commands = batch_commands(t->batches);
    if (x->shape.pitch) {
        const VkDeviceSize at = slice.offset + (uint64_t)p->box.x * x->shape.extent.bytes;
        const VkBufferImageCopy copy = transfer_copy(&x->shape, p, x->aspects, at, x->shape.pitch);
        vkCmdCopyImageToBuffer(commands, x->image, VK_IMAGE_LAYOUT_GENERAL, slice.buffer, 1, &copy);
    } else {
        const struct swizzle_region region = transfer_region(&x->shape, p);
        struct swizzle_rows shape;
        swizzle_rows(&region, &shape);
        const struct stream_slice rows = batch_scratch(t->batches, shape.size, ROWS_ALIGN);
        const VkBufferImageCopy copy =
            transfer_copy(&x->shape, p, x->aspects, rows.offset + shape.offset, shape.stride);
        vkCmdCopyImageToBuffer(commands, x->image, VK_IMAGE_LAYOUT_GENERAL, rows.buffer, 1, &copy);
        batch_barrier(t->batches);
        swizzle_store(t->swizzle, batch_commands(t->batches), &region, slice.address - behind,
                      rows.address);
    }
    count(t, x, p);
    return true;
}

static void store_written(struct texture *x, const struct written *w) {
    const bool volume = x->shape.dimensions == 3;
    struct piece part = {
        .level = w->level,
        .layer = volume ? 0 : w->first_layer,
        .layers = volume ? 1 : w->layers,
        .box = {(uint32_t)w->area.offset.x, (uint32_t)w->area.offset.y, volume ? w->first_layer : 0,
                w->area.extent.width, w->area.extent.height, volume ? w->layers : 1},
    };
    /* Layers with other levels in between: those are not written. */
    if (part.layers > 1 && x->shape.extent.levels > 1) {
        const uint32_t end = part.layer + part.layers;
        for (part.layers = 1; part.layer < end; part.layer++)
            transfer_pieces(&x->shape, &part, store_piece, x);
    } else {
        transfer_pieces(&x->shape, &part, store_piece, x);
    }
    texture_mark(x, w->level, 1, volume ? 0 : w->first_layer, volume ? 1 : w->layers);
}

static void store(struct texture *x) {
    struct textures *t = x->owner;
    const bool clean = x->clean > memory_version(t->memory, x->shape.memory, x->shape.size);
    for (size_t i = 0; i < x->written_count; i++)
        store_written(x, &x->written[i]);
    textures_unnote(x);
    if (clean)
        x->clean = memory_version(t->memory, x->shape.memory, x->shape.size) + 1;
    batch_barrier(t->batches);
}

static bool overlaps(const struct texture *x, const uint8_t *range, uint64_t size) {
    return !range || (x->shape.memory < range + size && range < x->shape.memory + x->shape.size);
}

/* Storage that the program has written since is something else's: nothing comes back there. */
static bool is_newer(struct texture *x) {
    for (size_t i = 0; i < x->written_count; i++) {
        const struct written *w = &x->written[i];
        for (uint32_t k = w->first_layer; k < w->first_layer + w->layers; k++) {
            uint64_t offset, size;
            const struct texture_box all = shape_box(&x->shape, w->level);
            shape_range(&x->shape, w->level, k, &all, &offset, &size);
            if (*texture_version(x, w->level, k) <=
                memory_version(x->owner->memory, x->shape.memory + offset, size))
                return false;
        }
    }
    return true;
}

static void store_unstored(struct texture *x) {
    if (!is_newer(x))
        textures_unnote(x);
    else if (shape_samples(&x->shape) > 1)
        texture_store_samples(x);
    else
        texture_store_depth(x);
}

/* Depth and samples only where somebody looks at just these bytes. */
static void settle(struct textures *t, const uint8_t *range, uint64_t size,
                   const struct texture *but) {
    if (!t->written_count || t->settling)
        return;
    t->settling = true;
    for (size_t i = t->written_count; i-- > 0;) {
        struct texture *x = t->written[i];
        if (x == but || !overlaps(x, range, size))
            continue;
        if (shape_stored(&x->shape))
            store(x);
        else if (range)
            store_unstored(x);
    }
    t->settling = false;
}

void textures_settle(struct textures *t, const uint8_t *range, uint64_t size) {
    settle(t, range, size, NULL);
}

bool textures_settled(const struct textures *t) {
    for (size_t i = 0; i < t->written_count; i++)
        if (shape_stored(&t->written[i]->shape))
            return false;
    return true;
}

void textures_settle_others(const struct texture *x) {
    settle(x->owner, x->shape.memory, x->shape.size, x);
}
