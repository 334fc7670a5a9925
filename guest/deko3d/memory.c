/* SPDX-License-Identifier: MIT */
#include "home.h"

enum {
    NVMAP_CREATE = 0xc0080101,
    NVMAP_ALLOC = 0xc0200104,
    NVMAP_FREE = 0xc0180105,
    NVMAP_GET_ID = 0xc008010e,
    SPACE_RESERVE = 0xc0184102,
    SPACE_RELEASE = 0xc0104103,
    SPACE_UNMAP = 0xc0084105,
    SPACE_MAP = 0xc0284106,
    HEAP_MASK = 0x20000000, /* memory of the program itself */
    PAGE = 0x1000,
    MAP_FIXED = 1,
    MAP_CACHEABLE = 4,
    MAP_MODIFY = 0x100,
};

static Result create(struct platform *p, void *memory, bool cached, struct platform_object *o) {
    struct {
        uint32_t size, handle;
    } create = {o->size, 0};
    Result r = nv_ioctl(p->nvmap, NVMAP_CREATE, &create, sizeof create);
    if (r)
        return r;
    o->handle = create.handle;
    struct {
        uint32_t handle, heap_mask, flags, align;
        uint8_t kind, padding[7];
        uint64_t address;
    } alloc = {o->handle, HEAP_MASK, cached, PAGE, PLATFORM_KIND_PITCH, {0}, (uint64_t)memory};
    if ((r = nv_ioctl(p->nvmap, NVMAP_ALLOC, &alloc, sizeof alloc)) != 0)
        return r;
    struct {
        uint32_t id, handle;
    } get = {0, o->handle};
    r = nv_ioctl(p->nvmap, NVMAP_GET_ID, &get, sizeof get);
    o->id = get.id;
    return r;
}

static void let_go(struct platform *p, uint32_t handle) {
    struct {
        uint32_t handle, padding;
        uint64_t address;
        uint32_t size, flags;
    } release = {.handle = handle};
    (void)nv_ioctl(p->nvmap, NVMAP_FREE, &release, sizeof release);
}

DkResult platform_object_new(struct platform *p, void *memory, uint32_t size, bool cached,
                             struct platform_object **out) {
    struct platform_object *o = calloc(1, sizeof *o);
    if (!o)
        return DkResult_OutOfMemory;
    o->size = size;
    Result r = create(p, memory, cached, o);
    if (r) {
        if (o->handle)
            let_go(p, o->handle);
        free(o);
        return home_result(r);
    }
    *out = o;
    return DkResult_Success;
}

void platform_object_free(struct platform *p, struct platform_object *o) {
    let_go(p, o->handle);
    free(o);
}

DkResult platform_reserve(struct platform *p, uint64_t size, uint64_t align, DkGpuAddr *out) {
    struct {
        uint32_t pages, page_size, flags, padding;
        uint64_t align_then_address;
    } a = {(uint32_t)(size / PLATFORM_BIG_PAGE), PLATFORM_BIG_PAGE, 0, 0, align};
    Result r = nv_ioctl(p->space, SPACE_RESERVE, &a, sizeof a);
    *out = a.align_then_address;
    return home_result(r);
}

void platform_release(struct platform *p, DkGpuAddr address, uint64_t size) {
    struct {
        uint64_t address;
        uint32_t pages, page_size;
    } a = {address, (uint32_t)(size / PLATFORM_BIG_PAGE), PLATFORM_BIG_PAGE};
    (void)nv_ioctl(p->space, SPACE_RELEASE, &a, sizeof a);
}

DkResult platform_map(struct platform *p, struct platform_object *o, uint8_t kind, bool cached,
                      DkGpuAddr fixed, DkGpuAddr *out) {
    struct {
        uint32_t flags, kind, nvmap, page_size;
        uint64_t buffer_offset, size, address;
    } a = {(fixed ? MAP_FIXED : 0u) | (cached ? MAP_CACHEABLE : 0u),
           kind,
           o->handle,
           PLATFORM_BIG_PAGE,
           0,
           o->size,
           fixed};
    Result r = nv_ioctl(p->space, SPACE_MAP, &a, sizeof a);
    *out = a.address;
    return home_result(r);
}

void platform_unmap(struct platform *p, DkGpuAddr address) {
    (void)nv_ioctl(p->space, SPACE_UNMAP, &address, sizeof address);
}

DkResult platform_set_kind(struct platform *p, DkGpuAddr mapping, uint64_t offset, uint64_t size,
                           uint8_t kind) {
    struct {
        uint32_t flags, kind, nvmap, page_size;
        uint64_t buffer_offset, size, address;
    } a = {.flags = MAP_MODIFY,
           .kind = kind,
           .buffer_offset = offset,
           .size = size,
           .address = mapping};
    return home_result(nv_ioctl(p->space, SPACE_MAP, &a, sizeof a));
}

/* Lines of the Cortex-A57's data cache have 64 bytes. */
void platform_flush_cache(void *memory, size_t size) {
    enum { LINE = 64 };
    const uintptr_t end = (uintptr_t)memory + size;
    for (uintptr_t at = (uintptr_t)memory & ~(uintptr_t)(LINE - 1); at < end; at += LINE)
        __asm__ volatile("dc civac, %0" ::"r"(at) : "memory");
    __asm__ volatile("dsb sy" ::: "memory");
}
