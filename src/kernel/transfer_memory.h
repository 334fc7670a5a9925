/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_TRANSFER_MEMORY_H
#define WINDLASS_KERNEL_TRANSFER_MEMORY_H

#include "kernel/object.h"

/* Transfer memory: a range that the guest lends to whoever holds the object, usually a service. */

result transfer_memory_new(uint64_t base, uint64_t size, uint32_t perm, struct object **out);
result transfer_memory_map(struct object *o, uint64_t base, uint64_t size, uint32_t perm);
result transfer_memory_unmap(struct object *o, uint64_t base, uint64_t size);
/* For services: the guest range behind the object. The guest may have no access to it, and then
 * neither has the host. */
void transfer_memory_range(struct object *o, uint64_t *base_out, uint64_t *size_out);

#endif
