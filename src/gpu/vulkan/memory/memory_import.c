/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/memory/memory_parts.h"

#include "base/log.h"
#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22 /* Linux 5.14, madvise(2) */
#endif

/* Larger runs get several buffers: a driver pins what it imports, which takes its time. */
#define IMPORT_LIMIT (256ull << 20)
/* Drivers bound how many allocations there are (4096 is the least that Vulkan demands). When there
 * are more buffers than this, those that were not used lately go. */
enum { IMPORTS_MANY = 1024, LATELY = 16 /* batches */ };

/* ---- the list ---- */

/* The only one that can cover the range: of those that begin before it the last ends last. */
static struct import *covering(const struct guest_memory *m, uint64_t start, uint64_t end,
                               size_t *at) {
    size_t low = 0, high = m->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (m->imports[middle]->start <= start)
            low = middle + 1;
        else
            high = middle;
    }
    *at = low;
    return low && m->imports[low - 1]->end >= end ? m->imports[low - 1] : NULL;
}

static void drop(struct vulkan *vk, uint64_t object) {
    import_free(vk, (struct import *)(uintptr_t)object);
}

/* Takes those away for which it says so; commands that were recorded may still use them. */
static void drop_where(struct guest_memory *m, uint64_t start, uint64_t end, bool within) {
    size_t kept = 0;
    for (size_t i = 0; i < m->count; i++) {
        struct import *import = m->imports[i];
        const bool goes = within ? import->start >= start && import->end <= end
                                 : import->start < end && import->end > start;
        if (goes)
            batch_drop(m->batches, drop, (uint64_t)(uintptr_t)import);
        else
            m->imports[kept++] = import;
    }
    m->count = kept;
}

static void insert(struct guest_memory *m, struct import *import) {
    size_t at;
    drop_where(m, import->start, import->end, true);
    covering(m, import->start, import->end, &at);
    GROW(m->imports, m->count, m->room);
    memmove(&m->imports[at + 1], &m->imports[at], (m->count - at) * sizeof *m->imports);
    m->imports[at] = import;
    m->count++;
}

/* Those last used before a batch, and not used any more. */
static void drop_older(struct guest_memory *m, uint64_t batch) {
    size_t kept = 0;
    for (size_t i = 0; i < m->count; i++) {
        struct import *import = m->imports[i];
        if (import->last < batch && batch_done(m->batches, import->last))
            batch_drop(m->batches, drop, (uint64_t)(uintptr_t)import);
        else
            m->imports[kept++] = import;
    }
    m->count = kept;
}

static void drop_some(struct guest_memory *m) {
    const uint64_t now = batch_number(m->batches);
    if (m->count >= IMPORTS_MANY && now > LATELY)
        drop_older(m, now - LATELY);
    if (m->count >= IMPORTS_MANY)
        drop_older(m, now);
}

void import_drop(struct guest_memory *m, uint64_t start, uint64_t end) {
    drop_where(m, start, end, false);
}

void import_free(struct vulkan *vk, struct import *import) {
    vkDestroyBuffer(vk->device, import->buffer, NULL);
    if (import->pages)
        vkFreeMemory(vk->device, import->pages, NULL);
    vulkan_release(vk, &import->copy);
    range_map_free(import->have);
    free(import);
}

/* ---- importing ---- */

#define HANDLE VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT

/* Of the kinds of memory that the pages may be taken for, one that needs no flushing. */
static bool pick_type(const struct vulkan *vk, uint32_t allowed, uint32_t *out) {
    const VkMemoryPropertyFlags must = VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
                                liked = must | VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 0; i < vk->memory.memoryTypeCount; i++) {
            const VkMemoryPropertyFlags wanted = round ? must : liked,
                                        flags = vk->memory.memoryTypes[i].propertyFlags;
            if (allowed >> i & 1 && (flags & wanted) == wanted) {
                *out = i;
                return true;
            }
        }
    return false;
}

static bool take_pages(struct vulkan *vk, struct import *import, struct error *error) {
    void *pages = (void *)(uintptr_t)import->start;
    const uint64_t size = import->end - import->start;
    VkMemoryHostPointerPropertiesEXT host = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT};
    VkMemoryRequirements needs;
    if (!vulkan_ok(vk, vkGetMemoryHostPointerPropertiesEXT(vk->device, HANDLE, pages, &host),
                   "vkGetMemoryHostPointerPropertiesEXT", error))
        return false;
    vkGetBufferMemoryRequirements(vk->device, import->buffer, &needs);
    uint32_t type = 0;
    if (needs.size > size || !pick_type(vk, needs.memoryTypeBits & host.memoryTypeBits, &type))
        return error_set(error, ERROR_UNSUPPORTED, "Vulkan: no buffer can lie over guest memory");
    const VkMemoryAllocateFlagsInfo addressed = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
        .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT,
    };
    const VkImportMemoryHostPointerInfoEXT from = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT,
        .pNext = vk->features12.bufferDeviceAddress ? &addressed : NULL,
        .handleType = HANDLE,
        .pHostPointer = pages,
    };
    const VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .pNext = &from,
        .allocationSize = size,
        .memoryTypeIndex = type,
    };
    return vulkan_ok(vk, vkAllocateMemory(vk->device, &info, NULL, &import->pages),
                     "vkAllocateMemory of guest pages", error) &&
           vulkan_ok(vk, vkBindBufferMemory(vk->device, import->buffer, import->pages, 0),
                     "vkBindBufferMemory", error);
}

