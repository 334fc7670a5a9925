/* SPDX-License-Identifier: MIT */
#include "lift/resume.h"
#include "lift/test_code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* A CIE and one FDE, for _start to its end, whose exception table follows. */
#define FRAME                                                                                      \
    ".section .rodata\n"                                                                           \
    "cie: .word 1f - . - 4, 0\n .byte 1\n .asciz \"zPLR\"\n .byte 4, 0x78, 30, 7, 0x9b\n"          \
    " .word 0\n .byte 0x1b, 0x1b\n .balign 4\n1:\n"                                                \
    " .word 2f - . - 4, . - cie, _start - ., end - _start\n .byte 4\n .word table - .\n"           \
    " .balign 4\n2: .word 0\n"                                                                     \
    "table: .byte 0xff, 0xff, 1, 4f - 3f\n3: .byte "

#define THROWER                                                                                    \
    "_start: stp x29, x30, [sp, #-32]!\n str x19, [sp, #16]\n"                                     \
    "first: bl other\n"                                                                            \
    "second: bl other\n"                                                                           \
    "out: ldr x19, [sp, #16]\n ldp x29, x30, [sp], #32\n ret\n"                                    \
    "pad: mov x19, x0\n bl other\n mov x0, x19\n b out\n"                                          \
    "end:\n"                                                                                       \
    "other: ret\n"

static void open_frame(struct test_code *c, const char *source) {
    test_assemble(c, source);
    c->module.eh_frame = test_label(c, "cie") - TEST_BASE;
    discover(&c->text, &c->found, NULL, NULL);
    resume_find(&c->text, &c->found);
}

static const struct block *block_at(const struct test_code *c, const struct function *f,
                                    const char *label) {
    uint32_t block = function_block_at(f, (uint32_t)text_index(&c->text, test_label(c, label)));
    if (block == UINT32_MAX)
        fail_msg("no block begins at %s", label);
    return &f->blocks[block];
}

static size_t resumed_count(const struct function *f) {
    size_t n = 0;
    for (uint32_t i = 0; i < f->block_count; i++)
        n += f->blocks[i].resumed;
    return n;
}

static void a_landing_pad_is_a_part_of_its_function(void **state) {
    (void)state;
    struct test_code c;
    open_frame(&c, THROWER FRAME "second - _start, out - second, pad - _start, 0\n4:\n");
    const struct function *f = test_function(&c, "_start");
    assert_int_equal(c.found.fdes, 1);
    assert_int_equal(c.found.count, 2);
    assert_true(test_holds(&c, f, "pad"));
    assert_true(block_at(&c, f, "pad")->resumed);
    assert_int_equal(resumed_count(f), 1);
    assert_true(f->resumed);
    assert_false(f->odd_stack);
    const struct block *second = block_at(&c, f, "second");
    assert_int_equal(second->landing.kind, EDGE_BLOCK);
    assert_int_equal(second->landing.pc, test_label(&c, "pad"));
    assert_int_equal(f->blocks[f->entry_block].landing.kind, EDGE_NONE);
    size_t count;
    struct resume_point *points = resume_points(&c.text, &c.found, &count);
    assert_int_equal(count, 1);
    assert_int_equal(points[0].pc, test_label(&c, "pad"));
    assert_int_equal(c.found.functions[points[0].function].entry, test_label(&c, "_start"));
    free(points);
    test_close(&c);
}

static void damaged_exception_tables_name_nothing(void **state) {
    (void)state;
    static const char *const records[] = {
        "second - _start, 0, pad - _start, 0\n4:\n",        /* an empty range */
        "second - _start, 0x7f, pad - _start, 0\n4:\n",     /* ... beyond the function */
        "second - _start, out - second, 0x7f, 0\n4:\n",     /* a pad outside the text */
        "second - _start, out - second, 1, 0\n4:\n",        /* ... between words */
        "0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff\n4:\n",   /* numbers without end */
        "second - _start, out - second\n4: .byte 0, 0xff\n" /* breaks off; more data follows */
    };
    for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
        struct test_code c;
        char source[4096];
        snprintf(source, sizeof source, "%s%s%s", THROWER, FRAME, records[i]);
        open_frame(&c, source);
        assert_int_equal(resumed_count(test_function(&c, "_start")), 0);
        test_close(&c);
    }
}

