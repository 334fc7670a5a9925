/* SPDX-License-Identifier: MIT */
/* Textures with their samplers, and images. */
#include "gpu/vulkan/descriptor_parts.h"

#include "base/log.h"

static struct shader_place element_place(struct shader_place place, uint32_t element) {
    place.offset = (uint16_t)(place.offset + 4 * element);
    return place;
}

/* The header that the word at a place numbers. */
static bool header_at(struct filling *f, struct shader_place place, struct texture_header *out,
                      struct error *error) {
    uint32_t handle;
    if (!resources_place(f->d->memory, f->r, place, &handle, sizeof handle))
        return error_set(error, ERROR_GUEST, "the constant buffer has no handle there");
    return resources_texture(f->d->memory, f->r, handle, out) ||
           error_set(error, ERROR_GUEST,
                     "the handle 0x%x is of no texture, of which there are 0x%x", handle,
                     f->r->last_texture + 1);
}

/* ---- textures ---- */

/* Where none can be had textures are sampled as the plain one does. */
static VkSampler sampler_at(struct filling *f, const struct contract_texture *t,
                            struct shader_place place) {
    struct descriptors *d = f->d;
    struct sampler_header header;
    struct error why = {0};
    VkSampler sampler;
    uint32_t handle;
    if (!t->sampled)
        return d->plain;
    bool ok = resources_place(d->memory, f->r, place, &handle, sizeof handle);
    if (!ok)
        error_set(&why, ERROR_GUEST, "the constant buffer has no handle there");
    else if (!(ok = resources_sampler(d->memory, f->r, handle, &header)))
        error_set(&why, ERROR_GUEST, "the handle 0x%x is of no sampler, of which there are 0x%x",
                  handle, f->r->last_sampler + 1);
    if (ok && textures_sampler(d->textures, &header, t->compare, &sampler, &why))
        return sampler;
    log_once(&d->warned_sampler, LOG_GPU,
             "the sampler at c[0x%x][0x%x] of the %s shader: %s; texels are taken as they are",
             place.slot, place.offset, shader_stage_name((enum shader_stage)f->contract->stage),
             why.text);
    return d->plain;
}

static bool fill_texture(struct filling *f, const struct contract_texture *t, uint32_t element,
                         struct error *error) {
    const struct shader_place place = element_place(t->place, element);
    const bool buffer = t->dim == SHADER_BUFFER;
    struct texture_header header;
    struct texture_use use;
    struct error why = {0};
    if (!header_at(f, place, &header, &why) ||
        !textures_sampled(f->d->textures, f->r->pages, &header, t, &use, &why)) {
        log_once(&f->d->warned_texture, LOG_GPU,
                 "the texture at c[0x%x][0x%x] of the %s shader: %s; it reads as zeros", place.slot,
                 place.offset, shader_stage_name((enum shader_stage)f->contract->stage), why.text);
        return fill_nothing(f,
                            buffer ? VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER
                                   : VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                            error);
    }
    union descriptor *to = f->next++;
    if (buffer)
        to->texels = use.texels;
    else
        to->image = (VkDescriptorImageInfo){sampler_at(f, t, element_place(t->sampler, element)),
                                            use.view, VK_IMAGE_LAYOUT_GENERAL};
    return true;
}

bool fill_textures(struct filling *f, struct error *error) {
    const struct shader_contract *c = f->contract;
    for (uint32_t i = 0; i < c->texture_count; i++)
        for (uint32_t e = 0; e < c->textures[i].count; e++)
            if (!fill_texture(f, &c->textures[i], e, error))
                return false;
    return true;
}

/* ---- images ---- */

static bool fill_image(struct filling *f, const struct contract_image *t, uint32_t element,
                       struct error *error) {
    const struct shader_place place = element_place(t->place, element);
    const bool buffer = t->dim == SHADER_BUFFER;
    struct texture_header header;
    struct texture_use use;
    struct error why = {0};
    if (!header_at(f, place, &header, &why) ||
        !textures_image(f->d->textures, f->r->pages, &header, t, &use, &why)) {
        log_once(&f->d->warned_image, LOG_GPU,
                 "the image at c[0x%x][0x%x] of the %s shader: %s; it reads as zeros", place.slot,
                 place.offset, shader_stage_name((enum shader_stage)f->contract->stage), why.text);
        return fill_nothing(
            f, buffer ? VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
            error);
    }
    union descriptor *to = f->next++;
    f->writes = f->writes || t->written || t->atomic;
    if (buffer)
        to->texels = use.texels;
    else
        to->image = (VkDescriptorImageInfo){VK_NULL_HANDLE, use.view, VK_IMAGE_LAYOUT_GENERAL};
    return true;
}

bool fill_images(struct filling *f, struct error *error) {
    const struct shader_contract *c = f->contract;
    for (uint32_t i = 0; i < c->image_count; i++)
        for (uint32_t e = 0; e < c->images[i].count; e++)
            if (!fill_image(f, &c->images[i], e, error))
                return false;
    return true;
}
