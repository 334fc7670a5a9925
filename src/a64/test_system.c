/* SPDX-License-Identifier: MIT */
#include "a64/a64.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* What reaches outside the registers: system registers, cache operations, the env. */

static struct {
    char what;
    uint32_t number;
    uint64_t pc;
} seen;

static void see_svc(struct a64_state *s, uint32_t number) {
    seen.what = 's', seen.number = number, seen.pc = s->pc;
}
static void see_undefined(struct a64_state *s, uint32_t word) {
    seen.what = 'u', seen.number = word, seen.pc = s->pc;
    s->pc = 0x1000;
}
static void see_breakpoint(struct a64_state *s, uint32_t number) {
    seen.what = 'b', seen.number = number, seen.pc = s->pc;
    s->pc = 0x2000;
}
static uint64_t counter(struct a64_state *s) {
    (void)s;
    return 0x123456789abc;
}

static const struct a64_env env = {
    .svc = see_svc, .undefined = see_undefined, .breakpoint = see_breakpoint, .counter = counter};

static void the_env_is_called(void **state) {
    (void)state;
    static const struct {
        uint32_t word;
        enum a64_kind kind;
        char what;
        uint32_t number;
        uint64_t pc_seen, pc_after;
    } cases[] = {
        {0xd40004c1, A64_SVC, 's', 0x26, 0x8000004, 0x8000004},     /* svc #0x26 */
        {0xd4200020, A64_TRAP, 'b', 1, 0x8000000, 0x2000},          /* brk #1 */
        {0xd4400000, A64_TRAP, 'u', 0xd4400000, 0x8000000, 0x1000}, /* hlt #0 */
        {0x0000002a, A64_TRAP, 'u', 0x2a, 0x8000000, 0x1000},       /* udf #42 */
        {0xd4000002, A64_TRAP, 'u', 0xd4000002, 0x8000000, 0x1000}, /* hvc #0: no row */
        {0xd5381000, A64_TRAP, 'u', 0xd5381000, 0x8000000, 0x1000}, /* mrs x0, sctlr_el1 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct a64_state s = {.pc = 0x8000000, .env = &env};
        memset(&seen, 0, sizeof seen);
        assert_int_equal(a64_execute(&s, cases[i].word), cases[i].kind);
        assert_int_equal(seen.what, cases[i].what);
        assert_int_equal(seen.number, cases[i].number);
        assert_int_equal(seen.pc, cases[i].pc_seen);
        assert_int_equal(s.pc, cases[i].pc_after);
    }
}

static void system_registers_read_and_write(void **state) {
    (void)state;
    struct a64_state s = {.env = &env, .tpidrro = 0x7000, .tpidr = 5, .n = 1, .c = 1};
    static const struct {
        uint32_t word;
        uint64_t value;
    } reads[] = {
        {0xd53bd061, 0x7000},         /* mrs x1, tpidrro_el0 */
        {0xd53bd041, 5},              /* mrs x1, tpidr_el0 */
        {0xd53b4201, 0xa0000000},     /* mrs x1, nzcv */
        {0xd53b0021, 0x8444c004},     /* mrs x1, ctr_el0 */
        {0xd53b00e1, 4},              /* mrs x1, dczid_el0 */
        {0xd53be001, 19200000},       /* mrs x1, cntfrq_el0 */
        {0xd53be021, 0x123456789abc}, /* mrs x1, cntpct_el0 */
        {0xd53be041, 0x123456789abc}, /* mrs x1, cntvct_el0 */
    };
    for (size_t i = 0; i < sizeof reads / sizeof reads[0]; i++) {
        assert_true(a64_info(a64_decode(reads[i].word))->system);
        a64_execute(&s, reads[i].word);
        assert_int_equal(s.x[1], reads[i].value);
    }
    s.x[1] = 0xffffffffffffffff;
    a64_execute(&s, 0xd51b4401); /* msr fpcr, x1: only AHP, DN, FZ and RMode are there */
    assert_int_equal(s.fpcr, 0x07c00000);
    a64_execute(&s, 0xd53b4402); /* mrs x2, fpcr */
    assert_int_equal(s.x[2], 0x07c00000);
    a64_execute(&s, 0xd51b4421); /* msr fpsr, x1 */
    assert_int_equal(s.fpsr, 0xf800009f);
    a64_execute(&s, 0xd51bd041); /* msr tpidr_el0, x1 */
    assert_int_equal(s.tpidr, s.x[1]);
    s.x[1] = 0x50000000;
    a64_execute(&s, 0xd51b4201); /* msr nzcv, x1 */
    assert_int_equal(s.n << 3 | s.z << 2 | s.c << 1 | s.v, 5);
}

