/* SPDX-License-Identifier: MIT */
#include "lift/coverage.h"
#include "lift/resume.h"
#include "lift/test_code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void sites_are_known_by_their_bits(void **state) {
    (void)state;
    assert_int_equal(site_of(0xd4000041), SITE_SVC);             /* svc #2 */
    assert_int_equal(site_of(0xd4200000), SITE_TRAP);            /* brk #0 */
    assert_int_equal(site_of(0xd53bd060), SITE_SYSTEM_REGISTER); /* mrs x0, tpidrro_el0 */
    assert_int_equal(site_of(0xd51b4400), SITE_SYSTEM_REGISTER); /* msr fpcr, x0 */
    assert_int_equal(site_of(0xd50b7420), SITE_CACHE);           /* dc zva, x0 */
    assert_int_equal(site_of(0xd5033bbf), SITE_BARRIER);         /* dmb ish */
    assert_int_equal(site_of(0xd503201f), SITE_NONE_OF_THESE);   /* nop */
    assert_int_equal(site_of(0x885ffc20), SITE_EXCLUSIVE);       /* ldaxr w0, [x1] */
    assert_int_equal(site_of(0xc89ffc20), SITE_EXCLUSIVE);       /* stlr x0, [x1] */
    assert_int_equal(site_of(0x58000040), SITE_LITERAL);         /* ldr x0, .+8 */
    assert_int_equal(site_of(0x9c000040), SITE_LITERAL);         /* ldr q0, .+8 */
    assert_int_equal(site_of(0xd61f0200), SITE_INDIRECT_BRANCH); /* br x16 */
    assert_int_equal(site_of(0xd63f0000), SITE_INDIRECT_CALL);   /* blr x0 */
    assert_int_equal(site_of(0xd65f03c0), SITE_NONE_OF_THESE);   /* ret */
    assert_int_equal(site_of(0xd65f0120), SITE_INDIRECT_BRANCH); /* ret x9 */
    assert_int_equal(site_of(0x00000001), SITE_TRAP);            /* udf #1 */
    assert_int_equal(site_of(0xd441d8b9), SITE_NONE_OF_THESE);   /* no instruction */
    assert_int_equal(site_of(0xf9400000), SITE_NONE_OF_THESE);   /* ldr x0, [x0] */
}

static const char *name_of_svc(uint32_t number) {
    return number == 1 ? "SetHeapSize" : NULL;
}

static void sites_are_described(void **state) {
    (void)state;
    static const struct {
        uint32_t word;
        const char *what;
    } sites[] = {
        {0xd4000021, "svc #0x1 SetHeapSize"},
        {0xd4000041, "svc #0x2"},
        {0xd4200020, "brk #0x1"},
        {0x00000007, "udf #7"},
        {0xd53bd060, "mrs x0, tpidrro_el0"},
        {0xd51b4400, "msr fpcr, x0"},
        {0xd53be040, "mrs x0, cntvct_el0"},
        {0xd5380000, "mrs x0, s3_0_c0_c0_0"},
        {0xd50b7420, "dc zva, x0"},
        {0xd50b7523, "ic ivau, x3"},
        {0xd5033bbf, "dmb ish"},
        {0xd5033fdf, "isb"},
        {0xd5033f5f, "clrex"},
        {0xd503339f, "dsb osh"},
        {0x885ffc20, "ldaxr w0, [x1]"},
        {0xc89ffc20, "stlr x0, [x1]"},
        {0x08027c20, "stxrb w2, w0, [x1]"},
        {0xc87f0c22, "ldxp x2, x3, [x1]"},
        {0xc8248c22, "stlxp w4, x2, x3, [x1]"},
        {0x58000040, "ldr x0, 0x1008"},
        {0x98ffffe5, "ldrsw x5, 0xffc"},
        {0x9c000040, "ldr q0, 0x1008"},
        {0xd61f0200, "br x16"},
        {0xd65f0120, "ret x9"},
        {0xd63f0000, "blr x0"},
    };
    for (size_t i = 0; i < sizeof sites / sizeof *sites; i++) {
        struct strbuf what = {0};
        site_describe(&what, sites[i].word, 0x1000, name_of_svc);
        assert_string_equal(what.text, sites[i].what);
        strbuf_free(&what);
    }
}

