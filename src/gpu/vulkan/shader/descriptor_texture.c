/* SPDX-License-Identifier: MIT */
/* Textures with their samplers, and images. */
#include "gpu/vulkan/shader/descriptor_parts.h"

#include "base/log.h"
#include "base/memory.h"

/* ---- what the guest says ---- */

static struct shader_place element_place(struct shader_place place, uint32_t element) {
    place.offset = (uint16_t)(place.offset + 4 * element);
    return place;
}

/* The header that the word at a place numbers. */
static bool header_at(struct descriptors *d, const struct set_plan *p, struct shader_place place,
                      struct texture_header *out, struct error *error) {
    uint32_t handle;
    if (!resources_place(d->memory, p->r, place, &handle, sizeof handle))
        return error_set(error, ERROR_GUEST, "the constant buffer has no handle there");
    return resources_texture(d->memory, p->r, handle, out) ||
           error_set(error, ERROR_GUEST,
                     "the handle 0x%x is of no texture, of which there are 0x%x", handle,
                     p->r->last_texture + 1);
}

static bool sampler_at(struct descriptors *d, const struct set_plan *p, struct shader_place place,
                       struct sampler_header *out, struct error *error) {
    uint32_t handle;
    if (!resources_place(d->memory, p->r, place, &handle, sizeof handle))
        return error_set(error, ERROR_GUEST, "the constant buffer has no handle there");
    return resources_sampler(d->memory, p->r, handle, out) ||
           error_set(error, ERROR_GUEST,
                     "the handle 0x%x is of no sampler, of which there are 0x%x", handle,
                     p->r->last_sampler + 1);
}

static void warn(bool *warned, const char *what, struct shader_place place,
                 const struct shader_contract *c, const struct error *why) {
    log_once(warned, LOG_GPU, "the %s at c[0x%x][0x%x] of the %s shader: %s; it is left out", what,
             place.slot, place.offset, shader_stage_name((enum shader_stage)c->stage), why->text);
}

static void plan_texture(struct descriptors *d, struct set_plan *p, struct shader_place place,
                         const struct shader_place *sampler) {
    struct error why = {0};
    GROW(p->textures, p->texture_count, p->texture_room);
    struct planned_texture *to = &p->textures[p->texture_count++];
    to->there = header_at(d, p, place, &to->header, &why);
    if (!to->there)
        warn(&d->warned_texture, "texture", place, &p->unit->contract, &why);
    to->sampled = to->there && sampler && sampler_at(d, p, *sampler, &to->sampler, &why);
    if (to->there && sampler && !to->sampled)
        warn(&d->warned_sampler, "sampler", *sampler, &p->unit->contract, &why);
}

void plan_textures(struct descriptors *d, struct set_plan *p) {
    const struct shader_contract *c = &p->unit->contract;
    if (p->textures_unit == p->unit && p->textures_seen == p->unit->handles_seen)
        return;
    p->textures_unit = p->unit;
    p->textures_seen = p->unit->handles_seen;
    p->texture_count = 0;
    for (uint32_t i = 0; i < c->texture_count; i++)
        for (uint32_t e = 0; e < c->textures[i].count; e++) {
            const struct contract_texture *t = &c->textures[i];
            const struct shader_place sampler = element_place(t->sampler, e);
            plan_texture(d, p, element_place(t->place, e), t->sampled ? &sampler : NULL);
        }
    for (uint32_t i = 0; i < c->image_count; i++)
        for (uint32_t e = 0; e < c->images[i].count; e++)
            plan_texture(d, p, element_place(c->images[i].place, e), NULL);
}

/* ---- what Vulkan gets ---- */

/* Where none can be had texels are taken as they are. */
static VkSampler use_sampler(struct filling *f, const struct contract_texture *t,
                             const struct planned_texture *planned, const struct texture_use *of) {
    const struct sampler_use use = {t->compare, !of->filters, of->integers, t->dim == SHADER_1D};
    struct error why = {0};
    VkSampler sampler;
    if (!planned->sampled)
        return f->d->plain;
    if (textures_sampler(f->d->textures, &planned->sampler, &use, &sampler, &why))
        return sampler;
    warn(&f->d->warned_sampler, "sampler", t->sampler, f->contract, &why);
    return f->d->plain;
}

/* What the code reads of a texture, as far as this device can. */
static bool find_texture(struct filling *f, const struct contract_texture *t,
                         const struct texture_header *header, struct texture_use *out,
                         struct error *error) {
    if (!textures_sampled(f->d->textures, f->plan->r->pages, header, t, out, error))
        return false;
    return !t->compare || out->compares ||
           error_set(error, ERROR_UNSUPPORTED,
                     "the device compares no texels of format 0x%02x (Vulkan's %d)", header->format,
                     out->format);
}

static bool fill_texture(struct filling *f, const struct contract_texture *t,
                         const struct planned_texture *planned, struct error *error) {
    const bool buffer = t->dim == SHADER_BUFFER;
    struct texture_use use;
    struct error why = {0};
    bool ok = planned->there;
    if (ok && !find_texture(f, t, &planned->header, &use, &why)) {
        warn(&f->d->warned_texture, "texture", t->place, f->contract, &why);
        ok = false;
    }
    if (!ok)
        return fill_nothing(f,
                            buffer ? VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER
                                   : VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                            error);
    union descriptor *to = f->next++;
    if (buffer)
        to->texels = use.texels;
    else
        to->image = (VkDescriptorImageInfo){use_sampler(f, t, planned, &use), use.view,
                                            VK_IMAGE_LAYOUT_GENERAL};
    return true;
}

bool fill_textures(struct filling *f, struct error *error) {
    const struct shader_contract *c = f->contract;
    for (uint32_t i = 0; i < c->texture_count; i++)
        for (uint32_t e = 0; e < c->textures[i].count; e++)
            if (!fill_texture(f, &c->textures[i], f->texture++, error))
                return false;
    return true;
}

static bool fill_image(struct filling *f, const struct contract_image *t,
                       const struct planned_texture *planned, struct error *error) {
    const bool buffer = t->dim == SHADER_BUFFER;
    struct texture_use use;
    struct error why = {0};
    bool ok = planned->there;
    if (ok && !textures_image(f->d->textures, f->plan->r->pages, &planned->header, t, &use, &why)) {
        warn(&f->d->warned_image, "image", t->place, f->contract, &why);
        ok = false;
    }
    if (!ok)
        return fill_nothing(
            f, buffer ? VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
            error);
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
            if (!fill_image(f, &c->images[i], f->texture++, error))
                return false;
    return true;
}
