/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_CODE_MEMORY_H
#define WINDLASS_KERNEL_CODE_MEMORY_H

#include "kernel/object.h"

/* Code memory, for programs that generate code: the same pages, writable at one address and
 * executable at another. */

enum code_memory_operation {
    CODE_MEMORY_MAP = 0,
    CODE_MEMORY_MAP_TO_OWNER = 1,
    CODE_MEMORY_UNMAP = 2,
    CODE_MEMORY_UNMAP_FROM_OWNER = 3,
};

result code_memory_new(uint64_t base, uint64_t size, struct object **out);
result code_memory_control(struct object *o, uint32_t operation, uint64_t base, uint64_t size,
                           uint32_t perm);

#endif
