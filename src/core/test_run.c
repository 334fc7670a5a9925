/* SPDX-License-Identifier: MIT */
#include "core/test_guest.h"

/* Calls, returns and non-local transfers between lifted functions and the interpreter. The lifted
 * functions here are what the lifter would print, with only the registers that the test needs. */

enum {
    F_INC = 0x0,       /* x0 += 100 */
    F_OUTER = 0x20,    /* calls F_MID in a frame of 32 bytes */
    F_MID = 0x40,      /* calls F_INNER in a frame of 16 bytes */
    F_INNER = 0x60,    /* the test's jump */
    F_INDIRECT = 0x80, /* blr x9 */
    F_TURN = 0xa0,     /* hands its body to the interpreter */
    F_TAIL = 0xc0,     /* tail-calls x9 by br */
    F_SVC = 0xe0,      /* svc in a frame */
    F_PUSH = 0x100,    /* leaves its frame to F_POP, as outlined code does */
    F_POP = 0x120,     /* ldp x29, x30, [sp], #16; ret */
};
#define R_OUTER (GAME + F_OUTER + 8) /* return addresses of their calls */
#define R_MID   (GAME + F_MID + 8)
#define AFTER   (GAME + 0x1000) /* interpreted code that the jumps aim at */

static uint64_t jump_pc, jump_sp;
static unsigned outer_completed, mid_completed;
static uintptr_t deepest, shallowest; /* host stack seen by F_INNER */

static void note_stack(void) {
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (here < deepest)
        deepest = here;
    if (here > shallowest)
        shallowest = here;
}

static void forget_stack(void) {
    deepest = UINTPTR_MAX;
    shallowest = 0;
}

static void f_inc(struct a64_state *s) {
    s->x[0] += 100;
}

/* longjmp: takes sp and pc from elsewhere and returns there. */
static void f_inner(struct a64_state *s) {
    const uint64_t entry_return = s->x[30];
    note_stack();
    if (jump_pc) {
        s->sp = jump_sp;
        s->x[30] = jump_pc;
    }
    if (LIFTED_UNLIKELY(s->x[30] != entry_return))
        lifted_leave(s, s->x[30]);
}

static void f_mid(struct a64_state *s) {
    const uint64_t entry_return = s->x[30], entry_sp = s->sp;
    uint64_t sp = s->sp -= 16;
    s->x[30] = R_MID;
    f_inner(s);
    if (LIFTED_UNLIKELY(s->attention) && lifted_attention(s, R_MID, sp, entry_return, entry_sp))
        return;
    mid_completed++;
    s->sp += 16;
    s->x[30] = entry_return;
}

static void f_outer(struct a64_state *s) {
    const uint64_t entry_return = s->x[30], entry_sp = s->sp;
    uint64_t sp = s->sp -= 32;
    *(uint64_t *)(uintptr_t)sp = entry_return;
    s->x[30] = R_OUTER;
    f_mid(s);
    if (LIFTED_UNLIKELY(s->attention) && lifted_attention(s, R_OUTER, sp, entry_return, entry_sp))
        return;
    outer_completed++;
    s->sp += 32;
    s->x[30] = entry_return;
}

static void f_indirect(struct a64_state *s) {
    const uint64_t entry_return = s->x[30], entry_sp = s->sp;
    const uint64_t sp = s->sp -= 16, return_pc = GAME + F_INDIRECT + 8;
    s->x[30] = return_pc;
    s->pc = s->x[9];
    lifted_call(lifted_lookup(s->x[9]), s);
    if (LIFTED_UNLIKELY(s->attention) && lifted_attention(s, return_pc, sp, entry_return, entry_sp))
        return;
    s->x[0] *= 2;
    s->sp += 16;
    s->x[30] = entry_return;
}

static void f_turn(struct a64_state *s) {
    note_stack();
    s->pc = GAME + F_TURN;
    lifted_interpret(s, s->x[30], s->sp);
}

static void f_tail(struct a64_state *s) {
    const uint64_t entry_return = s->x[30], entry_sp = s->sp;
    note_stack();
    s->pc = s->x[9];
    lifted_function *target = lifted_lookup(s->x[9]);
    if (target == core_unlifted)
        lifted_jump_unlifted(s, entry_return, entry_sp);
    else
        lifted_call(target, s);
}

static void f_svc(struct a64_state *s) {
    const uint64_t entry_return = s->x[30], entry_sp = s->sp;
    s->sp -= 16;
    s->pc = GAME + F_SVC + 8;
    s->env->svc(s, 0x26);
    if (LIFTED_UNLIKELY(s->attention) &&
        lifted_attention(s, GAME + F_SVC + 8, s->sp, entry_return, entry_sp))
        return;
    s->sp += 16;
}

