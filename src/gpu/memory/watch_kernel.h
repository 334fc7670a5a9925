/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_MEMORY_WATCH_KERNEL_H
#define WINDLASS_GPU_MEMORY_WATCH_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

/* The kernel's part of watch.h. All of it may be called by any thread. */

struct kernel_watch {
    int faults, pages; /* files: the userfaultfd, and /proc/self/pagemap */
};

/* False: this kernel cannot, or we may not. */
bool kernel_watch_open(struct kernel_watch *k);
void kernel_watch_close(struct kernel_watch *k);
/* False: not this memory. */
bool kernel_watch_add(struct kernel_watch *k, uint64_t start, uint64_t end);
void kernel_watch_remove(struct kernel_watch *k, uint64_t start, uint64_t end);
/* False: not all of the range is watched any more, and nobody knows what was written. */
bool kernel_watch_scan(struct kernel_watch *k, uint64_t start, uint64_t end,
                       void (*written)(void *context, const uint8_t *range, uint64_t size),
                       void *context);
void kernel_watch_ignore(struct kernel_watch *k, uint64_t start, uint64_t end);

#endif
