/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/memory/memory_parts.h"

#include "base/memory.h"

#include <stdlib.h>

/* ---- beginning and end ---- */

/* Guest memory is up to date where a batch ends: mirrors are stored. */
static void store_mirrors(struct guest_memory *m) {
    const uint64_t batch = batch_number(m->batches);
    struct range part;
    for (size_t i = 0; i < m->count; i++) {
        struct import *import = m->imports[i];
        if (!import->have)
            continue;
        for (uint64_t at = import->start; range_map_next(m->written, at, import->end, &part);
             at = part.end)
            if (part.value == batch)
                mirror_store(m, import, part.start, part.end);
    }
}

static void batch_ends(void *context) {
    struct guest_memory *m = context;
    struct range part;
    version_engines_wrote(m);
    store_mirrors(m);
    version_batch_ends(m); /* behind the stores: they are seen too */
    for (uint64_t at = 0; range_map_next(m->written, at, UINT64_MAX, &part); at = part.end)
        if (batch_done(m->batches, part.value))
            range_map_set(m->written, part.start, part.end, 0);
}

bool guest_memory_new(struct vulkan *vk, struct batches *batches, struct guest_memory **out,
                      struct error *error) {
    return guest_memory_new_watched(vk, batches, WATCH_BEST, out, error);
}

bool guest_memory_new_watched(struct vulkan *vk, struct batches *batches, enum watch_kind kind,
                              struct guest_memory **out, struct error *error) {
    struct guest_memory *m = NEW(struct guest_memory);
    (void)error;
    m->vk = vk;
    m->batches = batches;
    m->watch = watch_new(kind);
    m->lazy = !watch_is_best(m->watch);
    m->watch_sees_device = vk->cpu || !vk->import_align || m->lazy;
    struct range_map **const maps[] = {&m->expected,  &m->reads,    &m->writes, &m->written,
                                       &m->watched,   &m->versions, &m->filled, &m->engine_pages,
                                       &m->looked_at, &m->looked,   &m->held};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        *maps[i] = range_map_new();
    pthread_mutex_init(&m->lock, NULL);
    batches_on_end(batches, batch_ends, m);
    *out = m;
    return true;
}

void guest_memory_free(struct guest_memory *m) {
    if (!m)
        return;
    batch_wait(m->batches, batch_number(m->batches));
    batch_wait(m->batches, batch_number(m->batches) - 1);
    batches_unlisten(m->batches, m);
    for (size_t i = 0; i < m->count; i++)
        import_free(m->vk, m->imports[i]);
    free(m->imports);
    struct range_map *const maps[] = {m->expected,  m->reads,    m->writes, m->written,
                                      m->watched,   m->versions, m->filled, m->engine_pages,
                                      m->looked_at, m->looked,   m->held};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        range_map_free(maps[i]);
    watch_free(m->watch);
    pthread_mutex_destroy(&m->lock);
    free(m);
}

void memory_count(const struct guest_memory *m, struct memory_counts *out) {
    *out = m->counts;
    for (size_t i = 0; i < m->count; i++) {
        const struct import *import = m->imports[i];
        *(import->have ? &out->mirrors : &out->imports) += 1;
        *(import->have ? &out->mirrored_bytes : &out->imported_bytes) +=
            import->end - import->start;
    }
    out->method = watch_method(m->watch);
}

void memory_describe(const struct guest_memory *m, struct strbuf *out) {
    struct memory_counts c;
    memory_count(m, &c);
    strbuf_addf(out,
                "gpu: memory: %lu buffers over %lu KiB of the program's pages; its writes are "
                "found by %s: %lu looks found %lu KiB; waited for the device %lu times\n",
                (unsigned long)c.imports, (unsigned long)(c.imported_bytes >> 10), c.method,
                (unsigned long)c.scans, (unsigned long)(c.written_bytes >> 10),
                (unsigned long)c.waits);
    if (c.mirrors)
        strbuf_addf(
            out,
            "gpu: memory: the driver does not take %lu KiB of it, which are copied: %lu KiB "
            "in, %lu KiB out\n",
            (unsigned long)(c.mirrored_bytes >> 10), (unsigned long)(c.copied_in >> 10),
            (unsigned long)(c.copied_out >> 10));
}

/* ---- use ---- */

void memory_on_access(struct guest_memory *m,
                      void (*call)(void *context, const uint8_t *range, uint64_t size, bool writes),
                      void *context) {
    m->access = call;
    m->access_context = context;
}

/* The listener may use memory itself. */
static void tell(struct guest_memory *m, const uint8_t *range, uint64_t size, bool writes) {
    if (!m->access || m->in_access)
        return;
    m->in_access = true;
    m->access(m->access_context, range, size, writes);
    m->in_access = false;
}