static void f_push(struct a64_state *s) {
    const uint64_t entry_return = s->x[30], entry_sp = s->sp;
    s->sp -= 16;
    ((uint64_t *)(uintptr_t)s->sp)[1] = s->x[30];
    s->x[30] = 0x1234;
    s->pc = GAME + F_POP;
    lifted_jump_unlifted(s, entry_return, entry_sp);
}

static void f_pop(struct a64_state *s) {
    const uint64_t entry_return = s->x[30];
    mid_completed++;
    s->x[30] = ((uint64_t *)(uintptr_t)s->sp)[1];
    s->sp += 16;
    if (s->x[30] != entry_return)
        lifted_leave(s, s->x[30]);
}

TEST_ENTRY(f_inc)
TEST_ENTRY(f_outer)
TEST_ENTRY(f_mid)
TEST_ENTRY(f_inner)
TEST_ENTRY(f_indirect)
TEST_ENTRY(f_turn)
TEST_ENTRY(f_tail)
TEST_ENTRY(f_svc)
TEST_ENTRY(f_push)
TEST_ENTRY(f_pop)

static const struct lifted_entry entries[] = {
    {F_INC, e_f_inc},           {F_OUTER, e_f_outer}, {F_MID, e_f_mid},   {F_INNER, e_f_inner},
    {F_INDIRECT, e_f_indirect}, {F_TURN, e_f_turn},   {F_TAIL, e_f_tail}, {F_SVC, e_f_svc},
    {F_PUSH, e_f_push},         {F_POP, e_f_pop},
};

static int open_guest(void **state) {
    (void)state;
    test_guest_open(entries, sizeof entries / sizeof *entries);
    return 0;
}

static int each(void **state) {
    (void)state;
    jump_pc = jump_sp = 0;
    outer_completed = mid_completed = 0;
    forget_stack();
    return 0;
}

static uint64_t run(struct a64_state *s) {
    uint64_t pc = core_run(s);
    assert_int_equal(s->attention, 0);
    return pc;
}

static void a_lifted_function_returns_to_the_loader(void **state) {
    (void)state;
    struct a64_state s = test_guest_state(GAME + F_OUTER, CORE_LOADER_RETURN);
    assert_int_equal(run(&s), CORE_LOADER_RETURN);
    assert_int_equal(outer_completed, 1);
    assert_int_equal(s.sp, STACK_TOP);
}

static void unlifted_code_is_interpreted(void **state) {
    (void)state;
    TEST_CODE(AFTER, ADD_X0(1), RET);
    struct core_counters before, after;
    core_counters(&before);
    struct a64_state s = test_guest_state(GAME + F_INDIRECT, CORE_LOADER_RETURN);
    s.x[0] = 20;
    s.x[9] = AFTER;
    assert_int_equal(run(&s), CORE_LOADER_RETURN);
    assert_int_equal(s.x[0], 42);
    core_counters(&after);
    assert_int_equal(after.dispatch_misses - before.dispatch_misses, 1);
    assert_int_equal(after.interpreted - before.interpreted, 2);
    assert_int_equal(after.unwinds - before.unwinds, 0);
}

static void interpreted_code_calls_lifted_code(void **state) {
    (void)state;
    TEST_CODE(AFTER, PUSH_FRAME, BL(AFTER + 4, GAME + F_INC), BLR_X9, ADD_X0(1), POP_FRAME,
              B(AFTER + 20, GAME + F_INC));
    struct a64_state s = test_guest_state(AFTER, CORE_LOADER_RETURN);
    s.x[9] = GAME + F_INC;
    assert_int_equal(run(&s), CORE_LOADER_RETURN);
    assert_int_equal(s.x[0], 301);
    assert_int_equal(s.sp, STACK_TOP);
}

static void a_jump_to_a_pending_return_continues_lifted(void **state) {
    (void)state;
    jump_pc = R_OUTER;
    jump_sp = STACK_TOP - 32;
    struct core_counters before, after;
    core_counters(&before);
    struct a64_state s = test_guest_state(GAME + F_OUTER, CORE_LOADER_RETURN);
    assert_int_equal(run(&s), CORE_LOADER_RETURN);
    assert_int_equal(mid_completed, 0);
    assert_int_equal(outer_completed, 1);
    core_counters(&after);
    assert_int_equal(after.interpreted, before.interpreted);
    assert_int_equal(after.unwinds - before.unwinds, 1);
}

