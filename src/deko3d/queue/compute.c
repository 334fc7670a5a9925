/* SPDX-License-Identifier: MIT */
#include "deko3d/queue/queue.h"

#include "deko3d/record.h"

#include <string.h>

/* Names of NVIDIA's clb1c0.h. */
enum {
    WAIT_FOR_IDLE = 0x0110 / 4,
    LINE_LENGTH_IN = 0x0180 / 4,
    LAUNCH_DMA = 0x01b0 / 4,
    LOAD_INLINE_DATA = 0x01b4 / 4,
    SET_SHADER_SHARED_MEMORY_WINDOW = 0x0214 / 4,
    INVALIDATE_SHADER_CACHES = 0x021c / 4,
    SEND_PCAS_A = 0x02b4 / 4,
    SEND_SIGNALING_PCAS_B = 0x02bc / 4,
    SET_SHADER_LOCAL_MEMORY_NON_THROTTLED_A = 0x02e4 / 4,
    SET_SHADER_LOCAL_MEMORY_THROTTLED_A = 0x02f0 / 4,
    SET_SPA_VERSION = 0x0310 / 4,
    SET_SHADER_LOCAL_MEMORY_WINDOW = 0x077c / 4,
    SET_SHADER_LOCAL_MEMORY_A = 0x0790 / 4,
    SET_SHADER_EXCEPTIONS = 0x1528 / 4,
    SET_PROGRAM_REGION_A = 0x1608 / 4,
    SET_BINDLESS_TEXTURE = 0x2608 / 4,
};

enum {
    DMA_PITCH = 1 << 0,
    DMA_FLUSH = 1 << 4,
    INVALIDATE_CONSTANTS = 1 << 12,
    PCAS_INVALIDATE = 1 << 0,
    PCAS_SCHEDULE = 1 << 1,
    COPY_WORDS = 7, /* of a copy, in front of its data */
    ALL_MULTIPROCESSORS = 0x100,
    SPA_5_3 = 0x503, /* the shader model */
};

/* Words of the launch block (QMDV01_07 of clb1c0qmd.h), and their fields. */
enum {
    QMD_CACHES = 6, /* bit 6: global memory in the first cache */
    QMD_PROGRAM = 8,
    QMD_FLAGS = 11, /* bit 20: throttled, 26: no limit of calls */
    QMD_WIDTH = 12,
    QMD_HEIGHT_DEPTH = 13,
    QMD_SHARED = 17,
    QMD_VERSION_THREADS = 18, /* 7, 1; then the first dimension of groups */
    QMD_THREADS = 19,
    QMD_CONSTANTS_VALID = 20, /* bits 0 to 7; 29 to 31: 3, 48 KiB of shared memory */
    QMD_CONSTANTS = 29,       /* eight times address, address and size */
    QMD_LOCAL_LOW = 45,       /* and barriers */
    QMD_LOCAL_HIGH = 46,      /* and registers */
    QMD_CALL_STACK = 47,
    QMD_THROTTLED = 1 << 20,
    QMD_SIZE_SHIFT = 15,
    UNIFORMS_FROM = 2, /* constant buffer of the first uniform buffer */
    UNIFORMS_BOUND = 6,
};

static uint32_t *constants_of(struct compute *c, uint32_t offset) {
    return c->job + (QMD_BYTES + offset) / 4;
}

/* ---- the launch block ---- */

static void set_up_job(struct compute *c) {
    c->job[QMD_CACHES] = 1 << 6;
    c->job[QMD_FLAGS] = 1 << 26;
    c->job[QMD_VERSION_THREADS] = 7 | 1 << 4;
    c->job[QMD_CONSTANTS_VALID] = 3u << 29;
}

static void bind_constants(struct compute *c, unsigned number, DkGpuAddr address, uint32_t size) {
    uint32_t *w = c->job + QMD_CONSTANTS + 2 * number;
    c->job[QMD_CONSTANTS_VALID] &= ~(1u << number);
    if (!size)
        return;
    c->job[QMD_CONSTANTS_VALID] |= 1u << number;
    w[0] = (uint32_t)address;
    w[1] = ((uint32_t)(address >> 32) & 0xff) | size << QMD_SIZE_SHIFT;
}

