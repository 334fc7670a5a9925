/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_QUEUE_H
#define WINDLASS_DEKO3D_QUEUE_H

#include "base.h"

#define DK_QUEUE_MIN_CMDMEM_SIZE               0x10000
#define DK_PER_WARP_SCRATCH_MEM_ALIGNMENT      0x200
#define DK_DEFAULT_MAX_COMPUTE_CONCURRENT_JOBS 128

enum {
    DkQueueFlags_Graphics = 1 << 0,
    DkQueueFlags_Compute = 1 << 1,
    DkQueueFlags_MediumPrio = 0 << 2,
    DkQueueFlags_HighPrio = 1 << 2,
    DkQueueFlags_LowPrio = 2 << 2,
    DkQueueFlags_PrioMask = 3 << 2,
    DkQueueFlags_EnableZcull = 0 << 4,
    DkQueueFlags_DisableZcull = 1 << 4,
};

typedef struct DkQueueMaker {
    DkDevice device;
    uint32_t flags;
    uint32_t commandMemorySize; /* bytes of the queue's own commands */
    uint32_t flushThreshold;    /* of them, bytes */
    uint32_t
        perWarpScratchMemorySize; /* bytes that 32 threads of a shader may have beside registers */
    uint32_t maxConcurrentComputeJobs;
} DkQueueMaker;

DK_CONSTEXPR void dkQueueMakerDefaults(DkQueueMaker *maker, DkDevice device) {
    maker->device = device;
    maker->flags = DkQueueFlags_Graphics | DkQueueFlags_Compute | DkQueueFlags_MediumPrio |
                   DkQueueFlags_EnableZcull;
    maker->commandMemorySize = DK_QUEUE_MIN_CMDMEM_SIZE;
    maker->flushThreshold = DK_QUEUE_MIN_CMDMEM_SIZE / 8;
    maker->perWarpScratchMemorySize = 4 * DK_PER_WARP_SCRATCH_MEM_ALIGNMENT;
    maker->maxConcurrentComputeJobs = DK_DEFAULT_MAX_COMPUTE_CONCURRENT_JOBS;
}

DK_EXTERN_BEGIN

/* Opens a channel of the GPU.
 * @maker: flags, and sizes in bytes.
 * @returns: the queue.
 * @console: at most 256 queues, there and here. */
DkQueue dkQueueCreate(DkQueueMaker const *maker);

/* Ends a queue, when all that it was given is done. */
void dkQueueDestroy(DkQueue obj);

/* @returns: whether the GPU refused or broke off what the queue was given. Such a queue does
 *     nothing any more, and its fences count as signalled. */
bool dkQueueIsInErrorState(DkQueue obj);

/* What is submitted from now on waits for the fence; a fence of zeros is signalled.
 * @fence: is read at once. */
void dkQueueWaitFence(DkQueue obj, DkFence *fence);

/* Signals the fence when all that was submitted before is done.
 * @fence: is written at once.
 * @flush: the GPU's writes are in memory before. */
void dkQueueSignalFence(DkQueue obj, DkFence *fence, bool flush);

/* Hands over a list. It may stay with the library until dkQueueFlush, or until the queue has
 * enough to do.
 * @cmds: of dkCmdBufFinishList; 0: nothing happens. May be submitted again as long as its
 *     command buffer is not cleared. */
void dkQueueSubmitCommands(DkQueue obj, DkCmdList cmds);

/* Lets the GPU begin with all that was submitted. What the CPU wrote before is seen by it. */
void dkQueueFlush(DkQueue obj);

/* Flushes, and waits on the CPU until all is done. */
void dkQueueWaitIdle(DkQueue obj);

/* Takes the next image of a swapchain; what is submitted from now on waits until nobody looks at
 * it.
 * @swapchain: the window's.
 * @returns: the image's number. */
int dkQueueAcquireImage(DkQueue obj, DkSwapchain swapchain);

/* Shows an image when all that was submitted before is done, and flushes.
 * @swapchain: the window's.
 * @imageSlot: of dkQueueAcquireImage. */
void dkQueuePresentImage(DkQueue obj, DkSwapchain swapchain, int imageSlot);

DK_EXTERN_END

#endif
