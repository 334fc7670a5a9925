/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/shader/descriptor.h"

#include "gpu/vulkan/shader/descriptor_parts.h"

#include "base/log.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static bool make_plain_sampler(struct descriptors *d, struct error *error) {
    const VkSamplerCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    return vulkan_ok(d->vk, vkCreateSampler(d->vk->device, &info, NULL, &d->plain),
                     "vkCreateSampler", error);
}

bool descriptors_new(struct vulkan *vk, struct batches *batches, struct guest_memory *memory,
                     struct textures *textures, struct descriptors **out, struct error *error) {
    struct descriptors *d = NEW(struct descriptors);
    d->vk = vk;
    d->batches = batches;
    d->memory = memory;
    d->textures = textures;
    d->pools = set_pools_new(vk, batches);
    d->plans = NEW_ARRAY(struct set_plan, DESCRIPTOR_STAGES);
    if (!make_plain_sampler(d, error)) {
        descriptors_free(d);
        return false;
    }
    *out = d;
    return true;
}

void descriptors_free(struct descriptors *d) {
    if (!d)
        return;
    for (unsigned i = 0; i < DESCRIPTOR_STAGES; i++) {
        free(d->last[i].filled);
        free(d->plans[i].textures);
    }
    free(d->plans);
    free(d->filled);
    free(d->runs);
    vkDestroySampler(d->vk->device, d->plain, NULL);
    set_pools_free(d->pools);
    free(d);
}

bool fill_nothing(struct filling *f, VkDescriptorType type, struct error *error) {
    struct descriptors *d = f->d;
    union descriptor *to = f->next++;
    if (!d->vk->null_descriptor)
        return error_set(error, ERROR_UNSUPPORTED,
                         "a resource is missing, and %s has no descriptors of nothing "
                         "(VK_EXT_robustness2)",
                         d->vk->properties.deviceName);
    switch (type) {
    case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER:
        to->buffer.range = VK_WHOLE_SIZE;
        break;
    case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
        to->image.sampler = d->plain;
        to->image.imageLayout = VK_IMAGE_LAYOUT_GENERAL;
        break;
    case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
        to->image.imageLayout = VK_IMAGE_LAYOUT_GENERAL;
        break;
    default: /* buffers of texels: no view */
        break;
    }
    return true;
}

static void make_room(union descriptor **array, uint32_t *room, uint32_t count) {
    if (*room < count) {
        *room = count;
        *array = memory_resize(*array, count * sizeof **array);
    }
}

/* The set of what was filled: the stage's last one, where nothing is different. */
static bool finish_set(struct descriptors *d, const struct set_layout *layout, VkDescriptorSet *out,
                       struct error *error) {
    struct last_set *last = &d->last[layout->stage];
    const uint64_t batch = batch_number(d->batches);
    const size_t size = layout->descriptor_count * sizeof *d->filled;
    if (last->layout == layout && last->batch == batch && !memcmp(last->filled, d->filled, size)) {
        *out = last->set;
        return true;
    }
    if (!set_pools_get(d->pools, layout, out, error))
        return false;
    vkUpdateDescriptorSetWithTemplate(d->vk->device, *out, layout->update, d->filled);
    make_room(&last->filled, &last->room, layout->descriptor_count);
    memcpy(last->filled, d->filled, size);
    last->layout = layout;
    last->batch = batch;
    last->set = *out;
    return true;
}

/* ---- a command's sets ---- */

static void read_all(struct descriptors *d, const struct descriptor_want *wants, size_t count) {
    for (size_t i = 0; i < count; i++) {
        struct set_plan *p = &d->plans[wants[i].unit->contract.stage];
        p->unit = wants[i].unit;
        p->r = wants[i].resources;
        plan_constants(d, p);
        plan_storage(d, p);
        plan_textures(d, p);
    }
}

static bool fill(struct descriptors *d, const struct shader_unit *unit, struct descriptor_set *out,
                 struct error *error) {
    const struct set_layout *layout = unit->layout;
    const struct set_plan *p = &d->plans[unit->contract.stage];
    *out = (struct descriptor_set){0};
    if (!layout->descriptor_count)
        return true;
    make_room(&d->filled, &d->room, layout->descriptor_count);
    memset(d->filled, 0, layout->descriptor_count * sizeof *d->filled);
    struct filling f = {
        .d = d, .plan = p, .contract = &unit->contract, .texture = p->textures, .next = d->filled};
    for (uint32_t left = f.contract->constants; left; left &= left - 1) {
        const unsigned slot = (unsigned)__builtin_ctz(left);
        VkDeviceSize offset = p->constants[slot].offset;
        if (out->offset_count < layout->dynamic_count) {
            out->offsets[out->offset_count++] = (uint32_t)offset;
            offset = 0;
        }
        f.next++->buffer =
            (VkDescriptorBufferInfo){p->constants[slot].buffer, offset, p->constant_bytes[slot]};
    }
    if (!fill_address_map(&f, error) || !fill_storage(&f, error) || !fill_textures(&f, error) ||
        !fill_images(&f, error))
        return false;
    out->writes = f.writes;
    return finish_set(d, layout, &out->set, error);
}

/* Who waits for the device ends the batch, and with it what was got for it. */
bool descriptors_prepare_all(struct descriptors *d, const struct descriptor_want *wants,
                             size_t count, struct descriptor_set *out, struct error *error) {
    enum { TRIES = 4 };
    for (unsigned i = 0; i < TRIES; i++) {
        const uint64_t batch = batch_number(d->batches);
        read_all(d, wants, count);
        if (batch != batch_number(d->batches))
            continue;
        for (size_t k = 0; k < count; k++)
            if (!fill(d, wants[k].unit, &out[k], error))
                return false;
        if (batch == batch_number(d->batches))
            return true;
    }
    return error_set(error, ERROR_LIMIT,
                     "what a shader reads is written by the device all the time");
}

bool descriptors_prepare(struct descriptors *d, const struct shader_unit *unit,
                         const struct resources *r, struct descriptor_set *out,
                         struct error *error) {
    const struct descriptor_want want = {unit, r};
    return descriptors_prepare_all(d, &want, 1, out, error);
}
