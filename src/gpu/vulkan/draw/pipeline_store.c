/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/pipeline.h"

#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* What stands in front of the driver's bytes. Drivers check a header of their own, but not all of
 * them whether the rest is whole. */
struct store_header {
    char magic[8];
    uint32_t vendor, device, driver, reserved;
    uint8_t uuid[VK_UUID_SIZE];
    uint64_t size, hash;
};

enum { STORE_LIMIT = 512 << 20 };

static uint64_t hash_bytes(const uint8_t *data, size_t size) {
    uint64_t hash = 0xcbf29ce484222325; /* FNV-1a */
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ data[i]) * 0x100000001b3;
    return hash;
}

static struct store_header header_of(const struct vulkan *vk, const uint8_t *data, size_t size) {
    struct store_header h = {
        .magic = "WLPIPES1",
        .vendor = vk->properties.vendorID,
        .device = vk->properties.deviceID,
        .driver = vk->properties.driverVersion,
        .size = size,
        .hash = hash_bytes(data, size),
    };
    memcpy(h.uuid, vk->properties.pipelineCacheUUID, sizeof h.uuid);
    return h;
}

static char *path_in(const char *folder) {
    return memory_format("%s/pipelines.bin", folder);
}

/* The driver's bytes of a file, NULL where it is none of this device. */
static const uint8_t *valid(const struct vulkan *vk, const struct blob *file, size_t *size) {
    struct store_header found, wanted;
    if (file->size < sizeof found)
        return NULL;
    memcpy(&found, file->data, sizeof found);
    *size = file->size - sizeof found;
    wanted = header_of(vk, file->data + sizeof found, *size);
    return memcmp(&found, &wanted, sizeof found) ? NULL : file->data + sizeof found;
}

bool pipeline_store_open(struct vulkan *vk, const char *folder, VkPipelineCache *out,
                         struct error *error) {
    struct blob file = {0};
    struct error unread;
    VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    if (folder) {
        char *path = path_in(folder);
        if (file_read(path, STORE_LIMIT, &file, &unread))
            info.pInitialData = valid(vk, &file, &info.initialDataSize);
        free(path);
    }
    if (!info.pInitialData)
        info.initialDataSize = 0;
    const bool ok = vulkan_ok(vk, vkCreatePipelineCache(vk->device, &info, NULL, out),
                              "vkCreatePipelineCache", error);
    blob_free(&file);
    return ok;
}

static bool store(struct vulkan *vk, const char *folder, VkPipelineCache cache,
                  struct error *error) {
    size_t size = 0;
    const char what[] = "vkGetPipelineCacheData";
    if (!vulkan_ok(vk, vkGetPipelineCacheData(vk->device, cache, &size, NULL), what, error))
        return false;
    if (size > STORE_LIMIT)
        return error_set(error, ERROR_LIMIT, "its %zu bytes are too many", size);
    uint8_t *bytes = memory_new(sizeof(struct store_header) + size);
    uint8_t *data = bytes + sizeof(struct store_header);
    char *path = path_in(folder);
    bool ok = vulkan_ok(vk, vkGetPipelineCacheData(vk->device, cache, &size, data), what, error);
    const struct store_header h = header_of(vk, data, size);
    memcpy(bytes, &h, sizeof h);
    ok = ok && file_make_folders(folder, error) && file_write(path, bytes, sizeof h + size, error);
    free(path);
    free(bytes);
    return ok;
}

void pipeline_store_close(struct vulkan *vk, const char *folder, VkPipelineCache cache) {
    struct error error = {0};
    if (folder && !store(vk, folder, cache, &error))
        log_warning(LOG_GPU, "the cache of pipelines is not kept: %s", error.text);
    vkDestroyPipelineCache(vk->device, cache, NULL);
}
