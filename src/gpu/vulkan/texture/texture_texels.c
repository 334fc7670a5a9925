/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/texture_parts.h"

#include "base/memory.h"

#include <stdlib.h>

/* Buffers as textures see them. Views lie over the buffers that memory has for the range, which may
 * be others in the next batch. */

static void destroy_view(struct vulkan *vk, uint64_t view) {
    vkDestroyBufferView(vk->device, (VkBufferView)view, NULL);
}

void texels_drop(struct textures *t) {
    for (size_t i = 0; i < t->texels_count; i++)
        batch_drop(t->batches, destroy_view, (uint64_t)t->texels[i].view);
    t->texels_count = 0;
}

static bool find(const struct textures *t, const VkBufferViewCreateInfo *info, VkBufferView *out) {
    for (size_t i = 0; i < t->texels_count; i++) {
        const VkBufferViewCreateInfo *have = &t->texels[i].info;
        if (have->buffer == info->buffer && have->offset == info->offset &&
            have->range == info->range && have->format == info->format) {
            *out = t->texels[i].view;
            return true;
        }
    }
    return false;
}

static VkFormatFeatureFlags features_of(const struct vulkan *vk, VkFormat format) {
    VkFormatProperties can;
    vkGetPhysicalDeviceFormatProperties(vk->physical, format, &can);
    return can.bufferFeatures;
}

/* ---- copies ---- */

struct texel_copy {
    VkBuffer buffer;
    struct vulkan_memory memory;
};

static void drop_copy(struct vulkan *vk, uint64_t object) {
    struct texel_copy *c = (struct texel_copy *)(uintptr_t)object;
    vkDestroyBuffer(vk->device, c->buffer, NULL);
    vulkan_release(vk, &c->memory);
    free(c);
}

/* A buffer that is only read as texels, for the present batch: views of a buffer must be fit for
 * all that it may be used for, and few formats can be stored to. */
static bool new_copy(struct textures *t, uint64_t size, VkBuffer *out, struct error *error) {
    struct texel_copy *c = NEW(struct texel_copy);
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = size,
        .usage = VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
    };
    VkMemoryRequirements needs;
    bool ok = vulkan_ok(t->vk, vkCreateBuffer(t->vk->device, &info, NULL, &c->buffer),
                        "vkCreateBuffer (texels)", error);
    if (ok)
        vkGetBufferMemoryRequirements(t->vk->device, c->buffer, &needs);
    ok = ok && vulkan_allocate(t->vk, &needs, MEMORY_DEVICE, &c->memory, error) &&
         vulkan_ok(t->vk,
                   vkBindBufferMemory(t->vk->device, c->buffer, c->memory.memory, c->memory.offset),
                   "vkBindBufferMemory (texels)", error);
    *out = c->buffer;
    batch_drop(t->batches, drop_copy, (uint64_t)(uintptr_t)c);
    return ok;
}

/* What the device cannot see in place, because of its format or because of where it begins, is
 * copied. */
static bool copy_texels(struct textures *t, uint64_t size, struct memory_slice *slice,
                        struct error *error) {
    VkBuffer buffer;
    if (!new_copy(t, size, &buffer, error))
        return false;
    const VkBufferCopy part = {slice->offset, 0, size};
    batch_barrier(t->batches);
    vkCmdCopyBuffer(batch_commands(t->batches), slice->buffer, buffer, 1, &part);
    batch_barrier(t->batches);
    slice->buffer = buffer;
    slice->offset = 0;
    return true;
}

/* ---- views ---- */

bool texels_view(struct textures *t, const struct page_table *pages, const struct texture_header *h,
                 VkFormat format, enum texels_kind kind, VkBufferView *out, struct error *error) {
    struct vulkan_format f;
    if (h->storage != STORAGE_BUFFER)
        return error_set(error, ERROR_GUEST, "the shader takes a texture of type %u for a buffer",
                         h->type);
    if (!format_of_texture(h, &f, error))
        return false;
    if (!format)
        format = f.format;
    const VkFormatFeatureFlags can = features_of(t->vk, format);
    const bool stores = can & VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT;
    const bool storage = kind != TEXELS_SAMPLED, writes = kind == TEXELS_WRITTEN;
    if (format_class_of(format) != f.class ||
        !(storage ? stores : can & VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT))
        return error_set(
            error, ERROR_UNSUPPORTED, "%s cannot %s buffers of format 0x%02x as Vulkan's format %d",
            t->vk->properties.deviceName, storage ? "store to" : "read", h->format, format);
    const uint32_t most = t->vk->properties.limits.maxTexelBufferElements;
    const uint64_t size = (uint64_t)(h->width < most ? h->width : most) * f.bytes;
    uint64_t length = 0;
    uint8_t *at = page_table_find(pages, h->address, size, &length);
    if (!at || length < size)
        return error_set(error, ERROR_GUEST,
                         "a buffer texture of 0x%llx bytes at 0x%llx is not mapped in one piece",
                         (unsigned long long)size, (unsigned long long)h->address);
    struct memory_slice slice;
    if (!memory_use(t->memory, at, size, writes, &slice, error))
        return false;
    const VkDeviceSize unit = t->vk->properties.limits.minTexelBufferOffsetAlignment;
    if (!storage && (!stores || slice.offset % unit) && !copy_texels(t, size, &slice, error))
        return false;
    const VkBufferViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
        .buffer = slice.buffer,
        .format = format,
        .offset = slice.offset,
        .range = size,
    };
    if (slice.offset % unit)
        return error_set(
            error, ERROR_UNSUPPORTED,
            "%s cannot store to a buffer texture at 0x%llx: begin it at a multiple of %u",
            t->vk->properties.deviceName, (unsigned long long)h->address, (unsigned)unit);
    if (find(t, &info, out))
        return true;
    if (!vulkan_ok(t->vk, vkCreateBufferView(t->vk->device, &info, NULL, out), "vkCreateBufferView",
                   error))
        return false;
    GROW(t->texels, t->texels_count, t->texels_room);
    t->texels[t->texels_count++] = (struct texels_entry){info, *out};
    return true;
}
