/* SPDX-License-Identifier: MIT */
#include "kernel/event.h"

#include "base/memory.h"
#include "kernel/event_object.h"
#include "kernel/lock.h"
#include "kernel/wait.h"

#include <stddef.h>
#include <stdlib.h>

/* The ends count their references apart; the event goes when both are gone. */
struct event {
    struct object readable;
    struct object writable;
    bool signalled; /* kernel lock */
    int ends;
};

static struct event *of_readable(struct object *o) {
    return (struct event *)(void *)((char *)o - offsetof(struct event, readable));
}

static struct event *of_writable(struct object *o) {
    return (struct event *)(void *)((char *)o - offsetof(struct event, writable));
}

static void drop_end(struct event *e) {
    if (__atomic_sub_fetch(&e->ends, 1, __ATOMIC_ACQ_REL) == 0)
        free(e);
}

static bool readable_signalled(struct object *o) {
    return of_readable(o)->signalled;
}

static void readable_destroy(struct object *o) {
    drop_end(of_readable(o));
}

static void writable_destroy(struct object *o) {
    drop_end(of_writable(o));
}

static const struct object_ops readable_ops = {
    .kind = OBJECT_EVENT_READABLE,
    .name = "readable event",
    .signalled = readable_signalled,
    .destroy = readable_destroy,
};

static const struct object_ops writable_ops = {
    .kind = OBJECT_EVENT_WRITABLE,
    .name = "writable event",
    .destroy = writable_destroy,
};

struct event *event_new(bool signalled) {
    struct event *e = NEW(struct event);
    object_init(&e->readable, &readable_ops);
    object_init(&e->writable, &writable_ops);
    e->signalled = signalled;
    e->ends = 2;
    return e;
}

void event_unref(struct event *e) {
    if (!e)
        return;
    object_unref(&e->writable);
    object_unref(&e->readable);
}

void event_signal(struct event *e) {
    kernel_lock();
    if (!e->signalled) {
        e->signalled = true;
        wait_notify_locked(&e->readable);
    }
    kernel_unlock();
}

void event_clear(struct event *e) {
    kernel_lock();
    e->signalled = false;
    kernel_unlock();
}

bool event_is_signalled(struct event *e) {
    kernel_lock();
    bool signalled = e->signalled;
    kernel_unlock();
    return signalled;
}

bool event_reset(struct event *e) {
    kernel_lock();
    bool signalled = e->signalled;
    e->signalled = false;
    kernel_unlock();
    return signalled;
}

struct object *event_readable(struct event *e) {
    return &e->readable;
}

struct object *event_writable(struct event *e) {
    return &e->writable;
}

struct event *event_of(struct object *o) {
    if (o && o->ops == &readable_ops)
        return of_readable(o);
    return o && o->ops == &writable_ops ? of_writable(o) : NULL;
}
