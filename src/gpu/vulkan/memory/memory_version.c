/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/memory/memory_parts.h"

#include "base/memory.h"

#include <stdlib.h>

/* Bytes that nobody has asked for the version of are nobody's cache: their writes are not kept. */
static bool is_watched(const struct guest_memory *m, uint64_t start, uint64_t end) {
    return range_map_max(m->watched, page_down(start), page_up(end)) != 0;
}

/* Looking at a run of pages is a call of the kernel: small gaps between runs of the same object of
 * the guest are watched too. */
enum { GAP = 16 * PAGE_TABLE_PAGE };

static void bridge(struct guest_memory *m, uint64_t *start, uint64_t *end) {
    struct range run, near;
    pthread_mutex_lock(&m->lock);
    const bool known = range_map_at(m->expected, *start, &run) && run.end >= *end;
    pthread_mutex_unlock(&m->lock);
    if (!known)
        return;
    const uint64_t low = *start - run.start > GAP ? *start - GAP : run.start,
                   high = run.end - *end > GAP ? *end + GAP : run.end;
    uint64_t before = *start;
    for (uint64_t at = low; range_map_next(m->looked_at, at, *start, &near); at = near.end)
        before = near.end;
    if (range_map_next(m->looked_at, *end, high, &near))
        *end = near.start;
    *start = before;
}

static void begin_to_watch(struct guest_memory *m, uint64_t start, uint64_t end) {
    uint64_t until;
    start = page_down(start);
    end = page_up(end);
    range_map_set(m->watched, start, end, 1);
    if (!m->lazy)
        bridge(m, &start, &end);
    for (uint64_t at = start; at < end; at = until)
        if (!range_map_get(m->looked_at, at, end, &until))
            watch_add(m->watch, (const uint8_t *)(uintptr_t)at, until - at);
    range_map_set(m->looked_at, start, end, 1);
}

/* ---- looking ---- */

static void found(void *context, const uint8_t *range, uint64_t size) {
    struct guest_memory *m = context;
    const uint64_t start = address_of(range);
    m->counts.written_bytes += size;
    if (is_watched(m, start, start + size))
        range_map_set(m->versions, start, start + size, m->version);
}

static void look(struct guest_memory *m, uint64_t start, uint64_t end) {
    watch_scan(m->watch, (const uint8_t *)(uintptr_t)start, end - start, found, m);
}

/* Not at what an unfinished batch writes as a whole. */
static void look_around(struct guest_memory *m, uint64_t start, uint64_t end) {
    uint64_t begin = start, until;
    for (uint64_t in = start; in < end; in = until) {
        const uint64_t batch = range_map_get(m->filled, in, end, &until);
        if (!batch || batch_done(m->batches, batch))
            continue;
        if (begin < in)
            look(m, begin, in);
        begin = until;
    }
    if (begin < end)
        look(m, begin, end);
}

void memory_scan(struct guest_memory *m) {
    struct range part;
    version_engines_wrote(m);
    version_next(m);
    m->counts.scans++;
    for (uint64_t at = 0; !m->lazy && range_map_next(m->looked_at, at, UINT64_MAX, &part);
         at = part.end)
        look_around(m, part.start, part.end);
}

/* What was not looked at since the submission began. */
static void look_now(struct guest_memory *m, uint64_t start, uint64_t end) {
    uint64_t until;
    version_engines_wrote(m);
    version_next(m);
    for (uint64_t at = start; at < end; at = until)
        if (range_map_get(m->looked, at, end, &until) != m->counts.scans)
            look_around(m, at, until);
    range_map_set(m->looked, start, end, m->counts.scans);
}

/* ---- versions ---- */

