/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_MEMORY_H
#define WINDLASS_DEKO3D_MEMORY_H

#include "base.h"

#define DK_MEMBLOCK_ALIGNMENT 0x1000 /* of size and storage, bytes */

enum {
    DkMemAccess_None = 0,
    DkMemAccess_Uncached = 1,
    DkMemAccess_Cached = 2,
    DkMemAccess_Mask = 3,
};

enum {
    DkMemBlockFlags_CpuAccessShift = 0,
    DkMemBlockFlags_GpuAccessShift = 2,
    DkMemBlockFlags_CpuUncached = DkMemAccess_Uncached << DkMemBlockFlags_CpuAccessShift,
    DkMemBlockFlags_CpuCached = DkMemAccess_Cached << DkMemBlockFlags_CpuAccessShift,
    DkMemBlockFlags_CpuAccessMask = DkMemAccess_Mask << DkMemBlockFlags_CpuAccessShift,
    DkMemBlockFlags_GpuUncached = DkMemAccess_Uncached << DkMemBlockFlags_GpuAccessShift,
    DkMemBlockFlags_GpuCached = DkMemAccess_Cached << DkMemBlockFlags_GpuAccessShift,
    DkMemBlockFlags_GpuAccessMask = DkMemAccess_Mask << DkMemBlockFlags_GpuAccessShift,
    DkMemBlockFlags_Code = 1 << 4,  /* for shaders */
    DkMemBlockFlags_Image = 1 << 5, /* for images */
    DkMemBlockFlags_ZeroFillInit = 1 << 8,
};

typedef struct DkMemBlockMaker {
    DkDevice device;
    uint32_t size; /* bytes */
    uint32_t flags;
    void *storage; /* the program's own memory; NULL: allocated */
} DkMemBlockMaker;

DK_CONSTEXPR void dkMemBlockMakerDefaults(DkMemBlockMaker *maker, DkDevice device, uint32_t size) {
    maker->device = device;
    maker->size = size;
    maker->flags = DkMemBlockFlags_CpuUncached | DkMemBlockFlags_GpuCached;
    maker->storage = NULL;
}

DK_EXTERN_BEGIN

/* Allocates memory that the GPU sees, or lets it see pages of the program.
 * @maker: size and storage in multiples of DK_MEMBLOCK_ALIGNMENT bytes; flags.
 * @returns: the block.
 * @console: code is never given back to the 4 GiB that hold it, there and here. */
DkMemBlock dkMemBlockCreate(DkMemBlockMaker const *maker);

/* Ends a block. The GPU must be done with it. */
void dkMemBlockDestroy(DkMemBlock obj);

/* @returns: where the program finds the block; NULL without CPU access. */
void *dkMemBlockGetCpuAddr(DkMemBlock obj);

/* @returns: where the GPU finds the block's bytes in their order. Images in it have other
 *     addresses: dkImageGetGpuAddr. */
DkGpuAddr dkMemBlockGetGpuAddr(DkMemBlock obj);

/* @returns: bytes. */
uint32_t dkMemBlockGetSize(DkMemBlock obj);

/* Writes back and forgets what the CPU's cache holds of a CpuCached block; of others it does
 * nothing.
 * @offset, @size: bytes of the block.
 * @returns: Success.
 * @console: the same; a desktop's caches are coherent, and a program notices no difference. */
DkResult dkMemBlockFlushCpuCache(DkMemBlock obj, uint32_t offset, uint32_t size);

DK_EXTERN_END

#endif
