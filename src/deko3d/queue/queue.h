/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_QUEUE_QUEUE_H
#define WINDLASS_DEKO3D_QUEUE_QUEUE_H

#include "deko3d/driver_constants.h"
#include "deko3d/objects.h"

#include <stdatomic.h>

/* A queue: a channel of the GPU, and what it needs around the lists that programs submit. Words of
 * its own (fences, compute jobs, invalidations) go through a command buffer of its own, whose
 * memory is a ring; a fence behind every sixteenth of it says what may be written again. */

/* What lies in a queue's work memory; offsets in bytes. */
struct work_memory {
    uint32_t scratch, scratch_size, warp_scratch; /* of shaders' local memory; all, and a warp's */
    uint32_t constants;                           /* the driver's, of graphics */
    uint32_t runout; /* where vertices beyond a buffer's end are read */
    uint32_t jobs, job_count;
    uint32_t size;
};

struct ring_fence {
    DkFence fence;
    uint32_t bytes; /* that are free when it is signalled */
};

struct command_ring {
    uint32_t size, head; /* bytes; where the next piece begins */
    uint32_t used;       /* bytes in front of `head` that the GPU may still read */
    uint32_t unfenced;   /* of those, behind the last fence */
    struct ring_fence fences[DK_QUEUE_FENCES];
    uint32_t first_fence, fence_count;
    const uint32_t *counted; /* words of the buffer's piece in front of it are in `used` */
};

enum {
    QMD_BYTES = 0x100,
    JOB_BYTES = QMD_BYTES + DRIVER_COMPUTE_USED, /* that are copied */
    JOB_STRIDE = QMD_BYTES + DRIVER_COMPUTE_SIZE,
    JOB_WORDS = JOB_BYTES / 4,
};

/* What the next compute job is made of: its launch block and the driver's constants behind it. */
struct compute {
    uint32_t job[JOB_WORDS];
    uint32_t next_job;
    uint32_t multiprocessors; /* that a job which needs much local memory may use */
};

struct tag_DkQueue {
    DkDevice device;
    uint32_t number, flags;
    _Atomic bool ready, failed;
    struct platform_channel *channel;
    struct tag_DkMemBlock memory, work;
    struct work_memory layout;
    struct tag_DkCmdBuf buffer;
    struct command_ring ring;
    uint32_t flush_threshold, slice; /* bytes; slice: from one of the ring's fences to the next */
    uint64_t entries[DK_QUEUE_ENTRIES]; /* not submitted yet */
    uint32_t entry_count;
    uint32_t idle_count; /* entries that nobody needs unless others follow */
    /* Increments of the channel's syncpoint: in words that `entries` do not have yet, in those that
     * they have; what it reaches with all that was submitted. */
    uint32_t recorded_increments, increments, promised;
    struct compute compute;
};

static inline bool queue_has_graphics(DkQueue q) {
    return (q->flags & DkQueueFlags_Graphics) != 0;
}
static inline bool queue_has_compute(DkQueue q) {
    return (q->flags & DkQueueFlags_Compute) != 0;
}
static inline DkGpuAddr queue_work(DkQueue q, uint32_t offset) {
    return q->work.pitch + offset;
}

/* ---- command_ring.c ---- */

/* The buffer's callback. */
void queue_add_memory(void *queue, DkCmdBuf buffer, size_t bytes);
/* The first piece: much, for what sets the queue up. */
void queue_open_ring(DkQueue q, uint32_t size);
/* Submits what there is, with a fence for the ring where it is time, or where `fence` says so. */
void queue_kick(DkQueue q, bool fence);

/* ---- submit.c ---- */

void queue_append(DkQueue q, const struct control *entry);
/* What the queue's own buffer has becomes entries. */
void queue_drain(DkQueue q);
void queue_submit(DkQueue q);
bool queue_has_news(DkQueue q);
void queue_flush(DkQueue q);
void queue_let_go(DkQueue q); /* of a queue that failed: all its fences are signalled */
/* The caches that hide what the CPU has written since; executed before what is submitted next. */
void queue_invalidate(DkQueue q);

/* ---- fence.c ---- */

enum { FENCE_WORDS = 12 };
/* Makes *fence one that is signalled by the words that are written. */
uint32_t *queue_put_fence(DkQueue q, DkFence *fence, uint32_t *w, bool flush);
void queue_signal(DkQueue q, DkFence *fence, bool flush, const char *context);
void queue_wait(DkQueue q, const DkFence *fence, const char *context);

/* ---- set_up.c, set_up_3d.c, work_memory.c ---- */

void queue_set_up_engines(DkQueue q);
void queue_set_up_3d(DkQueue q);
struct work_memory work_memory_plan(const DkQueueMaker *maker, struct platform_facts facts);

/* ---- walk.c, compute.c ---- */

void queue_walk(DkQueue q, const struct control *list, unsigned depth);
void compute_open(DkQueue q);
/* A step of compute. */
void compute_step(DkQueue q, const struct control *step);

#endif
