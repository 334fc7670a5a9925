/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_OPS_EXCLUSIVE_H
#define WINDLASS_A64_OPS_EXCLUSIVE_H

#include "a64/ops_memory.h"

/* Load-exclusive and store-exclusive. A load notes address, size and value in the state, and the
 * version of the granule that holds the address: 64 bytes, as on a Cortex-A57. A store succeeds
 * where nobody's store-exclusive has reached the granule since, and the value is still there. So
 * code that relies on the monitor where values come back (a stack of nodes that are used again)
 * works. A plain store that puts the old value back is not seen (docs/memory-model.md). */

enum { A64_GRANULE_SHIFT = 6, A64_GRANULES = 1024 };

/* Versions of all granules with the same low bits of the address. Odd while a store-exclusive is in
 * progress. Each has a line of the host's cache for itself. */
struct a64_granule {
    uint64_t version;
} __attribute__((aligned(64)));
extern struct a64_granule a64_granules[A64_GRANULES];

static inline uint64_t *a64_granule_version(uint64_t address) {
    return &a64_granules[address >> A64_GRANULE_SHIFT & (A64_GRANULES - 1)].version;
}

/* Before the value is loaded, from an address that is a multiple of the size: what is stored after
 * this makes the store-exclusive fail. */
static inline void a64_monitor_set(struct a64_state *s, uint64_t address, uint32_t size) {
    s->exclusive_address = address;
    s->exclusive_size = size;
    s->exclusive_version = __atomic_load_n(a64_granule_version(address), __ATOMIC_ACQUIRE);
}

/* 0: done, 1: failed; in either case the monitor is open afterwards. They stand in monitor.c, out
 * of lifted code: a thread that is preempted nowhere but in lifted code never keeps a claim. */
#define A64_STORE_EXCLUSIVE(bits, type)                                                            \
    __attribute__((preserve_most)) uint32_t a64_store_exclusive##bits(                             \
        struct a64_state *s, uint64_t address, type value);
A64_STORE_EXCLUSIVE(8, uint8_t)
A64_STORE_EXCLUSIVE(16, uint16_t)
A64_STORE_EXCLUSIVE(32, uint32_t)
A64_STORE_EXCLUSIVE(64, uint64_t)
A64_STORE_EXCLUSIVE(128, a64_v2u64)
#undef A64_STORE_EXCLUSIVE

/* After a fault of the guest, which may have been that of a store-exclusive in progress. */
void a64_monitor_abandon(struct a64_state *s);

#define A64_LOAD_EXCLUSIVE(bits)                                                                   \
    static inline uint##bits##_t a64_load_exclusive##bits(struct a64_state *s, uint64_t address) { \
        a64_monitor_set(s, address, bits / 8);                                                     \
        const uint##bits##_t value = LOAD_ACQUIRE##bits(address);                                  \
        s->exclusive_value[0] = value;                                                             \
        return value;                                                                              \
    }
A64_LOAD_EXCLUSIVE(8)
A64_LOAD_EXCLUSIVE(16)
A64_LOAD_EXCLUSIVE(32)
A64_LOAD_EXCLUSIVE(64)
#undef A64_LOAD_EXCLUSIVE

/* The two halves may be read apart: LDXP of 128 bits is one access only if the STXP succeeds. */
static inline a64_v2u64 a64_load_exclusive128(struct a64_state *s, uint64_t address) {
    a64_monitor_set(s, address, 16);
    const uint64_t low = LOAD_ACQUIRE64(address), high = LOAD_ACQUIRE64(address + 8);
    s->exclusive_value[0] = low, s->exclusive_value[1] = high;
    return (a64_v2u64){low, high};
}

#define LOAD_EXCLUSIVE8(a)       a64_load_exclusive8(s, A64_ALIGNED(8, a))
#define LOAD_EXCLUSIVE16(a)      a64_load_exclusive16(s, A64_ALIGNED(16, a))
#define LOAD_EXCLUSIVE32(a)      a64_load_exclusive32(s, A64_ALIGNED(32, a))
#define LOAD_EXCLUSIVE64(a)      a64_load_exclusive64(s, A64_ALIGNED(64, a))
#define LOAD_EXCLUSIVE128(a)     a64_load_exclusive128(s, A64_ALIGNED(128, a))
#define STORE_EXCLUSIVE8(a, e)   a64_store_exclusive8(s, a, (uint8_t)(e))
#define STORE_EXCLUSIVE16(a, e)  a64_store_exclusive16(s, a, (uint16_t)(e))
#define STORE_EXCLUSIVE32(a, e)  a64_store_exclusive32(s, a, (uint32_t)(e))
#define STORE_EXCLUSIVE64(a, e)  a64_store_exclusive64(s, a, (uint64_t)(e))
#define STORE_EXCLUSIVE128(a, e) a64_store_exclusive128(s, a, (a64_v2u64)(e))
#define CLEAR_EXCLUSIVE()        (s->exclusive_size = 0)

#endif
