/* SPDX-License-Identifier: MIT */
#include "kernel/guest_word.h"

#include "kernel/space.h"

static uint32_t *word32(uint64_t address) {
    return (uint32_t *)address;
}

bool guest_word_load32(uint64_t address, uint32_t *out) {
    space_lock();
    bool ok = space_word_locked(address, sizeof *out, GUEST_R);
    if (ok)
        *out = __atomic_load_n(word32(address), __ATOMIC_SEQ_CST);
    space_unlock();
    return ok;
}

bool guest_word_load64(uint64_t address, uint64_t *out) {
    space_lock();
    bool ok = space_word_locked(address, sizeof *out, GUEST_R);
    if (ok)
        *out = __atomic_load_n((uint64_t *)address, __ATOMIC_SEQ_CST);
    space_unlock();
    return ok;
}

bool guest_word_store32(uint64_t address, uint32_t value) {
    space_lock();
    bool ok = space_word_locked(address, sizeof value, GUEST_RW);
    if (ok)
        __atomic_store_n(word32(address), value, __ATOMIC_SEQ_CST);
    space_unlock();
    return ok;
}

bool guest_word_exchange32(uint64_t address, uint32_t expected, uint32_t next,
                           uint32_t *before_out) {
    space_lock();
    bool ok = space_word_locked(address, sizeof next, GUEST_RW);
    if (ok) {
        *before_out = expected;
        __atomic_compare_exchange_n(word32(address), before_out, next, false, __ATOMIC_SEQ_CST,
                                    __ATOMIC_SEQ_CST);
    }
    space_unlock();
    return ok;
}

bool guest_word_acquire32(uint64_t address, uint32_t tag, uint32_t bits, uint32_t *before_out) {
    space_lock();
    bool ok = space_word_locked(address, sizeof tag, GUEST_RW);
    if (ok) {
        uint32_t before = __atomic_load_n(word32(address), __ATOMIC_SEQ_CST);
        while (!__atomic_compare_exchange_n(word32(address), &before, before ? before | bits : tag,
                                            false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
        }
        *before_out = before;
    }
    space_unlock();
    return ok;
}
