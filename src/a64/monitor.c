/* SPDX-License-Identifier: MIT */
#include "a64/ops_exclusive.h"

#include <stdbool.h>
#include <stddef.h>

/* The stores of ops_exclusive.h. A store claims its granule by making the version odd, which only
 * one can do and only if the version is that of the load; then it exchanges the value, and moves
 * the version on. */

struct a64_granule a64_granules[A64_GRANULES];

static bool claim(struct a64_state *s, uint64_t address, uint32_t size) {
    const bool open = s->exclusive_size != size || s->exclusive_address != address;
    uint64_t version = s->exclusive_version;
    s->exclusive_size = 0;
    if (open || version & 1)
        return false;
    uint64_t *granule = a64_granule_version(address);
    if (__atomic_load_n(granule, __ATOMIC_RELAXED) != version ||
        !__atomic_compare_exchange_n(granule, &version, version + 1, false, __ATOMIC_SEQ_CST,
                                     __ATOMIC_RELAXED))
        return false;
    s->exclusive_claim = granule;
    return true;
}

/* Gives the claim back; nothing was stored where the version stays what it was. */
static uint32_t finish(struct a64_state *s, bool stored) {
    uint64_t *granule = s->exclusive_claim;
    s->exclusive_claim = NULL;
    __atomic_store_n(granule, s->exclusive_version + (stored ? 2 : 0), __ATOMIC_RELEASE);
    return !stored;
}

void a64_monitor_abandon(struct a64_state *s) {
    s->exclusive_size = 0;
    if (s->exclusive_claim)
        finish(s, false);
}

#define STORE_EXCLUSIVE(bits)                                                                      \
    uint32_t a64_store_exclusive##bits(struct a64_state *s, uint64_t address,                      \
                                       uint##bits##_t value) {                                     \
        volatile a64_atomic##bits *at = A64_ATOMIC(bits, address);                                 \
        uint##bits##_t expected = (uint##bits##_t)s->exclusive_value[0];                           \
        if (!claim(s, address, bits / 8))                                                          \
            return 1;                                                                              \
        return finish(s, __atomic_compare_exchange_n(at, &expected, value, false,                  \
                                                     __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));         \
    }
STORE_EXCLUSIVE(8)
STORE_EXCLUSIVE(16)
STORE_EXCLUSIVE(32)
STORE_EXCLUSIVE(64)

uint32_t a64_store_exclusive128(struct a64_state *s, uint64_t address, a64_v2u64 value) {
    volatile a64_plain128 *at = (volatile a64_plain128 *)(uintptr_t)A64_ALIGNED(128, address);
    uint64_t low = s->exclusive_value[0], high = s->exclusive_value[1];
    bool stored;
    if (!claim(s, address, 16))
        return 1;
    __asm__ volatile("lock cmpxchg16b %1"
                     : "=@ccz"(stored), "+m"(*at), "+a"(low), "+d"(high)
                     : "b"(value[0]), "c"(value[1])
                     : "memory");
    return finish(s, stored);
}
