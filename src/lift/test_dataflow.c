/* SPDX-License-Identifier: MIT */
#include "lift/dataflow.h"
#include "lift/test_code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#define X(n) (1u << (n))
#define SP   (1u << 31)

struct case_of {
    struct test_code code;
    struct summary summary;
    const struct function *function;
    struct flow flow;
};

static void open_case(struct case_of *k, const char *source) {
    test_discover(&k->code, source);
    summary_find(&k->code.text, &k->code.found, SUMMARY_FAST, &k->summary);
    k->function = test_function(&k->code, "_start");
    flow_find(&k->code.text, &k->code.found, &k->summary, k->function, &k->flow);
}

static void close_case(struct case_of *k) {
    flow_free(&k->flow);
    summary_free(&k->summary);
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

static const struct regset *of(const struct regset *sets, const struct case_of *k,
                               const char *name) {
    return &sets[discovery_find(&k->code.found, test_label(&k->code, name))];
}

static void a_call_spills_what_the_callee_reads(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, "_start: sub sp, sp, #16\n str x30, [sp]\n"
                  " add x0, x1, x2\n mov x3, #4\n mov x19, #4\n"
                  "one: bl other\n"
                  " add x0, x0, x19\n"
                  "two: blr x0\n"
                  " ldr x30, [sp]\n add sp, sp, #16\n"
                  "end: ret\n"
                  "other: add x0, x0, #1\n mov x9, #0\n ret\n"
                  ".section .rodata\n.word 0\n");
    const struct block_flow *one = flow_at(&k, "one"), *two = flow_at(&k, "two"),
                            *end = flow_at(&k, "end");
    /* What it reads is given to it; it needs no stack. */
    assert_int_equal(one->spill.x, 0);
    assert_int_equal(of(k.summary.params, &k, "other")->x, X(0));
    assert_int_equal(one->reload.x, X(0));
    /* x3 could be an argument of the indirect call, as could what it is given; x19 stays in its
     * local. */
    assert_int_equal(two->spill.x, X(3) | X(19));
    assert_int_equal(two->dirty_end.x & REGSET_GIVEN.x & 0xffffffff, REGSET_GIVEN.x & ~X(29));
    assert_false(two->links);
    assert_int_equal(two->reload.x, X(0) | X(1));
    assert_int_equal(end->spill.x, X(1));
    uint32_t entry = k.function->entry_block;
    assert_int_equal(k.flow.blocks[entry].live_in.x, X(1) | X(2) | X(30) | SP);
    close_case(&k);
}

static void unknown_callees_keep_to_the_procedure_call_standard(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, "_start: mov x9, #1\n mov x0, #2\n mov x20, #3\n fmov d17, x9\n fmov d1, x9\n"
                  "call: blr x1\n"
                  " add x0, x0, x20\n"
                  "end: b _start\n"
                  ".section .rodata\n.word 0\n");
    const struct block_flow *call = flow_at(&k, "call");
    assert_int_equal(call->spill.x, X(20));
    assert_int_equal(call->spill.v, 2); /* v0 is in the struct: the result of the call before */
    assert_int_equal(call->reload.x, X(0) | X(1));
    close_case(&k);
}

/* x8 is an argument unless it has the function's address. */
static void a_virtual_function_does_not_read_its_address(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, "_start: ldr x9, [x0]\n ldr x8, [x9]\nown: blr x8\n"
                  " ldr x8, [x0]\n ldr x9, [x0]\nother: blr x9\n b _start\n"
                  ".section .rodata\n.word 0\n");
    assert_int_equal(flow_at(&k, "own")->spill.x & X(8), 0);
    assert_int_equal(flow_at(&k, "other")->spill.x & X(8), X(8));
    close_case(&k);
}

static void what_callees_leave_alone_passes_them(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, "_start: mov x9, #1\n"
                  "call: bl leaf\n"
                  " add x0, x0, x9\n"
                  "end: ret\n"
                  "leaf: mov x0, #1\n ret\n"
                  ".section .rodata\n.word 0\n");
    const struct block_flow *call = flow_at(&k, "call");
    assert_int_equal(call->spill.x & X(9), 0);
    assert_int_equal(call->reload.x, X(0) | X(30));
    close_case(&k);
}

static void returns_store_what_callers_read(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, "_start: mov x5, #1\n mov x6, #2\n mov x0, #3\n mov x19, #4\n"
                  "end: ret\n"
                  "user: stp x29, x30, [sp, #-16]!\n bl _start\n mov x0, x6\n"
                  " ldp x29, x30, [sp], #16\n ret\n"
                  ".section .rodata\n.word 0\n");
    assert_int_equal(flow_at(&k, "end")->spill.x, X(6) | X(19));
    assert_int_equal(k.flow.result.x, X(0));
    assert_true(of(k.summary.returns, &k, "_start")->x & X(6));
    assert_false(of(k.summary.returns, &k, "_start")->x & X(5));
    close_case(&k);
}

