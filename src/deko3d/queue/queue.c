/* SPDX-License-Identifier: MIT */
#include "deko3d/queue/queue.h"

#include "deko3d/record/control_list.h"

/* ---- numbers ---- */

static void take_number(DkQueue q) {
    DkDevice d = q->device;
    uint32_t number = 0;
    platform_mutex_lock(&d->lock);
    while (number < DK_QUEUES && d->queues[number])
        number++;
    if (number < DK_QUEUES)
        d->queues[number] = q;
    platform_mutex_unlock(&d->lock);
    if (number == DK_QUEUES) {
        dk_free(d, q);
        dk_raise(d, "dkQueueCreate", DkResult_BadState, "there are too many queues");
    }
    q->number = number;
}

static void return_number(DkQueue q) {
    platform_mutex_lock(&q->device->lock);
    q->device->queues[q->number] = NULL;
    platform_mutex_unlock(&q->device->lock);
}

/* ---- making ---- */

static DkResult open_parts(DkQueue q, const DkQueueMaker *maker) {
    DkDevice d = q->device;
    DkResult result = platform_channel_new(d->platform, maker->flags, &q->channel);
    if (result != DkResult_Success) {
        q->channel = NULL;
        return result;
    }
    result = memblock_open(&q->memory, d, maker->commandMemorySize,
                           DkMemBlockFlags_CpuUncached | DkMemBlockFlags_GpuUncached, NULL);
    if (result != DkResult_Success || !q->layout.size)
        return result;
    return memblock_open(&q->work, d, q->layout.size,
                         DkMemBlockFlags_GpuCached | DkMemBlockFlags_ZeroFillInit, NULL);
}

/* What could not be opened is left as zeros. */
static void close_parts(DkQueue q) {
    if (q->channel)
        platform_channel_free(q->device->platform, q->channel);
    if (q->work.object)
        memblock_close(&q->work);
    if (q->memory.object)
        memblock_close(&q->memory);
    control_list_free(&q->buffer.control, q->device);
    return_number(q);
    dk_free(q->device, q);
}

static void set_up(DkQueue q) {
    queue_open_ring(q, q->memory.size);
    queue_set_up_engines(q);
    if (queue_has_graphics(q))
        queue_set_up_3d(q);
    if (queue_has_compute(q))
        compute_open(q);
    queue_invalidate(q);
    queue_kick(q, false);
    q->buffer.end = q->buffer.next; /* from here on, pieces that heed the threshold */
    queue_invalidate(q);
    atomic_store(&q->ready, true);
}

static void check(const DkQueueMaker *m, const char *context) {
    const DkDevice d = m->device;
    DK_CHECK_IN(d, context, m->commandMemorySize >= DK_QUEUE_MIN_CMDMEM_SIZE, DkResult_BadInput,
                "commandMemorySize is too small");
    DK_CHECK_IN(d, context, m->commandMemorySize % DK_MEMBLOCK_ALIGNMENT == 0,
                DkResult_MisalignedSize,
                "commandMemorySize must be a multiple of DK_MEMBLOCK_ALIGNMENT");
    DK_CHECK_IN(d, context,
                m->flushThreshold >= DK_MEMBLOCK_ALIGNMENT &&
                    m->flushThreshold <= m->commandMemorySize,
                DkResult_BadInput, "flushThreshold is not between a page and commandMemorySize");
    DK_CHECK_IN(d, context, m->perWarpScratchMemorySize % DK_PER_WARP_SCRATCH_MEM_ALIGNMENT == 0,
                DkResult_MisalignedSize,
                "perWarpScratchMemorySize must be a multiple of DK_PER_WARP_SCRATCH_MEM_ALIGNMENT");
    DK_CHECK_IN(d, context, m->maxConcurrentComputeJobs || !(m->flags & DkQueueFlags_Compute),
                DkResult_BadInput, "maxConcurrentComputeJobs is 0");
    (void)d;
}

/* Tells before anything is allocated what cannot be had. */
static void check_memory(const DkQueueMaker *m) {
    const struct platform_facts facts = m->device->facts;
    const uint64_t scratch = (uint64_t)facts.warps * facts.multiprocessors;
    if (m->perWarpScratchMemorySize * scratch + (uint64_t)m->maxConcurrentComputeJobs * JOB_STRIDE >
        INT32_MAX)
        dk_raise(m->device, "dkQueueCreate", DkResult_OutOfMemory,
                 "perWarpScratchMemorySize and maxConcurrentComputeJobs ask for more than 2 GiB");
}

DkQueue dkQueueCreate(const DkQueueMaker *maker) {
    check(maker, __func__);
    check_memory(maker);
    DkQueue q = DK_NEW(maker->device, struct tag_DkQueue);
    q->device = maker->device;
    q->flags = maker->flags;
    q->flush_threshold = maker->flushThreshold;
    q->slice = maker->commandMemorySize / DK_QUEUE_FENCES;
    q->layout = work_memory_plan(maker, q->device->facts);
    q->buffer = (struct tag_DkCmdBuf){
        .device = q->device,
        .user = q,
        .add_memory = queue_add_memory,
        .reserved = DK_QUEUE_RESERVED_WORDS,
    };
    take_number(q);
    const DkResult result = open_parts(q, maker);
    if (result != DkResult_Success) {
        close_parts(q);
        dk_raise(maker->device, __func__, result, "the GPU gives no channel, or no memory for it");
    }
    set_up(q);
    return q;
}

void dkQueueDestroy(DkQueue q) {
    dkQueueWaitIdle(q);
    close_parts(q);
}

/* ---- what programs do with it ---- */

bool dkQueueIsInErrorState(DkQueue q) {
    return atomic_load(&q->failed);
}

void dkQueueWaitFence(DkQueue q, DkFence *fence) {
    DK_CHECK_POINTER(q->device, fence);
    queue_wait(q, fence, __func__);
}

void dkQueueSignalFence(DkQueue q, DkFence *fence, bool flush) {
    DK_CHECK_POINTER(q->device, fence);
    queue_signal(q, fence, flush, __func__);
}

static void must_work(DkQueue q, const char *context) {
    if (atomic_load(&q->failed))
        dk_raise(q->device, context, DkResult_Fail,
                 "the queue is in the error state: it was given something wrong before");
}

void dkQueueSubmitCommands(DkQueue q, DkCmdList list) {
    must_work(q, __func__);
    queue_walk(q, (const struct control *)list, 0);
}

void dkQueueFlush(DkQueue q) {
    must_work(q, __func__);
    queue_flush(q);
}

void dkQueueWaitIdle(DkQueue q) {
    if (atomic_load(&q->failed))
        return;
    DkFence fence;
    queue_signal(q, &fence, true, __func__);
    queue_flush(q);
    fence_wait(&fence, -1);
}
