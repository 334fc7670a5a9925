/* SPDX-License-Identifier: MIT */
#include "lift/dataflow.h"
#include "lift/test_code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define X(n) (1u << (n))
#define SP   (1u << 31)

struct case_of {
    struct test_code code;
    struct flag_contract contract;
    const struct function *function;
    struct flow flow;
};

static void open_case(struct case_of *k, const char *source) {
    test_discover(&k->code, source);
    flag_contract_find(&k->code.text, &k->code.found, &k->contract);
    k->function = test_function(&k->code, "_start");
    flow_find(&k->code.text, &k->code.found, &k->contract, k->function, &k->flow);
}

static void close_case(struct case_of *k) {
    flow_free(&k->flow);
    flag_contract_free(&k->contract);
    test_close(&k->code);
}

/* The flow of the block whose last instruction stands at the label. */
static const struct block_flow *flow_at(const struct case_of *k, const char *label) {
    uint32_t at = (uint32_t)text_index(&k->code.text, test_label(&k->code, label));
    for (uint32_t i = 0; i < k->function->block_count; i++)
        if (k->function->blocks[i].first + k->function->blocks[i].count - 1 == at)
            return &k->flow.blocks[i];
    fail_msg("no block ends at %s", label);
    return NULL;
}

static void a_call_spills_what_changed_and_reloads_what_is_read(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, "_start: sub sp, sp, #16\n str x30, [sp]\n"
                  " add x0, x1, x2\n mov x19, #4\n"
                  "one: bl other\n"
                  " add x0, x0, x19\n"
                  "two: bl other\n"
                  " ldr x30, [sp]\n add sp, sp, #16\n"
                  "end: ret\n"
                  "other: ret\n"
                  ".section .rodata\n.word 0\n");
    const struct block_flow *one = flow_at(&k, "one"), *two = flow_at(&k, "two"),
                            *end = flow_at(&k, "end");
    assert_int_equal(one->spill.x, X(0) | X(19) | SP);
    assert_int_equal(one->reload.x, X(0) | X(19));
    assert_int_equal(two->spill.x, X(0)); /* x19 and SP have not changed since */
    assert_int_equal(two->reload.x, 0);
    assert_int_equal(end->spill.x, X(30) | SP);
    uint32_t entry = k.function->entry_block;
    assert_int_equal(k.flow.blocks[entry].live_in.x, X(1) | X(2) | X(30) | SP);
    close_case(&k);
}

static void dead_values_are_stored_where_paths_meet(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, "_start: cbz x0, out\n"
                  "dirty: mov x9, #1\n str x9, [x0]\n"
                  "out: mov w0, #0\n"
                  "end: ret\n"
                  ".section .rodata\n.word 0\n");
    const struct block_flow *end = flow_at(&k, "end");
    assert_int_equal(end->spill.x & X(9), 0);
    assert_int_equal(k.flow.blocks[k.function->entry_block].live_in.x & X(9), 0);
    assert_int_equal(flow_edge_spill(k.function, &k.flow, 1, 2).x, X(9));
    assert_int_equal(flow_edge_spill(k.function, &k.flow, 0, 2).x, 0);
    close_case(&k);
}

static void loops_store_nothing_on_their_edges(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, "_start: mov x8, #9\n"
                  "loop: ldr x9, [x0], #8\n add x1, x1, x9\n"
                  "again: subs x8, x8, #1\n b.ne loop\n"
                  "end: ret\n"
                  ".section .rodata\n.word 0\n");
    assert_int_equal(flow_edge_spill(k.function, &k.flow, 1, 1).x, 0);
    assert_int_equal(flow_at(&k, "end")->spill.x, X(0) | X(1) | X(8) | X(9));
    close_case(&k);
}

static void vector_registers_are_followed_too(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, "_start: fadd d0, d1, d2\n"
                  "tail: b other\n"
                  "other: fmul d0, d0, d0\n ret\n"
                  "user: bl other\n ret\n"
                  ".section .rodata\n.word 0\n");
    assert_int_equal(flow_at(&k, "tail")->spill.v, 1);
    assert_int_equal(k.flow.blocks[k.function->entry_block].live_in.v, 6);
    close_case(&k);
}

static void flags_are_dead_across_calls(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, "_start: cmp x0, #1\n"
                  "call: bl other\n"
                  "end: ret\n"
                  "other: mov w0, #1\n ret\n"
                  ".section .rodata\n.word 0\n");
    assert_false(flow_at(&k, "call")->spill.flags);
    close_case(&k);
}

static void outlined_code_takes_and_gives_flags(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, "_start: cmp x0, #1\n"
                  "call: bl taker\n"
                  "second: bl giver\n"
                  " b.eq end\n"
                  " mov w0, #3\n"
                  "end: ret\n"
                  "taker: cset w0, eq\n ret\n"
                  "giver: cmp x1, x2\n"
                  "give: ret\n"
                  ".section .rodata\n.word 0\n");
    assert_true(flow_at(&k, "call")->spill.flags);
    assert_true(flow_at(&k, "second")->reload.flags);
    size_t taker = discovery_find(&k.code.found, test_label(&k.code, "taker"));
    size_t giver = discovery_find(&k.code.found, test_label(&k.code, "giver"));
    assert_true(k.contract.reads[taker]);
    assert_false(k.contract.returns[taker]);
    assert_true(k.contract.returns[giver]);
    struct flow flow;
    const struct function *f = &k.code.found.functions[giver];
    flow_find(&k.code.text, &k.code.found, &k.contract, f, &flow);
    assert_true(flow.blocks[0].spill.flags);
    flow_free(&flow);
    close_case(&k);
}

static void state_is_exact_before_svc(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, "_start: cmp x0, #1\n mov x1, #2\n"
                  "svc: svc #1\n"
                  " mov x2, x1\n"
                  "end: ret\n"
                  ".section .rodata\n.word 0\n");
    const struct block_flow *svc = flow_at(&k, "svc");
    assert_int_equal(svc->spill.x, X(1));
    assert_true(svc->spill.flags);
    assert_true(svc->reload.x & X(1));
    close_case(&k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_call_spills_what_changed_and_reloads_what_is_read),
        cmocka_unit_test(dead_values_are_stored_where_paths_meet),
        cmocka_unit_test(loops_store_nothing_on_their_edges),
        cmocka_unit_test(vector_registers_are_followed_too),
        cmocka_unit_test(flags_are_dead_across_calls),
        cmocka_unit_test(outlined_code_takes_and_gives_flags),
        cmocka_unit_test(state_is_exact_before_svc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