static void a_jump_into_a_frame_finishes_it_in_the_interpreter(void **state) {
    (void)state;
    /* Called by interpreted code, which must go on after it as after any call. */
    const uint64_t rest = AFTER + 0x20;
    TEST_CODE(AFTER, PUSH_FRAME, BL(AFTER + 4, GAME + F_OUTER), ADD_X0(3), POP_FRAME, RET);
    TEST_CODE(rest, ADD_X0(10), 0xf94003fe /* ldr x30, [sp] */, 0x910083ff /* add sp, sp, #32 */,
              RET);
    jump_pc = rest;
    jump_sp = STACK_TOP - 16 - 32;
    struct a64_state s = test_guest_state(AFTER, CORE_LOADER_RETURN);
    assert_int_equal(run(&s), CORE_LOADER_RETURN);
    assert_int_equal(s.x[0], 13);
    assert_int_equal(outer_completed, 0);
    assert_int_equal(s.sp, STACK_TOP);
}

static void repeated_longjmp_does_not_grow_the_stack(void **state) {
    (void)state;
    const uint64_t again = AFTER;
    /* again: sub x19, x19, #1; cbz x19, out; bl f_mid; nop; out: the epilogue of f_outer */
    TEST_CODE(again, 0xd1000673, 0xb4000073, BL(again + 8, GAME + F_MID), NOP,
              0xf94003fe /* ldr x30, [sp] */, 0x910083ff /* add sp, sp, #32 */, RET);
    jump_pc = again;
    jump_sp = STACK_TOP - 32;
    struct a64_state s = test_guest_state(GAME + F_OUTER, CORE_LOADER_RETURN);
    s.x[19] = 100000;
    assert_int_equal(run(&s), CORE_LOADER_RETURN);
    assert_int_equal(s.x[19], 0);
    assert_int_equal(mid_completed, 0);
    assert_true(shallowest - deepest < 4096);
}

static void loops_between_both_worlds_do_not_grow_the_stack(void **state) {
    (void)state;
    /* f_turn leaves its body to the interpreter at once; the body branches back to its entry. */
    TEST_CODE(GAME + F_TURN, 0xd1000673 /* sub x19, x19, #1 */, 0xb4000053 /* cbz x19, .+8 */,
              B(GAME + F_TURN + 8, GAME + F_TURN), RET);
    struct a64_state s = test_guest_state(GAME + F_TURN, CORE_LOADER_RETURN);
    s.x[19] = 100000;
    assert_int_equal(run(&s), CORE_LOADER_RETURN);
    assert_true(shallowest - deepest < 4096);
}

static void tail_jumps_between_both_worlds_do_not_grow_the_stack(void **state) {
    (void)state;
    /* f_tail jumps to unlifted code, which jumps to f_tail. x9 alternates. */
    TEST_CODE(AFTER, 0xd1000673 /* sub x19, x19, #1 */, 0xb4000053 /* cbz x19, .+8 */,
              B(AFTER + 8, GAME + F_TAIL), RET);
    struct a64_state s = test_guest_state(GAME + F_INDIRECT, CORE_LOADER_RETURN);
    s.x[19] = 100000;
    s.x[9] = AFTER;
    s.pc = GAME + F_TAIL;
    assert_int_equal(run(&s), CORE_LOADER_RETURN);
    assert_int_equal(s.x[19], 0);
    assert_true(shallowest - deepest < 4096);
}

static void an_outlined_epilogue_stays_lifted(void **state) {
    (void)state;
    TEST_CODE(AFTER, PUSH_FRAME, BL(AFTER + 4, GAME + F_PUSH), ADD_X0(1), POP_FRAME, RET);
    struct core_counters before, after;
    core_counters(&before);
    struct a64_state s = test_guest_state(AFTER, CORE_LOADER_RETURN);
    assert_int_equal(run(&s), CORE_LOADER_RETURN);
    assert_int_equal(s.x[0], 1);
    assert_int_equal(s.sp, STACK_TOP);
    assert_int_equal(mid_completed, 1);
    core_counters(&after);
    assert_int_equal(after.interpreted - before.interpreted, 5);
    assert_int_equal(after.dispatch_misses, before.dispatch_misses);
}

static void a_jump_to_the_loader_leaves_all_frames(void **state) {
    (void)state;
    jump_pc = CORE_LOADER_RETURN;
    jump_sp = STACK_TOP - 4096; /* a stack that some frame might think its own */
    struct a64_state s = test_guest_state(GAME + F_OUTER, 0);
    s.x[0] = 7;
    assert_int_equal(run(&s), CORE_LOADER_RETURN);
    assert_int_equal(s.x[0], 7);
    assert_int_equal(outer_completed + mid_completed, 0);
}

static void stop_on_svc(struct a64_state *s, uint32_t number) {
    assert_int_equal(number, 0x26);
    core_stop(s);
}

