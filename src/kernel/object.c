/* SPDX-License-Identifier: MIT */
#include "kernel/object.h"

#include <assert.h>
#include <stddef.h>

void object_init(struct object *o, const struct object_ops *ops) {
    o->ops = ops;
    o->references = 1;
}

void *object_ref(void *object) {
    struct object *o = object;
    int before = __atomic_fetch_add(&o->references, 1, __ATOMIC_RELAXED);
    assert(before > 0);
    (void)before;
    return o;
}

void object_unref(void *object) {
    struct object *o = object;
    if (!o)
        return;
    /* Release and acquire: destroy() must see what every former owner wrote. */
    int before = __atomic_fetch_sub(&o->references, 1, __ATOMIC_ACQ_REL);
    assert(before > 0);
    if (before == 1)
        o->ops->destroy(o);
}
