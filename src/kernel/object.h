/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_OBJECT_H
#define WINDLASS_KERNEL_OBJECT_H

#include <stdbool.h>
#include <stdint.h>

/* Reference-counted kernel objects. A handle holds one reference, and so does each owner in the
 * host. Waitable objects have a signalled test that is called with the kernel lock held. */

typedef uint32_t result; /* guest result code: description << 9 | module; 0 is success */

enum object_kind {
    OBJECT_PROCESS,
    OBJECT_THREAD,
    OBJECT_EVENT_READABLE,
    OBJECT_EVENT_WRITABLE,
    OBJECT_CLIENT_SESSION,
    OBJECT_SERVER_SESSION,
    OBJECT_CLIENT_PORT,
    OBJECT_SERVER_PORT,
    OBJECT_SHARED_MEMORY,
    OBJECT_TRANSFER_MEMORY,
    OBJECT_CODE_MEMORY,
    OBJECT_RESOURCE_LIMIT,
};

struct object;

struct object_ops {
    enum object_kind kind;
    const char *name;
    /* Called with the kernel lock held; NULL: the object cannot be waited for. */
    bool (*signalled)(struct object *o);
    /* The last reference is gone; called without the kernel lock. */
    void (*destroy)(struct object *o);
};

/* First member of every kernel object. */
struct object {
    const struct object_ops *ops;
    int references;
};

void object_init(struct object *o, const struct object_ops *ops); /* with one reference */
void *object_ref(void *o);
void object_unref(void *o); /* NULL is allowed; never with the kernel lock held */

#endif
