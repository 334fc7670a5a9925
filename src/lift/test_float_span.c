/* SPDX-License-Identifier: MIT */
#include "lift/float_span.h"

#include "base/memory.h"
#include "lift/test_code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#define V(n) (1u << (n))

struct case_of {
    struct test_code code;
    struct summary summary;
    struct flow flow;
    const struct function *function;
};

static void open_case(struct case_of *k, const char *source) {
    test_discover(&k->code, source);
    summary_find(&k->code.text, &k->code.found, SUMMARY_FAST, &k->summary);
    k->function = test_function(&k->code, "_start");
    flow_find(&k->code.text, &k->code.found, &k->summary, k->function, &k->flow);
}

static bool find(struct case_of *k, uint32_t block, uint32_t from, struct float_span *out) {
    return float_span_find(&k->code.text, k->function, &k->flow, block, from, out);
}

static uint32_t word(const struct case_of *k, const char *label) {
    return (uint32_t)text_index(&k->code.text, test_label(&k->code, label));
}

static void close_case(struct case_of *k) {
    flow_free(&k->flow);
    summary_free(&k->summary);
    test_close(&k->code);
}

static void a_store_ends_a_span(void **state) {
    (void)state;
    struct case_of k;
    struct float_span s;
    open_case(&k, "_start: ldr s4, [x1]\n"
                  "one: fmul s5, s4, s4\n ldr q4, [x1, #16]\n add x1, x1, #4\n"
                  "two: fmadd s6, s5, s5, s0\n str w3, [x2]\n"
                  "three: fmul v7.4s, v4.4s, v0.s[0]\n"
                  "four: str s6, [x2]\n"
                  "five: fadd d1, d4, d4\n"
                  "six: fadd d1, d1, d4\n mov w0, #0\n movi v5.16b, #0\n movi v6.16b, #0\n"
                  " movi v4.16b, #0\n str q7, [x2]\n str d1, [x3]\n b _start\n"
                  ".section .rodata\n.word 0\n");
    assert_true(find(&k, 0, 0, &s));
    assert_int_equal(s.first, word(&k, "one"));
    assert_int_equal(s.end, word(&k, "four"));
    assert_int_equal(s.step_count, 3);
    assert_int_equal(s.twins, 3);
    /* s5 is not read any more: what came of it is looked at. */
    assert_int_equal(s.left.v32, V(6) | V(7));
    assert_int_equal(s.left.v64, 0);
    assert_int_equal(s.scalars, V(6));
    /* The first product is of what was there before, which the load behind it overwrites. */
    const struct text *t = &k.code.text;
    assert_int_equal(float_span_definition(t, &s, s.steps[0], 4), s.first - 1);
    assert_int_equal(float_span_definition(t, &s, s.steps[1], 5), word(&k, "one"));
    assert_int_equal(float_span_definition(t, &s, s.steps[2], 4), s.first + 1);
    assert_int_equal(float_span_definition(t, &s, s.end, 6), word(&k, "two"));

    assert_true(find(&k, 0, s.end, &s));
    assert_int_equal(s.first, word(&k, "five"));
    assert_int_equal(s.end, word(&k, "six") + 1);
    assert_int_equal(s.left.v64, V(1));
    assert_false(find(&k, 0, s.end, &s));
    close_case(&k);
}

/* A result that is looked at at once is looked at where it stands. */
static void one_result_is_no_span(void **state) {
    (void)state;
    struct case_of k;
    struct float_span s;
    open_case(&k, "_start: fmul s5, s4, s4\n str s5, [x2]\n fadd s5, s4, s4\n fmov w0, s5\n"
                  " fadd v5.4s, v4.4s, v4.4s\n eor v6.16b, v5.16b, v5.16b\n ret\n"
                  ".section .rodata\n.word 0\n");
    assert_false(find(&k, 0, 0, &s));
    close_case(&k);
}