/* What user code may do in the space of system instructions, with X1 where there is a register. */
static const struct {
    uint32_t mask, value;
} accessible[] = {
    {0xfffff01f, 0xd503201f}, /* hints */
    {0xfffff0ff, 0xd503305f}, /* clrex */
    {0xfffff0ff, 0xd503309f}, /* dsb */
    {0xfffff0ff, 0xd50330bf}, /* dmb */
    {0xfffff0ff, 0xd50330df}, /* isb */
    {0xffffffff, 0xd50b7421}, /* dc zva, x1 */
    {0xffffffff, 0xd50b7521}, /* ic ivau, x1 */
    {0xffffffff, 0xd50b7a21}, /* dc cvac, x1 */
    {0xffffffff, 0xd50b7b21}, /* dc cvau, x1 */
    {0xffffffff, 0xd50b7e21}, /* dc civac, x1 */
    {0xffffffff, 0xd53b0021}, /* mrs x1, ctr_el0 */
    {0xffffffff, 0xd53b00e1}, /* mrs x1, dczid_el0 */
    {0xffdfffff, 0xd51b4201}, /* nzcv, both ways */
    {0xffdfffff, 0xd51b4401}, /* fpcr */
    {0xffdfffff, 0xd51b4421}, /* fpsr */
    {0xffdfffff, 0xd51bd041}, /* tpidr_el0 */
    {0xffffffff, 0xd53bd061}, /* mrs x1, tpidrro_el0 */
    {0xffffffff, 0xd53be001}, /* mrs x1, cntfrq_el0 */
    {0xffffffff, 0xd53be021}, /* mrs x1, cntpct_el0 */
    {0xffffffff, 0xd53be041}, /* mrs x1, cntvct_el0 */
};

static bool is_accessible(uint32_t word) {
    for (size_t i = 0; i < sizeof accessible / sizeof accessible[0]; i++)
        if ((word & accessible[i].mask) == accessible[i].value)
            return true;
    return false;
}

/* All 2^17 operations of that space, with 1 and 31 as the register: the rest is undefined, when it
 * is executed. */
static void all_else_in_the_system_space_is_undefined(void **state) {
    (void)state;
    static uint8_t memory[64] __attribute__((aligned(64)));
    for (uint32_t operation = 0; operation < 1u << 17; operation++) {
        for (uint32_t rt = 1; rt < 32; rt += 30) {
            const uint32_t word = 0xd5000000 | operation << 5 | rt;
            if (rt == 31 && is_accessible(word - 30))
                continue; /* XZR instead of X1 */
            const bool defined = is_accessible(word);
            struct a64_state s = {.pc = 0x8000000, .env = &env, .x[1] = (uintptr_t)memory};
            memset(&seen, 0, sizeof seen);
            a64_execute(&s, word);
            if (seen.what != (defined ? 0 : 'u') || s.pc != (defined ? 0x8000004 : 0x1000))
                fail_msg("%08x is %s", word, defined ? "undefined" : "defined");
            assert_int_equal(a64_info(a64_decode(word))->kind, defined ? A64_PLAIN : A64_TRAP);
        }
    }
}

