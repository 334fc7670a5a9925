/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/swizzle.h"

#include "base/memory.h"
#include "gpu/block_linear.h"
#include "gpu/vulkan/device/compute_stage.h"

#include "swizzle.spv.h"

#include <stdlib.h>

enum { SECTOR = 16, GROUP = 8 };

struct swizzle {
    struct vulkan *vk;
    struct compute_stage load, store;
};

/* As swizzle.comp has it. */
struct push {
    uint64_t storage, rows;
    uint32_t begin[3], layer_stride, size[3], row_stride, bytes[2], across, down, height_log2,
        depth_log2;
};

static bool make_stage(struct swizzle *s, bool store, struct compute_stage *out,
                       struct error *error) {
    return compute_stage_new(s->vk, "swizzle", swizzle_spv, sizeof swizzle_spv, store,
                             sizeof(struct push), VK_NULL_HANDLE, out, error);
}

bool swizzle_new(struct vulkan *vk, struct swizzle **out, struct error *error) {
    struct swizzle *s = NEW(struct swizzle);
    s->vk = vk;
    if (!make_stage(s, false, &s->load, error) || !make_stage(s, true, &s->store, error)) {
        swizzle_free(s);
        return false;
    }
    *out = s;
    return true;
}

void swizzle_free(struct swizzle *s) {
    if (!s)
        return;
    compute_stage_free(s->vk, &s->load);
    compute_stage_free(s->vk, &s->store);
    free(s);
}

/* Whole sectors and whole elements. */
static uint32_t unit(const struct swizzle_region *r) {
    return r->bytes == 12 ? 3 * SECTOR : SECTOR;
}

static uint32_t first_byte(const struct swizzle_region *r) {
    return r->box.x * r->bytes;
}

static uint32_t up(uint32_t value, uint32_t by) {
    return (value + by - 1) / by;
}

void swizzle_rows(const struct swizzle_region *r, struct swizzle_rows *out) {
    const uint32_t begin = first_byte(r) / unit(r) * unit(r);
    const uint32_t end = up((r->box.x + r->box.width) * r->bytes, unit(r)) * unit(r);
    out->offset = first_byte(r) - begin;
    out->stride = end - begin;
    out->size = out->stride * r->box.height * r->box.depth * r->layers;
}

static void record(VkCommandBuffer commands, struct compute_stage *stage,
                   const struct swizzle_region *r, uint64_t storage, uint64_t rows) {
    struct swizzle_rows shape;
    swizzle_rows(r, &shape);
    const struct texture_level *l = r->level;
    const uint32_t begin = first_byte(r) / unit(r) * (unit(r) / SECTOR);
    const uint32_t end = (r->box.x + r->box.width) * r->bytes;
    const struct push push = {
        .storage = storage,
        .rows = rows,
        .begin = {begin, r->box.y, r->box.z},
        .layer_stride = (uint32_t)(r->layer_stride / SECTOR),
        .size = {up(end, SECTOR) - begin, r->box.height, r->box.depth},
        .row_stride = (uint32_t)(shape.stride / SECTOR),
        .bytes = {first_byte(r), end},
        .across = up(l->width * r->bytes, BLOCK_LINEAR_GOB_X),
        .down = up(l->height, BLOCK_LINEAR_GOB_Y << l->height_log2),
        .height_log2 = l->height_log2,
        .depth_log2 = l->depth_log2,
    };
    const uint32_t groups[3] = {up(push.size[0], GROUP), up(push.size[1], GROUP),
                                r->box.depth * r->layers};
    compute_stage_run(stage, commands, &push, sizeof push, groups);
}

void swizzle_load(struct swizzle *s, VkCommandBuffer commands, const struct swizzle_region *region,
                  uint64_t storage, uint64_t rows) {
    record(commands, &s->load, region, storage, rows);
}

void swizzle_store(struct swizzle *s, VkCommandBuffer commands, const struct swizzle_region *region,
                   uint64_t storage, uint64_t rows) {
    record(commands, &s->store, region, storage, rows);
}
