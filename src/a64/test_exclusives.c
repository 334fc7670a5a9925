/* SPDX-License-Identifier: MIT */
#include "a64/a64.h"
#include "a64/ops_exclusive.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>

#include <cmocka.h>

/* The exclusive monitor, and ordered accesses at addresses that are no multiples of their size. */

static const struct a64_env env;

/* w4 is the status of a store-exclusive, x1 the address. */
enum {
    LDXR_X2 = 0xc85f7c22,  /* ldxr x2, [x1] */
    STXR_X3 = 0xc8047c23,  /* stxr w4, x3, [x1] */
    LDXP = 0xc87f0c22,     /* ldxp x2, x3, [x1] */
    STXP = 0xc8241825,     /* stxp w4, x5, x6, [x1] */
    LDXP_W = 0x887f0c22,   /* ldxp w2, w3, [x1] */
    STXP_W = 0x88241825,   /* stxp w4, w5, w6, [x1] */
    LDXRB_W2 = 0x085f7c22, /* ldxrb w2, [x1] */
    CLREX = 0xd5033f5f,
};

static void exclusives(void **state) {
    (void)state;
    uint64_t memory[2] __attribute__((aligned(16))) = {10, 20};
    struct a64_state s = {.env = &env};
    s.x[1] = (uintptr_t)memory, s.x[3] = 77;

    a64_execute(&s, STXR_X3); /* no monitor */
    assert_int_equal(s.x[4], 1);
    a64_execute(&s, LDXR_X2);
    assert_int_equal(s.x[2], 10);
    a64_execute(&s, STXR_X3);
    assert_int_equal(s.x[4], 0);
    assert_int_equal(memory[0], 77);
    a64_execute(&s, STXR_X3); /* the monitor is used up */
    assert_int_equal(s.x[4], 1);

    a64_execute(&s, LDXR_X2);
    memory[0] = 5; /* another thread */
    a64_execute(&s, STXR_X3);
    assert_int_equal(s.x[4], 1);
    assert_int_equal(memory[0], 5);

    a64_execute(&s, LDXR_X2);
    a64_execute(&s, CLREX);
    a64_execute(&s, STXR_X3);
    assert_int_equal(s.x[4], 1);

    a64_execute(&s, LDXRB_W2); /* another size */
    a64_execute(&s, STXR_X3);
    assert_int_equal(s.x[4], 1);

    a64_execute(&s, LDXR_X2); /* another place */
    s.x[1] += 8;
    a64_execute(&s, STXR_X3);
    assert_int_equal(s.x[4], 1);
}

static void exclusive_pairs(void **state) {
    (void)state;
    uint64_t memory[2] __attribute__((aligned(16))) = {0x100000002, 20};
    struct a64_state s = {.env = &env};
    s.x[1] = (uintptr_t)memory, s.x[5] = 0x11, s.x[6] = 0x22;

    a64_execute(&s, LDXP);
    assert_int_equal(s.x[2], 0x100000002);
    assert_int_equal(s.x[3], 20);
    a64_execute(&s, STXP);
    assert_int_equal(s.x[4], 0);
    assert_int_equal(memory[0], 0x11);
    assert_int_equal(memory[1], 0x22);

    a64_execute(&s, LDXP);
    memory[1] = 3;
    a64_execute(&s, STXP);
    assert_int_equal(s.x[4], 1);
    assert_int_equal(memory[0], 0x11);

    memory[0] = 0x700000008;
    a64_execute(&s, LDXP_W);
    assert_int_equal(s.x[2], 8);
    assert_int_equal(s.x[3], 7);
    a64_execute(&s, STXP_W);
    assert_int_equal(s.x[4], 0);
    assert_int_equal(memory[0], 0x2200000011);
}

/* Another thread takes the value away and puts it back, as a stack of nodes that are used again
 * does: the store-exclusive must not mistake it for the one that was loaded. */
