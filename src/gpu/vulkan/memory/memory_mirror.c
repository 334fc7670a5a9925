/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/memory/memory_parts.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

/* Where a driver does not take the guest's pages a buffer of the device stands in for them. Bytes
 * with newer versions come in by copies in stream order, before they are used; what a batch wrote
 * goes back when it is done. */

#define CHUNK (4ull << 20)

/* The kernel copies: what cannot be read is zero, and what cannot be written stays. */
static void read_guest(uint8_t *to, uint64_t from, uint64_t size) {
    for (uint64_t at = 0; at < size;) {
        const struct iovec local = {to + at, size - at},
                           guest = {(void *)(uintptr_t)(from + at), size - at};
        const ssize_t got = process_vm_readv(getpid(), &local, 1, &guest, 1, 0);
        if (got > 0) {
            at += (uint64_t)got;
            continue;
        }
        uint64_t skipped = page_down(from + at) + PAGE_TABLE_PAGE - (from + at);
        skipped = skipped < size - at ? skipped : size - at;
        memset(to + at, 0, skipped);
        at += skipped;
    }
}

static void write_guest(uint64_t to, const uint8_t *from, uint64_t size) {
    for (uint64_t at = 0; at < size;) {
        const struct iovec local = {(void *)(uintptr_t)(from + at), size - at},
                           guest = {(void *)(uintptr_t)(to + at), size - at};
        const ssize_t put = process_vm_writev(getpid(), &local, 1, &guest, 1, 0);
        at += put > 0 ? (uint64_t)put : page_down(to + at) + PAGE_TABLE_PAGE - (to + at);
    }
}

static void copy(struct batches *b, VkBuffer from, VkDeviceSize from_offset, VkBuffer to,
                 VkDeviceSize to_offset, VkDeviceSize size) {
    const VkBufferCopy region = {from_offset, to_offset, size};
    vkCmdCopyBuffer(batch_commands(b), from, to, 1, &region);
}

/* What another buffer over the same memory has is in the new one, in stream order: what an old
 * mirror holds, or the pages as the device leaves them. */
static void take_over(struct guest_memory *m, struct import *mirror, const struct import *old) {
    const uint64_t start = old->start > mirror->start ? old->start : mirror->start,
                   end = old->end < mirror->end ? old->end : mirror->end;
    struct range part;
    batch_barrier(m->batches);
    copy(m->batches, old->buffer, start - old->start, mirror->buffer, start - mirror->start,
         end - start);
    batch_barrier(m->batches);
    if (old->have) {
        for (uint64_t at = start; range_map_next(old->have, at, end, &part); at = part.end)
            range_map_set(mirror->have, part.start, part.end, part.value);
        return;
    }
    memory_version(m, (const uint8_t *)(uintptr_t)start, end - start); /* it is watched */
    uint64_t until;
    for (uint64_t at = start; at < end; at = until) {
        const uint64_t version = range_map_get(m->versions, at, end, &until);
        range_map_set(mirror->have, at, until, version + 1);
    }
    range_map_set(m->reads, start, end, batch_number(m->batches));
}

bool mirror_new(struct guest_memory *m, uint64_t start, uint64_t end, struct import **out,
                struct error *error) {
    /* It takes the place of all that it touches, and of the whole of each: what an unfinished batch
     * writes through one that went is nowhere else to be had. */
    for (size_t i = 0; i < m->count; i++) {
        const struct import *other = m->imports[i];
        if (other->start >= end || other->end <= start ||
            (other->start >= start && other->end <= end))
            continue;
        start = other->start < start ? other->start : start;
        end = other->end > end ? other->end : end;
        i = (size_t)-1; /* a larger one may touch others */
    }
    struct vulkan_buffer buffer;
    if (!vulkan_buffer_new(m->vk, end - start, MEMORY_DEVICE, &buffer, error))
        return error_wrap(error, "a copy of guest memory for the GPU");
    struct import *mirror = NEW(struct import);
    *mirror = (struct import){.start = start,
                              .end = end,
                              .buffer = buffer.buffer,
                              .address = buffer.address,
                              .copy = buffer.memory,
                              .have = range_map_new()};
    m->watch_sees_device = true;
    for (size_t i = 0; i < m->count; i++)
        if (m->imports[i]->start < end && m->imports[i]->end > start)
            take_over(m, mirror, m->imports[i]);
    *out = mirror;
    return true;
}

static void bring_in(struct guest_memory *m, const struct import *mirror, uint64_t start,
                     uint64_t end) {
    batch_barrier(m->batches);
    for (uint64_t size; start < end; start += size) {
        size = end - start < CHUNK ? end - start : CHUNK;
        const struct stream_slice slice = batch_stream(m->batches, size, 4);
        read_guest(slice.data, start, size);
        copy(m->batches, slice.buffer, slice.offset, mirror->buffer, start - mirror->start, size);
        m->counts.copied_in += size;
    }
    batch_barrier(m->batches);
}

/* Bytes that an unfinished batch writes are newer than those in guest memory. */
static bool is_stale(const struct guest_memory *m, const struct import *mirror, uint64_t at,
                     uint64_t end, uint64_t *until, uint64_t *version) {
    uint64_t have_until, written_until;
    *version = range_map_get(m->versions, at, end, until);
    const uint64_t have = range_map_get(mirror->have, at, end, &have_until),
                   batch = range_map_get(m->written, at, end, &written_until);
    *until = *until < have_until ? *until : have_until;
    *until = *until < written_until ? *until : written_until;
    const bool in_flight = batch && !batch_done(m->batches, batch);
    return have <= *version && !(have && in_flight);
}

void mirror_fill(struct guest_memory *m, struct import *mirror, uint64_t start, uint64_t end) {
    memory_version(m, (const uint8_t *)(uintptr_t)start, end - start); /* it is watched */
    uint64_t first = end, next, version;
    for (uint64_t at = start; at < end; at = next) {
        if (is_stale(m, mirror, at, end, &next, &version)) {
            first = first < at ? first : at;
            range_map_set(mirror->have, at, next, version + 1);
            continue;
        }
        if (first < at)
            bring_in(m, mirror, first, at);
        first = end;
    }
    if (first < end)
        bring_in(m, mirror, first, end);
}

struct store {
    struct stream_slice slice;
    uint64_t start, size;
};

static void put(void *argument) {
    struct store *store = argument;
    write_guest(store->start, store->slice.data, store->size);
    free(store);
}

void mirror_store(struct guest_memory *m, struct import *mirror, uint64_t start, uint64_t end) {
    batch_barrier(m->batches);
    for (uint64_t size; start < end; start += size) {
        size = end - start < CHUNK ? end - start : CHUNK;
        struct store *store = NEW(struct store);
        *store = (struct store){batch_stream(m->batches, size, 4), start, size};
        copy(m->batches, mirror->buffer, start - mirror->start, store->slice.buffer,
             store->slice.offset, size);
        batch_after_first(m->batches, put, store);
        m->counts.copied_out += size;
    }
}
