/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "gpu/vulkan/device/instance.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TYPES = VK_MAX_MEMORY_TYPES };
#define BLOCK_SIZE (64ull << 20)
#define LARGE_SIZE (16ull << 20) /* gets an allocation of Vulkan of its own */

struct hole {
    VkDeviceSize offset, size;
};

/* One allocation of Vulkan. Its holes lie in order, none touches the next. */
struct vulkan_block {
    VkDeviceMemory memory;
    VkDeviceSize size, used;
    uint8_t *data;
    uint32_t type;
    bool large;
    struct hole *holes;
    size_t count, room;
    struct vulkan_block *next;
};

struct vulkan_allocator {
    pthread_mutex_t lock;
    struct vulkan_block *blocks[TYPES];
    struct vulkan_memory_counts counts;
};

struct vulkan_allocator *vulkan_allocator_new(void) {
    struct vulkan_allocator *a = NEW(struct vulkan_allocator);
    pthread_mutex_init(&a->lock, NULL);
    return a;
}

/* ---- which memory ---- */

#define VISIBLE (VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT)

static const struct {
    VkMemoryPropertyFlags must, liked, disliked;
} places[] = {
    [MEMORY_DEVICE] = {0, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT},
    [MEMORY_UPLOAD] = {VISIBLE, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT,
                       VK_MEMORY_PROPERTY_HOST_CACHED_BIT},
    [MEMORY_READBACK] = {VISIBLE, VK_MEMORY_PROPERTY_HOST_CACHED_BIT,
                         VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT},
};
/* Never taken: protected memory, and what needs features that are off. */
#define REFUSED                                                                                    \
    (VK_MEMORY_PROPERTY_PROTECTED_BIT | VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT |                  \
     VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD | VK_MEMORY_PROPERTY_DEVICE_UNCACHED_BIT_AMD)

static int score(VkMemoryPropertyFlags flags, enum memory_place place) {
    return 2 * !!(flags & places[place].liked) - !!(flags & places[place].disliked);
}

/* The types that will do, the best first; among equals the driver's order counts. */
static uint32_t order_types(const struct vulkan *vk, uint32_t allowed, enum memory_place place,
                            uint32_t *types) {
    uint32_t count = 0;
    for (int wanted = 2; wanted >= -1; wanted--)
        for (uint32_t i = 0; i < vk->memory.memoryTypeCount; i++) {
            const VkMemoryPropertyFlags flags = vk->memory.memoryTypes[i].propertyFlags;
            if (allowed >> i & 1 && (flags & places[place].must) == places[place].must &&
                !(flags & REFUSED) && score(flags, place) == wanted)
                types[count++] = i;
        }
    return count;
}

/* ---- blocks ---- */

static void block_free(struct vulkan *vk, struct vulkan_block *b) {
    vk->allocator->counts.allocated -= b->size;
    vk->allocator->counts.allocations--;
    vkFreeMemory(vk->device, b->memory, NULL); /* unmaps */
    free(b->holes);
    free(b);
}

static VkResult block_new(struct vulkan *vk, uint32_t type, VkDeviceSize size,
                          struct vulkan_block **out) {
    const VkMemoryAllocateFlagsInfo flags = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
        .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT,
    };
    const VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .pNext = vk->features12.bufferDeviceAddress ? &flags : NULL,
        .allocationSize = size,
        .memoryTypeIndex = type,
    };
    struct vulkan_block *b = NEW(struct vulkan_block);
    VkResult result = vkAllocateMemory(vk->device, &info, NULL, &b->memory);
    void *data = NULL;
    if (result == VK_SUCCESS && (vk->memory.memoryTypes[type].propertyFlags & VISIBLE) == VISIBLE) {
        result = vkMapMemory(vk->device, b->memory, 0, VK_WHOLE_SIZE, 0, &data);
        if (result != VK_SUCCESS)
            vkFreeMemory(vk->device, b->memory, NULL);
    }
    if (result != VK_SUCCESS) {
        free(b);
        return result;
    }
    b->data = data;
    b->size = size;
    b->type = type;
    GROW(b->holes, b->count, b->room);
    b->holes[b->count++] = (struct hole){0, size};
    vk->allocator->counts.allocated += size;
    vk->allocator->counts.allocations++;
    *out = b;
    return VK_SUCCESS;
}

