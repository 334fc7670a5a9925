/* SPDX-License-Identifier: MIT */
#include "world.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static void take(const uint8_t *data, size_t size, struct result *out) {
    out->bytes = (struct blob){memory_new(size), size};
    memcpy(out->bytes.data, data, size);
}

/* Level 0 is what shaders write. */
static bool read_texels(const struct gpu *gpu, const struct texels_shape *shape,
                        const struct texels *texels, const struct format *format,
                        struct result *out, struct error *error) {
    struct gpu_buffer staging;
    struct texels_shape first = *shape;
    first.mips = 1;
    if (!gpu_buffer_new(gpu, texels_size(&first, format_size(format)), &staging, error))
        return false;
    const bool ok = texels_copy(gpu, &first, texels, &staging, false, error);
    *out = (struct result){.component = format->component,
                           .components = format->components,
                           .width = shape->width,
                           .height = shape->height,
                           .layers = shape->layers * shape->depth,
                           .samples = 1};
    if (ok)
        take(staging.data, staging.size, out);
    gpu_buffer_free(gpu, &staging);
    return ok;
}

static bool read_samples(struct world *w, const struct target *t, VkImage image, struct result *out,
                         struct error *error) {
    const VkImageViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = image,
        .viewType = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
        .format = t->format->vulkan,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, t->layers},
    };
    const struct texels_shape shape = {.width = t->width, .height = t->height, .layers = t->layers};
    const size_t count = (size_t)t->width * t->height * t->layers * t->samples;
    VkImageView view;
    struct gpu_buffer staging;
    if (!gpu_ok(vkCreateImageView(w->gpu->device, &info, NULL, &view), "vkCreateImageView", error))
        return false;
    w->views[w->view_count++] = view;
    if (!gpu_buffer_new(w->gpu, count * 4 * sizeof(float), &staging, error))
        return false;
    const bool ok = samples_copy(w->gpu, &shape, view, &staging, false, error);
    *out = (struct result){.component = COMPONENT_F32,
                           .components = 4,
                           .width = t->width,
                           .height = t->height,
                           .layers = t->layers,
                           .samples = t->samples};
    if (ok)
        take(staging.data, staging.size, out);
    gpu_buffer_free(w->gpu, &staging);
    return ok;
}

static bool read_target(struct world *w, const struct target *t, const struct texels *texels,
                        struct result *out, struct error *error) {
    if (t->samples > 1)
        return read_samples(w, t, texels->image, out, error);
    const struct texels_shape shape = {
        .dim = SHADER_2D,
        .width = t->width,
        .height = t->height,
        .depth = 1,
        .layers = t->layers,
        .samples = 1,
        .aspect = t->format->depth ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT,
    };
    return read_texels(w->gpu, &shape, texels, t->format, out, error);
}

bool world_read(struct world *w, const struct output *output, struct result *out,
                struct error *error) {
    if (output->kind == OUTPUT_TARGET)
        return read_target(w, &w->scene->targets[output->at], &w->targets[output->at], out, error);
    if (output->kind == OUTPUT_DEPTH)
        return read_target(w, &w->scene->depth, &w->depth, out, error);
    const struct resource *r = &w->scene->resources[output->at];
    const struct element *e = &w->resources[output->at];
    if (r->kind == RESOURCE_SSBO) {
        *out = (struct result){.component = COMPONENT_F32,
                               .components = 1,
                               .words = true,
                               .width = (uint32_t)r->words,
                               .height = 1,
                               .layers = 1,
                               .samples = 1};
        take(e->buffer.data + e->lead, r->words * 4, out);
        return true;
    }
    const struct texels_shape shape = {.dim = r->dim,
                                       .width = r->width,
                                       .height = r->height,
                                       .depth = r->depth,
                                       .layers = r->layers,
                                       .samples = 1,
                                       .aspect = VK_IMAGE_ASPECT_COLOR_BIT};
    return r->dim == SHADER_BUFFER || r->multisampled
               ? error_set(error, ERROR_UNSUPPORTED, "%s cannot be read back", r->name)
               : read_texels(w->gpu, &shape, &e->texels, r->format, out, error);
}

void result_free(struct result *result) {
    blob_free(&result->bytes);
}

bool world_unharmed(const struct world *w, struct error *error) {
    for (size_t i = 0; i < w->scene->resource_count; i++) {
        const struct element *e = &w->resources[i];
        for (size_t at = 0; at < e->lead; at++) {
            const size_t behind = e->buffer.size - 1 - at;
            if (e->buffer.data[at] != CANARY || e->buffer.data[behind] != CANARY)
                return error_set(error, ERROR_GUEST, "%s: byte %ld, outside of it, was written",
                                 w->scene->resources[i].name,
                                 e->buffer.data[at] != CANARY ? (long)at - (long)e->lead
                                                              : (long)(behind - e->lead));
        }
    }
    return true;
}
