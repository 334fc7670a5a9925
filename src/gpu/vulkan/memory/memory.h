/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_MEMORY_MEMORY_H
#define WINDLASS_GPU_VULKAN_MEMORY_MEMORY_H

#include "base/strbuf.h"
#include "gpu/memory/page_table.h"
#include "gpu/vulkan/device/batch.h"

/* Guest memory as the device sees it. Ranges are host addresses. */

struct guest_memory;

MUST_CHECK bool guest_memory_new(struct vulkan *vk, struct batches *batches,
                                 struct guest_memory **out, struct error *error);
void guest_memory_free(struct guest_memory *m); /* waits */

/* A run of guest memory that address spaces map (an object of nvmap): what it is used for later
 * gets one buffer over all of it. Any thread; without it, memory works all the same, with more
 * buffers. */
void memory_expect(struct guest_memory *m, const uint8_t *range, uint64_t size);

struct memory_slice {
    VkBuffer buffer;
    VkDeviceSize offset;
    uint64_t address; /* of the device; 0 where it has no such addresses */
};
/* A buffer over the range, for every use: imported pages, or a copy where the driver takes none.
 * Fails where the memory cannot be reached. `writes`: commands recorded next write it, and it gets
 * a new version; either way the range is noted as in use until the present batch is done, and the
 * buffer lives as long. No batch ends in here, unless the listener below ends one. */
MUST_CHECK bool memory_use(struct guest_memory *m, const uint8_t *range, uint64_t size, bool writes,
                           struct memory_slice *out, struct error *error);

/* `call` writes the range on the host when the present batch is done, before what batch_after was
 * given and before any later batch's commands: for devices that are the CPU. Nothing that is
 * recorded in this batch may use the range behind it. */
void memory_host_stores(struct guest_memory *m, const uint8_t *range, uint64_t size,
                        void (*call)(void *argument), void *argument);

/* Before the CPU reads (`writes`: or changes) the range: submits and waits for what uses it so. */
void memory_wait(struct guest_memory *m, const uint8_t *range, uint64_t size, bool writes);
/* Whether the CPU may read the range now without waiting, after memory_use. */
bool memory_idle(const struct guest_memory *m, const uint8_t *range, uint64_t size);
/* Code of ours on the CPU, an engine, wrote it, or does so before memory is asked for anything
 * else. */
void memory_cpu_wrote(struct guest_memory *m, const uint8_t *range, uint64_t size);

/* The newest version of any byte of the range, 0: never written since it was first asked for. The
 * first question makes the range watched. */
uint64_t memory_version(struct guest_memory *m, const uint8_t *range, uint64_t size);
/* The same for bytes that are copied each time they are used, where the copy may be older than
 * they: who holds nothing else of them can tell their writes from others by the second number
 * below. */
uint64_t memory_version_copied(struct guest_memory *m, const uint8_t *range, uint64_t size);
/* `any`: while it stays the same nothing has been written whose version somebody asked for. `held`:
 * nothing but bytes that engines wrote and that only memory_version_copied asked for. */
struct memory_newest {
    uint64_t any, held;
};
struct memory_newest memory_newest(const struct guest_memory *m);
/* A version that is newer than all there are, for the range: what memory_use(writes) does. */
uint64_t memory_touch(struct guest_memory *m, const uint8_t *range, uint64_t size);
/* Finds what the program has written since the last time; once a submission. */
void memory_scan(struct guest_memory *m);

/* Called when somebody is about to read or write the range through memory_use or memory_wait,
 * before it does; one listener (textures), which stores what it holds of it. */
void memory_on_access(struct guest_memory *m,
                      void (*call)(void *context, const uint8_t *range, uint64_t size, bool writes),
                      void *context);
/* The range goes away: waits for what uses it, and drops what is known of it. */
void memory_forget(struct guest_memory *m, const uint8_t *range, uint64_t size);

struct memory_counts {
    uint64_t imports, imported_bytes; /* buffers over guest pages, now */
    uint64_t mirrors, mirrored_bytes; /* buffers that are copies */
    uint64_t copied_in, copied_out;   /* bytes, of mirrors */
    uint64_t scans, written_bytes;    /* of the write watch */
    uint64_t waits;                   /* for the device */
    const char *method;               /* of the write watch */
};
void memory_count(const struct guest_memory *m, struct memory_counts *out);
void memory_describe(const struct guest_memory *m, struct strbuf *out); /* lines of the report */

#endif