/* The flags may be others when it is done again. */
static void a_selection_is_no_step(void **state) {
    (void)state;
    struct case_of k;
    struct float_span s;
    open_case(&k, "_start: fmul s5, s4, s4\n fadd s6, s4, s4\n"
                  "select: fcsel s5, s5, s6, gt\n ret\n"
                  ".section .rodata\n.word 0\n");
    assert_true(find(&k, 0, 0, &s));
    assert_int_equal(s.end, word(&k, "select"));
    close_case(&k);
}

/* What the blocks behind do not read is not looked at. */
static void the_dead_are_not_looked_at(void **state) {
    (void)state;
    struct case_of k;
    struct float_span s;
    open_case(&k, "_start: fmul s5, s4, s4\n fadd s6, s4, s5\n fadd s7, s6, s6\n cbz x0, end\n"
                  " str s7, [x1]\n"
                  "end: movi v5.16b, #0\n movi v6.16b, #0\n movi v7.16b, #0\n b _start\n"
                  ".section .rodata\n.word 0\n");
    assert_true(find(&k, 0, 0, &s));
    assert_int_equal(s.step_count, 3);
    assert_int_equal(s.left.v32, V(7));
    close_case(&k);
}

static struct suspects left(const char *source) {
    struct case_of k;
    struct float_span s;
    open_case(&k, source);
    assert_true(find(&k, 0, 0, &s));
    close_case(&k);
    return s.left;
}

#define STORED                                                                                     \
    " str d1, [x1]\n str d2, [x1, #8]\n str q3, [x1, #16]\n ret\n.section .rodata\n.word 0\n"

/* A NaN goes through all arithmetic; but not in lanes that it does not read. */
static void what_a_later_result_tells_is_not_looked_at(void **state) {
    (void)state;
    const uint32_t all = V(1) | V(2) | V(3);
    const struct {
        const char *source;
        uint32_t looked_at;
    } cases[] = {
        {"_start: fmul d1, d0, d0\n fsqrt d2, d1\n fadd v3.2d, v4.2d, v5.2d\n", V(2) | V(3)},
        {"_start: fmul d1, d0, d0\n fmadd d2, d4, d5, d1\n fadd v3.2d, v4.2d, v5.2d\n",
         V(2) | V(3)},
        {"_start: fmul d1, d0, d0\n fmadd d2, d4, d1, d6\n fmul v3.2d, v4.2d, v2.d[0]\n", V(3)},
        {"_start: fmul d1, d0, d0\n fmadd d2, d4, d5, d1\n fmla v3.2d, v4.2d, v2.d[1]\n",
         V(2) | V(3)},
        {"_start: fmul d1, d0, d0\n fadd v3.2d, v1.2d, v5.2d\n fadd d2, d4, d5\n", V(2) | V(3)},
        /* of another value of the register */
        {"_start: fmul d1, d0, d0\n fsqrt d2, d1\n fmul d1, d0, d5\n fadd v3.2d, v4.2d, v5.2d\n",
         all},
        /* a minimum may be the other number; a vector's lane 1 is not in what lane 0 gives */
        {"_start: fmul d1, d0, d0\n fmin d2, d1, d4\n fadd v3.2d, v4.2d, v5.2d\n", all},
        {"_start: fadd v3.2d, v4.2d, v5.2d\n fmul d1, d3, d3\n fmul d2, d4, d5\n", all},
        /* what it is told by is not looked at itself */
        {"_start: fmul d1, d0, d0\n fsqrt d2, d1\n movi v2.16b, #0\n fadd v3.2d, v4.2d, v5.2d\n",
         V(1) | V(3)},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *source = memory_format("%s%s", cases[i].source, STORED);
        assert_int_equal(left(source).v64 & all, cases[i].looked_at);
        free(source);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_store_ends_a_span),
        cmocka_unit_test(one_result_is_no_span),
        cmocka_unit_test(a_selection_is_no_step),
        cmocka_unit_test(the_dead_are_not_looked_at),
        cmocka_unit_test(what_a_later_result_tells_is_not_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
