/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/pipeline_parts.h"

#include "base/memory.h"

#include <stdlib.h>

struct entry {
    const struct set_layout *sets[PIPELINE_STAGES]; /* NULL: nothing in it */
    uint32_t stages;                                /* whose sets are known */
    VkPipelineLayout layout;
};

struct pipeline_layouts {
    struct vulkan *vk;
    bool parts;
    VkDescriptorSetLayout empty;
    struct entry *entries;
    size_t count, room;
};

struct pipeline_layouts *pipeline_layouts_new(struct vulkan *vk, bool parts) {
    struct pipeline_layouts *l = NEW(struct pipeline_layouts);
    l->parts = parts;
    l->vk = vk;
    return l;
}

void pipeline_layouts_free(struct pipeline_layouts *l) {
    if (!l)
        return;
    for (size_t i = 0; i < l->count; i++)
        vkDestroyPipelineLayout(l->vk->device, l->entries[i].layout, NULL);
    vkDestroyDescriptorSetLayout(l->vk->device, l->empty, NULL);
    free(l->entries);
    free(l);
}

static bool make(struct pipeline_layouts *l, struct entry *e, struct error *error) {
    VkDescriptorSetLayout sets[PIPELINE_STAGES];
    const VkDescriptorSetLayoutCreateInfo nothing = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    if (!l->empty &&
        !vulkan_ok(l->vk, vkCreateDescriptorSetLayout(l->vk->device, &nothing, NULL, &l->empty),
                   "vkCreateDescriptorSetLayout", error))
        return false;
    for (unsigned i = 0; i < PIPELINE_STAGES; i++)
        sets[i] = !(e->stages >> i & 1) ? VK_NULL_HANDLE
                  : e->sets[i]          ? e->sets[i]->layout
                                        : l->empty;
    const VkPushConstantRange push = {
        .stageFlags = VK_SHADER_STAGE_ALL_GRAPHICS,
        .size = sizeof(struct shader_push),
    };
    const VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .flags = l->parts ? VK_PIPELINE_LAYOUT_CREATE_INDEPENDENT_SETS_BIT_EXT : 0,
        .setLayoutCount = PIPELINE_STAGES,
        .pSetLayouts = sets,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &push,
    };
    return vulkan_ok(l->vk, vkCreatePipelineLayout(l->vk->device, &info, NULL, &e->layout),
                     "vkCreatePipelineLayout", error);
}

bool pipeline_layout_find(struct pipeline_layouts *l,
                          const struct set_layout *const sets[PIPELINE_STAGES], uint32_t stages,
                          VkPipelineLayout *out, struct error *error) {
    struct entry wanted = {.stages = stages};
    for (unsigned i = 0; i < PIPELINE_STAGES; i++)
        wanted.sets[i] = stages >> i & 1 ? sets[i] : NULL;
    for (size_t i = 0; i < l->count; i++) {
        bool same = l->entries[i].stages == stages;
        for (unsigned k = 0; k < PIPELINE_STAGES; k++)
            same = same && l->entries[i].sets[k] == wanted.sets[k];
        if (same) {
            *out = l->entries[i].layout;
            return true;
        }
    }
    if (!make(l, &wanted, error))
        return false;
    GROW(l->entries, l->count, l->room);
    l->entries[l->count++] = wanted;
    *out = wanted.layout;
    return true;
}
