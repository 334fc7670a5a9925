/* SPDX-License-Identifier: MIT */
#include "lift/test_code.h"
#include "lift/upper.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

/* May the word at `here` leave the upper half undefined? */
static bool dead_in(const char *body) {
    char source[1024];
    struct test_code c;
    struct uppers uppers;
    bool dead = false;
    snprintf(source, sizeof source,
             "_start: %s\n mov v0.16b, v31.16b\n mov v1.16b, v31.16b\n ret\n"
             "other: fmov d0, xzr\n ret\n.section .rodata\n.word 0\n",
             body);
    test_discover(&c, source);
    const struct function *f = test_function(&c, "_start");
    const uint32_t here = (uint32_t)text_index(&c.text, test_label(&c, "here"));
    uppers_find(&c.text, f, &uppers);
    for (uint32_t i = 0; i < f->block_count; i++)
        if (here - f->blocks[i].first < f->blocks[i].count)
            dead = uppers_dead(&uppers, &f->blocks[i], i, here);
    uppers_free(&uppers);
    test_close(&c);
    return dead;
}

static void doubles_that_are_read_as_such(void **state) {
    (void)state;
    static const char *const bodies[] = {
        "here: fadd d0, d1, d2\n fmul d1, d0, d0",
        "here: ldr d0, [x0]\n str d0, [x1]",
        "here: ldp d0, d1, [x0]\n stp d0, d1, [x1]",
        "here: fmov d0, x1\n fcmp d0, d1",
        "here: fadd d0, d0, d2\n subs x0, x0, #1\n b.ne here\n str d0, [x1]",
        "here: fadd d0, d0, d2\n cbz x0, 1f\n fadd d0, d0, d1\n1: fcvt s1, d0",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        if (!dead_in(bodies[i]))
            fail_msg("not dead: %s", bodies[i]);
}

static void who_reads_it(void **state) {
    (void)state;
    static const char *const bodies[] = {
        "here: fadd d0, d1, d2\n add v1.4s, v0.4s, v0.4s",
        "here: ldr d0, [x0]\n str q0, [x1]",
        "here: fadd d0, d1, d2\n ins v0.s[1], w0", /* keeps the rest */
        "here: fadd d31, d1, d2",                  /* behind it */
        "here: ldp d0, d1, [x0]\n mov x1, v1.d[1]",
        "here: fadd d0, d0, d2\n subs x0, x0, #1\n b.ne here\n str q0, [x1]",
        "1: add v1.4s, v0.4s, v0.4s\nhere: fadd d0, d1, d2\n cbnz x0, 1b",
        "bl other\nhere: fadd d0, d1, d2\n cbz x0, other", /* another function */
        "here: fadd d9, d1, d2\n bl other\n str d9, [x1]", /* what a call may store */
        "here: fadd d0, d1, d2\n svc #1",
        "here: fadd d0, d1, d2\n br x3",
        "here: fadd d0, d1, d2\n ret",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        if (dead_in(bodies[i]))
            fail_msg("dead: %s", bodies[i]);
}

/* Where no function of doubles is, upper halves are as whole as they were. */
static void all_are_read_where_none_is_written(void **state) {
    (void)state;
    struct test_code c;
    struct uppers uppers;
    test_discover(&c, "_start: fadd v0.4s, v0.4s, v1.4s\n cbnz x0, _start\n mov v0.16b, v1.16b\n"
                      " ret\n.section .rodata\n.word 0\n");
    const struct function *f = test_function(&c, "_start");
    uppers_find(&c.text, f, &uppers);
    for (uint32_t i = 0; i < f->block_count; i++)
        assert_int_equal(uppers.live[i], ~0u);
    uppers_free(&uppers);
    test_close(&c);
}

/* They have other forms, or none. */
static void others_write_all(void **state) {
    (void)state;
    static const char *const bodies[] = {
        "here: fadd s0, s1, s2",          "here: ldr s0, [x0]",
        "here: fadd v0.2d, v1.2d, v2.2d", "here: movi d0, #0",
        "here: fadd v0.2s, v1.2s, v2.2s", "here: add x0, x0, x1",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        if (dead_in(bodies[i]))
            fail_msg("dead: %s", bodies[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doubles_that_are_read_as_such),
        cmocka_unit_test(who_reads_it),
        cmocka_unit_test(others_write_all),
        cmocka_unit_test(all_are_read_where_none_is_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
