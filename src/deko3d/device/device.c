/* SPDX-License-Identifier: MIT */
#include "deko3d/objects.h"

#include "deko3d/device/code_segment.h"

#include <stdlib.h>
#include <string.h>

static DkResult plain_alloc(void *user, size_t align, size_t size, void **out) {
    (void)user;
    *out = aligned_alloc(align, (size + align - 1) & -align);
    return *out ? DkResult_Success : DkResult_OutOfMemory;
}

static void plain_free(void *user, void *memory) {
    (void)user;
    free(memory);
}

/* A device that lies in its own memory: how it was made is needed to give it back. */
static DkDevice allocate(const DkDeviceMaker *maker) {
    struct tag_DkDevice first = {.maker = *maker};
    if (!first.maker.cbAlloc)
        first.maker.cbAlloc = plain_alloc;
    if (!first.maker.cbFree)
        first.maker.cbFree = plain_free;
    DkDevice d = DK_NEW(&first, struct tag_DkDevice);
    d->maker = first.maker;
    return d;
}

static DkResult open_parts(DkDevice d) {
    DkResult result = platform_open(&d->maker, &d->platform);
    if (result != DkResult_Success) {
        d->platform = NULL;
        return result;
    }
    d->facts = platform_facts(d->platform);
    result = code_segment_open(d);
    if (result != DkResult_Success)
        return result;
    return memblock_open(&d->semaphores, d, DK_MEMBLOCK_ALIGNMENT,
                         DkMemBlockFlags_CpuUncached | DkMemBlockFlags_GpuUncached |
                             DkMemBlockFlags_ZeroFillInit,
                         NULL);
}

/* What could not be opened is left as zeros. */
static void close_parts(DkDevice d) {
    if (d->semaphores.device)
        memblock_close(&d->semaphores);
    if (d->code.base)
        code_segment_close(d);
    if (d->platform)
        platform_close(d->platform);
}

/* Gives the device back, and remembers how that is done and whom mistakes are told. */
static void release(DkDevice d) {
    const DkDeviceMaker maker = d->maker;
    maker.cbFree(maker.userData, d);
}

DkDevice dkDeviceCreate(const DkDeviceMaker *maker) {
    DkDevice d = allocate(maker);
    const DkResult result = open_parts(d);
    if (result == DkResult_Success) {
        d->objects = 0; /* its own does not count */
        return d;
    }
    struct tag_DkDevice told = {.maker = d->maker};
    close_parts(d);
    release(d);
    dk_raise(&told, __func__, result, "there is no GPU that can be used");
}

#ifdef DK_DEBUG
static void check_empty(DkDevice d, const char *context) {
    for (uint32_t i = 0; i < DK_QUEUES; i++)
        if (d->queues[i])
            dk_raise(d, context, DkResult_BadState, "there are queues that were not destroyed");
    if (d->objects)
        dk_raise(d, context, DkResult_BadState, "there are memory blocks that were not destroyed");
}
#endif

void dkDeviceDestroy(DkDevice d) {
#ifdef DK_DEBUG
    check_empty(d, __func__);
#endif
    close_parts(d);
    release(d);
}

uint64_t dkDeviceGetCurrentTimestamp(DkDevice d) {
    return platform_timestamp(d->platform);
}

uint64_t dkDeviceGetCurrentTimestampInNs(DkDevice d) {
    return dkTimestampToNs(platform_timestamp(d->platform));
}
