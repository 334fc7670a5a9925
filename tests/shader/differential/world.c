/* SPDX-License-Identifier: MIT */
#include "world.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_buffer(const struct resource *r) {
    return r->kind == RESOURCE_UBO || r->kind == RESOURCE_SSBO || r->dim == SHADER_BUFFER;
}

/* A buffer of the size with these contents, behind `lead` bytes and in front of as many. */
static bool filled(const struct gpu *gpu, const struct scene *scene, const struct fill *fill,
                   const char *name, size_t size, size_t lead, struct gpu_buffer *out,
                   struct error *error) {
    if (!gpu_buffer_new(gpu, size + 2 * lead, out, error))
        return false;
    memset(out->data, CANARY, lead);
    fill_bytes(scene, fill, name, out->data + lead, size);
    memset(out->data + lead + size, CANARY, lead);
    return true;
}

/* ---- textures and images ---- */

static struct texels_shape shape_of(const struct resource *r) {
    const VkImageUsageFlags copies =
        VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    const bool storage = r->kind == RESOURCE_IMAGE || r->multisampled;
    return (struct texels_shape){
        .format = r->format->vulkan,
        .dim = r->dim,
        .width = r->width,
        .height = r->height,
        .depth = r->depth,
        .layers = r->layers,
        .mips = r->mips,
        .samples = r->multisampled ? 4 : 1,
        .usage = copies | VK_IMAGE_USAGE_SAMPLED_BIT | (storage ? VK_IMAGE_USAGE_STORAGE_BIT : 0),
        .aspect = r->format->depth ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT,
    };
}

static struct texels_shape target_shape(const struct target *t) {
    const bool depth = t->format->depth;
    return (struct texels_shape){
        .format = t->format->vulkan,
        .dim = SHADER_2D,
        .width = t->width,
        .height = t->height,
        .depth = 1,
        .layers = t->layers,
        .mips = 1,
        .samples = t->samples,
        .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_SAMPLED_BIT |
                 (depth ? VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT
                        : VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT),
        .aspect = depth ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT,
    };
}

static bool keep_view(struct world *w, VkImage image, VkImageViewType type, VkFormat format,
                      const VkImageSubresourceRange *range, VkImageView *out, struct error *error) {
    const VkImageViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = image,
        .viewType = type,
        .format = format,
        .subresourceRange = *range,
    };
    if (w->view_count == WORLD_VIEWS)
        return error_set(error, ERROR_LIMIT, "more than %d views", WORLD_VIEWS);
    if (!gpu_ok(vkCreateImageView(w->gpu->device, &info, NULL, out), "vkCreateImageView", error))
        return false;
    w->views[w->view_count++] = *out;
    return true;
}

/* The four samples of a pixel beside each other, as the guest keeps them. */
static bool spread_samples(struct world *w, const struct resource *r, struct element *e,
                           const struct gpu_buffer *texels, struct error *error) {
    struct texels_shape shape = shape_of(r);
    shape.samples = 1;
    shape.width *= 2;
    shape.height *= 2;
    shape.usage &= ~(VkImageUsageFlags)VK_IMAGE_USAGE_STORAGE_BIT;
    struct gpu_buffer staging;
    const size_t texel = format_size(r->format);
    if (!gpu_buffer_new(w->gpu, texels_size(&shape, texel), &staging, error))
        return false;
    for (size_t i = 0; i < staging.size / texel; i++) {
        const size_t x = i % shape.width, y = i / shape.width % shape.height,
                     z = i / shape.width / shape.height;
        const size_t pixel = (z * r->height + y / 2) * r->width + x / 2;
        memcpy(staging.data + i * texel, texels->data + (pixel * 4 + (y % 2 * 2 + x % 2)) * texel,
               texel);
    }
    const bool ok = texels_new(w->gpu, &shape, &e->samples, error) &&
                    texels_copy(w->gpu, &shape, &e->samples, &staging, true, error);
    gpu_buffer_free(w->gpu, &staging);
    return ok;
}

static bool make_sampler(const struct gpu *gpu, const struct resource *r, VkSampler *out,
                         struct error *error) {
    static const VkSamplerAddressMode modes[] = {
        [ADDRESS_REPEAT] = VK_SAMPLER_ADDRESS_MODE_REPEAT,
        [ADDRESS_CLAMP] = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
        [ADDRESS_MIRROR] = VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT,
        [ADDRESS_MIRROR_ONCE] = VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE,
        [ADDRESS_BORDER_WHITE] = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER,
    };
    const VkFilter filter = r->linear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
    const VkSamplerCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
        .magFilter = filter,
        .minFilter = filter,
        .mipmapMode =
            r->linear_mips ? VK_SAMPLER_MIPMAP_MODE_LINEAR : VK_SAMPLER_MIPMAP_MODE_NEAREST,
        .addressModeU = modes[r->address],
        .addressModeV = modes[r->address],
        .addressModeW = modes[r->address],
        .compareEnable = r->op != COMPARE_NONE,
        .compareOp = r->op == COMPARE_GREATER ? VK_COMPARE_OP_GREATER : VK_COMPARE_OP_LESS,
        .maxLod = VK_LOD_CLAMP_NONE,
        .borderColor = VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE,
    };
    return gpu_ok(vkCreateSampler(gpu->device, &info, NULL, out), "vkCreateSampler", error);
}

