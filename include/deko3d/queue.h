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

DkQueue dkQueueCreate(DkQueueMaker const *maker);
void dkQueueDestroy(DkQueue obj);
bool dkQueueIsInErrorState(DkQueue obj);
void dkQueueWaitFence(DkQueue obj, DkFence *fence);
void dkQueueSignalFence(DkQueue obj, DkFence *fence, bool flush);
void dkQueueSubmitCommands(DkQueue obj, DkCmdList cmds);
void dkQueueFlush(DkQueue obj);
void dkQueueWaitIdle(DkQueue obj);
int dkQueueAcquireImage(DkQueue obj, DkSwapchain swapchain);
void dkQueuePresentImage(DkQueue obj, DkSwapchain swapchain, int imageSlot);

DK_EXTERN_END

#endif
