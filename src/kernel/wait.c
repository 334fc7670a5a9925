/* SPDX-License-Identifier: MIT */
#include "kernel/wait.h"

#include "kernel/lock.h"
#include "kernel/results.h"
#include "kernel/thread.h"

void wait_notify_locked(struct object *o) {
    for (struct thread *t = thread_first_locked(); t; t = t->next) {
        if (t->wait != THREAD_WAIT_OBJECTS)
            continue;
        for (int i = 0; i < t->wait_count; i++) {
            if (t->wait_objects[i] != o)
                continue;
            t->wait_index = i;
            thread_wake_locked(t, 0);
            break;
        }
    }
}

static result wait_locked(struct thread *self, struct object *const *objects, int count,
                          int64_t timeout_ns, int32_t *index_out) {
    *index_out = -1;
    uint64_t deadline = thread_deadline(timeout_ns);
    if (thread_stopping())
        return RESULT_TERMINATION_REQUESTED;
    for (int i = 0; i < count; i++) {
        if (objects[i]->ops->signalled(objects[i])) {
            *index_out = i;
            return 0;
        }
    }
    if (timeout_ns == 0)
        return RESULT_TIMED_OUT;
    /* After the scan and the poll: those do not use up a pending cancel. */
    if (self->cancel_pending) {
        self->cancel_pending = false;
        return RESULT_CANCELLED;
    }
    self->wait_objects = objects;
    self->wait_count = count;
    result r = thread_block_locked(self, THREAD_WAIT_OBJECTS, deadline);
    self->wait_objects = NULL;
    self->wait_count = 0;
    if (!r)
        *index_out = self->wait_index;
    return r;
}

result wait_objects(struct thread *self, struct object *const *objects, int count,
                    int64_t timeout_ns, int32_t *index_out) {
    kernel_lock();
    result r = wait_locked(self, objects, count, timeout_ns, index_out);
    kernel_unlock();
    return r;
}

void wait_cancel(struct thread *target) {
    kernel_lock();
    if (target->wait == THREAD_WAIT_OBJECTS)
        thread_wake_locked(target, RESULT_CANCELLED);
    else
        target->cancel_pending = true;
    kernel_unlock();
}
