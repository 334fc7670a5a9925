/* SPDX-License-Identifier: MIT */
#include "kernel/guest_word.h"
#include "kernel/handle.h"
#include "kernel/lock.h"
#include "kernel/mutex.h"
#include "kernel/results.h"
#include "kernel/thread.h"

#include <stddef.h>

#define ALIGN_WORD(address) ((address) & ~3ull)

static bool waits_on(const struct thread *t, const void *key) {
    return t->wait_condvar == *(const uint64_t *)key;
}

static result wait_locked(struct thread *self, uint64_t mutex, uint64_t condvar, uint32_t tag,
                          int64_t timeout_ns) {
    uint64_t deadline = thread_deadline(timeout_ns);
    if (thread_stopping())
        return RESULT_TERMINATION_REQUESTED;
    uint32_t word;
    struct thread *next = mutex_release_locked(self, mutex, &word);
    if (next)
        thread_wake_locked(next, 0);
    /* The guest's fast path may look at it; that it cannot be written is its own affair. */
    guest_word_store32(condvar, 1);
    if (!guest_word_store32(mutex, word))
        return RESULT_INVALID_CURRENT_MEMORY;
    if (timeout_ns == 0)
        return RESULT_TIMED_OUT;
    self->wait_condvar = condvar;
    self->wait_address = mutex;
    self->wait_tag = tag;
    self->wait_owner = NULL;
    result r = thread_block_locked(self, THREAD_WAIT_CONDVAR, deadline);
    /* A late timeout finds the thread in the queue of the mutex. */
    self->wait_owner = NULL;
    self->wait_condvar = 0;
    return r;
}

result condvar_wait(struct thread *self, uint64_t mutex, uint64_t condvar, uint32_t tag,
                    int64_t timeout_ns) {
    if (mutex % sizeof(uint32_t))
        return RESULT_INVALID_ADDRESS;
    kernel_lock();
    result r = wait_locked(self, mutex, ALIGN_WORD(condvar), tag, timeout_ns);
    kernel_unlock();
    return r;
}

/* Takes the waiter's mutex for it, or puts it in the queue of the thread that holds it. */
static void signal_one_locked(struct thread *t) {
    uint32_t before;
    if (!guest_word_acquire32(t->wait_address, t->wait_tag, MUTEX_HAS_WAITERS, &before)) {
        thread_wake_locked(t, RESULT_INVALID_CURRENT_MEMORY);
        return;
    }
    if (!before) {
        thread_wake_locked(t, 0);
        return;
    }
    struct object *o = handle_peek_locked(before & ~MUTEX_HAS_WAITERS);
    if (!o || o->ops->kind != OBJECT_THREAD) {
        thread_wake_locked(t, RESULT_INVALID_STATE);
        return;
    }
    t->wait_owner = (struct thread *)o;
    thread_requeue_locked(t, THREAD_WAIT_LOCK);
}

void condvar_signal(uint64_t condvar, int32_t count) {
    uint64_t key = ALIGN_WORD(condvar);
    kernel_lock();
    struct thread *t;
    for (int32_t n = 0; count <= 0 || n < count; n++) {
        t = thread_best_waiter_locked(THREAD_WAIT_CONDVAR, waits_on, &key);
        if (!t)
            break;
        signal_one_locked(t);
    }
    if (!thread_best_waiter_locked(THREAD_WAIT_CONDVAR, waits_on, &key))
        guest_word_store32(key, 0);
    kernel_unlock();
}
