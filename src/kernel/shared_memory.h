/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_SHARED_MEMORY_H
#define WINDLASS_KERNEL_SHARED_MEMORY_H

#include "base/error.h"
#include "kernel/object.h"

/* Shared memory that services give to the guest (hid, time, pl:u): a memory file seen by the host
 * at shared_memory_host() and by the guest where svcMapSharedMemory puts it. */
struct shared_memory;

/* size is a multiple of 0x1000. owner_perm and remote_perm as svcCreateSharedMemory: 1 R, 3 RW. */
struct shared_memory *shared_memory_new(uint64_t size, uint32_t owner_perm, uint32_t remote_perm,
                                        struct error *error);
struct object *shared_memory_object(struct shared_memory *m);
void *shared_memory_host(struct shared_memory *m);

#endif
