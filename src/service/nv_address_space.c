/* SPDX-License-Identifier: MIT */
#include "service/nvdrv.h"

#include "base/log.h"
#include "base/memory.h"
#include "gpu/memory/page_table.h"
#include "gpu/memory/space.h"
#include "kernel/space.h"
#include "service/nv_channel.h"
#include "service/nv_files.h"
#include "service/nv_gpu.h"
#include "service/nvmap.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* /dev/nvhost-as-gpu: one address space of the GPU each time it is opened. */

#define SMALL_PAGE  0x1000ull
#define FLAG_FIXED  1u
#define FLAG_MODIFY 0x100u

struct file {
    pthread_mutex_t lock;
    struct gpu_space space;   /* which addresses are taken */
    struct page_table *pages; /* what lies there */
    uint64_t big_page;
};

/* Only what the object has: the range may be larger (see map). The kernel keeps it mapped. */
static bool put_pages(const struct file *f, struct gpu_range *range,
                      const struct nvmap_info *info) {
    const uint64_t object = ((uint64_t)info->size + SMALL_PAGE - 1) & -SMALL_PAGE;
    const uint64_t left = range->offset < object ? object - range->offset : 0;
    const uint64_t size = (range->size + SMALL_PAGE - 1) & -SMALL_PAGE;
    struct error error;
    if (!left) {
        return true;
    }
    range->memory = info->address + range->offset;
    range->memory_size = size < left ? size : left;
    if (space_device_map(range->memory, range->memory_size)) {
        log_warning(LOG_NVDRV, "memory at 0x%lx is nothing that the GPU can map",
                    (unsigned long)range->memory);
        return false;
    }
    if (page_table_map(f->pages, range->address, (uint8_t *)(uintptr_t)range->memory,
                       range->memory_size, &error)) {
        return true;
    }
    log_warning(LOG_NVDRV, "%s", error.text);
    space_device_unmap(range->memory, range->memory_size);
    return false;
}

static void take_pages(void *file, const struct gpu_range *range) {
    const struct file *f = file;
    if (range->memory_size) {
        page_table_unmap(f->pages, range->address, range->memory_size);
        nv_gpu_forget(range->memory, range->memory_size);
        space_device_unmap(range->memory, range->memory_size);
    }
}

static void *open_space(void) {
    struct file *f = NEW(struct file);
    pthread_mutex_init(&f->lock, NULL);
    f->big_page = 0x10000;
    f->pages = page_table_new();
    return f;
}

static void close_space(void *data) {
    struct file *f = data;
    for (uint32_t i = 0; i < f->space.count; i++) {
        take_pages(f, &f->space.ranges[i]);
    }
    gpu_space_free(&f->space);
    page_table_unref(f->pages);
    pthread_mutex_destroy(&f->lock);
    free(f);
}

static uint32_t bind_channel(struct nv_call *c) {
    struct file *f = c->file;
    uint32_t fd;
    memcpy(&fd, c->argument, sizeof fd);
    void *channel = nv_file_enter(fd, &nv_device_channel);
    if (!channel) {
        return NV_BAD_PARAMETER;
    }
    nv_channel_bind(channel, f->pages);
    nv_file_leave(fd);
    return NV_OK;
}

static uint32_t initialize(struct nv_call *c) {
    struct file *f = c->file;
    uint32_t big_page;
    memcpy(&big_page, c->argument + 8, sizeof big_page);
    if (big_page && (big_page & (big_page - 1) || big_page < 0x10000 || big_page > 0x20000)) {
        return NV_BAD_PARAMETER;
    }
    pthread_mutex_lock(&f->lock);
    f->big_page = big_page ? big_page : f->big_page;
    pthread_mutex_unlock(&f->lock);
    return NV_OK;
}

static uint64_t base_of(const struct file *f, uint64_t page) {
    return page >= f->big_page ? GPU_SPACE_BIG : GPU_SPACE_BASE;
}

static uint32_t alloc_space(struct nv_call *c) {
    struct file *f = c->file;
    struct {
        uint32_t pages, page_size, flags, pad;
        uint64_t place; /* in: alignment, or the address with FLAG_FIXED; out: the address */
    } a;
    memcpy(&a, c->argument, sizeof a);
    uint64_t size = (uint64_t)a.pages * a.page_size;
    if (size == 0 || a.page_size & (a.page_size - 1) || a.page_size < SMALL_PAGE ||
        (!(a.flags & FLAG_FIXED) && a.place & (a.place - 1))) {
        return NV_BAD_PARAMETER;
    }
    uint64_t align = a.place > a.page_size ? a.place : a.page_size;
    pthread_mutex_lock(&f->lock);
    struct gpu_range range = {.size = size, .reservation = true, .address = a.place};
    if (!(a.flags & FLAG_FIXED)) {
        range.address = gpu_space_find(&f->space, base_of(f, a.page_size), size, align);
    }
    uint32_t status = range.address && gpu_space_add(&f->space, &range) ? NV_OK : NV_NO_MEMORY;
    pthread_mutex_unlock(&f->lock);
    a.place = range.address;
    memcpy(c->argument, &a, sizeof a);
    return status;
}

