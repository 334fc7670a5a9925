/* SPDX-License-Identifier: MIT */
#include "core/test_guest.h"

/* A lifted function that goes on at a landing pad, in the shape of core/lifted.h:
 *
 *   home:   sub sp, sp, #32       leap: takes its stack and goes to the pad, as the unwinder does
 *           str x30, [sp]
 *   again:  bl  leap
 *           brk #0
 *   pad:    sub x19, x19, #1
 *           cbnz x19, again
 *           ldr x30, [sp]
 *           add sp, sp, #32
 *           ret
 */
enum { F_HOME = 0, F_LEAP = 0x40 };
#define R_HOME (GAME + F_HOME + 12)
#define PAD    (GAME + F_HOME + 16)
#define AFTER  (GAME + 0x1000) /* interpreted */

static uint64_t leap_sp;
static unsigned arrivals;
static uintptr_t deepest, shallowest;

static void f_leap(struct a64_state *s) {
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    deepest = here < deepest ? here : deepest;
    shallowest = here > shallowest ? here : shallowest;
    s->sp = leap_sp;
    lifted_leave(s, PAD);
}

static void f_home(struct a64_state *s) {
    const uint64_t entry_return = s->x[30], entry_sp = s->sp;
    uint64_t x19, x30 = s->x[30], sp = entry_sp;
    if (LIFTED_UNLIKELY(s->resume)) {
        s->resume = 0;
        assert_int_equal(s->pc, PAD);
        arrivals++;
        x19 = s->x[19];
        sp = s->sp;
        goto pad;
    }
    sp -= 32;
    *(uint64_t *)(uintptr_t)sp = x30;
call:
    s->sp = sp;
    s->x[30] = R_HOME;
    f_leap(s);
    if (LIFTED_UNLIKELY(s->attention) && lifted_attention(s, R_HOME, sp, entry_return, entry_sp))
        return;
    fail_msg("the call came back");
pad:
    s->x[19] = --x19;
    if (x19)
        goto call;
    s->x[30] = x30 = *(uint64_t *)(uintptr_t)sp;
    s->sp = sp += 32;
    if (LIFTED_UNLIKELY(x30 != entry_return || sp != entry_sp))
        lifted_leave(s, x30);
}

static void r_home(struct a64_state *s) {
    s->resume = 1;
    f_home(s);
}

TEST_ENTRY(f_home)
TEST_ENTRY(f_leap)
TEST_ENTRY(r_home)

static int open_guest(void **state) {
    (void)state;
    static const struct lifted_entry entries[] = {{F_HOME, e_f_home}, {F_LEAP, e_f_leap}},
                                     resumes[] = {{PAD - GAME, e_r_home}};
    test_guest_resumes(resumes, 1);
    test_guest_open(entries, 2);
    return 0;
}

static int each(void **state) {
    (void)state;
    arrivals = 0;
    deepest = UINTPTR_MAX;
    shallowest = 0;
    return 0;
}

static uint64_t interpreted(void) {
    struct core_counters c;
    core_counters(&c);
    return c.interpreted;
}

/* longjmp again and again: nothing is interpreted, and the host stack does not grow. */
static void a_jump_into_the_own_frame_goes_on_lifted(void **state) {
    (void)state;
    TEST_CODE(AFTER, PUSH_FRAME, BL(AFTER + 4, GAME + F_HOME), ADD_X0(1), POP_FRAME, RET);
    leap_sp = STACK_TOP - 16 - 32;
    uint64_t before = interpreted();
    struct a64_state s = test_guest_state(AFTER, CORE_LOADER_RETURN);
    s.x[19] = 100000;
    assert_int_equal(core_run(&s), CORE_LOADER_RETURN);
    assert_int_equal(arrivals, 100000);
    assert_int_equal(s.x[0], 1);
    assert_int_equal(s.sp, STACK_TOP);
    assert_int_equal(interpreted() - before, 5); /* the caller */
    assert_true(shallowest - deepest < 4096);
}

/* On a stack that no host frame belongs to, its callers are interpreted. */
static void a_resumed_function_returns_to_its_callers(void **state) {
    (void)state;
    TEST_CODE(AFTER, ADD_X0(7), POP_FRAME, RET);
    struct a64_state s = test_guest_state(PAD, 0);
    uint64_t *frame = (uint64_t *)(uintptr_t)(s.sp -= 48);
    frame[0] = AFTER;
    frame[5] = CORE_LOADER_RETURN;
    s.x[19] = 1;
    uint64_t before = interpreted();
    assert_int_equal(core_run(&s), CORE_LOADER_RETURN);
    assert_int_equal(arrivals, 1);
    assert_int_equal(s.x[0], 7);
    assert_int_equal(s.sp, STACK_TOP);
    assert_int_equal(interpreted() - before, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_jump_into_the_own_frame_goes_on_lifted, each),
        cmocka_unit_test_setup(a_resumed_function_returns_to_its_callers, each),
    };
    return cmocka_run_group_tests(tests, open_guest, NULL);
}
