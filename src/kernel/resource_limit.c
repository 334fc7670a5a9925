/* SPDX-License-Identifier: MIT */
#include "kernel/resource_limit.h"

#include "kernel/space.h"
#include "kernel/thread.h"

#include <stddef.h>

static void destroy(struct object *o) {
    (void)o; /* static, its first reference is never given up */
}

static const struct object_ops ops = {
    .kind = OBJECT_RESOURCE_LIMIT,
    .name = "resource limit",
    .destroy = destroy,
};

static struct object object = {.ops = &ops, .references = 1};

struct object *resource_limit_object(void) {
    return &object;
}

/* The last three bind nobody here; they are what an application has on a console. */
uint64_t resource_limit_max(enum resource which) {
    static const uint64_t limits[RESOURCES] = {
        [RESOURCE_THREADS] = THREAD_LIMIT,
        [RESOURCE_EVENTS] = 900,
        [RESOURCE_TRANSFER_MEMORY] = 200,
        [RESOURCE_SESSIONS] = 133,
    };
    return which == RESOURCE_MEMORY ? space_limit() : limits[which];
}

uint64_t resource_limit_current(enum resource which) {
    return which == RESOURCE_MEMORY    ? space_used()
           : which == RESOURCE_THREADS ? (uint64_t)thread_count()
                                       : 0;
}
