/* SPDX-License-Identifier: MIT */
#include "deko3d/objects.h"

enum { LOOK_US = 100000 /* how often it is asked whether a queue has failed */ };

static const uint32_t *semaphore_of(const DkFence *f) {
    return (const uint32_t *)(const void *)(f->device->semaphores.memory + 16 * f->queue);
}

/* The word in memory says it; the syncpoint only wakes who waits. */
static bool is_signalled(const DkFence *f) {
    const uint32_t now = __atomic_load_n(semaphore_of(f), __ATOMIC_ACQUIRE);
    return (int32_t)(now - f->value) >= 0;
}

static void look_at_queues(DkDevice d) {
    platform_mutex_lock(&d->lock);
    for (uint32_t i = 0; i < DK_QUEUES; i++)
        if (d->queues[i])
            (void)queue_check_error(d->queues[i]);
    platform_mutex_unlock(&d->lock);
}

/* What is left of a time that began at `start`; below 0: for ever. */
static int32_t left_of(int32_t timeout_us, uint64_t start) {
    if (timeout_us < 0)
        return -1;
    const uint64_t passed = (platform_now_ns() - start) / 1000;
    return passed < (uint64_t)timeout_us ? timeout_us - (int32_t)passed : 0;
}

static DkResult wait_internal(const DkFence *f, int32_t timeout_us) {
    const uint64_t start = platform_now_ns();
    while (!is_signalled(f)) {
        const int32_t left = left_of(timeout_us, start);
        if (!left)
            return DkResult_Timeout;
        const DkResult result = platform_fence_wait(f->device->platform, f->fences[0],
                                                    left < 0 || left > LOOK_US ? LOOK_US : left);
        look_at_queues(f->device);
        if (result == DkResult_Fail && !is_signalled(f))
            return result;
    }
    return DkResult_Success;
}

static DkResult wait_external(const DkFence *f, int32_t timeout_us) {
    const uint64_t start = platform_now_ns();
    DkResult result = DkResult_Success;
    for (uint32_t i = 0; i < f->count && result == DkResult_Success; i++)
        if ((int32_t)f->fences[i].syncpoint >= 0)
            result = platform_fence_wait(f->device ? f->device->platform : NULL, f->fences[i],
                                         left_of(timeout_us, start));
    return result;
}

DkResult fence_wait(DkFence *fence, int32_t timeout_us) {
    switch ((enum fence_kind)fence->kind) {
    case FENCE_INTERNAL:
        return wait_internal(fence, timeout_us);
    case FENCE_EXTERNAL:
        return wait_external(fence, timeout_us);
    case FENCE_EMPTY:
        break;
    }
    return DkResult_Success;
}

DkResult dkFenceWait(DkFence *fence, int64_t timeout_ns) {
    const int64_t most_us = INT32_MAX;
    const int64_t us = timeout_ns < 0 ? -1 : timeout_ns / 1000;
    return fence_wait(fence, (int32_t)(us < most_us ? us : most_us));
}

/* Of no device: it is the one syncpoint of the machine. */
void dkFenceImport(DkFence *fence, uint32_t id, uint32_t value) {
    *fence = (DkFence){.kind = FENCE_EXTERNAL, .count = 1, .fences = {{id, value}}};
}