struct report {
    struct test_code code;
    struct coverage coverage;
    struct strbuf text, json;
};

static void make_report(struct report *r, const char *source) {
    *r = (struct report){0};
    test_discover(&r->code, source);
    resume_find(&r->code.text, &r->code.found);
    coverage_find(&r->code.text, &r->code.found, 1, &r->coverage);
    coverage_text(&r->coverage, name_of_svc, &r->text);
    coverage_json(&r->coverage, name_of_svc, &r->json);
}

static void free_report(struct report *r) {
    strbuf_free(&r->text);
    strbuf_free(&r->json);
    coverage_free(&r->coverage);
    test_close(&r->code);
}

static void has(const struct strbuf *text, const char *part) {
    if (!strstr(text->text, part))
        fail_msg("no \"%s\" in:\n%s", part, text->text);
}

static void the_report_says_what_became_of_each_site(void **state) {
    (void)state;
    struct report r;
    make_report(&r, "_start: svc #1\n mrs x0, tpidrro_el0\n dmb ish\n ldaxr w1, [x0]\n"
                    " cbz w1, tail\n blr x0\n"
                    "tail: br x1\n"
                    "unreached: .word 0xfefefefe\n svc #2\n .word 0xfefefefe\n"
                    ".section .rodata\n.word 0\n");
    const struct lift_stats *stats = &r.coverage.stats;
    assert_int_equal(stats->functions, 1);
    assert_int_equal(stats->instructions, 7);
    assert_int_equal(stats->indirect_branches, 1);
    assert_int_equal(stats->indirect_calls, 1);
    assert_int_equal(stats->unknown_words, 0);
    has(&r.text, "functions 1, instructions 7, jump tables proved 0, left 0, instructions left to "
                 "the interpreter 0\n");
    has(&r.text, "08000000 d4000021 svc ");
    has(&r.text, " svc #0x1 SetHeapSize ");
    has(&r.text, "       1  svc                         lifted\n");
    has(&r.text, "       1  svc                         in no function\n");
    has(&r.text, "\n0800001c 3 words\n");
    assert_null(strstr(r.text.text, "MISSED"));
    has(&r.json, "\"why\": \"indirect branch without");
    has(&r.json, "\"what\": \"svc #0x1 SetHeapSize\"");
    free_report(&r);
}

static void unknown_words_are_listed_by_address(void **state) {
    (void)state;
    struct report r;
    make_report(&r, "_start: nop\n .word 0x04e0e3e0\n" /* SVE, which the CPU has not */
                    ".section .rodata\n.word 0\n");
    assert_int_equal(r.coverage.stats.unknown_words, 1);
    assert_int_equal(r.coverage.stats.left_to_interpreter, 1);
    assert_int_equal(r.coverage.finding_count, 1);
    assert_int_equal(r.coverage.findings[0].address, TEST_BASE + 4);
    assert_int_equal(r.coverage.findings[0].word, 0x04e0e3e0);
    free_report(&r);
}

static void loops_that_wait_are_listed(void **state) {
    (void)state;
    struct report r;
    make_report(&r, "_start: mov w2, #1\nwait: ldar w1, [x0]\n cbz w1, wait\n"
                    "count: subs w2, w2, #1\n b.ne count\n ret\n"
                    ".section .rodata\n.word 0\n");
    assert_int_equal(r.coverage.stats.spins, 1);
    assert_int_equal(r.coverage.wait_count, 1);
    assert_int_equal(r.coverage.waits[0].address, test_label(&r.code, "wait"));
    assert_int_equal(r.coverage.waits[0].back_edge, TEST_BASE + 8);
    assert_int_equal(r.coverage.waits[0].function, TEST_BASE);
    has(&r.text, "\nloops that wait for another thread, through a gate 1\n");
    has(&r.text, "\n08000004 to 08000008 in f_08000000\n");
    has(&r.json, "\"spins\": 1,");
    has(&r.json, "{\"address\": 134217732, \"back_edge\": 134217736, \"function\": 134217728}");
    free_report(&r);
}

