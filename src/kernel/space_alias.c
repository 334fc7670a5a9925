/* SPDX-License-Identifier: MIT */
#include "kernel/space.h"

#include "base/memory.h"
#include "kernel/results.h"

#include <string.h>

/* svcMapMemory and svcMapProcessCodeMemory. The source becomes inaccessible as long as the target
 * shows its pages, so the pages are moved there and back. What is where is kept in a list, because
 * an unmapping must name the same pages, and may name a part of them. */

struct alias {
    uint64_t target, source, size;
};

static struct alias *aliases; /* space lock */
static size_t alias_count, alias_room;

void space_alias_reset(void) {
    space_lock();
    alias_count = 0;
    space_unlock();
}

static void add_alias(uint64_t target, uint64_t source, uint64_t size) {
    GROW(aliases, alias_count, alias_room);
    aliases[alias_count++] = (struct alias){target, source, size};
}

/* Index of the alias that holds the whole range with this source; alias_count: none. */
static size_t find_alias(uint64_t target, uint64_t source, uint64_t size) {
    size_t i = 0;
    while (i < alias_count &&
           !(aliases[i].target <= target && target + size <= aliases[i].target + aliases[i].size &&
             target - aliases[i].target == source - aliases[i].source))
        i++;
    return i;
}

static void cut_alias(size_t i, uint64_t target, uint64_t size) {
    struct alias a = aliases[i];
    uint64_t before = target - a.target, after = a.size - before - size;
    aliases[i] = aliases[--alias_count];
    if (before)
        add_alias(a.target, a.source, before);
    if (after)
        add_alias(target + size, a.source + before + size, after);
}

static result check_two_ranges(uint64_t target, uint64_t source, uint64_t size) {
    if (target % GUEST_PAGE || source % GUEST_PAGE)
        return RESULT_INVALID_ADDRESS;
    result r = space_check_range(target, size);
    return r ? r : space_check_range(source, size);
}

static result map_locked(const char *what, uint64_t target, uint64_t source, uint64_t size,
                         const struct space_need *need, uint32_t state, enum guest_perm perm) {
    struct error error;
    struct block_value v;
    result r = space_check_locked(source, size, need, &v);
    if (r)
        return r;
    if (!space_is_free_locked(target, size))
        return RESULT_INVALID_CURRENT_MEMORY;
    if (!guest_move(target, source, size, perm, &error))
        return space_host_failure(what, &error);
    space_set_locked(source, size, v.state, GUEST_NONE, BLOCK_LOCKED, BLOCK_HEAD_KEEP);
    space_set_locked(target, size, state, perm, 0, BLOCK_HEAD_SET);
    add_alias(target, source, size);
    return 0;
}

static result unmap_locked(const char *what, uint64_t target, uint64_t source, uint64_t size,
                           const struct space_need *target_need) {
    struct error error;
    struct block_value v;
    const struct space_need lent = {
        .perm_mask = 0xffffffffu,
        .attribute_mask = SPACE_ALL_ATTRIBUTES,
        .attribute = BLOCK_LOCKED,
    };
    result r = space_check_locked(source, size, &lent, &v);
    if (r)
        return r;
    if (target_need && (r = space_check_locked(target, size, target_need, NULL)))
        return r;
    size_t i = find_alias(target, source, size);
    if (i == alias_count)
        return RESULT_INVALID_MEMORY_REGION;
    if (!guest_move(source, target, size, GUEST_RW, &error))
        return space_host_failure(what, &error);
    cut_alias(i, target, size);
    space_set_locked(target, size, SPACE_FREE, GUEST_NONE, 0, BLOCK_HEAD_CLEAR);
    space_set_locked(source, size, v.state, GUEST_RW, 0, BLOCK_HEAD_KEEP);
    return 0;
}

#define NEED_RW(capability)                                                                        \
    {.state_mask = (capability),                                                                   \
     .state = (capability),                                                                        \
     .perm_mask = 0xffffffffu,                                                                     \
     .perm = GUEST_RW,                                                                             \
     .attribute_mask = SPACE_ALL_ATTRIBUTES}

result space_map_stack(uint64_t target, uint64_t source, uint64_t size) {
    const struct space_need need = NEED_RW(SPACE_CAN_ALIAS);
    result r = check_two_ranges(target, source, size);
    if (r)
        return r;
    if (!space_inside(&guest_layout.stack, target, size))
        return RESULT_INVALID_MEMORY_REGION;
    space_lock();
    r = map_locked("MapMemory", target, source, size, &need, SPACE_STACK, GUEST_RW);
    space_unlock();
    return r;
}

result space_unmap_stack(uint64_t target, uint64_t source, uint64_t size) {
    const struct space_need stack = {
        .state_mask = 0xffffffffu,
        .state = SPACE_STACK,
        .attribute_mask = SPACE_ALL_ATTRIBUTES,
    };
    result r = check_two_ranges(target, source, size);
    if (r)
        return r;
    if (!space_inside(&guest_layout.stack, target, size))
        return RESULT_INVALID_MEMORY_REGION;
    space_lock();
    r = unmap_locked("UnmapMemory", target, source, size, &stack);
    space_unlock();
    return r;
}

result space_map_code(uint64_t target, uint64_t source, uint64_t size) {
    const struct space_need need = {
        .state_mask = 0xffffffffu,
        .state = SPACE_NORMAL,
        .perm_mask = 0xffffffffu,
        .perm = GUEST_RW,
        .attribute_mask = SPACE_ALL_ATTRIBUTES,
    };
    result r = check_two_ranges(target, source, size);
    if (r)
        return r;
    if (!space_in_free_region(target, size))
        return RESULT_INVALID_MEMORY_REGION;
    space_lock();
    r = map_locked("MapProcessCodeMemory", target, source, size, &need, SPACE_ALIAS_CODE,
                   GUEST_NONE);
    space_unlock();
    return r;
}

/* The target's pages may meanwhile differ in permission and state, and be permission-locked. */
result space_unmap_code(uint64_t target, uint64_t source, uint64_t size) {
    result r = check_two_ranges(target, source, size);
    if (r)
        return r;
    if (!space_in_free_region(target, size))
        return RESULT_INVALID_MEMORY_REGION;
    space_lock();
    r = unmap_locked("UnmapProcessCodeMemory", target, source, size, NULL);
    space_unlock();
    return r;
}