static void hole_insert(struct vulkan_block *b, size_t at, struct hole hole) {
    GROW(b->holes, b->count, b->room);
    memmove(&b->holes[at + 1], &b->holes[at], (b->count - at) * sizeof *b->holes);
    b->holes[at] = hole;
    b->count++;
}

static void hole_remove(struct vulkan_block *b, size_t at) {
    b->count--;
    memmove(&b->holes[at], &b->holes[at + 1], (b->count - at) * sizeof *b->holes);
}

static bool block_take(struct vulkan_block *b, VkDeviceSize size, VkDeviceSize align,
                       VkDeviceSize *offset) {
    for (size_t i = 0; i < b->count; i++) {
        const struct hole hole = b->holes[i];
        const VkDeviceSize start = (hole.offset + align - 1) / align * align;
        const VkDeviceSize skipped = start - hole.offset;
        if (hole.size < skipped || hole.size - skipped < size)
            continue;
        const struct hole behind = {start + size, hole.size - skipped - size};
        if (skipped)
            b->holes[i].size = skipped;
        else
            hole_remove(b, i);
        if (behind.size)
            hole_insert(b, i + (skipped != 0), behind);
        b->used += size;
        *offset = start;
        return true;
    }
    return false;
}

static void block_give(struct vulkan_block *b, VkDeviceSize offset, VkDeviceSize size) {
    size_t at = 0;
    while (at < b->count && b->holes[at].offset < offset)
        at++;
    hole_insert(b, at, (struct hole){offset, size});
    if (at + 1 < b->count && offset + size == b->holes[at + 1].offset) {
        b->holes[at].size += b->holes[at + 1].size;
        hole_remove(b, at + 1);
    }
    if (at && b->holes[at - 1].offset + b->holes[at - 1].size == offset) {
        b->holes[at - 1].size += b->holes[at].size;
        hole_remove(b, at);
    }
    b->used -= size;
}

/* ---- the door ---- */

static void hand_out(struct vulkan *vk, struct vulkan_block *b, VkDeviceSize offset,
                     VkDeviceSize size, struct vulkan_memory *out) {
    *out = (struct vulkan_memory){.memory = b->memory,
                                  .offset = offset,
                                  .size = size,
                                  .data = b->data ? b->data + offset : NULL,
                                  .block = b};
    vk->allocator->counts.used += size;
}

static VkResult take(struct vulkan *vk, uint32_t type, VkDeviceSize size, VkDeviceSize align,
                     struct vulkan_memory *out) {
    struct vulkan_allocator *a = vk->allocator;
    const bool large = size > LARGE_SIZE;
    VkDeviceSize offset = 0;
    if (!large)
        for (struct vulkan_block *b = a->blocks[type]; b; b = b->next)
            if (!b->large && block_take(b, size, align, &offset)) {
                hand_out(vk, b, offset, size, out);
                return VK_SUCCESS;
            }
    struct vulkan_block *b;
    VkResult result = block_new(vk, type, large ? size : BLOCK_SIZE, &b);
    if (result != VK_SUCCESS && !large) /* a small heap that is nearly full */
        result = block_new(vk, type, size, &b);
    if (result != VK_SUCCESS)
        return result;
    b->large = large;
    b->next = a->blocks[type];
    a->blocks[type] = b;
    if (!block_take(b, size, align, &offset)) /* a fresh block begins at 0 */
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    hand_out(vk, b, offset, size, out);
    return VK_SUCCESS;
}

