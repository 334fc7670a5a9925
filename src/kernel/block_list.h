/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_BLOCK_LIST_H
#define WINDLASS_KERNEL_BLOCK_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the guest sees of its address space: adjacent blocks that cover [0, end) without a gap.
 * Neighbours that are equal are one block, unless the upper one is marked as the head of a mapping
 * of its own. */

enum {
    BLOCK_LOCKED = 1, /* borrowed: the source of a mapping or of transfer memory */
    BLOCK_IPC = 2,
    BLOCK_DEVICE = 4,
    BLOCK_UNCACHED = 8,
    BLOCK_PERM_LOCKED = 16, /* permission can no longer be changed */
};

/* The part that pages of one block have in common. */
struct block_value {
    uint32_t state; /* type in the low 8 bits, capabilities above (space.h) */
    uint32_t perm;
    uint32_t attribute;
    uint32_t ipc_count, device_count;
};

struct block {
    uint64_t base, size;
    struct block_value value;
    bool head; /* does not merge with the block below */
};

struct block_list {
    struct block *blocks;
    size_t count, room;
};

/* One block [0, end) of this value. */
void block_list_init(struct block_list *l, uint64_t end, const struct block_value *value);
void block_list_free(struct block_list *l);
/* Index of the block that holds the address; it must lie below the end. */
size_t block_list_index(const struct block_list *l, uint64_t address);
/* What a change does to the heads in its range. */
enum block_head {
    BLOCK_HEAD_KEEP,  /* another permission or attribute of the mappings that are there */
    BLOCK_HEAD_SET,   /* a new mapping of its own */
    BLOCK_HEAD_CLEAR, /* no mapping any more, or more of the one below */
};

/* Gives [base, base + size) this value. */
void block_list_set(struct block_list *l, uint64_t base, uint64_t size,
                    const struct block_value *value, enum block_head head);
/* Gives each block in the range (attribute & ~mask) | set. */
void block_list_set_attribute(struct block_list *l, uint64_t base, uint64_t size, uint32_t mask,
                              uint32_t set);
/* Adds `change` to each block's count of devices; BLOCK_DEVICE is set where it is not 0. */
void block_list_count_device(struct block_list *l, uint64_t base, uint64_t size, int change);

#endif