static bool make_texels(struct world *w, size_t at, struct error *error) {
    const struct resource *r = &w->scene->resources[at];
    struct element *e = &w->resources[at];
    const struct texels_shape shape = shape_of(r);
    struct gpu_buffer staging;
    if (!filled(w->gpu, w->scene, &r->fill, r->name, texels_size(&shape, format_size(r->format)), 0,
                &staging, error))
        return false;
    VkImageView view;
    bool ok = texels_new(w->gpu, &shape, &e->texels, error);
    if (ok && r->multisampled)
        ok = world_view(w, at, r->dim, true, true, 0, &view, error) &&
             samples_copy(w->gpu, &shape, view, &staging, true, error) &&
             spread_samples(w, r, e, &staging, error);
    else if (ok)
        ok = texels_copy(w->gpu, &shape, &e->texels, &staging, true, error);
    gpu_buffer_free(w->gpu, &staging);
    return ok && make_sampler(w->gpu, r, &e->sampler, error);
}

bool world_view(struct world *w, size_t resource, uint8_t dim, bool array, bool multisampled,
                uint8_t format, VkImageView *out, struct error *error) {
    static const VkImageViewType plain[] = {[SHADER_1D] = VK_IMAGE_VIEW_TYPE_1D,
                                            [SHADER_2D] = VK_IMAGE_VIEW_TYPE_2D,
                                            [SHADER_3D] = VK_IMAGE_VIEW_TYPE_3D,
                                            [SHADER_CUBE] = VK_IMAGE_VIEW_TYPE_CUBE},
                                 arrays[] = {[SHADER_1D] = VK_IMAGE_VIEW_TYPE_1D_ARRAY,
                                             [SHADER_2D] = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
                                             [SHADER_3D] = VK_IMAGE_VIEW_TYPE_3D,
                                             [SHADER_CUBE] = VK_IMAGE_VIEW_TYPE_CUBE_ARRAY};
    const struct resource *r = &w->scene->resources[resource];
    const struct element *e = &w->resources[resource];
    const bool flat = dim == SHADER_2D && r->dim == SHADER_CUBE;
    if ((dim != r->dim && !flat) || (multisampled && !r->multisampled) || is_buffer(r))
        return error_set(error, ERROR_UNSUPPORTED, "%s cannot be seen as what the shader takes",
                         r->name);
    const struct texels_shape shape = shape_of(r);
    const uint32_t layers = array ? shape.layers : dim == SHADER_CUBE ? 6 : 1;
    const VkImageSubresourceRange range = {shape.aspect, 0, shape.mips, 0, layers};
    const VkImage image = r->multisampled && !multisampled ? e->samples.image : e->texels.image;
    return keep_view(w, image, array ? arrays[dim] : plain[dim],
                     format ? format_seen_as(format) : shape.format, &range, out, error);
}

bool world_texels(struct world *w, size_t resource, uint8_t format, VkBufferView *out,
                  struct error *error) {
    const struct resource *r = &w->scene->resources[resource];
    if (r->dim != SHADER_BUFFER || !r->format)
        return error_set(error, ERROR_UNSUPPORTED, "%s is no buffer of texels", r->name);
    if (w->texel_view_count == WORLD_VIEWS)
        return error_set(error, ERROR_LIMIT, "more than %d views", WORLD_VIEWS);
    const VkBufferViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
        .buffer = w->resources[resource].buffer.buffer,
        .format = format ? format_seen_as(format) : r->format->vulkan,
        .range = VK_WHOLE_SIZE,
    };
    if (!gpu_ok(vkCreateBufferView(w->gpu->device, &info, NULL, out), "vkCreateBufferView", error))
        return false;
    w->texel_views[w->texel_view_count++] = *out;
    return true;
}

/* ---- all of it ---- */

