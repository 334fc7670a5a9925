/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/pipeline_parts.h"

#include "base/log.h"
#include "base/memory.h"

#include <stdlib.h>

static const char kind[] = "WLPIPES1";

static char *path_in(const char *folder) {
    return memory_format("%s/pipelines.bin", folder);
}

bool pipeline_store_open(struct vulkan *vk, const char *folder, struct error *error) {
    struct blob file = {0};
    char *path = folder ? path_in(folder) : NULL;
    const bool there = folder && pipeline_file_read(vk, path, kind, 1, &file);
    const VkPipelineCacheCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO,
        .initialDataSize = there ? file.size : 0,
        .pInitialData = there ? file.data : NULL,
    };
    const bool ok =
        vulkan_ok(vk, vkCreatePipelineCache(vk->device, &info, NULL, &vk->pipeline_cache),
                  "vkCreatePipelineCache", error);
    vk->pipeline_cache_size = info.initialDataSize;
    blob_free(&file);
    free(path);
    return ok;
}

static bool store(struct vulkan *vk, const char *folder, struct error *error) {
    size_t size = 0;
    const char what[] = "vkGetPipelineCacheData";
    if (!vulkan_ok(vk, vkGetPipelineCacheData(vk->device, vk->pipeline_cache, &size, NULL), what,
                   error))
        return false;
    if (size == vk->pipeline_cache_size)
        return true; /* nothing new: they only grow */
    uint8_t *data = memory_new(size + 1);
    char *path = path_in(folder);
    const bool ok =
        vulkan_ok(vk, vkGetPipelineCacheData(vk->device, vk->pipeline_cache, &size, data), what,
                  error) &&
        pipeline_file_write(vk, folder, path, kind, 1, data, size, error);
    free(path);
    free(data);
    return ok;
}

void pipeline_store_close(struct vulkan *vk, const char *folder) {
    struct error error = {0};
    if (folder && vk->pipeline_cache && !store(vk, folder, &error))
        log_warning(LOG_GPU, "the cache of pipelines is not kept: %s", error.text);
    vkDestroyPipelineCache(vk->device, vk->pipeline_cache, NULL);
    vk->pipeline_cache = VK_NULL_HANDLE;
}
