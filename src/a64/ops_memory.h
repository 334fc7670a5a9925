/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_OPS_MEMORY_H
#define WINDLASS_A64_OPS_MEMORY_H

#include "a64/vector.h"

/* Guest memory: the guest address is the host address. Generated programs include this file, so it
 * needs nothing but compiler builtins.
 *
 * Every access is volatile: it is made once, whole and in the order of the program, so that it
 * faults where it should, another thread sees what it should, and x86's own order is all that is
 * left to think about (docs/memory-model.md). */

#define A64_PLAIN_ACCESS __attribute__((may_alias, aligned(1)))
typedef uint8_t a64_plain8 A64_PLAIN_ACCESS;
typedef uint16_t a64_plain16 A64_PLAIN_ACCESS;
typedef uint32_t a64_plain32 A64_PLAIN_ACCESS;
typedef uint64_t a64_plain64 A64_PLAIN_ACCESS;
typedef float a64_plain_f32 A64_PLAIN_ACCESS;
typedef double a64_plain_f64 A64_PLAIN_ACCESS;
typedef uint64_t a64_plain128 __attribute__((vector_size(16), may_alias, aligned(1)));
typedef uint64_t a64_plain256 __attribute__((vector_size(32), may_alias, aligned(1)));

typedef uint8_t a64_atomic8 __attribute__((may_alias));
typedef uint16_t a64_atomic16 __attribute__((may_alias));
typedef uint32_t a64_atomic32 __attribute__((may_alias));
typedef uint64_t a64_atomic64 __attribute__((may_alias));

/* One macro deep: most of what the compiler expands is one of these. */
#define LOAD8(a)   (*(volatile a64_plain8 *)(a))
#define LOAD16(a)  (*(volatile a64_plain16 *)(a))
#define LOAD32(a)  (*(volatile a64_plain32 *)(a))
#define LOAD64(a)  (*(volatile a64_plain64 *)(a))
#define LOAD128(a) ((a64_v2u64) * (volatile a64_plain128 *)(a))
/* LDP of two vectors, which ARM orders among themselves as little as their halves. */
#define LOAD256(a) (*(volatile a64_plain256 *)(a))

/* What becomes a vector register, which it need not reach by way of a general one. */
#define LOAD_F32(a) (*(volatile a64_plain_f32 *)(a))
#define LOAD_F64(a) (*(volatile a64_plain_f64 *)(a))

/* Loads that are not made where nobody looks at the value: of what a function restores from its
 * frame, and of entries of jump tables in constant memory. */
#define SPARE_LOAD8(a)    (*(a64_plain8 *)(a))
#define SPARE_LOAD16(a)   (*(a64_plain16 *)(a))
#define SPARE_LOAD32(a)   (*(a64_plain32 *)(a))
#define SPARE_LOAD64(a)   (*(a64_plain64 *)(a))
#define SPARE_LOAD_F64(a) (*(a64_plain_f64 *)(a))

#define STORE8(a, e)   (*(volatile a64_plain8 *)(a) = (uint8_t)(e))
#define STORE16(a, e)  (*(volatile a64_plain16 *)(a) = (uint16_t)(e))
#define STORE32(a, e)  (*(volatile a64_plain32 *)(a) = (uint32_t)(e))
#define STORE64(a, e)  (*(volatile a64_plain64 *)(a) = (uint64_t)(e))
#define STORE128(a, e) (*(volatile a64_plain128 *)(a) = (a64_plain128)(e))

/* An ordered access whose address is no multiple of its size: ud1 with a number of ours in its
 * displacement and the address in rax, which core/fault.c turns into a fault of the guest. The line
 * makes it another instruction than that of other places, so that the compiler does not merge them
 * and the line table tells where it was. */
enum { A64_UD1_MISALIGNED = 0x5a };
#define A64_ALIGNED(width, a)                                                                      \
    ({                                                                                             \
        const uint64_t address_ = (a);                                                             \
        if (__builtin_expect(address_ & (width / 8 - 1), 0)) {                                     \
            __asm__ volatile("ud1l %c1(%%eax), %%eax # line %c2" ::"a"(address_),                  \
                             "i"(A64_UD1_MISALIGNED), "i"(__LINE__));                              \
            __builtin_unreachable();                                                               \
        }                                                                                          \
        address_;                                                                                  \
    })

/* LDAR may not pass an earlier STLR: both are sequentially consistent (on x86 a plain mov and an
 * xchg). C's acquire and release would be too weak. */
#define A64_ATOMIC(width, address)                                                                 \
    ((volatile a64_atomic##width *)(uintptr_t)A64_ALIGNED(width, address))
#define LOAD_ACQUIRE8(a)      __atomic_load_n(A64_ATOMIC(8, a), __ATOMIC_SEQ_CST)
#define LOAD_ACQUIRE16(a)     __atomic_load_n(A64_ATOMIC(16, a), __ATOMIC_SEQ_CST)
#define LOAD_ACQUIRE32(a)     __atomic_load_n(A64_ATOMIC(32, a), __ATOMIC_SEQ_CST)
#define LOAD_ACQUIRE64(a)     __atomic_load_n(A64_ATOMIC(64, a), __ATOMIC_SEQ_CST)
#define STORE_RELEASE8(a, e)  __atomic_store_n(A64_ATOMIC(8, a), (uint8_t)(e), __ATOMIC_SEQ_CST)
#define STORE_RELEASE16(a, e) __atomic_store_n(A64_ATOMIC(16, a), (uint16_t)(e), __ATOMIC_SEQ_CST)
#define STORE_RELEASE32(a, e) __atomic_store_n(A64_ATOMIC(32, a), (uint32_t)(e), __ATOMIC_SEQ_CST)
#define STORE_RELEASE64(a, e) __atomic_store_n(A64_ATOMIC(64, a), (uint64_t)(e), __ATOMIC_SEQ_CST)

/* FENCE: nothing passes, not even a load an earlier store: a locked operation on the own stack,
 * which takes half the time of mfence. ORDER: loads stay before what follows, or stores after
 * stores; x86 never does otherwise. */
#define FENCE() __asm__ volatile("lock orl $0, (%%rsp)" ::: "memory", "cc")
#define ORDER() __atomic_signal_fence(__ATOMIC_SEQ_CST)

/* DC ZVA: DCZID_EL0 says 64 bytes. What it faults at is the address that it was given, not the
 * start of the block; code that zeroes memory gives that start. */
__attribute__((no_sanitize("thread"))) static inline void a64_zero_block(uint64_t address) {
    const uint64_t block = address & ~63ull;
    if (address != block)
        STORE8(address, 0);
    for (uint64_t i = 0; i < 64; i += 16)
        STORE128(block + i, (a64_v2u64){0});
}
#define ZERO_BLOCK(a) a64_zero_block(a)

#endif
