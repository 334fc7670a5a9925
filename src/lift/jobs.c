/* SPDX-License-Identifier: MIT */
#include "lift/jobs.h"

#include "lift/free_memory.h"
#include "lift/workers.h"

unsigned jobs_that_fit(unsigned processors, uint64_t free_bytes) {
    uint64_t fit = free_bytes / JOBS_COMPILER_BYTES;
    if (fit >= processors)
        return processors ? processors : 1;
    return fit ? (unsigned)fit : 1;
}

unsigned jobs_now(void) {
    return jobs_that_fit(workers_count(0, SIZE_MAX), free_memory(""));
}
