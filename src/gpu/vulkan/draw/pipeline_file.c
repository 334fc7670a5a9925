/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/pipeline_parts.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* What stands in front of the bytes. Drivers check a header of their own in their caches, but not
 * all of them whether the rest is whole. */
struct file_header {
    char kind[8];
    uint32_t vendor, device, driver, unit;
    uint8_t uuid[VK_UUID_SIZE];
    uint64_t size, hash;
};

enum { FILE_LIMIT = 512 << 20 };

static uint64_t hash_bytes(const uint8_t *data, size_t size) {
    uint64_t hash = 0xcbf29ce484222325; /* FNV-1a */
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ data[i]) * 0x100000001b3;
    return hash;
}

static struct file_header header_of(const struct vulkan *vk, const char *kind, uint32_t unit,
                                    const uint8_t *data, size_t size) {
    struct file_header h = {
        .vendor = vk->properties.vendorID,
        .device = vk->properties.deviceID,
        .driver = vk->properties.driverVersion,
        .unit = unit,
        .size = size,
        .hash = hash_bytes(data, size),
    };
    memcpy(h.kind, kind, sizeof h.kind);
    memcpy(h.uuid, vk->properties.pipelineCacheUUID, sizeof h.uuid);
    return h;
}

bool pipeline_file_read(const struct vulkan *vk, const char *path, const char *kind, uint32_t unit,
                        struct blob *out) {
    struct file_header found, wanted;
    struct error unread;
    *out = (struct blob){0};
    if (!file_read(path, FILE_LIMIT, out, &unread))
        return false;
    if (out->size >= sizeof found) {
        const size_t size = out->size - sizeof found;
        memcpy(&found, out->data, sizeof found);
        wanted = header_of(vk, kind, unit, out->data + sizeof found, size);
        if (!memcmp(&found, &wanted, sizeof found) && size % unit == 0) {
            memmove(out->data, out->data + sizeof found, size);
            out->size = size;
            return true;
        }
    }
    blob_free(out);
    *out = (struct blob){0};
    return false;
}

bool pipeline_file_write(const struct vulkan *vk, const char *folder, const char *path,
                         const char *kind, uint32_t unit, const void *data, size_t size,
                         struct error *error) {
    if (size > FILE_LIMIT - sizeof(struct file_header))
        return error_set(error, ERROR_LIMIT, "its %zu bytes are too many", size);
    const struct file_header h = header_of(vk, kind, unit, data, size);
    uint8_t *bytes = memory_new(sizeof h + size);
    memcpy(bytes, &h, sizeof h);
    if (size)
        memcpy(bytes + sizeof h, data, size);
    const bool ok =
        file_make_folders(folder, error) && file_write(path, bytes, sizeof h + size, error);
    free(bytes);
    return ok;
}
