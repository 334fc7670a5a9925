/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_SHARED_MEMORY_OBJECT_H
#define WINDLASS_KERNEL_SHARED_MEMORY_OBJECT_H

#include "kernel/shared_memory.h"

/* For the SVCs. */

#define SHARED_MEMORY_ANY_PERM 0x10000000u /* remote_perm: R or RW, as the other side likes */

int shared_memory_fd(struct shared_memory *m);
uint64_t shared_memory_size(struct shared_memory *m);
bool shared_memory_allows(struct shared_memory *m, uint32_t perm);

#endif
