/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_FREE_MEMORY_H
#define WINDLASS_LIFT_FREE_MEMORY_H

#include <stdint.h>

/* Bytes that this process and what it starts may still take: what Linux calls available, and not
 * more than the limits of its control groups (version 1 and 2) leave. UINT64_MAX where nothing
 * says. `root` stands before the paths of /proc and /sys: "", or a folder of a test's. */
uint64_t free_memory(const char *root);

#endif
