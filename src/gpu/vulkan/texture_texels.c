/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture_parts.h"

#include "base/memory.h"

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

static bool format_can(const struct vulkan *vk, VkFormat format, bool writes) {
    VkFormatProperties can;
    vkGetPhysicalDeviceFormatProperties(vk->physical, format, &can);
    return can.bufferFeatures & (writes ? VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT
                                        : VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT);
}

/* A view that begins where the device can have none begins in a copy. */
static void align(struct textures *t, uint64_t size, struct memory_slice *slice) {
    const VkDeviceSize unit = t->vk->properties.limits.minTexelBufferOffsetAlignment;
    if (slice->offset % unit == 0)
        return;
    const struct stream_slice copy = batch_scratch(t->batches, size, unit);
    const VkBufferCopy part = {slice->offset, copy.offset, size};
    batch_barrier(t->batches);
    vkCmdCopyBuffer(batch_commands(t->batches), slice->buffer, copy.buffer, 1, &part);
    batch_barrier(t->batches);
    slice->buffer = copy.buffer;
    slice->offset = copy.offset;
}

bool texels_view(struct textures *t, const struct page_table *pages, const struct texture_header *h,
                 VkFormat format, bool writes, VkBufferView *out, struct error *error) {
    struct vulkan_format f;
    if (h->storage != STORAGE_BUFFER)
        return error_set(error, ERROR_GUEST, "the shader takes a texture of type %u for a buffer",
                         h->type);
    if (!format_of_texture(h, &f, error))
        return false;
    if (!format)
        format = f.format;
    if (format_class_of(format) != f.class || !format_can(t->vk, format, writes))
        return error_set(
            error, ERROR_UNSUPPORTED, "%s cannot %s buffers of format 0x%02x as Vulkan's format %d",
            t->vk->properties.deviceName, writes ? "write" : "read", h->format, format);
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
    if (!writes)
        align(t, size, &slice);
    const VkBufferViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
        .buffer = slice.buffer,
        .format = format,
        .offset = slice.offset,
        .range = size,
    };
    if (slice.offset % t->vk->properties.limits.minTexelBufferOffsetAlignment)
        return error_set(error, ERROR_UNSUPPORTED,
                         "%s cannot write a buffer texture at 0x%llx: begin it at a multiple of %u",
                         t->vk->properties.deviceName, (unsigned long long)h->address,
                         (unsigned)t->vk->properties.limits.minTexelBufferOffsetAlignment);
    if (find(t, &info, out))
        return true;
    if (!vulkan_ok(t->vk, vkCreateBufferView(t->vk->device, &info, NULL, out), "vkCreateBufferView",
                   error))
        return false;
    GROW(t->texels, t->texels_count, t->texels_room);
    t->texels[t->texels_count++] = (struct texels_entry){info, *out};
    return true;
}
