/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_DEVICE_H
#define WINDLASS_DEKO3D_DEVICE_H

#include "base.h"

enum {
    DkDeviceFlags_DepthZeroToOne = 0 << 8,
    DkDeviceFlags_DepthMinusOneToOne = 1 << 8,
    DkDeviceFlags_OriginUpperLeft = 0 << 9, /* of images: where their first row is */
    DkDeviceFlags_OriginLowerLeft = 1 << 9,
    DkDeviceFlags_YAxisPointsUp = 0 << 10, /* of clip space */
    DkDeviceFlags_YAxisPointsDown = 1 << 10,
};

typedef struct DkDeviceMaker {
    void *userData;      /* for the three functions */
    DkDebugFunc cbDebug; /* NULL: standard error, and the end of the program */
    DkAllocFunc cbAlloc; /* NULL: the C library's */
    DkFreeFunc cbFree;
    uint32_t flags;
} DkDeviceMaker;

DK_CONSTEXPR void dkDeviceMakerDefaults(DkDeviceMaker *maker) {
    maker->userData = NULL;
    maker->cbDebug = NULL;
    maker->cbAlloc = NULL;
    maker->cbFree = NULL;
    maker->flags =
        DkDeviceFlags_DepthZeroToOne | DkDeviceFlags_OriginUpperLeft | DkDeviceFlags_YAxisPointsUp;
}

DK_EXTERN_BEGIN

/* Opens the GPU. A program makes a device, and everything else from it. Another device has memory,
 * addresses and queues of its own.
 * @maker: callbacks and flags, which are copied.
 * @returns: the device.
 * @console: one GPU; here the best one that Vulkan has, or the one that dkHostSetOptions names. */
DkDevice dkDeviceCreate(DkDeviceMaker const *maker);

/* Closes the device. Queues and memory blocks of the device must be gone. */
void dkDeviceDestroy(DkDevice obj);

/* @returns: the GPU's clock, in ticks of 625/384 ns, as counters report it. */
uint64_t dkDeviceGetCurrentTimestamp(DkDevice obj);

/* @returns: the GPU's clock, in nanoseconds. */
uint64_t dkDeviceGetCurrentTimestampInNs(DkDevice obj);

DK_EXTERN_END

DK_CONSTEXPR uint64_t dkTimestampToNs(uint64_t ts) {
    return ts * 625 / 384;
}

DK_CONSTEXPR uint64_t dkNsToTimestamp(uint64_t ns) {
    return ns * 384 / 625;
}

#endif
