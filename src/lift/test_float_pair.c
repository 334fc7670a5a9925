/* SPDX-License-Identifier: MIT */
#include "lift/float_pair.h"
#include "lift/test_code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

/* A loop of `body` in which x0 counts down; `after` reads what it left. */
struct case_of {
    struct test_code code;
    struct summary summary;
    struct flow flow;
    struct float_loops loops;
    struct float_pairs pairs;
    bool found;
};

static void open_case(struct case_of *k, const char *body, const char *after) {
    char source[2048];
    snprintf(source, sizeof source,
             "_start: movi v0.16b, #0\n movi v1.16b, #0\n movi v2.16b, #0\n movi v3.16b, #0\n"
             "loop: %s\n subs x0, x0, #1\n b.ne loop\n"
             "%s\n ret\n.section .rodata\n.word 0\n",
             body, after);
    test_discover(&k->code, source);
    summary_find(&k->code.text, &k->code.found, SUMMARY_FAST, &k->summary);
    const struct function *f = test_function(&k->code, "_start");
    flow_find(&k->code.text, &k->code.found, &k->summary, f, &k->flow);
    float_loops_find(&k->code.text, f, &k->flow, &k->loops);
    assert_int_equal(k->loops.count, 1);
    k->found = float_pairs_find(&k->code.text, f, &k->flow, k->loops.loops, &k->pairs);
}

static void close_case(struct case_of *k) {
    float_loops_free(&k->loops);
    flow_free(&k->flow);
    summary_free(&k->summary);
    test_close(&k->code);
}

#define STORE "stp q0, q1, [x2]\n stp q2, q3, [x2, #32]"

static void expect_operand(struct pair_operand o, enum pair_source source, uint32_t low) {
    assert_int_equal(o.source, source);
    assert_int_equal(o.low, low);
}

static void sums(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k,
              "ldp q4, q5, [x1], #32\n fmul v4.4s, v4.4s, v3.s[1]\n fmul v5.4s, v5.4s, v3.s[1]\n"
              "fadd v1.4s, v1.4s, v5.4s\n fadd v0.4s, v0.4s, v4.4s",
              STORE);
    assert_true(k.found);
    const struct float_pairs *p = &k.pairs;
    const uint32_t first = 4; /* word of the loop */
    assert_int_equal(p->count, 3);
    assert_int_equal(p->pairs[0].at, first);
    assert_int_equal(p->pairs[1].at, first + 2);
    assert_int_equal(p->pairs[1].before, first + 1);
    expect_operand(p->pairs[1].operands[0], PAIR_MADE, first);
    expect_operand(p->pairs[1].operands[1], PAIR_SHARED, 3);
    expect_operand(p->pairs[2].operands[0], PAIR_CARRIED, 0);
    expect_operand(p->pairs[2].operands[1], PAIR_MADE, first + 2);
    assert_int_equal(p->carried_count, 1);
    assert_int_equal(p->carried[0].low, 0);
    assert_int_equal(p->carried[0].high, 1);
    expect_operand(p->carried[0].end, PAIR_MADE, first + 4);
    assert_int_equal(p->end[0].half, PAIR_LOW);
    assert_int_equal(p->end[1].half, PAIR_HIGH);
    assert_int_equal(p->end[1].word, first + 4);
    assert_int_equal(p->end[3].half, PAIR_NO_HALF);
    assert_ptr_equal(float_pair_at(p, first + 3), &p->pairs[2]);
    assert_null(float_pair_at(p, first + 5));
    close_case(&k);
}

/* What does not change in the loop is a pair that is made before it. */
static void unchanged(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k,
              "ldp q4, q5, [x1]\n fmla v0.2d, v4.2d, v2.2d\n fmla v1.2d, v5.2d, v3.2d\n"
              "fsub v4.2d, v4.2d, v2.2d\n fsub v5.2d, v5.2d, v3.2d",
              STORE "\n stp q4, q5, [x2]");
    assert_false(k.found); /* rn and rd are from the turn before, and one pair of them is known */
    close_case(&k);
    open_case(&k,
              "ldp q4, q5, [x1]\n fmul v4.2d, v4.2d, v2.2d\n fmul v5.2d, v5.2d, v3.2d\n"
              "fsub v0.2d, v0.2d, v4.2d\n fsub v1.2d, v1.2d, v5.2d",
              STORE "\n stp q4, q5, [x2]");
    assert_true(k.found);
    assert_int_equal(k.pairs.carried_count, 2);
    expect_operand(k.pairs.carried[1].end, PAIR_CARRIED, 2);
    assert_int_equal(k.pairs.end[2].half, PAIR_NO_HALF);
    assert_int_equal(k.pairs.end[5].half, PAIR_HIGH);
    close_case(&k);
}

