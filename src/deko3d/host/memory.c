/* SPDX-License-Identifier: MIT */
#include "deko3d/host/host.h"

#include <stdlib.h>

enum { PAGE = PAGE_TABLE_PAGE };

static void lock(struct platform *p) {
    pthread_mutex_lock(&p->host->lock);
}

static void unlock(struct platform *p) {
    pthread_mutex_unlock(&p->host->lock);
}

DkResult platform_object_new(struct platform *p, void *memory, uint32_t size, bool cached,
                             struct platform_object **out) {
    (void)p, (void)cached; /* caches of this machine see each other */
    struct platform_object *o = malloc(sizeof *o);
    if (!o)
        return DkResult_OutOfMemory;
    *o = (struct platform_object){memory, size};
    *out = o;
    return DkResult_Success;
}

void platform_object_free(struct platform *p, struct platform_object *o) {
    gpu_forget(p->host->gpu, o->memory, o->size);
    free(o);
}

/* A free range becomes this one; 0: there is none. With the lock held. */
static DkGpuAddr take(struct platform *p, const struct gpu_range *wanted, uint64_t align) {
    struct gpu_range r = *wanted;
    if (!r.address)
        r.address = gpu_space_find(&p->space, GPU_SPACE_BIG, r.size, align);
    return r.address && gpu_space_add(&p->space, &r) ? r.address : 0;
}

DkResult platform_reserve(struct platform *p, uint64_t size, uint64_t align, DkGpuAddr *out) {
    const struct gpu_range wanted = {.size = size, .reservation = true};
    lock(p);
    *out = take(p, &wanted, align);
    unlock(p);
    return *out ? DkResult_Success : DkResult_OutOfMemory;
}

static void unmap_range(void *context, const struct gpu_range *r) {
    struct platform *p = context;
    if (!r->reservation)
        page_table_unmap(p->pages, r->address, r->size);
}

void platform_release(struct platform *p, DkGpuAddr address, uint64_t size) {
    (void)size;
    lock(p);
    gpu_space_remove(&p->space, address, true, unmap_range, p);
    unlock(p);
}

DkResult platform_map(struct platform *p, struct platform_object *o, uint8_t kind, bool cached,
                      DkGpuAddr fixed, DkGpuAddr *out) {
    (void)kind, (void)cached; /* images say themselves how they lie */
    const struct gpu_range wanted = {.address = fixed, .size = o->size};
    struct error error;
    lock(p);
    *out = take(p, &wanted, PLATFORM_BIG_PAGE);
    const bool ok = *out && page_table_map(p->pages, *out, o->memory, o->size, &error);
    if (*out && !ok)
        gpu_space_remove(&p->space, *out, false, unmap_range, p);
    const bool full = !*out;
    unlock(p);
    return ok ? DkResult_Success : full ? DkResult_OutOfMemory : host_failed(&error);
}

void platform_unmap(struct platform *p, DkGpuAddr address) {
    lock(p);
    gpu_space_remove(&p->space, address, false, unmap_range, p);
    unlock(p);
}

DkResult platform_set_kind(struct platform *p, DkGpuAddr mapping, uint64_t offset, uint64_t size,
                           uint8_t kind) {
    (void)p, (void)mapping, (void)offset, (void)size, (void)kind; /* as in platform_map */
    return DkResult_Success;
}

/* The GPU of this machine sees what the CPU wrote. */
void platform_flush_cache(void *memory, size_t size) {
    (void)memory, (void)size;
}