static bool import_new(struct vulkan *vk, uint64_t start, uint64_t end, struct import **out,
                       struct error *error) {
    struct import *import = NEW(struct import);
    import->start = start / vk->import_align * vk->import_align;
    import->end = (end + vk->import_align - 1) / vk->import_align * vk->import_align;
    const VkExternalMemoryBufferCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
        .handleTypes = HANDLE,
    };
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .pNext = &external,
        .size = import->end - import->start,
        .usage = vulkan_buffer_usage(vk),
    };
    if (!vulkan_ok(vk, vkCreateBuffer(vk->device, &info, NULL, &import->buffer), "vkCreateBuffer",
                   error) ||
        !take_pages(vk, import, error)) {
        import_free(vk, import);
        return false;
    }
    import->address = vulkan_buffer_address(vk, import->buffer);
    *out = import;
    return true;
}

/* ---- finding ---- */

/* Whether it can be read: a device that is the CPU would fault on pages without access, and end
 * us. Pages that nobody has touched are only looked at. */
static bool reachable(uint64_t start, uint64_t end) {
    if (!madvise((void *)(uintptr_t)start, end - start, MADV_POPULATE_READ))
        return true;
    /* EINVAL: it may not be read, or the kernel does not know how to look (then nobody can say). */
    static uint8_t known[2 * PAGE_TABLE_PAGE];
    return errno == EINVAL && madvise((void *)(uintptr_t)page_up(address_of(known)),
                                      PAGE_TABLE_PAGE, MADV_POPULATE_READ) != 0;
}

/* What is worth a buffer: the run that it is known to lie in, or as much as one may have. */
static void widen(struct guest_memory *m, uint64_t *start, uint64_t *end) {
    struct range run;
    pthread_mutex_lock(&m->lock);
    const bool known = range_map_at(m->expected, *start, &run) && run.end >= *end;
    pthread_mutex_unlock(&m->lock);
    if (!known)
        return;
    const uint64_t window = *start / IMPORT_LIMIT * IMPORT_LIMIT;
    if (run.end - run.start > IMPORT_LIMIT && *end > window + IMPORT_LIMIT)
        return;
    if (run.end - run.start > IMPORT_LIMIT) {
        run.start = run.start > window ? run.start : window;
        run.end = run.end < window + IMPORT_LIMIT ? run.end : window + IMPORT_LIMIT;
    }
    *start = run.start;
    *end = run.end;
}

/* With those that touch it or lie over it, as long as that is not too much. */
static void join(const struct guest_memory *m, uint64_t *start, uint64_t *end) {
    for (size_t i = 0; i < m->count; i++) {
        const struct import *other = m->imports[i];
        if (other->start > *end || other->end < *start)
            continue;
        const uint64_t low = other->start < *start ? other->start : *start,
                       high = other->end > *end ? other->end : *end;
        if (high - low <= IMPORT_LIMIT) {
            *start = low;
            *end = high;
        }
    }
}

static bool touches_mirror(const struct guest_memory *m, uint64_t start, uint64_t end) {
    for (size_t i = 0; i < m->count; i++)
        if (m->imports[i]->have && m->imports[i]->start < end && m->imports[i]->end > start)
            return true;
    return false;
}

static bool try_import(struct guest_memory *m, uint64_t start, uint64_t end, struct import **out,
                       struct error *error) {
    return m->vk->import_align && !touches_mirror(m, start, end) &&
           (!m->vk->cpu || reachable(start, end)) && import_new(m->vk, start, end, out, error);
}

bool import_find(struct guest_memory *m, uint64_t start, uint64_t end, struct import **out,
                 struct error *error) {
    size_t at;
    *out = covering(m, start, end, &at);
    if (*out)
        return true;
    start = page_down(start);
    end = page_up(end);
    if (!reachable(start, end))
        return error_set(error, ERROR_GUEST,
                         "GPU: there is no memory at 0x%llx, or it may not be read",
                         (unsigned long long)start);
    drop_some(m);
    uint64_t low = start, high = end;
    widen(m, &low, &high);
    join(m, &low, &high);
    if (!try_import(m, low, high, out, error) && !try_import(m, start, end, out, error)) {
        static bool said;
        log_once(&said, LOG_GPU,
                 "the driver does not take guest memory as it lies; it is copied, "
                 "which is slower");
        /* Over all of the run: one that takes another's place later leaves commands that were
         * prepared with the other. */
        low = start, high = end;
        widen(m, &low, &high);
        if (!mirror_new(m, low, high, out, error) && !mirror_new(m, start, end, out, error))
            return false;
        import_drop(m, (*out)->start, (*out)->end); /* all goes through the mirror from now on */
    }
    insert(m, *out);
    return true;
}
