/* SPDX-License-Identifier: MIT */
#include "lift/coverage.h"
#include "lift/test_code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void sites_are_known_by_their_bits(void **state) {
    (void)state;
    assert_int_equal(coverage_site(0xd4000041), SITE_SVC);             /* svc #2 */
    assert_int_equal(coverage_site(0xd4200000), SITE_TRAP);            /* brk #0 */
    assert_int_equal(coverage_site(0xd53bd060), SITE_SYSTEM_REGISTER); /* mrs x0, tpidrro_el0 */
    assert_int_equal(coverage_site(0xd51b4400), SITE_SYSTEM_REGISTER); /* msr fpcr, x0 */
    assert_int_equal(coverage_site(0xd50b7420), SITE_CACHE);           /* dc zva, x0 */
    assert_int_equal(coverage_site(0xd5033bbf), SITE_BARRIER);         /* dmb ish */
    assert_int_equal(coverage_site(0xd503201f), SITE_NONE_OF_THESE);   /* nop */
    assert_int_equal(coverage_site(0x885ffc20), SITE_EXCLUSIVE);       /* ldaxr w0, [x1] */
    assert_int_equal(coverage_site(0xc89ffc20), SITE_EXCLUSIVE);       /* stlr x0, [x1] */
    assert_int_equal(coverage_site(0x58000040), SITE_LITERAL);         /* ldr x0, .+8 */
    assert_int_equal(coverage_site(0x9c000040), SITE_LITERAL);         /* ldr q0, .+8 */
    assert_int_equal(coverage_site(0xd61f0200), SITE_INDIRECT_BRANCH); /* br x16 */
    assert_int_equal(coverage_site(0xd63f0000), SITE_INDIRECT_CALL);   /* blr x0 */
    assert_int_equal(coverage_site(0xd65f03c0), SITE_NONE_OF_THESE);   /* ret */
    assert_int_equal(coverage_site(0xf9400000), SITE_NONE_OF_THESE);   /* ldr x0, [x0] */
}

static void the_report_says_what_became_of_each_site(void **state) {
    (void)state;
    struct test_code c;
    struct lift_stats stats = {0};
    test_discover(&c, "_start: svc #1\n mrs x0, tpidrro_el0\n dmb ish\n ldaxr w1, [x0]\n"
                      " cbz w1, tail\n blr x0\n"
                      "tail: br x1\n"
                      "unreached: .word 0xfefefefe\n svc #2\n .word 0xfefefefe\n"
                      ".section .rodata\n.word 0\n");
    coverage_report(&c.text, &c.found, 1, &stats);
    assert_int_equal(stats.functions, 1);
    assert_int_equal(stats.instructions, 7);
    assert_int_equal(stats.indirect_branches, 1);
    assert_int_equal(stats.indirect_calls, 1);
    assert_int_equal(stats.unknown_words, 0);
    assert_non_null(strstr(stats.coverage_text, "08000000 d4000021 svc "));
    assert_non_null(strstr(stats.coverage_text, "       1  svc                         lifted\n"));
    assert_non_null(
        strstr(stats.coverage_text, "       1  svc                         in no function\n"));
    assert_null(strstr(stats.coverage_text, "MISSED"));
    assert_non_null(strstr(stats.coverage_json, "\"why\": \"indirect branch without"));
    lift_stats_free(&stats);
    test_close(&c);
}

static void unknown_words_are_listed_by_address(void **state) {
    (void)state;
    struct test_code c;
    struct lift_stats stats = {0};
    test_discover(&c, "_start: nop\n .word 0x04e0e3e0\n" /* SVE, which the CPU has not */
                      ".section .rodata\n.word 0\n");
    coverage_report(&c.text, &c.found, 1, &stats);
    assert_int_equal(stats.unknown_words, 1);
    assert_int_equal(stats.left_to_interpreter, 1);
    assert_int_equal(stats.finding_count, 1);
    assert_int_equal(stats.findings[0].address, TEST_BASE + 4);
    assert_int_equal(stats.findings[0].word, 0x04e0e3e0);
    lift_stats_free(&stats);
    test_close(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sites_are_known_by_their_bits),
        cmocka_unit_test(the_report_says_what_became_of_each_site),
        cmocka_unit_test(unknown_words_are_listed_by_address),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