bool vulkan_allocate(struct vulkan *vk, const VkMemoryRequirements *wanted, enum memory_place place,
                     struct vulkan_memory *out, struct error *error) {
    /* Buffers and images share blocks: each has its grains for itself. */
    VkDeviceSize grain = vk->properties.limits.bufferImageGranularity;
    grain = grain ? grain : 1;
    const VkDeviceSize align = wanted->alignment > grain ? wanted->alignment : grain;
    const VkDeviceSize size = (wanted->size + grain - 1) / grain * grain;
    uint32_t types[TYPES];
    const uint32_t count = order_types(vk, wanted->memoryTypeBits, place, types);
    VkResult result = VK_ERROR_FEATURE_NOT_PRESENT;
    *out = (struct vulkan_memory){0};
    if (!count)
        return error_set(
            error, ERROR_UNSUPPORTED, "Vulkan: %s has no memory %s for what is wanted (types 0x%x)",
            vk->properties.deviceName, place == MEMORY_DEVICE ? "at all" : "that the host sees",
            wanted->memoryTypeBits);
    pthread_mutex_lock(&vk->allocator->lock);
    for (uint32_t i = 0; i < count && result != VK_SUCCESS; i++)
        result = take(vk, types[i], size, align, out);
    pthread_mutex_unlock(&vk->allocator->lock);
    char what[80];
    snprintf(what, sizeof what, "vkAllocateMemory of %llu bytes", (unsigned long long)size);
    return vulkan_ok(vk, result, what, error);
}

void vulkan_release(struct vulkan *vk, struct vulkan_memory *memory) {
    struct vulkan_block *b = memory->block;
    struct vulkan_allocator *a = vk->allocator;
    if (!b)
        return;
    pthread_mutex_lock(&a->lock);
    block_give(b, memory->offset, memory->size);
    a->counts.used -= memory->size;
    /* One empty block a type is kept: work that comes and goes does not allocate each time. */
    bool other_empty = false;
    for (struct vulkan_block *o = a->blocks[b->type]; o; o = o->next)
        other_empty |= o != b && !o->used;
    if (!b->used && (b->large || other_empty)) {
        struct vulkan_block **link = &a->blocks[b->type];
        while (*link != b)
            link = &(*link)->next;
        *link = b->next;
        block_free(vk, b);
    }
    pthread_mutex_unlock(&a->lock);
    *memory = (struct vulkan_memory){0};
}

void vulkan_allocator_free(struct vulkan *vk) {
    struct vulkan_allocator *a = vk->allocator;
    for (uint32_t type = 0; type < TYPES; type++)
        for (struct vulkan_block *b = a->blocks[type], *next; b; b = next) {
            next = b->next;
            block_free(vk, b);
        }
    pthread_mutex_destroy(&a->lock);
    free(a);
    vk->allocator = NULL;
}

void vulkan_count_memory(struct vulkan *vk, struct vulkan_memory_counts *out) {
    pthread_mutex_lock(&vk->allocator->lock);
    *out = vk->allocator->counts;
    pthread_mutex_unlock(&vk->allocator->lock);
    VkPhysicalDeviceMemoryBudgetPropertiesEXT budget = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT};
    VkPhysicalDeviceMemoryProperties2 memory = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2,
        .pNext = vk->memory_budget ? &budget : NULL,
    };
    vkGetPhysicalDeviceMemoryProperties2(vk->physical, &memory);
    for (uint32_t i = 0; i < memory.memoryProperties.memoryHeapCount; i++) {
        const VkMemoryHeap *heap = &memory.memoryProperties.memoryHeaps[i];
        if (!(heap->flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT))
            continue;
        out->heap_used += budget.heapUsage[i];
        /* the usual guess: a fifth is others' */
        out->heap_budget += vk->memory_budget ? budget.heapBudget[i] : heap->size / 5 * 4;
    }
    if (!vk->memory_budget)
        out->heap_used = out->allocated;
}
