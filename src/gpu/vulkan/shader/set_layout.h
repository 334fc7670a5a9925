/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_SHADER_SET_LAYOUT_H
#define WINDLASS_GPU_VULKAN_SHADER_SET_LAYOUT_H

#include "gpu/shader/contract.h"
#include "gpu/vulkan/device/device.h"

/* Layouts of descriptor sets as contracts want them; contracts that want the same share one, so
 * that pointers may be compared. */

/* What a set is written from, all of its descriptors one behind the other. */
union descriptor {
    VkDescriptorBufferInfo buffer;
    VkDescriptorImageInfo image;
    VkBufferView texels;
};

struct set_binding {
    uint8_t binding;
    uint8_t count;
    uint8_t type; /* VkDescriptorType, of those below 16 */
};

enum {
    SET_DYNAMIC = 4, /* at most */
    SET_BINDINGS = SHADER_CONSTANT_SLOTS + 1 + SHADER_STORAGE_LIMIT + SHADER_TEXTURES_LIMIT +
                   SHADER_IMAGES_LIMIT
};

struct set_layout {
    uint8_t stage; /* enum shader_stage */
    uint32_t binding_count;
    struct set_binding bindings[SET_BINDINGS]; /* as the contract lists what it needs */
    uint32_t descriptor_count;                 /* 0: there is nothing to bind */
    /* The first descriptors, which are constants, get their offsets when the set is bound: the set
     * stays the same where constants change. */
    uint32_t dynamic_count;
    VkDescriptorSetLayout layout;
    VkDescriptorUpdateTemplate update; /* from an array of descriptors; none where there are none */
    struct set_layout *next;
};

/* The layout of a contract out of *list, which gets it where it has none. */
MUST_CHECK bool set_layout_find(struct vulkan *vk, struct set_layout **list,
                                const struct shader_contract *contract,
                                const struct set_layout **out, struct error *error);
void set_layouts_free(struct vulkan *vk, struct set_layout **list);

VkShaderStageFlagBits shader_stage_flag(enum shader_stage stage);

#endif