/* Where there is too little local memory for all warps, fewer multiprocessors run the job. */
static bool throttle(DkQueue q, uint32_t warp_bytes) {
    struct compute *c = &q->compute;
    if (warp_bytes <= q->layout.warp_scratch)
        return false;
    const uint32_t each = (warp_bytes * q->device->facts.warps + 0x7fff) & ~0x7fffu;
    dk_warn(
        q->device, "dkQueueSubmitCommands",
        "a compute shader needs more scratch memory a warp than the queue has, and runs slowly");
    if (q->layout.scratch_size < each)
        dk_raise(q->device, "dkQueueSubmitCommands", DkResult_OutOfMemory,
                 "perWarpScratchMemorySize of the queue is too small for a compute shader");
    const uint32_t most = q->layout.scratch_size / each;
    if (most != c->multiprocessors) {
        c->multiprocessors = most;
        uint32_t *w = record_begin(&q->buffer, 4, "dkQueueSubmitCommands");
        w = put_many(w, SUB_COMPUTE, SET_SHADER_LOCAL_MEMORY_THROTTLED_A, 3);
        *w++ = 0;
        *w++ = each;
        *w++ = most;
        record_end(&q->buffer, w);
    }
    return true;
}

static void bind_shader(DkQueue q, const DkShader *s) {
    struct compute *c = &q->compute;
    uint32_t *job = c->job;
    job[QMD_FLAGS] &= ~(uint32_t)QMD_THROTTLED;
    if (throttle(q, s->scratch))
        job[QMD_FLAGS] |= QMD_THROTTLED;
    const uint32_t *size = s->compute.dimensions;
    job[QMD_PROGRAM] = s->code;
    job[QMD_SHARED] = s->compute.shared_size & 0x3ffff;
    job[QMD_VERSION_THREADS] = (job[QMD_VERSION_THREADS] & 0xffff) | size[0] << 16;
    job[QMD_THREADS] = (size[1] & 0xffff) | size[2] << 16;
    job[QMD_LOCAL_LOW] = (s->compute.local_positive & 0xffffff) | s->compute.barriers << 27;
    job[QMD_LOCAL_HIGH] = (s->compute.local_negative & 0xffffff) | s->registers << 24;
    job[QMD_CALL_STACK] = s->compute.call_stack & 0xffffff;
    bind_constants(c, 1, q->device->code.base + s->constants_offset,
                   (s->constants_size + 0xff) & ~0xffu);
    memcpy(constants_of(c, DRIVER_COMPUTE_GROUP_SIZE), size, 3 * sizeof *size);
}

static void bind_buffer(DkQueue q, unsigned slot, DkGpuAddr address, uint32_t size) {
    struct compute *c = &q->compute;
    if (slot >= DK_NUM_UNIFORM_BUFS) {
        uint32_t *w = constants_of(c, DRIVER_COMPUTE_STORAGE + 16 * (slot - DK_NUM_UNIFORM_BUFS));
        w[0] = (uint32_t)address;
        w[1] = (uint32_t)(address >> 32);
        w[2] = size;
        return;
    }
    /* The hardware has eight constant buffers; code reads the others through these addresses. */
    uint32_t *w = constants_of(c, DRIVER_COMPUTE_UNIFORMS + 8 * slot);
    w[0] = (uint32_t)address;
    w[1] = (uint32_t)(address >> 32);
    if (slot < UNIFORMS_BOUND)
        bind_constants(c, UNIFORMS_FROM + slot, address, size);
}

/* ---- launching ---- */

static uint32_t *put_copy(uint32_t *w, uint32_t bytes, DkGpuAddr target) {
    w = put_many(w, SUB_COMPUTE, LINE_LENGTH_IN, 4);
    *w++ = bytes;
    *w++ = 1;
    w = put_address(w, target);
    w = put_now(w, SUB_COMPUTE, LAUNCH_DMA, DMA_PITCH | DMA_FLUSH);
    return put_head(w, PUT_SAME, SUB_COMPUTE, LOAD_INLINE_DATA, (bytes + 3) / 4);
}

/* A copy whose data the GPU fetches from the program's buffer, when all before it is done. */
static uint32_t *put_fetched(DkCmdBuf b, uint32_t *w, uint32_t bytes, DkGpuAddr target,
                             DkGpuAddr from) {
    record_end(b, put_copy(w, bytes, target));
    record_split(b, ENTRY_NO_PREFETCH, "dkQueueSubmitCommands");
    record_foreign(b, from, (bytes + 3) / 4, ENTRY_KICK, "dkQueueSubmitCommands");
    return b->next;
}

/* Where the next job lies. Behind the last place all jobs are waited for. */
static uint32_t *put_place(DkQueue q, uint32_t *w, DkGpuAddr *place) {
    struct compute *c = &q->compute;
    if (c->next_job >= q->layout.job_count) {
        w = put_now(w, SUB_COMPUTE, WAIT_FOR_IDLE, 0);
        w = put_now(w, SUB_COMPUTE, INVALIDATE_SHADER_CACHES, INVALIDATE_CONSTANTS);
        c->next_job = 0;
    }
    *place = queue_work(q, q->layout.jobs) + (DkGpuAddr)c->next_job++ * JOB_STRIDE;
    return w;
}