#define CALLS(name)                                                                                \
    "_start: stp x29, x30, [sp, #-16]!\n bl " name "\n"                                            \
    "back: ldp x29, x30, [sp], #16\n ret\n"
#define EMPTY ".section .rodata\n.word 0\n"

static bool resumes(const char *source, const char *function, const char *label) {
    struct test_code c;
    test_discover(&c, source);
    resume_find(&c.text, &c.found);
    const struct function *f = test_function(&c, function);
    bool is = block_at(&c, f, label)->resumed;
    test_close(&c);
    return is;
}

#define SETJMP                                                                                     \
    "setjmp: stp x19, x20, [x0]\n stp x29, x30, [x0, #80]\n mov x2, sp\n str x2, [x0, #96]\n"      \
    " mov w0, #0\n ret\n"

static void setjmp_returns_more_than_once(void **state) {
    (void)state;
    assert_true(resumes(CALLS("setjmp") SETJMP EMPTY, "_start", "back"));
    assert_true(resumes(CALLS("thunk") "thunk: b setjmp\n" SETJMP EMPTY, "_start", "back"));
    assert_false(resumes(
        CALLS(
            "caller") "caller: str x30, [sp, #-16]!\n bl setjmp\n ldr x30, [sp], #16\n ret\n" SETJMP
            EMPTY,
        "_start", "back"));
}

static void what_keeps_its_frame_returns_once(void **state) {
    (void)state;
    assert_false(resumes(CALLS("leaf") "leaf: mov x9, x30\n str x29, [x0]\n ret x9\n" EMPTY,
                         "_start", "back"));
    /* x30 as any other register: it was saved before. */
    assert_false(resumes(CALLS("f") "f: stp x29, x30, [sp, #-16]!\n mov x30, #1\n"
                                    " str x30, [x0]\n ldp x29, x30, [sp], #16\n ret\n" EMPTY,
                         "_start", "back"));
    /* An array on the stack, whose end the frame pointer knows. */
    assert_false(resumes(CALLS("f") "f: stp x29, x30, [sp, #-16]!\n mov x29, sp\n mov x9, sp\n"
                                    " sub sp, sp, x0\n mov sp, x9\n mov sp, x29\n"
                                    " ldp x29, x30, [sp], #16\n ret\n" EMPTY,
                         "_start", "back"));
}

#define SWITCH                                                                                     \
    "switch: stp x29, x30, [sp, #-16]!\n mov x2, sp\n str x2, [x0]\n ldr x3, [x1]\n mov sp, x3\n"  \
    " ldp x29, x30, [sp], #16\n ret\n"

static void whoever_leads_to_a_switch_of_stacks_is_resumed(void **state) {
    (void)state;
    static const char yield[] = "yield: stp x29, x30, [sp, #-16]!\n bl switch\n"
                                "inner: ldp x29, x30, [sp], #16\n ret\n";
    char source[2048];
    snprintf(source, sizeof source, "%s%s%s", CALLS("yield"), yield, SWITCH EMPTY);
    assert_true(resumes(source, "yield", "inner"));
    assert_true(resumes(source, "_start", "back"));
}

static void longjmp_alone_never_returns(void **state) {
    (void)state;
    static const char longjmp[] = "longjmp: ldp x29, x30, [x0, #80]\n ldr x2, [x0, #96]\n"
                                  " mov sp, x2\n mov w0, #1\n ret\n";
    char source[2048];
    snprintf(source, sizeof source, "%s%s%s", CALLS("longjmp"), longjmp, EMPTY);
    assert_false(resumes(source, "_start", "back"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_landing_pad_is_a_part_of_its_function),
        cmocka_unit_test(damaged_exception_tables_name_nothing),
        cmocka_unit_test(setjmp_returns_more_than_once),
        cmocka_unit_test(what_keeps_its_frame_returns_once),
        cmocka_unit_test(whoever_leads_to_a_switch_of_stacks_is_resumed),
        cmocka_unit_test(longjmp_alone_never_returns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
