/* SPDX-License-Identifier: MIT */
#include "kernel/space.h"

#include "kernel/results.h"

/* The heap: one range that grows and shrinks at the start of its region. */

#define HEAP_STEP (2ull << 20)
#define HEAP_MAX  (8ull << 30) /* as much as a console can have */

static uint64_t heap_size; /* space lock */
static uint64_t limit;     /* set before the guest starts */
static uint64_t fixed;     /* code, stack and loader pages: set before the guest starts */

void space_heap_reset(uint64_t limit_bytes, uint64_t fixed_bytes) {
    space_lock();
    heap_size = 0;
    limit = limit_bytes;
    fixed = fixed_bytes;
    space_unlock();
}

uint64_t space_limit(void) {
    return limit;
}

uint64_t space_used(void) {
    space_lock();
    uint64_t used = fixed + heap_size;
    space_unlock();
    return used;
}

static result grow_locked(uint64_t size) {
    struct error error;
    uint64_t base = guest_layout.heap.base + heap_size, more = size - heap_size;
    if (fixed + size > limit)
        return RESULT_LIMIT_REACHED;
    if (!guest_map(base, more, GUEST_RW, &error))
        return space_host_failure("SetHeapSize", &error);
    space_set_locked(base, more, SPACE_NORMAL, GUEST_RW, 0,
                     heap_size ? BLOCK_HEAD_CLEAR : BLOCK_HEAD_SET);
    heap_size = size;
    return 0;
}

static result shrink_locked(uint64_t size) {
    struct error error;
    uint64_t base = guest_layout.heap.base + size, less = heap_size - size;
    const struct space_need untouched = {
        .state_mask = 0xffffffffu,
        .state = SPACE_NORMAL,
        .perm_mask = 0xffffffffu,
        .perm = GUEST_RW,
        .attribute_mask = SPACE_ALL_ATTRIBUTES,
    };
    result r = space_check_locked(base, less, &untouched, NULL);
    if (r)
        return r;
    if (!guest_unmap(base, less, &error))
        return space_host_failure("SetHeapSize", &error);
    space_set_locked(base, less, SPACE_FREE, GUEST_NONE, 0, BLOCK_HEAD_CLEAR);
    heap_size = size;
    return 0;
}

result space_set_heap_size(uint64_t size, uint64_t *address_out) {
    *address_out = 0;
    if (size % HEAP_STEP || size >= HEAP_MAX)
        return RESULT_INVALID_SIZE;
    if (size > guest_layout.heap.size)
        return RESULT_OUT_OF_MEMORY;
    space_lock();
    result r = size > heap_size ? grow_locked(size) : size < heap_size ? shrink_locked(size) : 0;
    space_unlock();
    if (!r)
        *address_out = guest_layout.heap.base;
    return r;
}