/* The code that goes on there may take what the switch does not touch as its arguments. */
static void stack_switches_pass_arguments_and_return_everything(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, "_start: ldr x9, [x0]\n mov sp, x9\n ldr x12, [x0, #8]\n ldr x30, [x0, #16]\n"
                  "end: ret\n"
                  "user: stp x29, x30, [sp, #-16]!\n bl _start\n ldp x29, x30, [sp], #16\n ret\n"
                  ".section .rodata\n.word 0\n");
    assert_true(k.function->odd_stack);
    assert_int_equal(flow_at(&k, "end")->leave.x & ~X(0), X(9) | X(12) | X(30) | SP);
    assert_int_equal(of(k.summary.reads, &k, "_start")->x & (X(3) | X(9)), X(3));
    assert_true(of(k.summary.reads, &k, "user")->x & X(3));
    close_case(&k);
}

static void dead_values_are_forgotten(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, "_start: cbz x0, out\n"
                  "dirty: mov x9, #1\n str x9, [x0]\n"
                  "out: mov w0, #0\n"
                  "end: ret\n"
                  ".section .rodata\n.word 0\n");
    assert_int_equal(flow_at(&k, "end")->spill.x, 0);
    assert_int_equal(k.flow.blocks[k.function->entry_block].live_in.x, X(0));
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
    assert_int_equal(flow_at(&k, "tail")->spill.v, 0);
    assert_int_equal(of(k.summary.params, &k, "other")->v, 1);
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
    assert_true(k.summary.reads[taker].flags);
    assert_false(k.summary.returns[taker].flags);
    assert_true(k.summary.returns[giver].flags);
    struct flow flow;
    const struct function *f = &k.code.found.functions[giver];
    flow_find(&k.code.text, &k.code.found, &k.summary, f, &flow);
    assert_true(flow.blocks[0].spill.flags);
    flow_free(&flow);
    close_case(&k);
}

static void flags_pass_callees_that_leave_them(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, "_start: cmp x0, #1\n"
                  "call: bl mover\n"
                  " b.eq end\n"
                  " mov w0, #3\n"
                  "end: ret\n"
                  "mover: mov x0, x1\n ret\n"
                  ".section .rodata\n.word 0\n");
    assert_false(flow_at(&k, "call")->spill.flags);
    assert_false(flow_at(&k, "call")->reload.flags);
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
    assert_int_equal(svc->spill.x, X(0) | X(1) | X(30) | SP);
    assert_true(svc->spill.flags);
    assert_true(svc->reload.x & X(1));
    close_case(&k);
}

/* But its function is called as any other. */
static void a_jump_with_a_frame_passes_everything(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, "_start: stp x29, x30, [sp, #-16]!\n mov x9, #1\n fmov d17, x9\n cmp x9, x0\n"
                  " ldr x1, [x0]\n"
                  "jump: br x1\n"
                  "user: mov x10, #1\n"
                  "call: bl _start\n"
                  " b user\n"
                  ".section .rodata\n.word 0\n");
    const struct block_flow *jump = flow_at(&k, "jump");
    assert_int_equal(jump->spill.x, X(0) | X(1) | X(9) | X(29) | X(30) | SP);
    assert_int_equal(jump->spill.v, X(17));
    assert_true(jump->spill.flags);
    assert_int_equal(of(k.summary.reads, &k, "_start")->x & (X(8) | X(10) | X(20)), X(8) | X(20));
    close_case(&k);
}

/* It may be a goto of a function without a frame as well as a tail call. */
static void a_jump_without_a_frame_stores_what_was_computed(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, "_start: mov x9, #1\n ldr x1, [x0]\n"
                  "jump: br x1\n"
                  "user: stp x29, x30, [sp, #-16]!\n mov x10, #1\n bl _start\n"
                  " ldp x29, x30, [sp], #16\n ret\n"
                  ".section .rodata\n.word 0\n");
    assert_int_equal(flow_at(&k, "jump")->spill.x, X(0) | X(1) | X(9) | X(30) | SP);
    assert_int_equal(of(k.summary.reads, &k, "_start")->x & (X(0) | X(8) | X(10)), X(0) | X(8));
    close_case(&k);
}

/* A label that only a pointer names is a function of its own: what it jumps to reads everything. */
static void a_jump_from_a_label_passes_everything(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, "_start: stp x29, x30, [sp, #-16]!\n mov x10, #1\n ldr x1, [x0]\n br x1\n"
                  "label: ldr x1, [x2]\n br x1\n"
                  "end: ldp x29, x30, [sp], #16\n ret\n"
                  ".section .data\n.quad label, end\n");
    assert_true(of(k.summary.reads, &k, "label")->x & X(10));
    assert_false(of(k.summary.reads, &k, "end")->x & X(10));
    close_case(&k);
}

/* ADR and B make a call that no BL tells of: what runs behind it is nobody's function, and may read
 * any register of this one and of its callers. */
