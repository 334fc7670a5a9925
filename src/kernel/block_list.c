/* SPDX-License-Identifier: MIT */
#include "kernel/block_list.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void block_list_init(struct block_list *l, uint64_t end, const struct block_value *value) {
    *l = (struct block_list){0};
    GROW(l->blocks, l->count, l->room);
    l->blocks[l->count++] = (struct block){.size = end, .value = *value};
}

void block_list_free(struct block_list *l) {
    free(l->blocks);
    *l = (struct block_list){0};
}

size_t block_list_index(const struct block_list *l, uint64_t address) {
    size_t low = 0, high = l->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (l->blocks[middle].base <= address)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void insert(struct block_list *l, size_t at, const struct block *b) {
    GROW(l->blocks, l->count, l->room);
    memmove(l->blocks + at + 1, l->blocks + at, (l->count - at) * sizeof *l->blocks);
    l->blocks[at] = *b;
    l->count++;
}

static void remove_blocks(struct block_list *l, size_t at, size_t n) {
    memmove(l->blocks + at, l->blocks + at + n, (l->count - at - n) * sizeof *l->blocks);
    l->count -= n;
}

/* Makes a block begin at the address; gives its index (the count at the very end). */
static size_t split(struct block_list *l, uint64_t address) {
    size_t i = block_list_index(l, address);
    struct block *b = &l->blocks[i];
    if (b->base == address)
        return i;
    if (address >= b->base + b->size)
        return i + 1;
    struct block upper = *b;
    upper.base = address;
    upper.size = b->base + b->size - address;
    upper.head = false;
    b->size = address - b->base;
    insert(l, i + 1, &upper);
    return i + 1;
}

static bool same(const struct block_value *a, const struct block_value *b) {
    return a->state == b->state && a->perm == b->perm && a->attribute == b->attribute &&
           a->ipc_count == b->ipc_count && a->device_count == b->device_count;
}

/* Joins the block with the one below it where they are alike. */
static void merge_down(struct block_list *l, size_t i) {
    if (i == 0 || i >= l->count)
        return;
    struct block *b = &l->blocks[i], *below = b - 1;
    if (b->head || !same(&b->value, &below->value))
        return;
    below->size += b->size;
    remove_blocks(l, i, 1);
}

/* From the upper end down, so that the indexes below stay what they are. */
static void merge_range(struct block_list *l, size_t first, size_t after) {
    for (size_t i = after + 1; i-- > first;)
        merge_down(l, i);
}

void block_list_set(struct block_list *l, uint64_t base, uint64_t size,
                    const struct block_value *value, enum block_head head) {
    size_t first = split(l, base);
    size_t after = split(l, base + size);
    for (size_t i = first; i < after; i++) {
        l->blocks[i].value = *value;
        if (head != BLOCK_HEAD_KEEP)
            l->blocks[i].head = head == BLOCK_HEAD_SET && i == first;
    }
    merge_range(l, first, after);
}

void block_list_set_attribute(struct block_list *l, uint64_t base, uint64_t size, uint32_t mask,
                              uint32_t set) {
    size_t first = split(l, base);
    size_t after = split(l, base + size);
    for (size_t i = first; i < after; i++) {
        uint32_t *attribute = &l->blocks[i].value.attribute;
        *attribute = (*attribute & ~mask) | (set & mask);
    }
    merge_range(l, first, after);
}

void block_list_count_device(struct block_list *l, uint64_t base, uint64_t size, int change) {
    size_t first = split(l, base);
    size_t after = split(l, base + size);
    for (size_t i = first; i < after; i++) {
        struct block_value *v = &l->blocks[i].value;
        v->device_count += (uint32_t)change;
        v->attribute =
            (v->attribute & ~(uint32_t)BLOCK_DEVICE) | (v->device_count ? BLOCK_DEVICE : 0);
    }
    merge_range(l, first, after);
}
