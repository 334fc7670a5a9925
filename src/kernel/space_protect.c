/* SPDX-License-Identifier: MIT */
#include "kernel/space.h"

#include "kernel/results.h"

static result protect_locked(uint64_t base, uint64_t size, const struct space_need *need,
                             uint32_t perm, uint32_t (*next_state)(uint32_t state, uint32_t perm)) {
    struct error error;
    struct block_value v;
    result r = space_check_locked(base, size, need, &v);
    if (r)
        return r;
    uint32_t state = next_state ? next_state(v.state, perm) : v.state;
    if (v.perm != perm && !guest_protect(base, size, (enum guest_perm)perm, &error))
        return space_host_failure("SetMemoryPermission", &error);
    space_set_locked(base, size, state, perm, v.attribute, BLOCK_HEAD_KEEP);
    return 0;
}

result space_set_permission(uint64_t base, uint64_t size, uint32_t perm) {
    const struct space_need need = {
        .state_mask = SPACE_CAN_REPROTECT,
        .state = SPACE_CAN_REPROTECT,
        .attribute_mask = SPACE_ALL_ATTRIBUTES,
    };
    result r = space_check_range(base, size);
    if (r)
        return r;
    if (perm != GUEST_NONE && perm != GUEST_R && perm != GUEST_RW)
        return RESULT_INVALID_NEW_PERMISSION;
    space_lock();
    r = protect_locked(base, size, &need, perm, NULL);
    space_unlock();
    return r;
}

/* Code that becomes writable is data from then on. */
static uint32_t state_when_written(uint32_t state, uint32_t perm) {
    if (!(perm & GUEST_W))
        return state;
    return state == SPACE_CODE         ? SPACE_CODE_DATA
           : state == SPACE_ALIAS_CODE ? SPACE_ALIAS_CODE_DATA
                                       : state;
}

result space_set_process_permission(uint64_t base, uint64_t size, uint32_t perm) {
    const struct space_need need = {
        .state_mask = SPACE_CODE_BIT,
        .state = SPACE_CODE_BIT,
        .attribute_mask = SPACE_ALL_ATTRIBUTES,
    };
    result r = space_check_range(base, size);
    if (r)
        return r;
    if (perm != GUEST_NONE && perm != GUEST_R && perm != GUEST_RW && perm != GUEST_X &&
        perm != GUEST_RX)
        return RESULT_INVALID_NEW_PERMISSION;
    space_lock();
    r = protect_locked(base, size, &need, perm, state_when_written);
    space_unlock();
    return r;
}

#define SETTABLE ((uint32_t)(BLOCK_UNCACHED | BLOCK_PERM_LOCKED))

result space_set_attribute(uint64_t base, uint64_t size, uint32_t mask, uint32_t attribute) {
    result r = space_check_range(base, size);
    if (r == RESULT_INVALID_ADDRESS || r == RESULT_INVALID_SIZE)
        return r;
    if ((mask | attribute) != mask || (mask & ~SETTABLE))
        return RESULT_INVALID_COMBINATION;
    if ((mask & BLOCK_PERM_LOCKED) && !(attribute & BLOCK_PERM_LOCKED))
        return RESULT_INVALID_COMBINATION;
    if (r)
        return r;
    struct space_need need = {.attribute_mask = ~(SETTABLE | BLOCK_DEVICE)};
    if (mask & BLOCK_UNCACHED)
        need.state_mask |= SPACE_CAN_CHANGE_ATTRIBUTE;
    if (mask & BLOCK_PERM_LOCKED)
        need.state_mask |= SPACE_CAN_PERM_LOCK;
    need.state = need.state_mask;
    space_lock();
    r = space_check_locked(base, size, &need, NULL);
    if (!r)
        block_list_set_attribute(&space_blocks, base, size, mask, attribute);
    space_unlock();
    return r;
}
