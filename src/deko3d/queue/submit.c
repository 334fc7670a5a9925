/* SPDX-License-Identifier: MIT */
#include "deko3d/queue/queue.h"

#include "deko3d/record.h"
#include "deko3d/record/control_list.h"

/* Entries of the GPFIFO, as open-gpu-doc's clb06f.h has them. */
enum { ENTRY_WORDS_SHIFT = 42 };
#define ENTRY_SUBROUTINE   (UINT64_C(1) << 41)
#define ENTRY_WAITS        (UINT64_C(1) << 63)
#define ENTRY_ADDRESS_BITS ((UINT64_C(1) << 40) - 1)

enum { KICK_DISTANCE = 8 }; /* entries that are still free where it may be submitted */

void queue_append(DkQueue q, const struct control *entry) {
    const uint32_t distance = entry->flags & ENTRY_KICK ? KICK_DISTANCE : 0;
    if (q->entry_count >= DK_QUEUE_ENTRIES - distance)
        queue_submit(q);
    q->entries[q->entry_count++] = (entry->address & ENTRY_ADDRESS_BITS) | ENTRY_SUBROUTINE |
                                   (uint64_t)entry->value << ENTRY_WORDS_SHIFT |
                                   (entry->flags & ENTRY_NO_PREFETCH ? ENTRY_WAITS : 0);
}

static bool has_words(DkQueue q) {
    return q->buffer.first != q->buffer.next || q->buffer.control.begin;
}

static void drain(DkQueue q) {
    struct control_list *l = &q->buffer.control;
    const struct control *c = l->begin, *end = l->next;
    control_list_clear(l); /* what was there stays until the buffer is written to again */
    while (c && c != end) {
        if (c->kind == CONTROL_JUMP) {
            c = c->target;
        } else {
            queue_append(q, c);
            c++;
        }
    }
    q->increments += q->recorded_increments;
    q->recorded_increments = 0;
}

void queue_drain(DkQueue q) {
    if (!has_words(q))
        return;
    record_split(&q->buffer, ENTRY_KICK | ENTRY_NO_PREFETCH, __func__);
    drain(q);
}

void queue_submit(DkQueue q) {
    const uint32_t count = q->entry_count, increments = q->increments;
    q->entry_count = q->idle_count = q->increments = 0;
    if (!count)
        return;
    if (atomic_load(&q->failed)) {
        queue_let_go(q);
        return;
    }
    struct platform_fence fence;
    if (platform_channel_submit(q->device->platform, q->channel, q->entries, count, increments,
                                &fence) == DkResult_Success)
        q->promised = fence.value;
    else if (!queue_check_error(q))
        dk_raise(q->device, "dkQueueFlush", DkResult_Fail,
                 "the GPU does not take commands, and the channel reports no error");
}

bool queue_has_news(DkQueue q) {
    return q->entry_count > q->idle_count || has_words(q);
}

void queue_flush(DkQueue q) {
    if (!queue_has_news(q))
        return;
    queue_kick(q, false);
    if (!atomic_load(&q->failed))
        queue_invalidate(q);
}

void queue_invalidate(DkQueue q) {
    DkCmdBuf b = &q->buffer;
    dkCmdBufBarrier(b, DkBarrier_None,
                    DkInvalidateFlags_Image | DkInvalidateFlags_Shader |
                        DkInvalidateFlags_Descriptors | DkInvalidateFlags_L2Cache);
    record_split(b, ENTRY_NO_PREFETCH, __func__);
    /* A word that does nothing: commands behind it are not read before it is. */
    uint32_t *w = record_begin(b, 1, __func__);
    *w++ = 0;
    record_end(b, w);
    record_split(b, ENTRY_KICK | ENTRY_NO_PREFETCH, __func__);
    drain(q);
    q->idle_count = q->entry_count;
}

/* Nobody waits for what a queue that failed does not do. Said again each time: the queue's own
 * thread may have recorded a fence before it knew. */
void queue_let_go(DkQueue q) {
    DkDevice d = q->device;
    uint32_t *semaphore = (uint32_t *)(void *)(d->semaphores.memory + 16 * q->number);
    const uint32_t value = __atomic_load_n(&d->semaphore_values[q->number], __ATOMIC_SEQ_CST);
    if (__atomic_exchange_n(semaphore, value, __ATOMIC_SEQ_CST) != value)
        platform_poke(d->platform);
}

bool queue_check_error(DkQueue q) {
    if (!atomic_load(&q->ready) || !platform_channel_failed(q->device->platform, q->channel))
        return false;
    if (!atomic_exchange(&q->failed, true))
        dk_warn(q->device, __func__, "a queue failed: what it was given is wrong, and it stops");
    queue_let_go(q);
    return true;
}