static void a_value_that_came_back_is_another(void **state) {
    (void)state;
    uint64_t memory[2] __attribute__((aligned(16))) = {10, 20};
    struct a64_state s = {.env = &env}, other = {.env = &env};
    s.x[1] = other.x[1] = (uintptr_t)memory;
    s.x[3] = 77;

    a64_execute(&s, LDXR_X2);
    static const uint64_t values[] = {11, 10};
    for (int i = 0; i < 2; i++) {
        other.x[3] = values[i];
        a64_execute(&other, LDXR_X2);
        a64_execute(&other, STXR_X3);
        assert_int_equal(other.x[4], 0);
    }
    assert_int_equal(memory[0], 10);
    a64_execute(&s, STXR_X3);
    assert_int_equal(s.x[4], 1);
    assert_int_equal(memory[0], 10);

    a64_execute(&s, LDXP); /* another size in the same place */
    a64_execute(&other, LDXR_X2);
    other.x[3] = 10;
    a64_execute(&other, STXR_X3);
    assert_int_equal(other.x[4], 0);
    a64_execute(&s, STXP);
    assert_int_equal(s.x[4], 1);
}

static void a_failed_store_disturbs_nobody(void **state) {
    (void)state;
    uint64_t memory[2] __attribute__((aligned(16))) = {10, 20};
    struct a64_state s = {.env = &env}, other = {.env = &env};
    s.x[1] = other.x[1] = (uintptr_t)memory;
    a64_execute(&other, LDXR_X2);
    memory[0] = 11;
    a64_execute(&s, LDXR_X2);
    a64_execute(&other, STXR_X3);
    assert_int_equal(other.x[4], 1);
    a64_execute(&s, STXR_X3);
    assert_int_equal(s.x[4], 0);
}

static void an_abandoned_claim_is_given_back(void **state) {
    (void)state;
    uint64_t memory[2] __attribute__((aligned(16))) = {10, 20};
    struct a64_state s = {.env = &env}, other = {.env = &env};
    uint64_t *version = a64_granule_version((uintptr_t)memory);
    s.x[1] = other.x[1] = (uintptr_t)memory;

    a64_execute(&other, LDXR_X2); /* as when its store faults half-way */
    other.exclusive_claim = version;
    *version += 1;
    a64_execute(&s, LDXR_X2);
    a64_execute(&s, STXR_X3);
    assert_int_equal(s.x[4], 1);
    assert_int_equal(memory[0], 10);
    a64_monitor_abandon(&other);
    assert_int_equal(other.exclusive_size, 0);
    a64_execute(&s, LDXR_X2);
    a64_execute(&s, STXR_X3);
    assert_int_equal(s.x[4], 0);
}

static sigjmp_buf out;
static uint64_t reported;

static void on_illegal(int signal, siginfo_t *info, void *context) {
    (void)signal, (void)info;
    reported = (uint64_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RAX];
    siglongjmp(out, 1);
}

/* Does the ordered access trap there, with the address where core looks for it? */
static bool misaligned(uint32_t word, uint64_t address) {
    struct a64_state s = {.env = &env};
    s.x[1] = address;
    if (sigsetjmp(out, 1))
        return reported == address;
    a64_execute(&s, word);
    return false;
}

/* The bits of an ordered access: size in 31:30, a pair where bit 21 is set. */
static uint32_t access_bytes(uint32_t word) {
    return (1u << (word >> 30)) << (word >> 21 & 1);
}

static void ordered_accesses_are_aligned(void **state) {
    (void)state;
    static uint8_t memory[64] __attribute__((aligned(64)));
    const struct sigaction action = {.sa_sigaction = on_illegal, .sa_flags = SA_SIGINFO};
    struct sigaction before;
    unsigned seen = 0;
    sigaction(SIGILL, &action, &before);
    for (uint32_t form = 0; form < 1u << 6; form++) {
        /* size 001000 o2 L o1 rs o0 rt2 rn rt: rs is 4, rt2 6, rn 1, rt 5 */
        const uint32_t word = (form >> 4) << 30 | 0x08000000u | (form & 7) << 21 | 4u << 16 |
                              (form >> 3 & 1) << 15 | 6u << 10 | 1u << 5 | 5u;
        if (a64_decode(word) == A64_OP_NONE)
            continue;
        seen++;
        for (uint32_t at = 0; at < 32; at++)
            assert_int_equal(misaligned(word, (uintptr_t)memory + at),
                             at % access_bytes(word) != 0);
    }
    sigaction(SIGILL, &before, NULL);
    assert_int_equal(seen, 32); /* 4 sizes of LD(A)XR, ST(L)XR, LDAR, STLR; 2 of the pairs */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exclusives),
        cmocka_unit_test(exclusive_pairs),
        cmocka_unit_test(a_value_that_came_back_is_another),
        cmocka_unit_test(a_failed_store_disturbs_nobody),
        cmocka_unit_test(an_abandoned_claim_is_given_back),
        cmocka_unit_test(ordered_accesses_are_aligned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
