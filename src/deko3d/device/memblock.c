/* SPDX-License-Identifier: MIT */
#include "deko3d/objects.h"

#include "deko3d/device/code_segment.h"

#include <string.h>

enum { KIND_COMPRESSED = 0xdb /* C32_2CRA: what images of compressed kinds begin with */ };

static bool is_cached(const struct tag_DkMemBlock *b) {
    return (b->flags & DkMemBlockFlags_CpuAccessMask) == DkMemBlockFlags_CpuCached;
}

static bool gpu_caches(const struct tag_DkMemBlock *b) {
    return (b->flags & DkMemBlockFlags_GpuAccessMask) == DkMemBlockFlags_GpuCached;
}

/* The CPU writes code; nothing else can be had of what makes no sense. */
static bool fix_flags(uint32_t *flags) {
    const uint32_t for_gpu = DkMemBlockFlags_Code | DkMemBlockFlags_Image;
    if (*flags & for_gpu && !(*flags & DkMemBlockFlags_GpuAccessMask))
        return false;
    if (*flags & DkMemBlockFlags_Code && !(*flags & DkMemBlockFlags_CpuAccessMask))
        *flags |= DkMemBlockFlags_CpuUncached;
    return true;
}

static DkResult map(struct tag_DkMemBlock *b, uint8_t kind, DkGpuAddr fixed, DkGpuAddr *out) {
    const DkResult result =
        platform_map(b->device->platform, b->object, kind, gpu_caches(b), fixed, out);
    if (result != DkResult_Success)
        *out = DK_GPU_ADDR_INVALID;
    return result;
}

static DkResult map_code(struct tag_DkMemBlock *b) {
    const DkResult result = code_segment_take(b->device, b->size, &b->code_offset);
    if (result != DkResult_Success)
        return result;
    return map(b, PLATFORM_KIND_PITCH, b->device->code.base + b->code_offset, &b->pitch);
}

static DkResult map_all(struct tag_DkMemBlock *b) {
    if (!(b->flags & DkMemBlockFlags_GpuAccessMask))
        return DkResult_Success;
    DkResult result =
        b->flags & DkMemBlockFlags_Code ? map_code(b) : map(b, PLATFORM_KIND_PITCH, 0, &b->pitch);
    if (result != DkResult_Success || !(b->flags & DkMemBlockFlags_Image))
        return result;
    result = map(b, PLATFORM_KIND_GENERIC, 0, &b->generic);
    return result == DkResult_Success ? map(b, KIND_COMPRESSED, 0, &b->compressed) : result;
}

static void unmap_all(struct tag_DkMemBlock *b) {
    const DkGpuAddr addresses[] = {b->compressed, b->generic, b->pitch};
    for (unsigned i = 0; i < 3; i++)
        if (addresses[i] != DK_GPU_ADDR_INVALID)
            platform_unmap(b->device->platform, addresses[i]);
}

static void count(DkDevice d, int change) {
    platform_mutex_lock(&d->lock);
    d->objects += (uint32_t)change;
    platform_mutex_unlock(&d->lock);
}

DkResult memblock_open(struct tag_DkMemBlock *b, DkDevice device, uint32_t size, uint32_t flags,
                       void *storage) {
    *b = (struct tag_DkMemBlock){.device = device,
                                 .size = size,
                                 .pitch = DK_GPU_ADDR_INVALID,
                                 .generic = DK_GPU_ADDR_INVALID,
                                 .compressed = DK_GPU_ADDR_INVALID,
                                 .own_memory = !storage};
    if (!fix_flags(&flags)) {
        *b = (struct tag_DkMemBlock){0};
        return DkResult_BadInput;
    }
    b->flags = flags & ~(uint32_t)DkMemBlockFlags_ZeroFillInit;
    b->memory = storage ? storage : dk_alloc(device, size, DK_MEMBLOCK_ALIGNMENT);
    if (flags & DkMemBlockFlags_ZeroFillInit)
        memset(b->memory, 0, size);
    DkResult result =
        platform_object_new(device->platform, b->memory, size, is_cached(b), &b->object);
    if (result != DkResult_Success)
        b->object = NULL;
    else
        result = map_all(b);
    count(device, 1);
    if (result != DkResult_Success)
        memblock_close(b);
    return result;
}

void memblock_close(struct tag_DkMemBlock *b) {
    DkDevice d = b->device;
    unmap_all(b);
    if (b->object)
        platform_object_free(d->platform, b->object);
    if (b->own_memory)
        dk_free(d, b->memory);
    count(d, -1);
    *b = (struct tag_DkMemBlock){0};
}

/* ---- what programs do with it ---- */

DkMemBlock dkMemBlockCreate(const DkMemBlockMaker *maker) {
    DK_CHECK_INPUT(maker->device, maker->size != 0, "size must not be 0");
    DK_CHECK_SIZE(maker->device, maker->size, DK_MEMBLOCK_ALIGNMENT);
    DK_CHECK_ALIGN(maker->device, (uintptr_t)maker->storage, DK_MEMBLOCK_ALIGNMENT);
    DK_CHECK_FLAGS(
        maker->device,
        (maker->flags & DkMemBlockFlags_CpuAccessMask) != DkMemBlockFlags_CpuAccessMask &&
            (maker->flags & DkMemBlockFlags_GpuAccessMask) != DkMemBlockFlags_GpuAccessMask,
        "an access mode is None, Uncached or Cached");
    DkMemBlock b = DK_NEW(maker->device, struct tag_DkMemBlock);
    const DkResult result =
        memblock_open(b, maker->device, maker->size, maker->flags, maker->storage);
    if (result == DkResult_Success)
        return b;
    dk_free(maker->device, b);
    dk_raise(maker->device, __func__, result,
             result == DkResult_BadInput      ? "code and images need access by the GPU"
             : result == DkResult_OutOfMemory ? "there are no GPU addresses left for it"
                                              : "the GPU cannot use this memory");
}

void dkMemBlockDestroy(DkMemBlock b) {
    DkDevice d = b->device;
    memblock_close(b);
    dk_free(d, b);
}

void *dkMemBlockGetCpuAddr(DkMemBlock b) {
    return b->flags & DkMemBlockFlags_CpuAccessMask ? b->memory : NULL;
}

DkGpuAddr dkMemBlockGetGpuAddr(DkMemBlock b) {
    return b->pitch;
}

uint32_t dkMemBlockGetSize(DkMemBlock b) {
    return b->size;
}

DkResult dkMemBlockFlushCpuCache(DkMemBlock b, uint32_t offset, uint32_t size) {
    DK_CHECK_INPUT(b->device, offset < b->size && size <= b->size - offset,
                   "offset and size lead out of the memory block");
    if (is_cached(b) && size)
        platform_flush_cache(b->memory + offset, size);
    return DkResult_Success;
}
