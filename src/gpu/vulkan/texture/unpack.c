/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/unpack.h"

#include "base/memory.h"
#include "gpu/vulkan/device/compute_stage.h"

#include "pack.spv.h"
#include "unpack.spv.h"

#include <stdlib.h>

enum { QUAD = 4, GROUP = 64 };

struct unpack {
    struct vulkan *vk;
    struct compute_stage unpack, pack;
};

/* As unpack.comp and pack.comp have it. */
struct push {
    uint64_t elements, depth, stencil;
    uint32_t quads, row_words, packing, as_float, rows, unused;
};

bool unpack_new(struct vulkan *vk, struct unpack **out, struct error *error) {
    struct unpack *u = NEW(struct unpack);
    u->vk = vk;
    if (!compute_stage_new(vk, "unpack", unpack_spv, sizeof unpack_spv, 0, sizeof(struct push),
                           VK_NULL_HANDLE, &u->unpack, error) ||
        !compute_stage_new(vk, "pack", pack_spv, sizeof pack_spv, 0, sizeof(struct push),
                           VK_NULL_HANDLE, &u->pack, error)) {
        unpack_free(u);
        return false;
    }
    *out = u;
    return true;
}

void unpack_free(struct unpack *u) {
    if (!u)
        return;
    compute_stage_free(u->vk, &u->unpack);
    compute_stage_free(u->vk, &u->pack);
    free(u);
}

uint32_t unpack_row(const struct unpack_region *r) {
    return (r->width + QUAD - 1) / QUAD * QUAD;
}

static void record(struct compute_stage *stage, VkCommandBuffer commands,
                   const struct unpack_region *r, uint64_t elements, uint64_t depth,
                   uint64_t stencil) {
    const struct push push = {
        .elements = elements,
        .depth = depth,
        .stencil = stencil,
        .quads = unpack_row(r) / QUAD,
        .row_words = (uint32_t)(r->stride / 4),
        .packing = r->packing,
        .as_float = r->as_float,
        .rows = r->rows,
    };
    const uint32_t groups[3] = {(push.quads + GROUP - 1) / GROUP, r->rows, 1};
    compute_stage_run(stage, commands, &push, sizeof push, groups);
}

void unpack_record(struct unpack *u, VkCommandBuffer commands, const struct unpack_region *region,
                   uint64_t elements, uint64_t depth, uint64_t stencil) {
    record(&u->unpack, commands, region, elements, depth, stencil);
}

void pack_record(struct unpack *u, VkCommandBuffer commands, const struct unpack_region *region,
                 uint64_t elements, uint64_t depth, uint64_t stencil) {
    record(&u->pack, commands, region, elements, depth, stencil);
}
