/* SPDX-License-Identifier: MIT */
#include "a64/host_fp.h"
#include "core/thread.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* The gate of loops that wait, as generated code passes it. */

enum {
    LEAST_NS = 50000,    /* that a wait lasts before the kernel is asked */
    MOST_NS = 100000,    /* that counts between two times, whatever the host does meanwhile */
    ROUND_DOWN = 0x3f80, /* MXCSR: rounding towards minus infinity, no exceptions taken */
};

static unsigned asked, preempted;
static uint64_t waited;
static uint32_t mxcsr;
static bool in_host;

static void on_spin(struct a64_state *s, uint64_t waited_ns) {
    (void)s;
    asked++;
    waited = waited_ns;
    mxcsr = __builtin_ia32_stmxcsr();
    in_host = core_thread.in_host;
}

static void on_preempt(struct a64_state *s) {
    (void)s;
    preempted++;
}

static int each(void **state) {
    static const struct core_kernel kernel = {.spin = on_spin, .preempt = on_preempt};
    (void)state;
    core_set_kernel(&kernel);
    asked = preempted = 0;
    return 0;
}

static void a_wait_that_lasts_asks_the_kernel(void **unused) {
    struct a64_state state = {0}, *s = &state;
    LIFTED_SPINS();
    (void)unused;
    __builtin_ia32_ldmxcsr(ROUND_DOWN);
    for (unsigned n = 1; n <= 3; n++) {
        while (asked < n)
            LIFTED_SPIN();
        const uint32_t after = __builtin_ia32_stmxcsr();
        assert_in_range(waited, n * LEAST_NS, n * MOST_NS);
        assert_int_equal(mxcsr, A64_MXCSR_INITIAL);
        assert_int_equal(after, ROUND_DOWN);
        assert_true(in_host);
        assert_false(core_thread.in_host);
    }
    __builtin_ia32_ldmxcsr(A64_MXCSR_INITIAL);
    assert_int_equal(preempted, 0);
}

static void the_next_wait_begins_at_zero(void **unused) {
    struct a64_state state = {0}, *s = &state;
    LIFTED_SPINS();
    (void)unused;
    while (asked < 3)
        LIFTED_SPIN();
    LIFTED_SPIN_LEFT();
    while (asked < 4)
        LIFTED_SPIN();
    assert_in_range(waited, LEAST_NS, MOST_NS);
}

static void a_better_thread_has_the_core_at_once(void **unused) {
    struct a64_state state = {0}, *s = &state;
    LIFTED_SPINS();
    (void)unused;
    LIFTED_SPIN();
    assert_int_equal(preempted, 0);
    core_demand(s);
    LIFTED_SPIN();
    assert_int_equal(preempted, 1);
    assert_false(core_demanded(s));
    LIFTED_SPIN();
    assert_int_equal(preempted, 1);
}

static void without_a_kernel_it_pauses(void **unused) {
    static const struct core_kernel none = {.svc = NULL};
    struct a64_state state = {0}, *s = &state;
    LIFTED_SPINS();
    (void)unused;
    core_set_kernel(&none);
    const uint64_t turns = 100000;
    for (uint64_t i = 0; i < turns; i++)
        LIFTED_SPIN();
    assert_int_equal(spin.turns, turns);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_wait_that_lasts_asks_the_kernel, each),
        cmocka_unit_test_setup(the_next_wait_begins_at_zero, each),
        cmocka_unit_test_setup(a_better_thread_has_the_core_at_once, each),
        cmocka_unit_test_setup(without_a_kernel_it_pauses, each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