static uint32_t remove_range(struct nv_call *c, bool reservation) {
    struct file *f = c->file;
    uint64_t address;
    memcpy(&address, c->argument, sizeof address);
    pthread_mutex_lock(&f->lock);
    bool found = gpu_space_remove(&f->space, address, reservation, take_pages, f);
    pthread_mutex_unlock(&f->lock);
    return found ? NV_OK : NV_BAD_PARAMETER;
}

static uint32_t free_space(struct nv_call *c) {
    return remove_range(c, true);
}

static uint32_t unmap_buffer(struct nv_call *c) {
    return remove_range(c, false);
}

struct map_argument {
    uint32_t flags, kind, nvmap, page_size;
    uint64_t buffer_offset, size, address;
};

/* Maps a part of an nvmap object, at a.address with FLAG_FIXED. */
static uint32_t map(struct file *f, struct map_argument *a, const struct nvmap_info *info) {
    /* Programs of 2018 map 64 KiB of an object of 4 KiB with an alignment of 128 KiB: for the GPU
     * an object is as large as its alignment. */
    uint64_t whole = (info->size + (uint64_t)info->align - 1) & -(uint64_t)info->align;
    if (a->buffer_offset > whole) {
        return NV_BAD_PARAMETER;
    }
    uint64_t left = whole - a->buffer_offset, page = a->page_size;
    a->size = a->size ? a->size : left;
    /* A mapping covers whole pages, also where the object ends inside the last one. */
    if (a->size > (left + f->big_page - 1) / f->big_page * f->big_page || page & (page - 1)) {
        return NV_BAD_PARAMETER;
    }
    page = page < SMALL_PAGE ? SMALL_PAGE : page;
    uint64_t size = (a->size + page - 1) & -page;
    if (!(a->flags & FLAG_FIXED)) {
        uint64_t align = info->align > page ? info->align : page;
        a->address = gpu_space_find(&f->space, base_of(f, page), size, align);
    }
    struct gpu_range range = {.address = a->address,
                              .size = a->flags & FLAG_FIXED ? a->size : size,
                              .nvmap = a->nvmap,
                              .offset = a->buffer_offset};
    if (!a->address || !gpu_space_fits(&f->space, &range)) {
        return NV_NO_MEMORY;
    }
    if (!put_pages(f, &range, info)) {
        return NV_INVALID_ADDRESS;
    }
    return gpu_space_add(&f->space, &range) ? NV_OK : NV_NO_MEMORY;
}

static uint32_t map_buffer(struct nv_call *c) {
    struct file *f = c->file;
    struct map_argument a;
    struct nvmap_info info;
    uint32_t status = NV_BAD_PARAMETER;
    memcpy(&a, c->argument, sizeof a);
    pthread_mutex_lock(&f->lock);
    if (a.flags & FLAG_MODIFY) { /* another kind for a part of a mapping: no kinds here */
        status = gpu_space_mapping(&f->space, a.address) ? NV_OK : NV_BAD_PARAMETER;
    } else if (nvmap_find(a.nvmap, &info) && info.address) {
        status = map(f, &a, &info);
    }
    pthread_mutex_unlock(&f->lock);
    memcpy(c->argument, &a, sizeof a);
    return status;
}

static uint32_t get_regions(struct nv_call *c) {
    struct file *f = c->file;
    struct {
        uint64_t unused;
        uint32_t size, pad;
        struct {
            uint64_t offset;
            uint32_t page_size, pad;
            uint64_t pages;
        } regions[2];
    } a;
    memcpy(&a, c->argument, sizeof a);
    a.size = sizeof a.regions;
    a.regions[0].offset = GPU_SPACE_BASE;
    a.regions[0].page_size = SMALL_PAGE;
    a.regions[0].pages = (GPU_SPACE_BIG - GPU_SPACE_BASE) / SMALL_PAGE;
    a.regions[1].offset = GPU_SPACE_BIG;
    a.regions[1].page_size = (uint32_t)f->big_page;
    a.regions[1].pages = (GPU_SPACE_END - GPU_SPACE_BIG) / f->big_page;
    memcpy(c->argument, &a, sizeof a);
    return NV_OK;
}

static const struct nv_ioctl ioctls[] = {
    {0x4101, "BindChannel", 4, bind_channel, COMMAND_FULL},
    {0x4102, "AllocSpace", 0x18, alloc_space, COMMAND_FULL},
    {0x4103, "FreeSpace", 0x10, free_space, COMMAND_FULL},
    {0x4105, "UnmapBuffer", 8, unmap_buffer, COMMAND_FULL},
    {0x4106, "MapBufferEx", 0x28, map_buffer, COMMAND_FULL},
    {0x4108, "GetVARegions", 0x40, get_regions, COMMAND_FIXED},
    {0x4109, "InitializeEx", 0x28, initialize, COMMAND_FULL},
};

const struct nv_device nv_device_address_space = {NV_DEVICE("/dev/nvhost-as-gpu", ioctls),
                                                  .open = open_space, .close = close_space};
