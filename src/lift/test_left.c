/* SPDX-License-Identifier: MIT */
#include "lift/dataflow.h"
#include "lift/test_code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define X(n)  (1u << (n))
#define SP    (1u << 31)
#define FRAME (X(29) | SP)
#define LINK  X(30)
#define ENTER "stp x29, x30, [sp, #-32]!\n mov x29, sp\n"
#define LEAVE "ldp x29, x30, [sp], #32\n"
#define SAVE  ENTER " stp x19, x20, [sp, #16]\n mov x19, x0\n mov x20, x1\n"
#define LOAD  " ldp x19, x20, [sp, #16]\n " LEAVE
/* f stores x19 in the struct, and gives unknown code the rest of what it keeps there. */
#define F                                                                                          \
    "f: " SAVE "inside: blr x1\n" LOAD "end: ret\n"                                                \
    ".section .rodata\n.word 0\n"

struct case_of {
    struct test_code code;
    struct summary summary;
    const struct function *function;
    struct flow flow;
};

static struct regset of(const struct regset *sets, const struct case_of *k, const char *name) {
    return sets[discovery_find(&k->code.found, test_label(&k->code, name))];
}

/* `name`: whose flow is looked at. */
static void open_case(struct case_of *k, const char *source, const char *name) {
    test_discover(&k->code, source);
    summary_find(&k->code.text, &k->code.found, SUMMARY_FAST, &k->summary);
    k->function = test_function(&k->code, name);
    flow_find(&k->code.text, &k->code.found, &k->summary, k->function, &k->flow);
    assert_int_equal(of(k->summary.touches, k, "f").x & (X(19) | FRAME), X(19) | FRAME);
}

static void close_case(struct case_of *k) {
    flow_free(&k->flow);
    summary_free(&k->summary);
    test_close(&k->code);
}

static const struct block_flow *flow_at(const struct case_of *k, const char *label) {
    const uint32_t at = (uint32_t)text_index(&k->code.text, test_label(&k->code, label));
    for (uint32_t i = 0; i < k->function->block_count; i++)
        if (k->function->blocks[i].first + k->function->blocks[i].count - 1 == at)
            return &k->flow.blocks[i];
    fail_msg("no block ends at %s", label);
    return NULL;
}

static uint32_t left(const char *source) {
    struct case_of k;
    open_case(&k, source, "f");
    const uint32_t out = of(k.summary.left, &k, "f").x;
    assert_int_equal(flow_at(&k, "end")->spill.x & (X(19) | FRAME), (X(19) | FRAME) & ~out);
    assert_int_equal(flow_at(&k, "end")->leave.x & (SP | LINK), SP | LINK);
    close_case(&k);
    return out;
}

static void what_only_calls_lead_to_leaves_sp_and_x29(void **state) {
    (void)state;
    assert_int_equal(left("_start: " SAVE " bl f\n" LOAD " ret\n" F), FRAME | LINK);
    assert_int_equal(left("_start: " SAVE " bl f\n bl g\n" LOAD " ret\ng: b f\n" F), FRAME | LINK);
}

static void what_a_pointer_leads_to_puts_x29_back(void **state) {
    (void)state;
    assert_int_equal(left("_start: " SAVE " bl f\n adr x0, f\n" LOAD " ret\n" F), SP | LINK);
    /* or to what branches there */
    assert_int_equal(left("_start: " SAVE " bl f\n adr x0, g\n" LOAD " ret\ng: b f\n" F),
                     SP | LINK);
    /* nobody calls it */
    assert_int_equal(left("_start: ret\n" F), SP | LINK);
}

static void behind_a_call_that_a_function_follows_the_struct_is_exact(void **state) {
    (void)state;
    assert_int_equal(left("_start: " SAVE " cbz x0, over\n bl f\n" LOAD " ret\n"
                          "over: bl f\n" F),
                     SP | LINK); /* which is stored there */
}

/* What reads them in the struct, the kernel's call, gets them from the caller. */
static void a_caller_stores_what_was_left(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k,
              "_start: " SAVE "first: svc #1\n bl f\nsecond: svc #1\nthird: svc #1\n" LOAD
              "out: ret\n" F,
              "_start");
    assert_int_equal(flow_at(&k, "second")->spill.x & (FRAME | LINK), FRAME | LINK);
    assert_int_equal(flow_at(&k, "third")->spill.x & (FRAME | LINK), 0);
    assert_int_equal(flow_at(&k, "out")->spill.x & (FRAME | LINK), X(29));
    close_case(&k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_only_calls_lead_to_leaves_sp_and_x29),
        cmocka_unit_test(what_a_pointer_leads_to_puts_x29_back),
        cmocka_unit_test(behind_a_call_that_a_function_follows_the_struct_is_exact),
        cmocka_unit_test(a_caller_stores_what_was_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
