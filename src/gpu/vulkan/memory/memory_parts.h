/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_MEMORY_MEMORY_PARTS_H
#define WINDLASS_GPU_VULKAN_MEMORY_MEMORY_PARTS_H

#include "gpu/memory/range_map.h"
#include "gpu/memory/watch.h"
#include "gpu/vulkan/memory/memory.h"

#include <pthread.h>
#include <stddef.h>

/* What the files of guest memory share. Addresses are the host's. */

/* A buffer over guest memory: over the pages themselves, or a copy of them. */
struct import {
    uint64_t start, end;
    VkBuffer buffer;
    uint64_t address;          /* of the device */
    VkDeviceMemory pages;      /* imported */
    struct vulkan_memory copy; /* a mirror's */
    struct range_map *have;    /* a mirror's: version + 1 of the bytes in it; else NULL */
    uint64_t last;             /* the last batch that uses it */
};

struct guest_memory {
    struct vulkan *vk;
    struct batches *batches;

    /* By address. None lies within another, so ends are in order too; mirrors lie apart. */
    struct import **imports;
    size_t count, room;
    pthread_mutex_t lock; /* of `expected` */
    struct range_map *expected;
    uint64_t last_expected; /* runs have numbers, so that neighbours stay apart */

    struct range_map *reads, *writes; /* of the device, to the byte: the last batch */
    /* To the byte, where mirrors or the watch need it: the batch that writes it, until it is done.
     */
    struct range_map *written;

    struct watch *watch;
    struct range_map *watched;   /* whole pages whose version somebody asked for; 1 */
    struct range_map *looked_at; /* those, and gaps between them; 1 */
    struct range_map *versions;  /* of watched bytes */
    uint64_t version;            /* the newest */
    struct range_map *held;      /* bytes that more is made of than copies; 1 */
    uint64_t newest_held;        /* the newest version of others than those that are only copied */
    /* Where looking costs as much as there is to look at, ranges are looked at when somebody asks
     * for their version, once a submission; by the number of the submission. */
    bool lazy;
    struct range_map *looked;
    /* Where the host's processor does the device's writing, or the watch compares what memory
     * holds, it sees that as well. Pages that a batch writes as a whole are not looked at until it
     * is done, and what was seen then is ignored. */
    bool watch_sees_device;
    struct range_map *filled; /* the last batch that writes the whole page */

    /* Whole pages that engines write, until memory is asked for something else: then they are
     * written, and what the watch saw is ignored. */
    struct range_map *engine_pages;

    void (*access)(void *context, const uint8_t *range, uint64_t size, bool writes);
    void *access_context;
    bool in_access;
    struct memory_counts counts;
};

/* A version that whoever holds anything has to look for. */
static inline uint64_t version_next(struct guest_memory *m) {
    return m->newest_held = ++m->version;
}
static inline uint64_t address_of(const uint8_t *byte) {
    return (uint64_t)(uintptr_t)byte;
}
static inline uint64_t page_down(uint64_t address) {
    return address & ~(uint64_t)(PAGE_TABLE_PAGE - 1);
}
static inline uint64_t page_up(uint64_t address) {
    return page_down(address + PAGE_TABLE_PAGE - 1);
}

/* guest_memory_new with another write watch than the best. */
MUST_CHECK bool guest_memory_new_watched(struct vulkan *vk, struct batches *batches,
                                         enum watch_kind kind, struct guest_memory **out,
                                         struct error *error);

/* ---- memory_import.c ---- */
/* The buffer over all of the range. */
MUST_CHECK bool import_find(struct guest_memory *m, uint64_t start, uint64_t end,
                            struct import **out, struct error *error);
/* What lies over the range goes when the present batch is done. */
void import_drop(struct guest_memory *m, uint64_t start, uint64_t end);
void import_free(struct vulkan *vk, struct import *import);

/* ---- memory_mirror.c ---- */
MUST_CHECK bool mirror_new(struct guest_memory *m, uint64_t start, uint64_t end,
                           struct import **out, struct error *error);
/* Commands that bring what is newer in guest memory into the mirror. No batch ends in here, nor in
 * the others: who asked for memory is about to record commands with what it has got. */
void mirror_fill(struct guest_memory *m, struct import *mirror, uint64_t start, uint64_t end);
/* Commands and a call that bring what the present batch wrote to guest memory. */
void mirror_store(struct guest_memory *m, struct import *mirror, uint64_t start, uint64_t end);

/* ---- memory_version.c ---- */
/* The device is going to write the range in the present batch. */
void version_device_writes(struct guest_memory *m, uint64_t start, uint64_t end);
/* Memory is asked for something: see engine_pages. */
void version_engines_wrote(struct guest_memory *m);
/* The end of a batch: see watch_sees_device. */
void version_batch_ends(struct guest_memory *m);

#endif
