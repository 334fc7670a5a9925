/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_RESOURCE_LIMIT_H
#define WINDLASS_KERNEL_RESOURCE_LIMIT_H

#include "kernel/object.h"

/* The process's resource limit, as far as a program can ask for it. */

enum resource {
    RESOURCE_MEMORY,
    RESOURCE_THREADS,
    RESOURCE_EVENTS,
    RESOURCE_TRANSFER_MEMORY,
    RESOURCE_SESSIONS,
    RESOURCES,
};

struct object *resource_limit_object(void); /* lives as long as the host program */
uint64_t resource_limit_max(enum resource which);
uint64_t resource_limit_current(enum resource which);

#endif