static void a_call_without_bl_passes_everything(void **state) {
    (void)state;
    static const char *const ways[] = {
        "mov x15, x30\n mov x9, #1\n fmov d17, x9\n adr x30, 1f\n b twice\n 1: ret x15\n",
        "mov x15, x30\n mov x9, #1\n fmov d17, x9\n ldr x30, [x1], #8\n b twice\n",
        "mov x9, #1\n fmov d17, x9\n ldr w1, [x30], #4\n add x0, x0, x1\n ret\n",
        "mov x15, x30\n mov x9, #1\n fmov d17, x9\n bl skip\n ret x15\n",
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct case_of k;
        char source[512];
        snprintf(source, sizeof source,
                 "_start: bl twice\n mov x19, #2\n mov x14, #2\n"
                 "call: bl odd\n"
                 " add x0, x0, x19\n ret\n"
                 "odd: %s"
                 "twice: add x0, x0, x0\n mov x10, #7\n ret\n"
                 "skip: add x15, x15, #4\n ret\n"
                 ".section .rodata\n.word 0\n",
                 ways[i]);
        open_case(&k, source);
        assert_int_equal(flow_at(&k, "call")->spill.x & (X(19) | X(14)), X(19) | X(14));
        assert_int_equal(of(k.summary.returns, &k, "odd")->x & X(10), X(10));
        if (i < 2)
            assert_int_equal(of(k.summary.returns, &k, "twice")->x & X(10), X(10));
        assert_int_equal(of(k.summary.changes, &k, "odd")->v, ~0u);
        close_case(&k);
    }
}

/* Return addresses in other registers and on the stack are nothing special. */
static void a_return_address_may_lie_elsewhere(void **state) {
    (void)state;
    static const char *const ways[] = {
        "mov x15, x30\n mov x9, #1\n bl piece\n mov x30, x15\n b twice\n",
        "str x30, [sp, #-16]!\n mov x9, #1\n bl twice\n ldr x9, [sp], #16\n ret x9\n",
        "mov x19, x30\n bl twice\n ret x19\n",
        "b twice\n",
        "mov x15, x30\n bl piece\n ret x15\n",
        "mov x15, x30\n bl stub\n ret x15\n",
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct case_of k;
        char source[512];
        snprintf(source, sizeof source,
                 "_start: bl twice\n mov x14, #2\n"
                 "call: bl plain\n"
                 " ret\n"
                 "plain: %s"
                 "twice: add x0, x0, x0\n mov x10, #7\n ret\n"
                 "piece: add x1, x0, x3\n ret\n"
                 "stub: adrp x16, 0x11000\n ldr x17, [x16]\n br x17\n"
                 ".section .rodata\n.word 0\n",
                 ways[i]);
        open_case(&k, source);
        assert_int_equal(flow_at(&k, "call")->spill.x & X(14), 0);
        assert_int_equal(of(k.summary.returns, &k, "plain")->x & X(10), 0);
        close_case(&k);
    }
}

/* As the C library's assembly does around a stub of strlen. */
static void a_stub_may_leave_a_scratch_register_alone(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, "_start: mov x15, x30\n mov x3, #1\n fmov d17, x3\n"
                  "call: bl stub\n"
                  " fmov x0, d17\n"
                  "end: ret x15\n"
                  "stub: adrp x16, 0x11000\n ldr x17, [x16]\n br x17\n"
                  ".section .rodata\n.word 0\n");
    assert_int_equal(flow_at(&k, "call")->spill.x & (X(15) | X(9)), X(15));
    assert_int_equal(flow_at(&k, "call")->spill.v & X(17), X(17));
    close_case(&k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_call_spills_what_the_callee_reads),
        cmocka_unit_test(unknown_callees_keep_to_the_procedure_call_standard),
        cmocka_unit_test(a_virtual_function_does_not_read_its_address),
        cmocka_unit_test(what_callees_leave_alone_passes_them),
        cmocka_unit_test(returns_store_what_callers_read),
        cmocka_unit_test(a_jump_with_a_frame_passes_everything),
        cmocka_unit_test(a_jump_without_a_frame_stores_what_was_computed),
        cmocka_unit_test(a_jump_from_a_label_passes_everything),
        cmocka_unit_test(a_call_without_bl_passes_everything),
        cmocka_unit_test(a_return_address_may_lie_elsewhere),
        cmocka_unit_test(a_stub_may_leave_a_scratch_register_alone),
        cmocka_unit_test(stack_switches_pass_arguments_and_return_everything),
        cmocka_unit_test(dead_values_are_forgotten),
        cmocka_unit_test(vector_registers_are_followed_too),
        cmocka_unit_test(flags_are_dead_across_calls),
        cmocka_unit_test(outlined_code_takes_and_gives_flags),
        cmocka_unit_test(flags_pass_callees_that_leave_them),
        cmocka_unit_test(state_is_exact_before_svc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