static void a_stop_leaves_all_frames(void **state) {
    (void)state;
    core_set_kernel(&(struct core_kernel){.svc = stop_on_svc});
    TEST_CODE(AFTER, PUSH_FRAME, BL(AFTER + 4, GAME + F_SVC), ADD_X0(1), POP_FRAME, RET);
    struct a64_state s = test_guest_state(AFTER, CORE_LOADER_RETURN);
    assert_int_equal(run(&s), CORE_THREAD_RETURN);
    assert_int_equal(s.x[0], 0);
}

static void an_interpreted_svc_can_stop(void **state) {
    (void)state;
    core_set_kernel(&(struct core_kernel){.svc = stop_on_svc});
    TEST_CODE(AFTER, 0xd40004c1 /* svc #0x26 */, ADD_X0(1), RET);
    struct a64_state s = test_guest_state(AFTER, CORE_LOADER_RETURN);
    assert_int_equal(run(&s), CORE_THREAD_RETURN);
    assert_int_equal(s.x[0], 0);
}

static uint32_t mxcsr_in_svc;

static void see_rounding(struct a64_state *s, uint32_t number) {
    (void)s, (void)number;
    mxcsr_in_svc = __builtin_ia32_stmxcsr();
    volatile double third = 1;
    third /= 3; /* inexact */
}

static void the_host_computes_with_its_own_rounding(void **state) {
    (void)state;
    core_set_kernel(&(struct core_kernel){.svc = see_rounding});
    /* svc #0x26; mrs x0, fpsr; ret */
    TEST_CODE(AFTER, 0xd40004c1, 0xd53b4420, RET);
    struct a64_state s = test_guest_state(AFTER, CORE_LOADER_RETURN);
    s.fpcr = 3u << 22; /* toward zero */
    assert_int_equal(run(&s), CORE_LOADER_RETURN);
    assert_int_equal(mxcsr_in_svc, 0x1f80);
    assert_int_equal(s.x[0], 0);
    assert_int_equal(__builtin_ia32_stmxcsr(), 0x1f80);
}

static void segments_are_mapped_with_their_permissions(void **state) {
    (void)state;
    assert_int_equal(*(uint8_t *)(uintptr_t)GAME_DATA, 0x5a);
    *(volatile uint8_t *)(uintptr_t)(GAME_DATA + 0x2fff) = 1; /* .bss */
    assert_ptr_equal(lifted_lookup(GAME + F_MID), e_f_mid);
    assert_ptr_equal(lifted_lookup(GAME + F_MID + 4), core_unlifted);
    assert_ptr_equal(lifted_lookup(GAME + F_MID + 1), core_unlifted);
    assert_ptr_equal(lifted_lookup(UINT64_MAX - 3), core_unlifted);
}

static void places_have_names(void **state) {
    (void)state;
    char text[64];
    assert_true(core_describe(GAME + 0x100, text, sizeof text));
    assert_string_equal(text, "update");
    assert_true(core_describe(GAME + 0x11c, text, sizeof text));
    assert_string_equal(text, "update+0x1c");
    assert_true(core_describe(GAME + 0x150, text, sizeof text)); /* beyond the symbol's size */
    assert_string_equal(text, "f_08000120+0x30");
    assert_true(core_describe(GAME + 0x3000, text, sizeof text));
    assert_string_equal(text, "draw+0x2e00");
    assert_false(core_describe(GAME + 0x8000, text, sizeof text));
    assert_false(core_describe(0, text, sizeof text));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_lifted_function_returns_to_the_loader, each),
        cmocka_unit_test_setup(unlifted_code_is_interpreted, each),
        cmocka_unit_test_setup(interpreted_code_calls_lifted_code, each),
        cmocka_unit_test_setup(a_jump_to_a_pending_return_continues_lifted, each),
        cmocka_unit_test_setup(a_jump_into_a_frame_finishes_it_in_the_interpreter, each),
        cmocka_unit_test_setup(repeated_longjmp_does_not_grow_the_stack, each),
        cmocka_unit_test_setup(loops_between_both_worlds_do_not_grow_the_stack, each),
        cmocka_unit_test_setup(tail_jumps_between_both_worlds_do_not_grow_the_stack, each),
        cmocka_unit_test_setup(an_outlined_epilogue_stays_lifted, each),
        cmocka_unit_test_setup(a_jump_to_the_loader_leaves_all_frames, each),
        cmocka_unit_test_setup(a_stop_leaves_all_frames, each),
        cmocka_unit_test_setup(an_interpreted_svc_can_stop, each),
        cmocka_unit_test_setup(the_host_computes_with_its_own_rounding, each),
        cmocka_unit_test(segments_are_mapped_with_their_permissions),
        cmocka_unit_test(places_have_names),
    };
    return cmocka_run_group_tests(tests, open_guest, NULL);
}