/* A piece of code that two functions hold counts once. */
static void a_shared_loop_that_waits_counts_once(void **state) {
    (void)state;
    struct report r;
    make_report(&r, "_start: cbz x0, shared\n ret\n"
                    "other: cbz x1, shared\n ret\n"
                    "shared: ldr w1, [x2]\n cbz w1, shared\n ret\n"
                    "third: bl _start\n bl other\n ret\n"
                    ".section .rodata\n.word 0\n");
    assert_int_equal(r.coverage.stats.spins, 1);
    free_report(&r);
}

static void tables_are_listed_with_their_proof(void **state) {
    (void)state;
    struct report r;
    make_report(&r, "_start: cmp w0, #1\n b.hi c0\n mov w8, w0\n adrp x9, table\n"
                    " add x9, x9, :lo12:table\n adr x10, c0\n ldrb w11, [x9, x8]\n"
                    " add x10, x10, x11, lsl #2\n br x10\n"
                    "c0: mov w0, #10\n ret\nc1: mov w0, #11\n ret\n"
                    ".section .rodata\ntable: .byte 0, (c1-c0)>>2\n");
    assert_int_equal(r.coverage.stats.jump_tables_proved, 1);
    has(&r.text,
        "br x10                       jump table, proved: 2 entries of 1 bytes at 08010000 "
        "from 08000024; compares on every path bound the index\n");
    has(&r.json, "\"proved\": true, \"why\": \"compares on every path bound the index\", "
                 "\"targets\": [134217764, 134217772]");
    free_report(&r);
}

static void places_that_nothing_branches_to_are_listed(void **state) {
    (void)state;
    struct report r;
    make_report(&r, "_start: stp x29, x30, [sp, #-16]!\n bl setjmp\n"
                    "again: bl second\n ldp x29, x30, [sp], #16\n ret\n"
                    "setjmp: str x30, [x0]\n mov x9, sp\n str x9, [x0, #8]\n mov w0, #0\n ret\n"
                    "first: add x0, x0, #1\n"
                    "second: add x0, x0, #2\n ret\n"
                    ".section .rodata\n.word 0\n");
    assert_int_equal(r.coverage.stats.places, 2);
    assert_int_equal(r.coverage.stats.places_left, 0);
    has(&r.text, "places reached from elsewhere 2, left to the interpreter 0\n");
    has(&r.text, "08000008 return of setjmp or of a stack switch  lifted in f_08000000\n");
    has(&r.text, "0800002c entry in the middle of a function      lifted in f_0800002c\n");
    has(&r.json, "{\"address\": 134217736, \"kind\": \"return of setjmp or of a stack switch\", "
                 "\"function\": 134217728}");
    free_report(&r);
}

static void a_landing_pad_that_no_function_reaches_is_left(void **state) {
    (void)state;
    struct test_code c;
    struct coverage coverage;
    test_discover(&c, "_start: ret\n .word 0xfefefefe\n"
                      "pad: mov x0, #1\n .word 0xfefefefe\n"
                      ".section .rodata\n.word 0\n");
    c.text.marks[text_index(&c.text, test_label(&c, "pad"))] |= MARK_LANDING;
    coverage_find(&c.text, &c.found, 1, &coverage);
    assert_int_equal(coverage.stats.places, 1);
    assert_int_equal(coverage.stats.places_left, 1);
    assert_int_equal(coverage.places[0].address, test_label(&c, "pad"));
    assert_int_equal(coverage.places[0].kind, PLACE_LANDING);
    assert_int_equal(coverage.places[0].function, 0);
    coverage_free(&coverage);
    test_close(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sites_are_known_by_their_bits),
        cmocka_unit_test(sites_are_described),
        cmocka_unit_test(the_report_says_what_became_of_each_site),
        cmocka_unit_test(unknown_words_are_listed_by_address),
        cmocka_unit_test(loops_that_wait_are_listed),
        cmocka_unit_test(a_shared_loop_that_waits_counts_once),
        cmocka_unit_test(tables_are_listed_with_their_proof),
        cmocka_unit_test(places_that_nothing_branches_to_are_listed),
        cmocka_unit_test(a_landing_pad_that_no_function_reaches_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
