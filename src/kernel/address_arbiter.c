/* SPDX-License-Identifier: MIT */
#include "kernel/address_arbiter.h"

#include "kernel/guest_word.h"
#include "kernel/lock.h"
#include "kernel/results.h"
#include "kernel/thread.h"

#include <stddef.h>

static bool waits_at(const struct thread *t, const void *key) {
    return t->wait_address == *(const uint64_t *)key;
}

static result check_equal_64(uint64_t address, int64_t value) {
    uint64_t word;
    if (!guest_word_load64(address, &word))
        return RESULT_INVALID_CURRENT_MEMORY;
    return (int64_t)word == value ? 0 : RESULT_INVALID_STATE;
}

static result check_32(uint64_t address, uint32_t type, int32_t value) {
    uint32_t word, before;
    if (!guest_word_load32(address, &word))
        return RESULT_INVALID_CURRENT_MEMORY;
    if (type == ARBITER_WAIT_IF_EQUAL)
        return (int32_t)word == value ? 0 : RESULT_INVALID_STATE;
    for (;;) {
        if ((int32_t)word >= value)
            return RESULT_INVALID_STATE;
        if (type == ARBITER_WAIT_IF_LESS)
            return 0;
        if (!guest_word_exchange32(address, word, word - 1, &before))
            return RESULT_INVALID_CURRENT_MEMORY;
        if (before == word)
            return 0;
        word = before;
    }
}

static result wait_locked(struct thread *self, uint64_t address, uint32_t type, int64_t value,
                          int64_t timeout_ns) {
    uint64_t deadline = thread_deadline(timeout_ns);
    if (thread_stopping())
        return RESULT_TERMINATION_REQUESTED;
    result r = type == ARBITER_WAIT_IF_EQUAL_64 ? check_equal_64(address, value)
                                                : check_32(address, type, (int32_t)value);
    if (r)
        return r;
    if (timeout_ns == 0)
        return RESULT_TIMED_OUT;
    self->wait_address = address;
    return thread_block_locked(self, THREAD_WAIT_ADDRESS, deadline);
}

result arbiter_wait(struct thread *self, uint64_t address, uint32_t type, int64_t value,
                    int64_t timeout_ns) {
    if (type > ARBITER_WAIT_IF_EQUAL_64)
        return RESULT_INVALID_ENUM;
    if (address % (type == ARBITER_WAIT_IF_EQUAL_64 ? sizeof(uint64_t) : sizeof(uint32_t)))
        return RESULT_INVALID_ADDRESS;
    kernel_lock();
    result r = wait_locked(self, address, type, value, timeout_ns);
    kernel_unlock();
    return r;
}

static int count_waiters_locked(uint64_t address) {
    int n = 0;
    for (struct thread *t = thread_first_locked(); t; t = t->next)
        n += t->wait == THREAD_WAIT_ADDRESS && t->wait_address == address;
    return n;
}

/* What the word becomes when it is `value`. */
static int32_t next_value_locked(uint64_t address, uint32_t type, int32_t value, int32_t count) {
    int32_t one_more = (int32_t)((uint32_t)value + 1), one_less = (int32_t)((uint32_t)value - 1);
    if (type == ARBITER_SIGNAL_AND_INCREMENT_IF_EQUAL)
        return one_more;
    int waiters = count_waiters_locked(address);
    if (!waiters)
        return one_more;
    return count <= 0 || waiters <= count ? one_less : value;
}

static result change_locked(uint64_t address, uint32_t type, int32_t value, int32_t count) {
    uint32_t before;
    if (type == ARBITER_SIGNAL)
        return 0;
    int32_t next = next_value_locked(address, type, value, count);
    if (!guest_word_exchange32(address, (uint32_t)value, (uint32_t)next, &before))
        return RESULT_INVALID_CURRENT_MEMORY;
    return before == (uint32_t)value ? 0 : RESULT_INVALID_STATE;
}

result arbiter_signal(uint64_t address, uint32_t type, int32_t value, int32_t count) {
    if (type > ARBITER_SIGNAL_AND_MODIFY_BY_WAITERS_IF_EQUAL)
        return RESULT_INVALID_ENUM;
    if (address % sizeof(uint32_t))
        return RESULT_INVALID_ADDRESS;
    kernel_lock();
    result r = change_locked(address, type, value, count);
    struct thread *t;
    for (int32_t n = 0; !r && (count <= 0 || n < count); n++) {
        t = thread_best_waiter_locked(THREAD_WAIT_ADDRESS, waits_at, &address);
        if (!t)
            break;
        thread_wake_locked(t, 0);
    }
    kernel_unlock();
    return r;
}
