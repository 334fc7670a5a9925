/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_GPU_PLAIN_PARTS_H
#define WINDLASS_TESTS_GPU_PLAIN_PARTS_H

#include "plain.h"

/* What the files of plain.h share. */

struct plain_kept {
    void (*destroy)(VkDevice device, uint64_t object);
    uint64_t object;
};

struct plain {
    struct vulkan *vk;
    VkCommandPool pool;
    VkCommandBuffer commands;
    struct plain_kept *kept; /* destroyed from the last to the first */
    size_t kept_count, kept_room;
    struct vulkan_memory *memory;
    size_t memory_count, memory_room;
};

void plain_ok(struct plain *p, VkResult result, const char *what);
void plain_keep(struct plain *p, void (*destroy)(VkDevice device, uint64_t object),
                uint64_t object);

#endif
