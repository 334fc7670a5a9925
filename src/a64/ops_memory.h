/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_OPS_MEMORY_H
#define WINDLASS_A64_OPS_MEMORY_H

#include "a64/vector.h"

/* Guest memory: the guest address is the host address. Generated programs include this file, so it
 * needs nothing but compiler builtins. */

#define A64_PLAIN_ACCESS __attribute__((may_alias, aligned(1)))
typedef uint8_t a64_plain8 A64_PLAIN_ACCESS;
typedef uint16_t a64_plain16 A64_PLAIN_ACCESS;
typedef uint32_t a64_plain32 A64_PLAIN_ACCESS;
typedef uint64_t a64_plain64 A64_PLAIN_ACCESS;
typedef uint64_t a64_plain128 __attribute__((vector_size(16), may_alias, aligned(1)));

typedef uint8_t a64_atomic8 __attribute__((may_alias));
typedef uint16_t a64_atomic16 __attribute__((may_alias));
typedef uint32_t a64_atomic32 __attribute__((may_alias));
typedef uint64_t a64_atomic64 __attribute__((may_alias));

#define A64_AT(width, address) (*(a64_plain##width *)(uintptr_t)(address))

#define LOAD8(a)   A64_AT(8, a)
#define LOAD16(a)  A64_AT(16, a)
#define LOAD32(a)  A64_AT(32, a)
#define LOAD64(a)  A64_AT(64, a)
#define LOAD128(a) ((a64_v2u64)A64_AT(128, a))

#define STORE8(a, e)   (A64_AT(8, a) = (uint8_t)(e))
#define STORE16(a, e)  (A64_AT(16, a) = (uint16_t)(e))
#define STORE32(a, e)  (A64_AT(32, a) = (uint32_t)(e))
#define STORE64(a, e)  (A64_AT(64, a) = (uint64_t)(e))
#define STORE128(a, e) (A64_AT(128, a) = (a64_plain128)(e))

/* LDAR may not pass an earlier STLR: both are sequentially consistent (on x86 a plain mov and an
 * xchg). C's acquire and release would be too weak. */
#define A64_ATOMIC(width, address) ((a64_atomic##width *)(uintptr_t)(address))
#define LOAD_ACQUIRE8(a)           __atomic_load_n(A64_ATOMIC(8, a), __ATOMIC_SEQ_CST)
#define LOAD_ACQUIRE16(a)          __atomic_load_n(A64_ATOMIC(16, a), __ATOMIC_SEQ_CST)
#define LOAD_ACQUIRE32(a)          __atomic_load_n(A64_ATOMIC(32, a), __ATOMIC_SEQ_CST)
#define LOAD_ACQUIRE64(a)          __atomic_load_n(A64_ATOMIC(64, a), __ATOMIC_SEQ_CST)
#define STORE_RELEASE8(a, e)       __atomic_store_n(A64_ATOMIC(8, a), (uint8_t)(e), __ATOMIC_SEQ_CST)
#define STORE_RELEASE16(a, e)      __atomic_store_n(A64_ATOMIC(16, a), (uint16_t)(e), __ATOMIC_SEQ_CST)
#define STORE_RELEASE32(a, e)      __atomic_store_n(A64_ATOMIC(32, a), (uint32_t)(e), __ATOMIC_SEQ_CST)
#define STORE_RELEASE64(a, e)      __atomic_store_n(A64_ATOMIC(64, a), (uint64_t)(e), __ATOMIC_SEQ_CST)

#define FENCE() __atomic_thread_fence(__ATOMIC_SEQ_CST)

/* ---- exclusives: a load notes address and value, a store is a compare-exchange against them ----
 */

static inline void a64_monitor_set(struct a64_state *s, uint64_t address, uint32_t size,
                                   a64_v2u64 value) {
    s->exclusive_address = address;
    s->exclusive_size = size;
    s->exclusive_value = value;
}

/* Was the monitor set for this place? Closes it in any case. */
static inline int a64_monitor_take(struct a64_state *s, uint64_t address, uint32_t size) {
    const int open = s->exclusive_size == size && s->exclusive_address == address;
    s->exclusive_size = 0;
    return open;
}

#define A64_EXCLUSIVE(bits)                                                                        \
    static inline uint##bits##_t a64_load_exclusive##bits(struct a64_state *s, uint64_t address) { \
        const uint##bits##_t value = __atomic_load_n(A64_ATOMIC(bits, address), __ATOMIC_SEQ_CST); \
        a64_monitor_set(s, address, bits / 8, (a64_v2u64){value, 0});                              \
        return value;                                                                              \
    }                                                                                              \
    static inline uint32_t a64_store_exclusive##bits(struct a64_state *s, uint64_t address,        \
                                                     uint##bits##_t value) {                       \
        uint##bits##_t expected = (uint##bits##_t)s->exclusive_value[0];                           \
        return !a64_monitor_take(s, address, bits / 8) ||                                          \
               !__atomic_compare_exchange_n(A64_ATOMIC(bits, address), &expected, value, 0,        \
                                            __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                   \
    }
A64_EXCLUSIVE(8)
A64_EXCLUSIVE(16)
A64_EXCLUSIVE(32)
A64_EXCLUSIVE(64)

/* The two halves may be read apart: LDXP of 128 bits is one access only if the STXP succeeds. */
static inline a64_v2u64 a64_load_exclusive128(struct a64_state *s, uint64_t address) {
    const a64_v2u64 value = {LOAD_ACQUIRE64(address), LOAD_ACQUIRE64(address + 8)};
    a64_monitor_set(s, address, 16, value);
    return value;
}

static inline uint32_t a64_store_exclusive128(struct a64_state *s, uint64_t address,
                                              a64_v2u64 value) {
    uint64_t low = s->exclusive_value[0], high = s->exclusive_value[1];
    uint8_t done;
    if (!a64_monitor_take(s, address, 16))
        return 1;
    __asm__ volatile("lock cmpxchg16b %1"
                     : "=@ccz"(done), "+m"(*(a64_plain128 *)(uintptr_t)address), "+a"(low),
                       "+d"(high)
                     : "b"(value[0]), "c"(value[1])
                     : "memory");
    return !done;
}

#define LOAD_EXCLUSIVE8(a)       a64_load_exclusive8(s, a)
#define LOAD_EXCLUSIVE16(a)      a64_load_exclusive16(s, a)
#define LOAD_EXCLUSIVE32(a)      a64_load_exclusive32(s, a)
#define LOAD_EXCLUSIVE64(a)      a64_load_exclusive64(s, a)
#define LOAD_EXCLUSIVE128(a)     a64_load_exclusive128(s, a)
#define STORE_EXCLUSIVE8(a, e)   a64_store_exclusive8(s, a, (uint8_t)(e))
#define STORE_EXCLUSIVE16(a, e)  a64_store_exclusive16(s, a, (uint16_t)(e))
#define STORE_EXCLUSIVE32(a, e)  a64_store_exclusive32(s, a, (uint32_t)(e))
#define STORE_EXCLUSIVE64(a, e)  a64_store_exclusive64(s, a, (uint64_t)(e))
#define STORE_EXCLUSIVE128(a, e) a64_store_exclusive128(s, a, (a64_v2u64)(e))
#define CLEAR_EXCLUSIVE()        (s->exclusive_size = 0)

/* DC ZVA: DCZID_EL0 says 64 bytes. */
#define ZERO_BLOCK(a) __builtin_memset((void *)(uintptr_t)((a) & ~63ull), 0, 64)

#endif