static void floating_point_environment(void **state) {
    (void)state;
    struct a64_state s = {.env = &env};
    enum { MSR_FPCR = 0xd51b4401, MSR_FPSR = 0xd51b4421, MRS_FPSR = 0xd53b4422 };
    enum { FDIV = 0x1e611802 }; /* fdiv d2, d0, d1 */
    const a64_v2u64 one = {0x3ff0000000000000, 0}, three = {0x4008000000000000, 0};
    static const uint64_t third[] = {0x3fd5555555555555, 0x3fd5555555555556, 0x3fd5555555555555,
                                     0x3fd5555555555555};
    s.q[0] = one, s.q[1] = three;
    for (unsigned mode = 0; mode < 4; mode++) {
        s.x[1] = (uint64_t)mode << 22;
        a64_execute(&s, MSR_FPCR);
        a64_execute(&s, FDIV);
        assert_int_equal(s.q[2][0], third[mode]);
    }
    s.x[1] = 0;
    a64_execute(&s, MSR_FPCR);
    a64_execute(&s, MSR_FPSR);
    a64_execute(&s, MRS_FPSR);
    assert_int_equal(s.x[2], 0);
    a64_execute(&s, FDIV);
    a64_execute(&s, MRS_FPSR);
    assert_int_equal(s.x[2], 0x10); /* IXC */
    s.q[1] = (a64_v2u64){0, 0};
    a64_execute(&s, FDIV);
    a64_execute(&s, MRS_FPSR);
    assert_int_equal(s.x[2], 0x12); /* IXC, DZC */
    a64_execute(&s, MSR_FPSR);
    a64_execute(&s, MRS_FPSR);
    assert_int_equal(s.x[2], 0);
}

static void cache_operations(void **state) {
    (void)state;
    uint8_t memory[192] __attribute__((aligned(64)));
    memset(memory, 0xaa, sizeof memory);
    struct a64_state s = {.env = &env};
    s.x[1] = (uintptr_t)memory + 64 + 13;
    a64_execute(&s, 0xd50b7421); /* dc zva, x1 */
    for (size_t i = 0; i < sizeof memory; i++)
        assert_int_equal(memory[i], i / 64 == 1 ? 0 : 0xaa);
    static const uint32_t nothing[] = {0xd50b7521, 0xd50b7e21, 0xd50b7a21, 0xd50b7b21,
                                       0xd5033bbf, 0xd5033f9f, 0xd5033fdf, 0xd503201f,
                                       0xd503203f, 0xd503205f, 0xd503233f};
    const struct a64_state before = s;
    for (size_t i = 0; i < sizeof nothing / sizeof nothing[0]; i++) {
        assert_int_equal(a64_execute(&s, nothing[i]), A64_PLAIN);
        s.pc = before.pc;
        assert_memory_equal(&s, &before, sizeof s);
    }
}

static void a_step_fetches_from_memory(void **state) {
    (void)state;
    static const uint32_t code[] = {0xd2800545, 0xd65f03c0}; /* mov x5, #42; ret */
    struct a64_state s = {.env = &env, .pc = (uintptr_t)code, .x = {[30] = 0x99}};
    assert_int_equal(a64_step(&s), A64_PLAIN);
    assert_int_equal(a64_step(&s), A64_RET);
    assert_int_equal(s.x[5], 42);
    assert_int_equal(s.pc, 0x99);
    assert_int_equal(a64_step(&s), A64_TRAP); /* no multiple of 4 */
    assert_int_equal(s.pc, 0x1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_env_is_called),
        cmocka_unit_test(system_registers_read_and_write),
        cmocka_unit_test(all_else_in_the_system_space_is_undefined),
        cmocka_unit_test(floating_point_environment),
        cmocka_unit_test(cache_operations),
        cmocka_unit_test(a_step_fetches_from_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
