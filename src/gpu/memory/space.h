/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_MEMORY_SPACE_H
#define WINDLASS_GPU_MEMORY_SPACE_H

#include <stdbool.h>
#include <stdint.h>

/* Which addresses of a GPU address space are taken: reservations, and mappings in or beside them.
 * Pure; the caller locks. */

#define GPU_SPACE_END    (1ull << 40)
#define GPU_SPACE_BASE   0x4000000ull   /* of small pages */
#define GPU_SPACE_BIG    0x400000000ull /* of big pages */
#define GPU_SPACE_RANGES 4096u

struct gpu_range {
    uint64_t address, size;
    bool reservation;
    uint32_t nvmap; /* 0 for a reservation */
    uint64_t offset;
    uint64_t memory, memory_size; /* of the guest, that the GPU sees there; 0: none */
};

struct gpu_space {
    struct gpu_range *ranges; /* sorted by address; a reservation before the mappings inside it */
    uint32_t count, room;
};

/* A free place of that size from `from` upward; 0 where there is none. align is a power of two. */
uint64_t gpu_space_find(const struct gpu_space *s, uint64_t from, uint64_t size, uint64_t align);
/* A mapping may lie in a reservation, else nothing may overlap. */
bool gpu_space_fits(const struct gpu_space *s, const struct gpu_range *range);
bool gpu_space_add(struct gpu_space *s, const struct gpu_range *range);
/* Removes the range (and, for a reservation, what lies in it) and calls for each; false where none
 * starts there. */
bool gpu_space_remove(struct gpu_space *s, uint64_t address, bool reservation,
                      void (*gone)(void *context, const struct gpu_range *range), void *context);
/* The mapping that holds the address, or NULL. */
const struct gpu_range *gpu_space_mapping(const struct gpu_space *s, uint64_t address);
void gpu_space_free(struct gpu_space *s);

#endif
