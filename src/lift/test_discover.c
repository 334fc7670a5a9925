/* SPDX-License-Identifier: MIT */
#include "lift/test_code.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static bool is_function(const struct test_code *c, const char *name) {
    return discovery_find(&c->found, test_label(c, name)) != SIZE_MAX;
}

static void calls_and_address_constants_are_functions(void **state) {
    (void)state;
    struct test_code c;
    test_discover(&c, "_start: stp x29, x30, [sp, #-16]!\n"
                      " bl called\n"
                      " adrp x0, taken\n add x0, x0, :lo12:taken\n blr x0\n"
                      " adr x1, near\n blr x1\n"
                      " ldp x29, x30, [sp], #16\n ret\n"
                      "called: ret\n"
                      "taken: mov w0, #1\n ret\n"
                      "near: mov w0, #2\n ret\n"
                      ".section .rodata\n .word 0\n");
    assert_true(is_function(&c, "_start"));
    assert_true(is_function(&c, "called"));
    assert_true(is_function(&c, "taken"));
    assert_true(is_function(&c, "near"));
    assert_int_equal(c.found.count, 4);
    test_close(&c);
}

static void relocated_pointers_are_functions(void **state) {
    (void)state;
    struct test_code c;
    test_assemble(&c, "_start: ret\n"
                      " nop\n"
                      "handler: mov w0, #1\n ret\n"
                      ".section .rodata\n .quad 0\n");
    struct pointer_relocation pointer = {0x10000, test_label(&c, "handler") - TEST_BASE};
    text_close(&c.text);
    c.module.pointers = &pointer;
    c.module.pointer_count = 1;
    text_open(&c.text, &c.module, TEST_BASE);
    discover(&c.text, &c.found, NULL, NULL);
    assert_true(is_function(&c, "handler"));
    assert_true(c.text.marks[text_index(&c.text, test_label(&c, "handler"))] & MARK_POINTER);
    test_close(&c);
}

static void gaps_are_swept_and_data_is_left(void **state) {
    (void)state;
    struct test_code c;
    test_discover(&c, "_start: ret\n"
                      " nop\n nop\n"
                      "unnamed: cbz w0, 1f\n mov w0, #3\n1: ret\n"
                      " .word 0\n"
                      "data: .word 0xfefefefe, 0xffffffff, 0xf4f4f4f4\n"
                      ".section .rodata\n .word 0\n");
    assert_true(is_function(&c, "unnamed"));
    assert_false(is_function(&c, "data"));
    assert_int_equal(c.found.count, 2);
    test_close(&c);
}

/* A frame that still stands makes a branch one inside the function, whatever it leads to. */
static void a_branch_with_a_frame_is_no_tail_call(void **state) {
    (void)state;
    struct test_code c;
    test_discover(&c, "_start: sub sp, sp, #32\n"
                      " bl other\n"
                      " cbz w0, cold\n"
                      "back: add sp, sp, #32\n"
                      "jump: b other\n"
                      "other: mov w0, #1\n ret\n"
                      "cold: str w0, [sp]\n b back\n"
                      ".section .rodata\n .word 0\n");
    const struct function *f = test_function(&c, "_start");
    assert_true(test_holds(&c, f, "cold"));
    assert_false(test_holds(&c, f, "other"));
    uint32_t jump = (uint32_t)text_index(&c.text, test_label(&c, "jump"));
    bool seen = false;
    for (uint32_t i = 0; i < f->block_count; i++)
        if (f->blocks[i].first + f->blocks[i].count - 1 == jump) {
            assert_int_equal(f->blocks[i].taken.kind, EDGE_TAIL);
            seen = true;
        }
    assert_true(seen);
    test_close(&c);
}

static void code_behind_a_call_that_never_returns_is_not_shared(void **state) {
    (void)state;
    struct test_code c;
    test_discover(&c, "_start: stp x29, x30, [sp, #-16]!\n"
                      " bl next\n"
                      " bl dead\n"
                      "next: mov w0, #1\n ret\n"
                      "dead: b dead\n"
                      ".section .rodata\n .word 0\n");
    const struct function *f = test_function(&c, "_start");
    assert_false(test_holds(&c, f, "next"));
    test_close(&c);
}

/* Functions are aligned: the call may be followed by padding. Where no function begins behind it,
 * the padding is a loop's. */
static void padding_behind_a_call_leads_to_no_other_function(void **state) {
    (void)state;
    struct test_code c;
    test_discover(&c, "_start: stp x29, x30, [sp, #-16]!\n"
                      " bl next\n"
                      " nop\n nop\n"
                      "loop: sub w0, w0, #1\n"
                      " cbnz w0, loop\n"
                      " bl dead\n"
                      " nop\n nop\n nop\n"
                      "next: mov w0, #1\n ret\n"
                      "dead: b dead\n"
                      ".section .rodata\n .word 0\n");
    const struct function *f = test_function(&c, "_start");
    assert_true(test_holds(&c, f, "loop"));
    assert_false(test_holds(&c, f, "next"));
    assert_true(test_function(&c, "next"));
    test_close(&c);
}

static void branches_out_of_the_text_are_left(void **state) {
    (void)state;
    struct test_code c;
    test_discover(&c, "_start: cbz w0, . + 0x8000\n"
                      "last: nop\n"
                      ".section .rodata\n .word 0\n");
    const struct function *f = test_function(&c, "_start");
    assert_int_equal(f->blocks[0].taken.kind, EDGE_LEAVE);
    assert_int_equal(f->blocks[1].next.kind, EDGE_LEAVE);
    test_close(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_and_address_constants_are_functions),
        cmocka_unit_test(relocated_pointers_are_functions),
        cmocka_unit_test(gaps_are_swept_and_data_is_left),
        cmocka_unit_test(a_branch_with_a_frame_is_no_tail_call),
        cmocka_unit_test(code_behind_a_call_that_never_returns_is_not_shared),
        cmocka_unit_test(padding_behind_a_call_leads_to_no_other_function),
        cmocka_unit_test(branches_out_of_the_text_are_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
