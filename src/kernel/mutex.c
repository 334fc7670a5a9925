/* SPDX-License-Identifier: MIT */
#include "kernel/mutex.h"

#include "kernel/guest_word.h"
#include "kernel/handle.h"
#include "kernel/lock.h"
#include "kernel/results.h"
#include "kernel/thread.h"

#include <stddef.h>

/* Waiters are keyed by the thread that holds the mutex and the word's address. */
struct key {
    const struct thread *owner;
    uint64_t address;
};

static bool waits_for(const struct thread *t, const void *key) {
    const struct key *k = key;
    return t->wait_owner == k->owner && t->wait_address == k->address;
}

struct thread *mutex_release_locked(struct thread *owner, uint64_t address, uint32_t *word_out) {
    const struct key key = {owner, address};
    *word_out = 0;
    struct thread *next = thread_best_waiter_locked(THREAD_WAIT_LOCK, waits_for, &key);
    if (!next)
        return NULL;
    *word_out = next->wait_tag;
    for (struct thread *t = thread_first_locked(); t; t = t->next) {
        if (t == next || t->wait != THREAD_WAIT_LOCK || !waits_for(t, &key))
            continue;
        t->wait_owner = next;
        *word_out |= MUTEX_HAS_WAITERS;
    }
    next->wait_owner = NULL;
    return next;
}

static result lock_locked(struct thread *self, uint32_t owner_handle, uint64_t address,
                          uint32_t tag) {
    uint32_t word;
    if (!guest_word_load32(address, &word))
        return RESULT_INVALID_CURRENT_MEMORY;
    /* The owner let go, or the waiters' bit was lost: the guest tries again. */
    if (word != (owner_handle | MUTEX_HAS_WAITERS))
        return 0;
    struct object *o = handle_peek_locked(owner_handle);
    if (!o || o->ops->kind != OBJECT_THREAD)
        return RESULT_INVALID_HANDLE;
    self->wait_owner = (struct thread *)o;
    self->wait_address = address;
    self->wait_tag = tag;
    result r = thread_block_locked(self, THREAD_WAIT_LOCK, THREAD_FOR_EVER);
    self->wait_owner = NULL;
    return r;
}

result mutex_lock(struct thread *self, uint32_t owner_handle, uint64_t address, uint32_t tag) {
    if (address % sizeof(uint32_t))
        return RESULT_INVALID_ADDRESS;
    kernel_lock();
    result r = lock_locked(self, owner_handle, address, tag);
    kernel_unlock();
    return r;
}

result mutex_unlock(struct thread *self, uint64_t address) {
    if (address % sizeof(uint32_t))
        return RESULT_INVALID_ADDRESS;
    kernel_lock();
    uint32_t word;
    struct thread *next = mutex_release_locked(self, address, &word);
    result r = guest_word_store32(address, word) ? 0 : RESULT_INVALID_CURRENT_MEMORY;
    if (next)
        thread_wake_locked(next, r);
    kernel_unlock();
    return r;
}