uint64_t memory_version_copied(struct guest_memory *m, const uint8_t *range, uint64_t size) {
    const uint64_t start = address_of(range), end = start + size, first = page_down(start),
                   last = page_up(end);
    if (!range_map_all(m->watched, first, last, 1))
        begin_to_watch(m, start, end);
    if (m->lazy && !range_map_all(m->looked, first, last, m->counts.scans))
        look_now(m, first, last);
    return range_map_max(m->versions, start, end);
}

uint64_t memory_version(struct guest_memory *m, const uint8_t *range, uint64_t size) {
    const uint64_t start = address_of(range), end = start + size;
    if (!range_map_all(m->held, start, end, 1))
        range_map_set(m->held, start, end, 1);
    return memory_version_copied(m, range, size);
}

struct memory_newest memory_newest(const struct guest_memory *m) {
    return (struct memory_newest){m->version, m->newest_held};
}

uint64_t memory_touch(struct guest_memory *m, const uint8_t *range, uint64_t size) {
    memory_version(m, range, size);
    range_map_set(m->versions, address_of(range), address_of(range) + size, version_next(m));
    return m->version;
}

/* ---- writes ---- */

void version_device_writes(struct guest_memory *m, uint64_t start, uint64_t end) {
    if (m->watch_sees_device)
        range_map_set(m->written, start, end, batch_number(m->batches));
    if (!is_watched(m, start, end))
        return;
    range_map_set(m->versions, start, end, version_next(m));
    if (m->watch_sees_device)
        range_map_set(m->filled, page_up(start), page_down(end), batch_number(m->batches));
}

void memory_cpu_wrote(struct guest_memory *m, const uint8_t *range, uint64_t size) {
    const uint64_t start = address_of(range), end = start + size;
    if (!is_watched(m, start, end))
        return;
    /* The watch sees it. Pages at the edges may have been written by the program as well; what the
     * program has written to the others so far is found now. */
    const uint64_t first = page_up(start), last = page_down(end);
    const bool pages = first < last;
    struct range part;
    m->version++;
    for (uint64_t at = first; pages && range_map_next(m->looked_at, at, last, &part); at = part.end)
        look(m, part.start, part.end);
    range_map_set(m->engine_pages, first, last, 1);
    if (pages || range_map_max(m->held, start, end))
        version_next(m);
    else
        m->version++;
    range_map_set(m->versions, start, end, m->version);
}

void version_engines_wrote(struct guest_memory *m) {
    struct range part;
    if (!range_map_count(m->engine_pages))
        return;
    for (uint64_t at = 0; range_map_next(m->engine_pages, at, UINT64_MAX, &part); at = part.end)
        watch_ignore(m->watch, (const uint8_t *)(uintptr_t)part.start, part.end - part.start);
    range_map_set(m->engine_pages, 0, UINT64_MAX, 0);
}

/* ---- what the watch sees of the device ---- */

struct seen {
    struct watch *watch;
    size_t count, room;
    struct range *ranges;
};

static void ignore(void *argument) {
    struct seen *seen = argument;
    for (size_t i = 0; i < seen->count; i++)
        watch_ignore(seen->watch, (const uint8_t *)(uintptr_t)seen->ranges[i].start,
                     seen->ranges[i].end - seen->ranges[i].start);
    free(seen->ranges);
    free(seen);
}

void version_batch_ends(struct guest_memory *m) {
    if (!m->watch_sees_device)
        return;
    struct seen seen = {.watch = m->watch};
    const uint64_t batch = batch_number(m->batches);
    struct range part, filled;
    for (uint64_t at = 0; range_map_next(m->written, at, UINT64_MAX, &part); at = part.end) {
        if (part.value != batch)
            continue;
        for (uint64_t in = part.start; range_map_next(m->filled, in, part.end, &filled);
             in = filled.end) {
            GROW(seen.ranges, seen.count, seen.room);
            seen.ranges[seen.count++] = filled;
        }
    }
    if (!seen.count)
        return;
    struct seen *kept = NEW(struct seen);
    *kept = seen;
    batch_after_first(m->batches, ignore, kept);
}
