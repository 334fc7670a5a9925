/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_QUERY_CONDITION_H
#define WINDLASS_GPU_VULKAN_QUERY_CONDITION_H

#include "gpu/engine/condition.h"
#include "gpu/vulkan/memory/memory.h"

/* Whether a condition holds now: waits for the device where it still writes what decides. Memory
 * that is not mapped counts as zeros. */
bool condition_holds(struct guest_memory *memory, const struct page_table *pages,
                     const struct condition *condition);

#endif
