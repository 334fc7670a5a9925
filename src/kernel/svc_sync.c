/* SPDX-License-Identifier: MIT */
#include "kernel/address_arbiter.h"
#include "kernel/event_object.h"
#include "kernel/handle.h"
#include "kernel/lock.h"
#include "kernel/mutex.h"
#include "kernel/process.h"
#include "kernel/results.h"
#include "kernel/space.h"
#include "kernel/svc_handlers.h"
#include "kernel/thread.h"
#include "kernel/wait.h"

uint64_t svc_create_event(struct svc *c) {
    uint32_t writable, readable;
    struct event *e = event_new(false);
    result r = handle_add(event_writable(e), &writable);
    if (!r) {
        r = handle_add(event_readable(e), &readable);
        if (r)
            handle_close(writable);
    }
    event_unref(e);
    if (r)
        return r;
    c->out[1] = writable;
    c->out[2] = readable;
    return 0;
}

uint64_t svc_signal_event(struct svc *c) {
    struct object *o = handle_get_kind((uint32_t)c->in[0], c->thread, OBJECT_EVENT_WRITABLE);
    if (!o)
        return RESULT_INVALID_HANDLE;
    event_signal(event_of(o));
    object_unref(o);
    return 0;
}

uint64_t svc_clear_event(struct svc *c) {
    struct object *o = handle_get((uint32_t)c->in[0], c->thread);
    struct event *e = event_of(o);
    if (e)
        event_clear(e);
    object_unref(o);
    return e ? 0 : RESULT_INVALID_HANDLE;
}

/* The process object never becomes signalled here, so there is nothing to reset on it. */
uint64_t svc_reset_signal(struct svc *c) {
    struct object *o = handle_get((uint32_t)c->in[0], c->thread);
    result r = RESULT_INVALID_HANDLE;
    if (o && o->ops->kind == OBJECT_EVENT_READABLE)
        r = event_reset(event_of(o)) ? 0 : RESULT_INVALID_STATE;
    else if (o && o->ops->kind == OBJECT_PROCESS)
        r = RESULT_INVALID_STATE;
    object_unref(o);
    return r;
}

uint64_t svc_close_handle(struct svc *c) {
    return handle_close((uint32_t)c->in[0]);
}

result svc_take_objects(uint64_t address, int count, struct object **objects) {
    uint32_t handles[THREAD_WAIT_MAX];
    if (count < 0 || count > THREAD_WAIT_MAX)
        return RESULT_OUT_OF_RANGE;
    if (count && !space_read(address, handles, (uint64_t)count * sizeof *handles))
        return RESULT_INVALID_POINTER;
    int n = 0;
    kernel_lock();
    for (; n < count; n++) {
        struct object *o = handle_peek_locked(handles[n]);
        if (!o || !o->ops->signalled)
            break;
        objects[n] = object_ref(o);
    }
    kernel_unlock();
    if (n == count)
        return 0;
    while (n-- > 0)
        object_unref(objects[n]);
    return RESULT_INVALID_HANDLE;
}

uint64_t svc_wait_synchronization(struct svc *c) {
    struct object *objects[THREAD_WAIT_MAX];
    int32_t count = (int32_t)c->in[2], index;
    c->out[1] = UINT32_MAX;
    result r = svc_take_objects(c->in[1], count, objects);
    if (r)
        return r;
    r = wait_objects(c->thread, objects, count, (int64_t)c->in[3], &index);
    for (int i = 0; i < count; i++)
        object_unref(objects[i]);
    c->out[1] = (uint32_t)index;
    return r;
}

uint64_t svc_cancel_synchronization(struct svc *c) {
    struct thread *t = handle_get_kind((uint32_t)c->in[0], c->thread, OBJECT_THREAD);
    if (!t)
        return RESULT_INVALID_HANDLE;
    wait_cancel(t);
    object_unref(t);
    return 0;
}

uint64_t svc_arbitrate_lock(struct svc *c) {
    return mutex_lock(c->thread, (uint32_t)c->in[0], c->in[1], (uint32_t)c->in[2]);
}

uint64_t svc_arbitrate_unlock(struct svc *c) {
    return mutex_unlock(c->thread, c->in[0]);
}

uint64_t svc_wait_process_wide_key_atomic(struct svc *c) {
    return condvar_wait(c->thread, c->in[0], c->in[1], (uint32_t)c->in[2], (int64_t)c->in[3]);
}

uint64_t svc_signal_process_wide_key(struct svc *c) {
    condvar_signal(c->in[0], (int32_t)c->in[1]);
    return 0;
}

uint64_t svc_wait_for_address(struct svc *c) {
    return arbiter_wait(c->thread, c->in[0], (uint32_t)c->in[1], (int64_t)c->in[2],
                        (int64_t)c->in[3]);
}

uint64_t svc_signal_to_address(struct svc *c) {
    return arbiter_signal(c->in[0], (uint32_t)c->in[1], (int32_t)c->in[2], (int32_t)c->in[3]);
}
