/* SPDX-License-Identifier: MIT */
#include "lift/float_loop.h"
#include "lift/test_code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#define V(n) (1u << (n))

/* A loop of `body` in which x0 counts down; `after` reads what it left. */
struct case_of {
    struct test_code code;
    struct summary summary;
    struct flow flow;
    struct float_loops loops;
};

static void open_case(struct case_of *k, const char *body, const char *after) {
    char source[2048];
    snprintf(source, sizeof source,
             "_start: fmov s1, wzr\n fmov d2, xzr\n movi v3.16b, #0\n"
             "loop: %s\n subs x0, x0, #1\n"
             "back: b.ne loop\n"
             "out: %s\n ret\n"
             "other: ret\n.section .rodata\n.word 0\n",
             body, after);
    test_discover(&k->code, source);
    summary_find(&k->code.text, &k->code.found, SUMMARY_FAST, &k->summary);
    const struct function *f = test_function(&k->code, "_start");
    flow_find(&k->code.text, &k->code.found, &k->summary, f, &k->flow);
    float_loops_find(&k->code.text, f, &k->flow, &k->loops);
}

static void close_case(struct case_of *k) {
    float_loops_free(&k->loops);
    flow_free(&k->flow);
    summary_free(&k->summary);
    test_close(&k->code);
}

static void sums_have_a_copy(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k,
              "ldr s4, [x1], #4\n fmul s5, s4, s4\n fadd s1, s1, s5\n"
              "fcvt d6, s5\n fmadd d2, d6, d6, d2\n fmov s7, s4",
              "str s1, [x2]\n str d2, [x2, #8]");
    assert_int_equal(k.loops.count, 1);
    const struct float_loop *l = k.loops.loops;
    assert_int_equal(l->count, 1);
    assert_int_equal(l->blocks[0], l->header);
    assert_int_equal(l->at_end[0].v32, V(1) | V(5));
    assert_int_equal(l->at_end[0].v64, V(2) | V(6));
    /* What is not read at the beginning need not come back; the flags are set again. */
    assert_int_equal(l->kept.v, V(1) | V(2));
    assert_int_equal(l->kept.x, 3);
    assert_false(l->kept.flags);
    assert_ptr_equal(float_loops_at(&k.loops, l->header), l);
    assert_null(float_loops_at(&k.loops, l->header + 1));
    close_case(&k);
}

static void a_number_is_no_suspect(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, "fadd s1, s1, s0\n fmul s1, s1, s1\n fcmeq v3.4s, v1.4s, v0.4s\n fcvtzs w4, s1",
              "str q3, [x2]");
    assert_int_equal(k.loops.count, 1);
    assert_int_equal(k.loops.loops[0].at_end[0].v32, V(1));
    close_case(&k);
}

/* A register that is written again was one only in between. */
static void several_blocks(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k,
              "fadd v1.4s, v1.4s, v0.4s\n fmul v2.2d, v0.2d, v0.2d\n cbz x4, skip\n"
              "fcmp s1, s0\n b.gt out\n fmov d2, xzr\nskip: add x4, x4, #1",
              "str q1, [x2]");
    assert_int_equal(k.loops.count, 1);
    const struct float_loop *l = k.loops.loops;
    assert_int_equal(l->count, 4);
    assert_int_equal(l->at_end[0].v64, V(2));
    assert_int_equal(l->at_end[2].v64, 0);
    assert_int_equal(l->at_end[3].v64, V(2));
    assert_int_equal(float_loop_place(l, l->header), 0);
    assert_int_equal(float_loop_place(l, 0), -1);
    close_case(&k);
}

static void who_looks_has_none(void **state) {
    (void)state;
    static const char *const more[] = {
        "str s1, [x1]",               /* a store shows the bits, and must not be made twice */
        "str w0, [x1]",               /* any store */
        "fmov w4, s1",                /* bits as an integer */
        "eor v4.16b, v1.16b, v0.16b", /* bits of a vector */
        "fadd d4, d1, d0",            /* two floats as one of twice the width */
        "umov w4, v1.s[1]",           /* one lane */
        "bl other",                   /* a call */
        "svc #1",                     /* the system */
        "ldxr w4, [x1]",              /* the monitor */
        "dmb ish",                    /* order */
        "mrs x4, tpidr_el0",          /* the thread */
    };
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        struct case_of k;
        char body[256];
        snprintf(body, sizeof body, "fadd s1, s1, s0\n fmul s1, s1, s0\n %s", more[i]);
        open_case(&k, body, "str s1, [x2]");
        if (k.loops.count)
            fail_msg("a copy of a loop with %s", more[i]);
        close_case(&k);
    }
}

static void little_work_has_none(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, "fadd s1, s1, s0", "str s1, [x2]");
    assert_int_equal(k.loops.count, 0);
    close_case(&k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_have_a_copy),     cmocka_unit_test(a_number_is_no_suspect),
        cmocka_unit_test(several_blocks),       cmocka_unit_test(who_looks_has_none),
        cmocka_unit_test(little_work_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