#define LOAD "ldp q4, q5, [x1], #32\n"
#define SUM  "fadd v0.4s, v0.4s, v4.4s\n fadd v1.4s, v1.4s, v5.4s\n"

static void halves_stay_together(void **state) {
    (void)state;
    static const char *const bodies[] = {
        /* a half is read alone, in this turn or in the next one */
        LOAD SUM "fmul v2.4s, v2.4s, v4.4s",
        LOAD SUM "fadd v6.4s, v0.4s, v2.4s\n fadd v2.4s, v6.4s, v6.4s",
        LOAD "fadd v2.4s, v2.4s, v0.4s\n fadd v0.4s, v0.4s, v4.4s\n fadd v1.4s, v1.4s, v5.4s",
        /* in two orders */
        LOAD "fmul v6.4s, v4.4s, v3.4s\n fmul v7.4s, v5.4s, v3.4s\n"
             "fadd v0.4s, v4.4s, v7.4s\n fadd v1.4s, v5.4s, v6.4s",
        /* the next turn takes them the other way around */
        LOAD "fadd v6.4s, v0.4s, v4.4s\n fadd v0.4s, v1.4s, v5.4s\n fmul v6.4s, v6.4s, v3.4s\n"
             "fmul v0.4s, v0.4s, v3.4s\n fneg v1.4s, v6.4s",
        /* other lanes, other operations, half a register */
        LOAD "fmul v4.4s, v4.4s, v3.s[0]\n fmul v5.4s, v5.4s, v3.s[1]\n" SUM,
        LOAD "fmul v4.4s, v4.4s, v3.4s\n fadd v5.4s, v5.4s, v3.4s\n" SUM,
        LOAD "fmul v4.2s, v4.2s, v3.2s\n fmul v5.2s, v5.2s, v3.2s\n" SUM,
        /* one lane of each half */
        LOAD "fmul v0.4s, v3.4s, v4.s[0]\n fmul v1.4s, v3.4s, v5.s[0]",
        /* vectors that do not lie side by side, and none that is a float */
        "ldr q4, [x1]\n ldr q5, [x1, #32]\n" SUM,
        LOAD "fmul v2.4s, v2.4s, v3.4s\n fmul v2.4s, v2.4s, v3.4s\n eor v0.16b, v4.16b, v5.16b",
        /* a register that is one value for both becomes a half */
        LOAD "fmul v4.4s, v4.4s, v0.s[0]\n fmul v5.4s, v5.4s, v0.s[0]\n" SUM,
        /* four registers of one load are four values */
        "ld4 {v4.4s, v5.4s, v6.4s, v7.4s}, [x1]\n fadd v0.4s, v6.4s, v0.4s\n"
        "fadd v1.4s, v7.4s, v1.4s",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        struct case_of k;
        open_case(&k, bodies[i], STORE);
        if (k.found)
            fail_msg("pairs in a loop of %s", bodies[i]);
        close_case(&k);
    }
}

static void loads(void **state) {
    (void)state;
    struct test_code c;
    struct pair_load l;
    test_assemble(&c, "_start: ldp q1, q2, [x3, #-64]\n ldp q1, q2, [sp, #32]!\n"
                      "ldp q31, q2, [x3], #-16\n ldp d1, d2, [x3]\n ldr q1, [x3]\n"
                      "ldp q1, q2, [x3, #48]!\n.section .rodata\n.word 0\n");
    assert_true(float_pair_load(&c.text, 0, &l));
    assert_int_equal(l.low, 1);
    assert_int_equal(l.high, 2);
    assert_int_equal(l.base, 3);
    assert_int_equal(l.offset, -64);
    assert_int_equal(l.change, 0);
    assert_false(float_pair_load(&c.text, 1, &l)); /* SP is the emitter's own */
    assert_true(float_pair_load(&c.text, 2, &l));
    assert_int_equal(l.low, 31);
    assert_int_equal(l.offset, 0);
    assert_int_equal(l.change, -16);
    assert_false(float_pair_load(&c.text, 3, &l));
    assert_false(float_pair_load(&c.text, 4, &l));
    assert_true(float_pair_load(&c.text, 5, &l));
    assert_int_equal(l.offset, 48);
    assert_int_equal(l.change, 48);
    test_close(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums),
        cmocka_unit_test(unchanged),
        cmocka_unit_test(halves_stay_together),
        cmocka_unit_test(loads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
