/* SPDX-License-Identifier: MIT */
#include "kernel/space.h"

#include "kernel/results.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Mappings of memory files (shared, transfer and code memory), and ranges that the guest lends to
 * such an object for as long as it lives. */

result space_map_file(uint64_t base, int fd, uint64_t size, uint32_t state, enum guest_perm perm) {
    struct error error;
    result r = space_check_range(base, size);
    if (r)
        return r;
    if (!space_in_free_region(base, size))
        return RESULT_INVALID_MEMORY_REGION;
    space_lock();
    if (!space_is_free_locked(base, size))
        r = RESULT_INVALID_CURRENT_MEMORY;
    else if (!guest_map_file(base, fd, 0, size, perm, &error))
        r = space_host_failure("mapping shared pages", &error);
    else
        space_set_locked(base, size, state, perm, 0, BLOCK_HEAD_SET);
    space_unlock();
    return r;
}

result space_unmap_file(uint64_t base, uint64_t size, uint32_t state) {
    struct error error;
    const struct space_need mapped = {
        .state_mask = 0xffffffffu,
        .state = state,
        .attribute_mask = SPACE_ALL_ATTRIBUTES,
    };
    result r = space_check_range(base, size);
    if (r)
        return r;
    if (!space_in_free_region(base, size))
        return RESULT_INVALID_MEMORY_REGION;
    space_lock();
    r = space_check_locked(base, size, &mapped, NULL);
    if (!r && !guest_unmap(base, size, &error))
        r = space_host_failure("unmapping shared pages", &error);
    if (!r)
        space_set_locked(base, size, SPACE_FREE, GUEST_NONE, 0, BLOCK_HEAD_CLEAR);
    space_unlock();
    return r;
}

result space_lend(uint64_t base, uint64_t size, uint32_t capability, enum guest_perm perm) {
    struct error error;
    struct block_value v;
    const struct space_need need = {
        .state_mask = capability,
        .state = capability,
        .perm_mask = 0xffffffffu,
        .perm = GUEST_RW,
        .attribute_mask = SPACE_ALL_ATTRIBUTES,
    };
    result r = space_check_range(base, size);
    if (r)
        return r;
    space_lock();
    r = space_check_locked(base, size, &need, &v);
    if (!r && perm != GUEST_RW && !guest_protect(base, size, perm, &error))
        r = space_host_failure("lending pages", &error);
    if (!r)
        space_set_locked(base, size, v.state, perm, BLOCK_LOCKED, BLOCK_HEAD_KEEP);
    space_unlock();
    return r;
}

void space_return(uint64_t base, uint64_t size) {
    struct error error;
    struct block_value v;
    const struct space_need lent = {
        .attribute_mask = SPACE_ALL_ATTRIBUTES,
        .attribute = BLOCK_LOCKED,
    };
    space_lock();
    if (space_check_locked(base, size, &lent, &v) == 0) {
        if (!guest_protect(base, size, GUEST_RW, &error))
            space_host_failure("returning lent pages", &error);
        else
            space_set_locked(base, size, v.state, GUEST_RW, 0, BLOCK_HEAD_KEEP);
    }
    space_unlock();
}

static bool copy_to_file(uint64_t base, uint64_t size, int fd, struct error *error) {
    for (uint64_t done = 0; done < size;) {
        ssize_t n = pwrite(fd, (const void *)(base + done), size - done, (off_t)done);
        if (n <= 0)
            return error_set(error, ERROR_IO, "copying lent pages to a memory file: %s",
                             strerror(errno));
        done += (uint64_t)n;
    }
    return true;
}

static bool copy_from_file(uint64_t base, uint64_t size, int fd, struct error *error) {
    for (uint64_t done = 0; done < size;) {
        ssize_t n = pread(fd, (void *)(base + done), size - done, (off_t)done);
        if (n <= 0)
            return error_set(error, ERROR_IO, "copying lent pages from a memory file: %s",
                             strerror(errno));
        done += (uint64_t)n;
    }
    return true;
}

bool space_share_lent(uint64_t base, uint64_t size, int fd, struct error *error) {
    space_lock();
    uint32_t perm = space_blocks.blocks[block_list_index(&space_blocks, base)].value.perm;
    bool done = guest_protect(base, size, GUEST_R, error) && copy_to_file(base, size, fd, error) &&
                guest_unmap(base, size, error) &&
                guest_map_file(base, fd, 0, size, (enum guest_perm)perm, error);
    space_unlock();
    return done;
}

bool space_hide_lent(uint64_t base, uint64_t size, struct error *error) {
    space_lock();
    bool done = guest_unmap(base, size, error);
    space_unlock();
    return done;
}

bool space_restore_lent(uint64_t base, uint64_t size, int fd, struct error *error) {
    space_lock();
    bool done = guest_map(base, size, GUEST_RW, error) && copy_from_file(base, size, fd, error);
    space_unlock();
    return done;
}