static void dispatch(DkQueue q, const uint32_t groups[3], DkGpuAddr indirect) {
    struct compute *c = &q->compute;
    DkCmdBuf b = &q->buffer;
    uint32_t *w =
        record_begin(b, COPY_WORDS + JOB_WORDS + 3 * COPY_WORDS + 3 + 2, "dkQueueSubmitCommands");
    DkGpuAddr place;
    w = put_place(q, w, &place);
    c->job[QMD_WIDTH] = groups[0];
    c->job[QMD_HEIGHT_DEPTH] = (groups[1] & 0xffff) | groups[2] << 16;
    bind_constants(c, 0, place + QMD_BYTES, DRIVER_COMPUTE_SIZE);
    memcpy(constants_of(c, DRIVER_COMPUTE_GRID), groups, 3 * sizeof *groups);
    w = put_copy(w, JOB_BYTES, place);
    memcpy(w, c->job, JOB_BYTES);
    w += JOB_WORDS;
    if (indirect != DK_GPU_ADDR_INVALID) {
        const DkGpuAddr width = place + 4 * QMD_WIDTH;
        w = put_fetched(b, w, 12, place + QMD_BYTES + DRIVER_COMPUTE_GRID, indirect);
        w = put_fetched(b, w, 6, width, indirect); /* the height has 16 bits */
        w = put_fetched(b, w, 2, width + 6, indirect + 8);
    }
    w = put(w, SUB_COMPUTE, SEND_PCAS_A, (uint32_t)(place >> 8));
    w = put_now(w, SUB_COMPUTE, SEND_SIGNALING_PCAS_B, PCAS_INVALIDATE | PCAS_SCHEDULE);
    record_end(b, w);
}

void compute_step(DkQueue q, const struct control *step) {
    static const uint32_t fetched[3];
    if (!queue_has_compute(q))
        dk_raise(q->device, "dkQueueSubmitCommands", DkResult_BadState,
                 "the queue was not made for compute");
    switch (step->kind) {
    case CONTROL_COMPUTE_SHADER:
        bind_shader(q, (const DkShader *)(const void *)(step + 1));
        break;
    case CONTROL_COMPUTE_BUFFER:
        bind_buffer(q, step->slot, step->address, step->value);
        break;
    case CONTROL_COMPUTE_HANDLE: /* images lie behind textures */
        *constants_of(&q->compute, DRIVER_COMPUTE_TEXTURES + 4u * step->slot) = step->value;
        break;
    case CONTROL_DISPATCH:
        dispatch(q, step->groups, DK_GPU_ADDR_INVALID);
        break;
    case CONTROL_DISPATCH_INDIRECT:
        dispatch(q, fetched, step->address);
        break;
    }
}

void compute_open(DkQueue q) {
    const struct platform_facts facts = q->device->facts;
    const uint32_t each = (q->layout.scratch_size / facts.multiprocessors) & ~0x7fffu;
    set_up_job(&q->compute);
    q->compute.multiprocessors = ALL_MULTIPROCESSORS;
    uint32_t *w = record_begin(&q->buffer, 24, "dkQueueCreate");
    w = put_now(w, SUB_COMPUTE, SET_SHADER_EXCEPTIONS, 0);
    w = put_now(w, SUB_COMPUTE, SET_BINDLESS_TEXTURE, 0); /* handles are in c0 */
    w = put(w, SUB_COMPUTE, SET_SHADER_LOCAL_MEMORY_WINDOW, 0x01000000);
    w = put(w, SUB_COMPUTE, SET_SHADER_SHARED_MEMORY_WINDOW, 0x03000000);
    w = put_many(w, SUB_COMPUTE, SET_PROGRAM_REGION_A, 2);
    w = put_address(w, q->device->code.base);
    w = put_now(w, SUB_COMPUTE, SET_SPA_VERSION, SPA_5_3);
    w = put_many(w, SUB_COMPUTE, SET_SHADER_LOCAL_MEMORY_A, 2);
    w = put_address(w, queue_work(q, q->layout.scratch));
    w = put_many(w, SUB_COMPUTE, SET_SHADER_LOCAL_MEMORY_NON_THROTTLED_A, 6);
    for (unsigned throttled = 0; throttled < 2; throttled++) {
        *w++ = 0;
        *w++ = each;
        *w++ = ALL_MULTIPROCESSORS;
    }
    record_end(&q->buffer, w);
}
