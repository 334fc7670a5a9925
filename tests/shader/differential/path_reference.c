/* SPDX-License-Identifier: MIT */
#include "paths.h"

#include "tool.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

/* Bindings that README.md beside the shaders has: these plus the slot. */
enum { UBO_BINDING = 0, SSBO_BINDING = 16, TEXTURE_BINDING = 32, IMAGE_BINDING = 64 };

/* The device binds too few uniform buffers, and the scene has nothing else: storage buffers do. */
static bool blocks_are_storage(const struct gpu *gpu, const struct scene *scene) {
    uint32_t count = 0;
    for (size_t i = 0; i < scene->resource_count; i++) {
        if (scene->resources[i].kind != RESOURCE_UBO)
            return false;
        count++;
    }
    return count > gpu->vk->properties.limits.maxPerStageDescriptorUniformBuffers;
}

static VkShaderStageFlags stage_flags(unsigned stages) {
    VkShaderStageFlags flags = 0;
    for (unsigned i = 0; i < SHADER_STAGES; i++)
        flags |= stages >> i & 1 ? stage_flag(i) : 0;
    return flags;
}

static bool bind_one(struct world *world, size_t at, bool storage, struct pass *pass,
                     struct error *error) {
    const struct resource *r = &world->scene->resources[at];
    const bool texels = r->dim == SHADER_BUFFER;
    const struct {
        uint32_t binding;
        VkDescriptorType type;
    } kinds[] = {
        [RESOURCE_UBO] = {UBO_BINDING, storage ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
                                               : VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER},
        [RESOURCE_SSBO] = {SSBO_BINDING, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER},
        [RESOURCE_TEXTURE] = {TEXTURE_BINDING, texels ? VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER
                                                      : VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER},
        [RESOURCE_IMAGE] = {IMAGE_BINDING, texels ? VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER
                                                  : VK_DESCRIPTOR_TYPE_STORAGE_IMAGE},
    };
    struct bound *b = pass_bind(pass, 0, kinds[r->kind].binding + r->first, r->element,
                                stage_flags(r->stages), kinds[r->kind].type);
    b->buffer = (VkDescriptorBufferInfo){world->resources[at].buffer.buffer, 0, VK_WHOLE_SIZE};
    b->image = (VkDescriptorImageInfo){.sampler = world->resources[at].sampler,
                                       .imageLayout = VK_IMAGE_LAYOUT_GENERAL};
    if (!r->format)
        return true;
    return texels ? world_texels(world, at, 0, &b->texels, error)
                  : world_view(world, at, r->dim, r->array, r->multisampled, 0, &b->image.imageView,
                               error);
}

static bool run(struct gpu *gpu, const struct scene *scene, const struct setup *setup,
                struct world *world, struct pass *pass, struct error *error) {
    const bool storage = blocks_are_storage(gpu, scene);
    for (unsigned stage = 0; stage < SHADER_STAGES; stage++) {
        if (!scene->files[stage])
            continue;
        char *path = memory_format("%s/%s", setup->folder, scene->files[stage]);
        const bool ok = tool_compile(path, storage, setup->cache, &pass->modules[stage], error);
        free(path);
        if (!ok)
            return false;
        module_be_precise(&pass->modules[stage]);
    }
    for (size_t i = 0; i < scene->resource_count; i++)
        if (!bind_one(world, i, storage, pass, error))
            return false;
    struct canvas canvas;
    return scene->compute
               ? pass_dispatch(gpu, pass, scene->groups, error)
               : world_canvas(world, &canvas, error) && pass_draw(gpu, pass, &canvas, error);
}

bool path_reference(struct gpu *gpu, const struct scene *scene, const struct setup *setup,
                    struct world *world, struct error *error) {
    struct pass pass = {0};
    const bool ok =
        world_new(gpu, scene, NULL, world, error) && run(gpu, scene, setup, world, &pass, error);
    pass_free(&pass);
    return ok;
}
