/* SPDX-License-Identifier: MIT */
#include "core/test_guest.h"

/* Steps: what counts as one, and who is told when they are used up. */

enum { F_COUNT = 0x0 }; /* a loop of x1 turns */
#define LOOP (GAME + 0x1000)

static void f_count(struct a64_state *s) {
    LIFTED_STEP();
    for (uint64_t left = s->x[1]; --left;)
        LIFTED_STEP();
    s->x[0] += 100;
}
TEST_ENTRY(f_count)

static const struct lifted_entry entries[] = {{F_COUNT, e_f_count}};

static unsigned told;
static int64_t more; /* that the kernel grants */

static void on_preempt(struct a64_state *s) {
    assert_true(s->steps < 0);
    s->steps = more;
    told++;
}

static int open_guest(void **state) {
    (void)state;
    test_guest_open(entries, sizeof entries / sizeof *entries);
    /* sub x1, x1, #1; cbnz x1, back; ret */
    TEST_CODE(LOOP, 0xd1000421, 0xb5ffffe1, RET);
    return 0;
}

/* Runs the loop at pc for `turns` turns with `steps` at the start. */
static struct a64_state count(uint64_t pc, uint64_t turns, int64_t steps) {
    struct a64_state s = test_guest_state(pc, CORE_LOADER_RETURN);
    s.x[1] = turns;
    s.steps = steps;
    told = 0;
    assert_int_equal(core_run(&s), CORE_LOADER_RETURN);
    return s;
}

/* Nine ways back in the loop and the one to the loader. */
static void interpreted_loops_take_steps(void **state) {
    (void)state;
    core_set_kernel(&(struct core_kernel){.preempt = on_preempt});
    more = 2;
    assert_int_equal(count(LOOP, 10, 10).steps, 0);
    assert_int_equal(told, 0);
    assert_int_equal(count(LOOP, 10, 3).steps, 2);
    assert_int_equal(told, 3); /* at the 4th, 7th and 10th */
}

/* The entry and nine ways back. */
static void lifted_loops_take_steps(void **state) {
    (void)state;
    core_set_kernel(&(struct core_kernel){.preempt = on_preempt});
    more = 2;
    const struct a64_state s = count(GAME + F_COUNT, 10, 3);
    assert_int_equal(told, 3);
    assert_int_equal(s.steps, 2);
    assert_int_equal(s.x[0], 100);
}

static void a_kernel_that_grants_none_is_asked_once(void **state) {
    (void)state;
    core_set_kernel(&(struct core_kernel){0});
    assert_true(count(LOOP, 10, 0).steps > 1ll << 60);
    more = -1;
    core_set_kernel(&(struct core_kernel){.preempt = on_preempt});
    assert_true(count(LOOP, 10, 0).steps > 1ll << 60);
    assert_int_equal(told, 1);
}

static uint64_t a_second(struct a64_state *s) {
    assert_non_null(s);
    return 1000000000;
}

static void the_counter_is_the_kernels(void **state) {
    (void)state;
    /* mrs x0, cntvct_el0; ret */
    TEST_CODE(LOOP + 0x100, 0xd53be040, RET);
    core_set_kernel(&(struct core_kernel){.now = a_second});
    assert_int_equal(count(LOOP + 0x100, 0, 100).x[0], 19200000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(interpreted_loops_take_steps),
        cmocka_unit_test(lifted_loops_take_steps),
        cmocka_unit_test(a_kernel_that_grants_none_is_asked_once),
        cmocka_unit_test(the_counter_is_the_kernels),
    };
    return cmocka_run_group_tests(tests, open_guest, NULL);
}
