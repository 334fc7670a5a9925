/* SPDX-License-Identifier: MIT */
#include "deko3d/queue/queue.h"

static uint32_t align_up(uint32_t value, uint32_t align) {
    return (value + align - 1) & ~(align - 1);
}

static uint32_t add(struct work_memory *m, uint32_t size, uint32_t align) {
    const uint32_t at = align_up(m->size, align);
    m->size = at + align_up(size, align);
    return at;
}

/* Local memory is given to multiprocessors in 32 KiB, and to warps in 512 bytes. */
static void plan_scratch(struct work_memory *m, uint32_t warp_bytes, struct platform_facts facts) {
    m->scratch_size = align_up(warp_bytes * facts.warps * facts.multiprocessors, 0x20000);
    m->scratch = add(m, m->scratch_size, DK_MEMBLOCK_ALIGNMENT);
    const uint32_t multiprocessor = (m->scratch_size / facts.multiprocessors) & ~0x7fffu;
    m->warp_scratch = (multiprocessor / facts.warps) & ~0x1ffu;
}

struct work_memory work_memory_plan(const DkQueueMaker *maker, struct platform_facts facts) {
    struct work_memory m = {0};
    const bool graphics = maker->flags & DkQueueFlags_Graphics;
    const bool compute = maker->flags & DkQueueFlags_Compute;
    if (graphics || compute)
        plan_scratch(&m, maker->perWarpScratchMemorySize, facts);
    if (graphics) {
        m.constants = add(&m, DRIVER_SIZE, DK_UNIFORM_BUF_ALIGNMENT);
        m.runout = add(&m, 0x100, 0x100);
    }
    if (compute) {
        m.job_count = maker->maxConcurrentComputeJobs;
        m.jobs = add(&m, m.job_count * JOB_STRIDE, DK_UNIFORM_BUF_ALIGNMENT);
    }
    m.size = align_up(m.size, DK_MEMBLOCK_ALIGNMENT);
    return m;
}
