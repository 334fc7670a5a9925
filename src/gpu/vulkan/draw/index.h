/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_DRAW_INDEX_H
#define WINDLASS_GPU_VULKAN_DRAW_INDEX_H

#include <stdbool.h>
#include <stdint.h>

/* Primitives of the guest in those that the device has: which topology, and the list of indices
 * where it must be another one than the guest's. Pure. */

/* What the device can read as it is. */
struct index_device {
    bool bytes;        /* indices of 8 bits */
    bool list_restart; /* a restart index in lists */
};

struct index_source {
    uint8_t primitive; /* as BEGIN's OP */
    bool indexed;      /* else vertices 0 to count - 1, and all of what follows does not matter */
    uint8_t bytes;     /* 1, 2, 4 */
    bool restart;
    uint32_t restart_index;
    bool provoking_last;
};

struct index_plan {
    uint8_t topology; /* as VkPrimitiveTopology */
    bool restart;     /* the largest index begins anew */
    bool made;        /* the list has to be made: words; else the guest's, or none, does */
};
/* False: the primitive is none that exists. */
bool index_plan(const struct index_source *source, const struct index_device *device,
                struct index_plan *out);
/* Room for the list, in words. */
uint64_t index_most(const struct index_source *source, uint64_t count);
/* Makes the list and says how long it is. `in`: the guest's first index of the draw. */
uint32_t index_make(const struct index_source *source, const struct index_plan *plan,
                    const uint8_t *in, uint32_t count, uint32_t *out);

#endif
