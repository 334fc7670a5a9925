/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/own_stage.h"

bool own_stage_make(struct vulkan *vk, const char *folder, struct set_layout **layouts,
                    enum shader_stage stage, uint32_t locations, const uint32_t *words,
                    size_t count, struct shader_unit *out, struct error *error) {
    const struct shader_translation whole = {
        .words = (uint32_t *)words,
        .count = count,
        .contract = {.stage = (uint8_t)stage, .inputs = locations, .outputs = locations},
    };
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = count * sizeof *words,
        .pCode = words,
    };
    out->contract = whole.contract;
    return translation_keep(folder, &whole, out->name, error) &&
           set_layout_find(vk, layouts, &out->contract, &out->layout, error) &&
           vulkan_ok(vk, vkCreateShaderModule(vk->device, &info, NULL, &out->module),
                     "vkCreateShaderModule", error);
}
