/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_WAIT_H
#define WINDLASS_KERNEL_WAIT_H

#include "kernel/object.h"

struct thread;

/* svcWaitSynchronization: the object became signalled (kernel lock held). Every thread that waits
 * for it now is woken with its index, even if the object is cleared right after. */
void wait_notify_locked(struct object *o);

/* Waits for the first signalled of `count` waitable objects, in the order of the array. timeout_ns
 * as the SVC takes it: 0 polls, negative is for ever. */
result wait_objects(struct thread *self, struct object *const *objects, int count,
                    int64_t timeout_ns, int32_t *index_out);
/* svcCancelSynchronization */
void wait_cancel(struct thread *target);

#endif