static void note(struct range_map *map, uint64_t start, uint64_t end, uint64_t batch) {
    if (!range_map_all(map, start, end, batch))
        range_map_set(map, start, end, batch);
}

bool memory_use(struct guest_memory *m, const uint8_t *range, uint64_t size, bool writes,
                struct memory_slice *out, struct error *error) {
    const uint64_t start = address_of(range), end = start + size;
    struct import *import;
    *out = (struct memory_slice){0};
    if (!size || end < start || page_up(end) < end)
        return error_set(error, ERROR_GUEST, "GPU: no memory is %llu bytes at 0x%llx",
                         (unsigned long long)size, (unsigned long long)start);
    version_engines_wrote(m);
    tell(m, range, size, writes);
    if (!import_find(m, start, end, &import, error))
        return false;
    if (import->have)
        mirror_fill(m, import, start, end);
    import->last = batch_number(m->batches);
    note(writes ? m->writes : m->reads, start, end, batch_number(m->batches));
    if (writes)
        version_device_writes(m, start, end);
    if (writes && import->have)
        range_map_set(import->have, start, end, m->version + 1);
    out->buffer = import->buffer;
    out->offset = start - import->start;
    out->address = import->address ? import->address + out->offset : 0;
    return true;
}

void memory_host_stores(struct guest_memory *m, const uint8_t *range, uint64_t size,
                        void (*call)(void *argument), void *argument) {
    const uint64_t start = address_of(range), end = start + size;
    version_engines_wrote(m);
    note(m->writes, start, end, batch_number(m->batches));
    version_device_writes(m, start, end);
    batch_after_first(m->batches, call, argument);
    batch_host_works(m->batches);
}

/* The last batch that is in the way. */
static uint64_t last_use(const struct guest_memory *m, uint64_t start, uint64_t end, bool writes) {
    const uint64_t write = range_map_max(m->writes, start, end),
                   read = writes ? range_map_max(m->reads, start, end) : 0;
    return read > write ? read : write;
}

static void wait_for(struct guest_memory *m, uint64_t start, uint64_t end, bool writes) {
    const uint64_t batch = last_use(m, start, end, writes);
    if (!batch || batch_done(m->batches, batch))
        return;
    m->counts.waits++;
    batch_wait(m->batches, batch);
}

bool memory_idle(const struct guest_memory *m, const uint8_t *range, uint64_t size) {
    const uint64_t batch = last_use(m, address_of(range), address_of(range) + size, false);
    return !batch || batch_done(m->batches, batch);
}

void memory_wait(struct guest_memory *m, const uint8_t *range, uint64_t size, bool writes) {
    const uint64_t start = address_of(range);
    version_engines_wrote(m);
    tell(m, range, size, writes);
    wait_for(m, start, start + size, writes);
}

void memory_expect(struct guest_memory *m, const uint8_t *range, uint64_t size) {
    uint64_t start = page_down(address_of(range)), end = page_up(address_of(range) + size);
    struct range over;
    pthread_mutex_lock(&m->lock);
    /* Runs that share pages are one: parts of an object may be mapped, and more than once. */
    const bool known = range_map_at(m->expected, start, &over) && over.end >= end;
    for (uint64_t at = start; !known && range_map_next(m->expected, at, end, &over);
         at = over.end) {
        struct range whole;
        if (!range_map_at(m->expected, over.start, &whole))
            break;
        start = whole.start < start ? whole.start : start;
        end = whole.end > end ? whole.end : end;
    }
    if (!known)
        range_map_set(m->expected, start, end, ++m->last_expected);
    pthread_mutex_unlock(&m->lock);
}

void memory_forget(struct guest_memory *m, const uint8_t *range, uint64_t size) {
    const uint64_t start = page_down(address_of(range)), end = page_up(address_of(range) + size);
    tell(m, range, size, true);
    wait_for(m, start, end, true);
    import_drop(m, start, end);
    pthread_mutex_lock(&m->lock);
    range_map_set(m->expected, start, end, 0);
    pthread_mutex_unlock(&m->lock);
    struct range_map *const maps[] = {m->reads,     m->writes, m->written,
                                      m->watched,   m->filled, m->engine_pages,
                                      m->looked_at, m->looked, m->held};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        range_map_set(maps[i], start, end, 0);
    watch_remove(m->watch, (const uint8_t *)(uintptr_t)start, end - start);
    /* Whoever kept something of what was there must not take what comes for it. */
    range_map_set(m->versions, start, end, version_next(m));
}
