/* SPDX-License-Identifier: MIT */
#include "lift/dataflow.h"
#include "lift/frequency.h"
#include "lift/test_code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

/* Where registers are stored, and how often blocks are taken to run. */

#define X(n)  (1u << (n))
#define ENTER "_start: stp x29, x30, [sp, #-32]!\n stp x19, x20, [sp, #16]\n"
#define LEAVE "ldp x19, x20, [sp, #16]\n ldp x29, x30, [sp], #32\n ret\n"
#define TAIL  ".section .rodata\n.word 0\n"

struct case_of {
    struct test_code code;
    struct summary summary;
    const struct function *function;
    struct flow flow;
    double *runs;
};

static void open_case(struct case_of *k, const char *source) {
    test_discover(&k->code, source);
    summary_find(&k->code.text, &k->code.found, SUMMARY_FAST, &k->summary);
    k->function = test_function(&k->code, "_start");
    flow_find(&k->code.text, &k->code.found, &k->summary, k->function, &k->flow);
    k->runs = frequency_find(&k->code.text, &k->code.found, k->summary.endless, k->function);
}

static void close_case(struct case_of *k) {
    free(k->runs);
    flow_free(&k->flow);
    summary_free(&k->summary);
    test_close(&k->code);
}

/* The block whose last instruction stands at the label. */
static uint32_t block_at(const struct case_of *k, const char *label) {
    const uint32_t at = (uint32_t)text_index(&k->code.text, test_label(&k->code, label));
    for (uint32_t i = 0; i < k->function->block_count; i++)
        if (k->function->blocks[i].first + k->function->blocks[i].count - 1 == at)
            return i;
    fail_msg("no block ends at %s", label);
    return 0;
}

static const struct block_flow *flow_at(const struct case_of *k, const char *label) {
    return &k->flow.blocks[block_at(k, label)];
}

static void what_a_loop_calls_with_is_stored_before_it(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, ENTER "set: mov x20, x1\n"
                        "loop: mov x5, x20\n"
                        "call: blr x1\n"
                        "back: cbnz x0, loop\n"
                        "out: " LEAVE TAIL);
    assert_int_equal(k.flow.early.x & (X(5) | X(20)), X(20));
    assert_int_equal(flow_at(&k, "set")->early.x, X(20));
    assert_int_equal(flow_at(&k, "call")->spill.x & (X(5) | X(20)), X(5));
    close_case(&k);
}

static void what_hardly_calls_is_stored_at_the_call(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, ENTER "loop: ldr x20, [x0], #8\n"
                        "set: cbz x20, loop\n"
                        "rare: cbnz x1, out\n"
                        "call: blr x1\n"
                        "out: " LEAVE TAIL);
    assert_int_equal(k.flow.early.x & X(20), 0);
    assert_int_equal(flow_at(&k, "call")->spill.x & X(20), X(20));
    close_case(&k);
}

/* A way out of the function stores what is newer for whoever is there, and no other way does. */
static void what_one_way_out_stores_is_not_stored_on_the_others(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, ENTER " adr x9, loop\n adr x9, inner\n"
                        "loop: mov x20, x0\n ldr x1, [x1]\n"
                        "jump: br x1\n"
                        "inner: mov x3, x20\n"
                        "call: blr x1\n"
                        "again: cbnz x0, inner\n"
                        "out: " LEAVE TAIL);
    const struct block_flow *jump = flow_at(&k, "jump");
    assert_int_equal((jump->spill.x | jump->early.x) & X(20), X(20));
    close_case(&k);
}

static void loops_run_often_and_errors_hardly(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, ENTER "begin: cbz x0, fails\n"
                        "loop: sub x0, x0, #1\n"
                        "inner: sub x1, x1, #1\n"
                        "inner_back: cbnz x1, inner\n"
                        "back: cbnz x0, loop\n"
                        "out: " LEAVE "fails: bl stop\nstop: b stop\n" TAIL);
    const double begin = k.runs[block_at(&k, "begin")], inner = k.runs[block_at(&k, "inner_back")],
                 outer = k.runs[block_at(&k, "back")], fails = k.runs[block_at(&k, "fails")];
    assert_true(begin == 1);
    assert_true(outer > 2 * begin);
    assert_true(inner > 2 * outer);
    assert_true(fails < 0.1);
    close_case(&k);
}

static void nobody_is_given_what_a_call_left(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, ENTER "one: blr x3\n"
                        "two: blr x0\n mov x2, x0\n"
                        "three: blr x0\n"
                        "out: " LEAVE TAIL);
    const uint32_t arguments = X(0) | X(1) | X(2);
    assert_int_equal(flow_at(&k, "one")->vague.x & arguments, 0);
    assert_int_equal(flow_at(&k, "two")->vague.x & arguments, X(2));
    assert_int_equal(flow_at(&k, "three")->vague.x & arguments, 0);
    close_case(&k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_loop_calls_with_is_stored_before_it),
        cmocka_unit_test(what_hardly_calls_is_stored_at_the_call),
        cmocka_unit_test(what_one_way_out_stores_is_not_stored_on_the_others),
        cmocka_unit_test(loops_run_often_and_errors_hardly),
        cmocka_unit_test(nobody_is_given_what_a_call_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
