/* SPDX-License-Identifier: MIT */
#include "deko3d/queue/queue.h"

#include "deko3d/record.h"

/* Names of NVIDIA's clb06f.h and clb197.h. */
enum {
    SEMAPHORE_A = 0x0010 / 4,
    SYNCPOINT_PAYLOAD = 0x0070 / 4,
    INCREMENT_SYNC_POINT = 0x02c8 / 4,
    TILED_CACHE_FLUSH = 0x0f80 / 4,
    FLUSH_PENDING_WRITES = 0x1144 / 4,
    SET_REPORT_SEMAPHORE_A = 0x1b00 / 4,
};

enum {
    SEMAPHORE_ACQUIRE_GEQUAL = 4,
    SEMAPHORE_SWITCH = 1 << 12, /* others go on while it waits */
    SYNCPOINT_WAIT = 0,
    SYNCPOINT_SWITCH = 1 << 4,
    SYNCPOINT_INDEX_SHIFT = 8,
    INCREMENT_CLEANS = 1 << 16,
    INCREMENT = 1 << 20,
    REPORT_RELEASE = 0,
    REPORT_FENCE = 1 << 4,
    REPORT_CROP = 15 << 12, /* where all work before it is done */
    REPORT_ONE_WORD = 1 << 28,
};

static DkGpuAddr semaphore_of(DkDevice device, uint32_t queue) {
    return device->semaphores.pitch + 16 * queue;
}

uint32_t *queue_put_fence(DkQueue q, DkFence *fence, uint32_t *w, bool flush) {
    DkDevice d = q->device;
    const uint32_t syncpoint = platform_channel_syncpoint(q->channel);
    const uint32_t increment = syncpoint | INCREMENT;
    w = put_now(w, SUB_3D, FLUSH_PENDING_WRITES, 0);
    if (flush) { /* one that cleans the caches, and another one behind it */
        w = put(w, SUB_3D, INCREMENT_SYNC_POINT, increment | INCREMENT_CLEANS);
        w = put(w, SUB_3D, INCREMENT_SYNC_POINT, increment | INCREMENT_CLEANS);
        q->recorded_increments += 2;
    } else {
        w = put(w, SUB_3D, INCREMENT_SYNC_POINT, increment);
        q->recorded_increments++;
    }
    /* Others read it where the queue failed. */
    const uint32_t value = __atomic_add_fetch(&d->semaphore_values[q->number], 1, __ATOMIC_SEQ_CST);
    w = put_now(w, SUB_3D, FLUSH_PENDING_WRITES, 0);
    w = put_many(w, SUB_3D, SET_REPORT_SEMAPHORE_A, 4);
    w = put_address(w, semaphore_of(d, q->number));
    *w++ = value;
    *w++ = REPORT_RELEASE | REPORT_FENCE | REPORT_CROP | REPORT_ONE_WORD;
    w = put_now(w, SUB_3D, TILED_CACHE_FLUSH, 0);
    *fence = (DkFence){
        .kind = FENCE_INTERNAL,
        .count = 1,
        .fences = {{syncpoint, q->promised + q->increments + q->recorded_increments}},
        .device = d,
        .queue = q->number,
        .value = value,
    };
    return w;
}

void queue_signal(DkQueue q, DkFence *fence, bool flush, const char *context) {
    if (!atomic_load(&q->failed)) {
        uint32_t *w = record_begin(&q->buffer, FENCE_WORDS, context);
        record_end(&q->buffer, queue_put_fence(q, fence, w, flush));
        return;
    }
    *fence = (DkFence){
        /* as much as will ever be done is done */
        .kind = FENCE_INTERNAL,
        .count = 1,
        .fences = {{platform_channel_syncpoint(q->channel), q->promised}},
        .device = q->device,
        .queue = q->number,
        .value = q->device->semaphore_values[q->number],
    };
}

static void wait_for_syncpoint(DkQueue q, struct platform_fence f, const char *context) {
    if ((int32_t)f.syncpoint < 0) /* none */
        return;
    uint32_t *w = record_begin(&q->buffer, 3, context);
    w = put_many(w, SUB_HOST, SYNCPOINT_PAYLOAD, 2);
    *w++ = f.value;
    *w++ = SYNCPOINT_WAIT | SYNCPOINT_SWITCH | f.syncpoint << SYNCPOINT_INDEX_SHIFT;
    record_end(&q->buffer, w);
}

void queue_wait(DkQueue q, const DkFence *fence, const char *context) {
    if (atomic_load(&q->failed))
        return;
    switch (fence->kind) {
    case FENCE_EMPTY:
        return;
    case FENCE_INTERNAL: {
        uint32_t *w = record_begin(&q->buffer, 5, context);
        w = put_many(w, SUB_HOST, SEMAPHORE_A, 4);
        w = put_address(w, semaphore_of(fence->device, fence->queue));
        *w++ = fence->value;
        *w++ = SEMAPHORE_ACQUIRE_GEQUAL | SEMAPHORE_SWITCH;
        record_end(&q->buffer, w);
        return;
    }
    case FENCE_EXTERNAL:
        for (uint32_t i = 0; i < fence->count && i < 4; i++)
            wait_for_syncpoint(q, fence->fences[i], context);
        return;
    default:
        dk_raise(q->device, context, DkResult_BadState, "the fence was not initialised");
    }
}