static bool make_resource(struct world *w, size_t at, size_t lead, struct error *error) {
    const struct resource *r = &w->scene->resources[at];
    struct element *e = &w->resources[at];
    if (!is_buffer(r))
        return make_texels(w, at, error);
    e->lead = r->kind == RESOURCE_SSBO ? lead : 0;
    const size_t size = r->format ? r->width * format_size(r->format) : r->words * 4;
    return filled(w->gpu, w->scene, &r->fill, r->name, size, e->lead, &e->buffer, error);
}

static bool make_attributes(struct world *w, struct error *error) {
    const struct scene *s = w->scene;
    bool ok = true;
    for (size_t i = 0; i < SHADER_GENERICS && ok; i++) {
        const struct attribute *a = &s->attributes[i];
        const size_t count =
            a->instance ? s->first_instance + s->instances : s->vertex_offset + s->vertices;
        char *name = memory_format("attr%zu", i);
        if (a->used)
            ok = filled(w->gpu, s, &a->fill, name, count * a->components * a->type->size, 0,
                        &w->attributes[i], error);
        free(name);
    }
    if (ok && s->index_count) {
        ok = gpu_buffer_new(w->gpu, s->index_count * sizeof *s->indices, &w->indices, error);
        if (ok)
            memcpy(w->indices.data, s->indices, s->index_count * sizeof *s->indices);
    }
    return ok;
}

bool world_possible(const struct gpu *gpu, const struct scene *scene, char name[SCENE_TEXT]) {
    for (size_t i = 0; i < scene->resource_count; i++) {
        const struct resource *r = &scene->resources[i];
        snprintf(name, SCENE_TEXT, "%s", r->name);
        if (is_buffer(r))
            continue;
        const struct texels_shape shape = shape_of(r);
        if (!texels_possible(gpu, &shape))
            return false;
    }
    for (size_t i = 0; i < SHADER_TARGETS; i++) {
        if (!scene->targets[i].format)
            continue;
        const struct texels_shape shape = target_shape(&scene->targets[i]);
        snprintf(name, SCENE_TEXT, "rt%zu", i);
        if (!texels_possible(gpu, &shape))
            return false;
    }
    return true;
}

bool world_new(const struct gpu *gpu, const struct scene *scene, const size_t *lead,
               struct world *out, struct error *error) {
    *out = (struct world){.gpu = gpu, .scene = scene};
    for (size_t i = 0; i < scene->resource_count; i++)
        if (!make_resource(out, i, lead ? lead[i] : 0, error))
            return false;
    for (size_t i = 0; i < SHADER_TARGETS; i++) {
        if (!scene->targets[i].format)
            continue;
        const struct texels_shape shape = target_shape(&scene->targets[i]);
        if (!texels_new(gpu, &shape, &out->targets[i], error))
            return false;
    }
    if (scene->depth.format) {
        const struct texels_shape shape = target_shape(&scene->depth);
        if (!texels_new(gpu, &shape, &out->depth, error))
            return false;
    }
    return make_attributes(out, error);
}

void world_free(struct world *w) {
    const struct gpu *gpu = w->gpu;
    for (size_t i = 0; i < w->view_count; i++)
        vkDestroyImageView(gpu->device, w->views[i], NULL);
    for (size_t i = 0; i < w->texel_view_count; i++)
        vkDestroyBufferView(gpu->device, w->texel_views[i], NULL);
    for (size_t i = 0; i < SCENE_RESOURCES; i++) {
        gpu_buffer_free(gpu, &w->resources[i].buffer);
        texels_free(gpu, &w->resources[i].texels);
        texels_free(gpu, &w->resources[i].samples);
        vkDestroySampler(gpu->device, w->resources[i].sampler, NULL);
    }
    for (size_t i = 0; i < SHADER_GENERICS; i++)
        gpu_buffer_free(gpu, &w->attributes[i]);
    gpu_buffer_free(gpu, &w->indices);
    for (size_t i = 0; i < SHADER_TARGETS; i++)
        texels_free(gpu, &w->targets[i]);
    texels_free(gpu, &w->depth);
}

bool world_canvas(struct world *w, struct canvas *out, struct error *error) {
    *out = (struct canvas){.scene = w->scene, .attributes = w->attributes, .indices = &w->indices};
    for (size_t i = 0; i <= SHADER_TARGETS; i++) {
        const bool depth = i == SHADER_TARGETS;
        const struct target *t = depth ? &w->scene->depth : &w->scene->targets[i];
        if (!t->format)
            continue;
        const struct texels_shape shape = target_shape(t);
        const VkImageSubresourceRange range = {shape.aspect, 0, 1, 0, shape.layers};
        if (!keep_view(w, depth ? w->depth.image : w->targets[i].image,
                       shape.layers > 1 ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D,
                       shape.format, &range, depth ? &out->depth : &out->targets[i], error))
            return false;
    }
    return true;
}
