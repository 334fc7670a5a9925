/* SPDX-License-Identifier: MIT */
#include "deko3d/queue/queue.h"

#include "deko3d/record.h"

static uint32_t most(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

static uint32_t least(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static void count_words(DkQueue q) {
    struct command_ring *r = &q->ring;
    const uint32_t bytes =
        (uint32_t)((const uint8_t *)q->buffer.next - (const uint8_t *)r->counted);
    r->counted = q->buffer.next;
    r->head += bytes;
    r->used += bytes;
    r->unfenced += bytes;
}

/* ---- fences ---- */

/* The oldest fence is signalled: what lies in front of it is free. False where time is up. */
static bool wait_oldest(DkQueue q, int32_t timeout_us) {
    struct command_ring *r = &q->ring;
    struct ring_fence *f = &r->fences[r->first_fence];
    if (fence_wait(&f->fence, timeout_us) == DkResult_Timeout)
        return false;
    r->used -= f->bytes;
    r->first_fence = (r->first_fence + 1) % DK_QUEUE_FENCES;
    r->fence_count--;
    return true;
}

static void free_what_is_done(DkQueue q) {
    while (q->ring.fence_count && wait_oldest(q, 0)) {
    }
}

/* Into the words that are kept free behind the piece, since taking another one may have to wait for
 * this very fence. */
static void end_piece_with_fence(DkQueue q) {
    struct command_ring *r = &q->ring;
    DkCmdBuf b = &q->buffer;
    if (r->fence_count == DK_QUEUE_FENCES)
        wait_oldest(q, -1);
    struct ring_fence *f = &r->fences[(r->first_fence + r->fence_count) % DK_QUEUE_FENCES];
    b->next = b->end = queue_put_fence(q, &f->fence, b->next, false);
    count_words(q);
    f->bytes = r->unfenced;
    r->unfenced = 0;
    r->fence_count++;
}

void queue_kick(DkQueue q, bool fence) {
    count_words(q);
    const bool due = fence || q->ring.unfenced >= q->slice;
    if (due && q->ring.unfenced && atomic_load(&q->ready) && !atomic_load(&q->failed))
        end_piece_with_fence(q);
    queue_drain(q);
    queue_submit(q);
}

/* ---- pieces ---- */

/* How many bytes may be taken, at least `need`, or 0; *waste: bytes that are left out for it at the
 * ring's end. */
static uint32_t room(const struct command_ring *r, uint32_t need, uint32_t *waste) {
    const uint32_t left = r->size - r->used, behind = r->size - r->head;
    *waste = 0;
    if (left < need)
        return 0;
    if (behind >= need)
        return least(left, behind);
    *waste = behind;
    return left - behind >= need ? left - behind : 0;
}

static void take_piece(DkQueue q, uint32_t need, uint32_t ideal) {
    struct command_ring *r = &q->ring;
    DkCmdBuf b = &q->buffer;
    uint32_t size, waste;
    free_what_is_done(q);
    while (!(size = room(r, need, &waste))) {
        if (!r->used || (atomic_load(&q->failed) && !r->fence_count))
            r->used = r->unfenced = r->head = 0; /* the GPU reads nothing of it */
        else if (!r->fence_count)
            queue_kick(q, true);
        else
            wait_oldest(q, -1);
    }
    record_split(b, ENTRY_KICK, __func__);
    if (waste) {
        r->head = 0;
        r->used += waste;
        r->unfenced += waste;
    }
    size = least(size, most(need, ideal)) & ~3u;
    b->piece = b->first = b->next = (uint32_t *)(void *)(q->memory.memory + r->head);
    b->piece_address = b->first_address = q->memory.pitch + r->head;
    b->end = b->piece + size / sizeof(uint32_t) - b->reserved;
    r->counted = b->piece;
}

void queue_open_ring(DkQueue q, uint32_t size) {
    q->ring.size = size;
    take_piece(q, size / 2, size / 2);
}

void queue_add_memory(void *queue, DkCmdBuf buffer, size_t bytes) {
    DkQueue q = queue;
    const uint32_t need = (uint32_t)bytes;
    count_words(q);
    free_what_is_done(q);
    if (q->ring.used + 2 * need >= q->flush_threshold) {
        queue_flush(q);
        count_words(q);
        if ((size_t)((uint8_t *)buffer->end - (uint8_t *)buffer->next) >= bytes)
            return;
    }
    const uint32_t used = q->ring.used, threshold = q->flush_threshold;
    take_piece(q, most(need, q->slice), used < threshold ? threshold - used : 0);
}
