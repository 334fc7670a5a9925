/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/descriptor_pool.h"

#include "base/memory.h"

#include <stdlib.h>

struct pool {
    VkDescriptorPool pool;
    uint64_t batch; /* the last that uses a set of it */
    struct pool *next;
};

struct set_pools {
    struct vulkan *vk;
    struct batches *batches;
    struct pool *now;          /* sets are taken from it, by its batch only */
    struct pool *used, **last; /* the others, by batches */
};

struct set_pools *set_pools_new(struct vulkan *vk, struct batches *batches) {
    struct set_pools *p = NEW(struct set_pools);
    p->vk = vk;
    p->batches = batches;
    p->last = &p->used;
    return p;
}

static void destroy(struct set_pools *p, struct pool *pool) {
    if (!pool)
        return;
    vkDestroyDescriptorPool(p->vk->device, pool->pool, NULL);
    free(pool);
}

void set_pools_free(struct set_pools *p) {
    if (!p)
        return;
    destroy(p, p->now);
    while (p->used) {
        struct pool *pool = p->used;
        p->used = pool->next;
        destroy(p, pool);
    }
    free(p);
}

/* One that can hold `least` descriptors of a set, and usually many sets. */
static bool make(struct set_pools *p, uint32_t least, struct pool **out, struct error *error) {
    enum { SETS = 256, EACH = 1024 };
    static const VkDescriptorType types[] = {
        VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,       VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
        VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,        VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER,
        VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER,
    };
    enum { TYPES = sizeof types / sizeof *types };
    VkDescriptorPoolSize sizes[TYPES];
    for (size_t i = 0; i < TYPES; i++)
        sizes[i] = (VkDescriptorPoolSize){types[i], least > EACH ? least : EACH};
    const VkDescriptorPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = SETS,
        .poolSizeCount = TYPES,
        .pPoolSizes = sizes,
    };
    VkDescriptorPool pool;
    if (!vulkan_ok(p->vk, vkCreateDescriptorPool(p->vk->device, &info, NULL, &pool),
                   "vkCreateDescriptorPool", error))
        return false;
    *out = NEW(struct pool);
    (*out)->pool = pool;
    return true;
}

static void retire(struct set_pools *p) {
    if (!p->now)
        return;
    p->now->next = NULL;
    *p->last = p->now;
    p->last = &p->now->next;
    p->now = NULL;
}

/* The oldest of those that were used, if the device is done with it; else a new one. */
static bool renew(struct set_pools *p, uint32_t least, struct error *error) {
    struct pool *pool = p->used;
    retire(p);
    if (pool && batch_done(p->batches, pool->batch)) {
        p->used = pool->next;
        if (!p->used)
            p->last = &p->used;
        if (!vulkan_ok(p->vk, vkResetDescriptorPool(p->vk->device, pool->pool, 0),
                       "vkResetDescriptorPool", error)) {
            destroy(p, pool);
            return false;
        }
    } else if (!make(p, least, &pool, error)) {
        return false;
    }
    pool->batch = batch_number(p->batches);
    p->now = pool;
    return true;
}

bool set_pools_get(struct set_pools *p, const struct set_layout *layout, VkDescriptorSet *out,
                   struct error *error) {
    enum { TRIES = 3 };
    if ((!p->now || p->now->batch != batch_number(p->batches)) &&
        !renew(p, layout->descriptor_count, error))
        return false;
    for (unsigned i = 0;; i++) {
        const VkDescriptorSetAllocateInfo info = {
            .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
            .descriptorPool = p->now->pool,
            .descriptorSetCount = 1,
            .pSetLayouts = &layout->layout,
        };
        const VkResult result = vkAllocateDescriptorSets(p->vk->device, &info, out);
        const bool full =
            result == VK_ERROR_OUT_OF_POOL_MEMORY || result == VK_ERROR_FRAGMENTED_POOL;
        if (!full || i == TRIES)
            return vulkan_ok(p->vk, result, "vkAllocateDescriptorSets", error);
        if (!renew(p, layout->descriptor_count, error))
            return false;
    }
}
