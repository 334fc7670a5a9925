/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/shader/set_layout.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

VkShaderStageFlagBits shader_stage_flag(enum shader_stage stage) {
    static const VkShaderStageFlagBits flags[SHADER_STAGES] = {
        [SHADER_VERTEX] = VK_SHADER_STAGE_VERTEX_BIT,
        [SHADER_FRAGMENT] = VK_SHADER_STAGE_FRAGMENT_BIT,
        [SHADER_GEOMETRY] = VK_SHADER_STAGE_GEOMETRY_BIT,
        [SHADER_TESS_CONTROL] = VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT,
        [SHADER_TESS_EVALUATION] = VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT,
        [SHADER_COMPUTE] = VK_SHADER_STAGE_COMPUTE_BIT,
    };
    return flags[stage];
}

/* ---- what a contract wants ---- */

static void add(struct set_layout *l, uint32_t binding, VkDescriptorType type, uint8_t count) {
    l->bindings[l->binding_count++] =
        (struct set_binding){.binding = (uint8_t)binding, .count = count, .type = (uint8_t)type};
    l->descriptor_count += count;
}

/* The limit is one of all stages together. */
static uint32_t dynamic_limit(const struct vulkan *vk, uint8_t stage) {
    const uint32_t all = vk->properties.limits.maxDescriptorSetStorageBuffersDynamic,
                   most = stage == SHADER_COMPUTE ? all : all / 2;
    if (stage != SHADER_VERTEX && stage != SHADER_FRAGMENT && stage != SHADER_COMPUTE)
        return 0;
    return most < SET_DYNAMIC ? most : SET_DYNAMIC;
}

static void list_bindings(const struct vulkan *vk, const struct shader_contract *c,
                          struct set_layout *l) {
    const uint32_t dynamic = dynamic_limit(vk, c->stage);
    for (uint32_t slot = 0; slot < SHADER_CONSTANT_SLOTS; slot++) {
        if (!(c->constants >> slot & 1))
            continue;
        const bool is_dynamic = l->dynamic_count < dynamic;
        l->dynamic_count += is_dynamic;
        add(l, BINDING_CONSTANT + slot,
            is_dynamic ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC
                       : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            1);
    }
    if (c->address_map)
        add(l, BINDING_ADDRESS_MAP, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1);
    for (uint32_t i = 0; i < c->storage_count; i++)
        add(l, BINDING_STORAGE + i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1);
    for (uint32_t i = 0; i < c->texture_count; i++)
        add(l, BINDING_TEXTURE + i,
            c->textures[i].dim == SHADER_BUFFER ? VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER
                                                : VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
            c->textures[i].count);
    for (uint32_t i = 0; i < c->image_count; i++)
        add(l, BINDING_IMAGE + i,
            c->images[i].dim == SHADER_BUFFER ? VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER
                                              : VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
            c->images[i].count);
}

static bool same(const struct set_layout *a, const struct set_layout *b) {
    return a->stage == b->stage && a->binding_count == b->binding_count &&
           !memcmp(a->bindings, b->bindings, a->binding_count * sizeof *a->bindings);
}

/* ---- objects ---- */

static bool make_layout(struct vulkan *vk, struct set_layout *l, struct error *error) {
    VkDescriptorSetLayoutBinding bindings[SET_BINDINGS];
    for (uint32_t i = 0; i < l->binding_count; i++)
        bindings[i] = (VkDescriptorSetLayoutBinding){
            .binding = l->bindings[i].binding,
            .descriptorType = (VkDescriptorType)l->bindings[i].type,
            .descriptorCount = l->bindings[i].count,
            .stageFlags = shader_stage_flag((enum shader_stage)l->stage),
        };
    const VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = l->binding_count,
        .pBindings = bindings,
    };
    return vulkan_ok(vk, vkCreateDescriptorSetLayout(vk->device, &info, NULL, &l->layout),
                     "vkCreateDescriptorSetLayout", error);
}

static bool make_template(struct vulkan *vk, struct set_layout *l, struct error *error) {
    VkDescriptorUpdateTemplateEntry entries[SET_BINDINGS];
    size_t at = 0;
    for (uint32_t i = 0; i < l->binding_count; i++) {
        const struct set_binding *b = &l->bindings[i];
        entries[i] = (VkDescriptorUpdateTemplateEntry){
            .dstBinding = b->binding,
            .descriptorCount = b->count,
            .descriptorType = (VkDescriptorType)b->type,
            .offset = at * sizeof(union descriptor),
            .stride = sizeof(union descriptor),
        };
        at += b->count;
    }
    const VkDescriptorUpdateTemplateCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO,
        .descriptorUpdateEntryCount = l->binding_count,
        .pDescriptorUpdateEntries = entries,
        .templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET,
        .descriptorSetLayout = l->layout,
    };
    return !l->binding_count ||
           vulkan_ok(vk, vkCreateDescriptorUpdateTemplate(vk->device, &info, NULL, &l->update),
                     "vkCreateDescriptorUpdateTemplate", error);
}

static void destroy(struct vulkan *vk, struct set_layout *l) {
    vkDestroyDescriptorUpdateTemplate(vk->device, l->update, NULL);
    vkDestroyDescriptorSetLayout(vk->device, l->layout, NULL);
    free(l);
}

bool set_layout_find(struct vulkan *vk, struct set_layout **list,
                     const struct shader_contract *contract, const struct set_layout **out,
                     struct error *error) {
    struct set_layout *l = NEW(struct set_layout);
    l->stage = contract->stage;
    list_bindings(vk, contract, l);
    for (struct set_layout *other = *list; other; other = other->next)
        if (same(other, l)) {
            free(l);
            *out = other;
            return true;
        }
    if (!make_layout(vk, l, error) || !make_template(vk, l, error)) {
        destroy(vk, l);
        return false;
    }
    l->next = *list;
    *list = l;
    *out = l;
    return true;
}

void set_layouts_free(struct vulkan *vk, struct set_layout **list) {
    while (*list) {
        struct set_layout *l = *list;
        *list = l->next;
        destroy(vk, l);
    }
}
