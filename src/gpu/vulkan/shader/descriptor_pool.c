/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/shader/descriptor_pool.h"

#include "base/memory.h"

#include <stdlib.h>

/* Sets of one layout. They are never given back: drivers take longer to make one than to write it.
 */
struct stock {
    const struct set_layout *layout;
    VkDescriptorPool *pools;
    size_t pool_count, pool_room;
    /* All sets in the order in which they were handed out, round and round: the next one is the one
     * that was handed out longest ago. */
    struct stocked {
        VkDescriptorSet set;
        uint64_t batch; /* the last that uses it */
    } *sets;
    size_t count, next;
    struct stock *after;
};

struct set_pools {
    struct vulkan *vk;
    struct batches *batches;
    struct stock *stocks; /* the one that was asked last comes first */
};

struct set_pools *set_pools_new(struct vulkan *vk, struct batches *batches) {
    struct set_pools *p = NEW(struct set_pools);
    p->vk = vk;
    p->batches = batches;
    return p;
}

void set_pools_free(struct set_pools *p) {
    while (p && p->stocks) {
        struct stock *s = p->stocks;
        p->stocks = s->after;
        for (size_t i = 0; i < s->pool_count; i++)
            vkDestroyDescriptorPool(p->vk->device, s->pools[i], NULL);
        free(s->pools);
        free(s->sets);
        free(s);
    }
    free(p);
}

static struct stock *stock_of(struct set_pools *p, const struct set_layout *layout) {
    struct stock **at = &p->stocks;
    while (*at && (*at)->layout != layout)
        at = &(*at)->after;
    struct stock *s = *at;
    if (s)
        *at = s->after;
    else
        (s = NEW(struct stock))->layout = layout;
    s->after = p->stocks;
    p->stocks = s;
    return s;
}

static VkResult make_pool(struct set_pools *p, const struct set_layout *layout, uint32_t sets,
                          VkDescriptorPool *out) {
    enum { TYPES = 16 }; /* as set_binding has them */
    uint32_t counts[TYPES] = {0}, used = 0;
    VkDescriptorPoolSize sizes[TYPES];
    for (uint32_t i = 0; i < layout->binding_count; i++)
        counts[layout->bindings[i].type % TYPES] += layout->bindings[i].count * sets;
    for (uint32_t i = 0; i < TYPES; i++)
        if (counts[i])
            sizes[used++] = (VkDescriptorPoolSize){(VkDescriptorType)i, counts[i]};
    const VkDescriptorPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = sets,
        .poolSizeCount = used,
        .pPoolSizes = sizes,
    };
    return vkCreateDescriptorPool(p->vk->device, &info, NULL, out);
}

/* More sets, as many as there are, put where the next one is taken. */
static bool grow(struct set_pools *p, struct stock *s, struct error *error) {
    enum { LEAST = 16, MOST = 1024 };
    const uint32_t more = s->count < LEAST ? LEAST : s->count > MOST ? MOST : (uint32_t)s->count;
    VkDescriptorSetLayout layouts[MOST];
    VkDescriptorSet sets[MOST];
    GROW(s->pools, s->pool_count, s->pool_room);
    if (!vulkan_ok(p->vk, make_pool(p, s->layout, more, &s->pools[s->pool_count]),
                   "vkCreateDescriptorPool", error))
        return false;
    const VkDescriptorSetAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = s->pools[s->pool_count++],
        .descriptorSetCount = more,
        .pSetLayouts = layouts,
    };
    for (uint32_t i = 0; i < more; i++)
        layouts[i] = s->layout->layout;
    if (!vulkan_ok(p->vk, vkAllocateDescriptorSets(p->vk->device, &info, sets),
                   "vkAllocateDescriptorSets", error))
        return false;
    struct stocked *all = memory_new((s->count + more) * sizeof *all);
    for (uint32_t i = 0; i < more; i++)
        all[i].set = sets[i];
    for (size_t i = 0; i < s->count; i++)
        all[more + i] = s->sets[(s->next + i) % s->count];
    free(s->sets);
    s->sets = all;
    s->count += more;
    s->next = 0;
    return true;
}

bool set_pools_get(struct set_pools *p, const struct set_layout *layout, VkDescriptorSet *out,
                   struct error *error) {
    struct stock *s = stock_of(p, layout);
    const bool in_use =
        s->count && s->sets[s->next].batch && !batch_done(p->batches, s->sets[s->next].batch);
    if ((!s->count || in_use) && !grow(p, s, error))
        return false;
    struct stocked *set = &s->sets[s->next];
    s->next = (s->next + 1) % s->count;
    set->batch = batch_number(p->batches);
    *out = set->set;
    return true;
}
