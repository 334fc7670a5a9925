/* SPDX-License-Identifier: MIT */
#include "kernel/space.h"

#include "kernel/results.h"

/* Memory that a device sees (svcMapDeviceAddressSpaceAligned of the driver): as long as it does,
 * the program can neither unmap nor lend it. */

result space_device_map(uint64_t base, uint64_t size) {
    const struct space_need need = {.perm_mask = GUEST_RW, .perm = GUEST_RW};
    result r = space_check_range(base, size);
    if (r)
        return r;
    space_lock();
    r = space_check_locked(base, size, &need, NULL);
    if (!r)
        block_list_count_device(&space_blocks, base, size, 1);
    space_unlock();
    return r;
}

void space_device_unmap(uint64_t base, uint64_t size) {
    space_lock();
    block_list_count_device(&space_blocks, base, size, -1);
    space_unlock();
}
