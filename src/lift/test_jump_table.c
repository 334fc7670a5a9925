/* SPDX-License-Identifier: MIT */
#include "lift/test_code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define CASES                                                                                      \
    "c0: mov w0, #10\n ret\n"                                                                      \
    "c1: mov w0, #11\n ret\n"                                                                      \
    "c2: mov w0, #12\n ret\n"                                                                      \
    "other: mov w0, #0\n ret\n"

/* Four entries: c0, c1, c2, c1. */
static void check_table(const char *source, bool proved) {
    struct test_code c;
    static const char *const want[] = {"c0", "c1", "c2", "c1"};
    test_discover(&c, source);
    const struct function *f = test_function(&c, "_start");
    assert_int_equal(f->table_count, 1);
    const struct jump_table *table = &f->tables[0];
    if (proved && !table->proved)
        print_message("not proved: %s\n", table->why);
    assert_int_equal(table->proved, proved);
    assert_true(table->count >= 4);
    if (proved)
        assert_int_equal(table->count, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(text_pc(&c.text, table->targets[i]), test_label(&c, want[i]));
        assert_true(test_holds(&c, f, want[i]));
    }
    assert_true(test_holds(&c, f, "other"));
    test_close(&c);
}

static void clang_bytes(void **state) {
    (void)state;
    check_table("_start: cmp w0, #3\n b.hi other\n"
                " mov w8, w0\n adrp x9, table\n add x9, x9, :lo12:table\n"
                " adr x10, c0\n ldrb w11, [x9, x8]\n add x10, x10, x11, lsl #2\n br x10\n" CASES
                ".section .rodata\ntable: .byte 0, (c1-c0)>>2, (c2-c0)>>2, (c1-c0)>>2\n",
                true);
}

static void clang_halfwords_with_offset_index(void **state) {
    (void)state;
    check_table("_start: sub w8, w0, #5\n cmp w8, #3\n b.hi other\n"
                " nop\n adr x9, table\n"
                " adr x10, c0\n ldrh w11, [x9, x8, lsl #1]\n add x10, x10, x11, lsl #2\n"
                " br x10\n" CASES ".balign 4\n"
                "table: .hword 0, (c1-c0)>>2, (c2-c0)>>2, (c1-c0)>>2\n"
                ".section .rodata\n.word 0\n",
                true);
}

static void clang_unoptimised(void **state) {
    (void)state;
    check_table("_start: sub sp, sp, #32\n str w0, [sp, #12]\n"
                " ldr w8, [sp, #12]\n mov w9, w8\n mov w8, w9\n subs x9, x8, #3\n"
                " str x8, [sp, #16]\n b.hi other\n"
                " ldr x11, [sp, #16]\n adrp x10, table\n add x10, x10, :lo12:table\n"
                " ldrsw x8, [x10, x11, lsl #2]\n add x9, x8, x10\n br x9\n" CASES
                ".section .rodata\ntable: .word c0-table, c1-table, c2-table, c1-table\n",
                true);
}

static void gcc_bytes(void **state) {
    (void)state;
    check_table("_start: cmp w0, 3\n bls 1f\n b other\n"
                "1: adrp x1, table\n add x1, x1, :lo12:table\n ldrb w0, [x1, w0, uxtw]\n"
                " adr x1, base\n add x0, x1, w0, sxtb #2\n br x0\n"
                "base:\n" CASES ".section .rodata\n"
                "table: .byte (c0-base)>>2, (c1-base)>>2, (c2-base)>>2, (c1-base)>>2\n",
                true);
}

static void gcc_backward_halfwords_and_hoisted_base(void **state) {
    (void)state;
    check_table("_start: stp x29, x30, [sp, #-32]!\n str x19, [sp, #16]\n"
                " adrp x19, table\n add x19, x19, :lo12:table\n b loop\n" CASES
                "loop: bl get\n cmp w0, 3\n b.ls 1f\n b other\n"
                "1: ldrh w0, [x19, w0, uxtw #1]\n"
                " adr x1, base\n add x0, x1, w0, sxth #2\n br x0\n"
                "base: b loop\n get: ret\n.section .rodata\n"
                "table: .hword (c0-base)/4, (c1-base)/4, (c2-base)/4, (c1-base)/4\n",
                true);
}

/* Across the call the base stands in another register, and comes back. */
static void a_base_that_moves_around_a_loop(void **state) {
    (void)state;
    check_table("_start: stp x29, x30, [sp, #-32]!\n stp x19, x20, [sp, #16]\n"
                " adrp x19, table\n add x19, x19, :lo12:table\n b loop\n" CASES
                "loop: cbz w0, 1f\n mov x20, x19\n ldr x19, [x20]\n bl get\n mov x19, x20\n"
                "1: cmp w0, 3\n b.hi 2f\n ldrh w0, [x19, w0, uxtw #1]\n"
                " adr x1, base\n add x0, x1, w0, sxth #2\n br x0\n"
                "base: b loop\n 2: cbnz w0, loop\n b other\n get: ret\n.section .rodata\n"
                "table: .hword (c0-base)/4, (c1-base)/4, (c2-base)/4, (c1-base)/4\n",
                true);
}

/* The base goes round through three registers and a slot, and is made anew on one of the ways. */
static void a_base_that_many_places_hand_on(void **state) {
    (void)state;
    check_table("_start: stp x29, x30, [sp, #-48]!\n"
                " adrp x19, table\n add x19, x19, :lo12:table\n b loop\n" CASES
                "loop: cbz w0, 1f\n mov x20, x19\n ldr x19, [x20]\n tbz w0, #1, 2f\n"
                " mov x21, x20\n mov x20, xzr\n tbz w0, #2, 3f\n str x21, [sp, #40]\n"
                " ldr x19, [sp, #40]\n b loop\n"
                "3: mov x19, x21\n b 1f\n 2: adrp x19, table\n add x19, x19, :lo12:table\n"
                "1: cmp w0, 3\n b.hi 2f\n ldrh w0, [x19, w0, uxtw #1]\n"
                " adr x1, base\n add x0, x1, w0, sxth #2\n br x0\n"
                "base: b loop\n 2: cbnz w0, loop\n b other\n.section .rodata\n"
                "table: .hword (c0-base)/4, (c1-base)/4, (c2-base)/4, (c1-base)/4\n",
                true);
}

/* As the first of these, but what comes back is another address. */
static void a_base_that_changes_around_a_loop(void **state) {
    (void)state;
    struct test_code c;
    test_discover(&c, "_start: stp x29, x30, [sp, #-32]!\n stp x19, x20, [sp, #16]\n"
                      " adrp x19, table\n add x19, x19, :lo12:table\n b loop\n" CASES
                      "loop: cbz w0, 1f\n add x20, x19, #8\n bl get\n mov x19, x20\n"
                      "1: cmp w0, 3\n b.hi 2f\n ldrh w0, [x19, w0, uxtw #1]\n"
                      " adr x1, base\n add x0, x1, w0, sxth #2\n br x0\n"
                      "base: b loop\n 2: cbnz w0, loop\n b other\n get: ret\n.section .rodata\n"
                      "table: .hword (c0-base)/4, (c1-base)/4, (c2-base)/4, (c1-base)/4\n");
    assert_int_equal(test_function(&c, "_start")->table_count, 0);
    test_close(&c);
}

static void masks_bound_too(void **state) {
    (void)state;
    check_table("_start: cbz w1, other\n and w8, w0, #3\n adrp x9, table\n"
                " add x9, x9, :lo12:table\n adr x10, c0\n ldrb w11, [x9, x8]\n"
                " add x10, x10, x11, lsl #2\n br x10\n" CASES
                ".section .rodata\ntable: .byte 0, (c1-c0)>>2, (c2-c0)>>2, (c1-c0)>>2\n",
                true);
}

static void both_paths_must_bound(void **state) {
    (void)state;
    check_table("_start: cbz w1, 1f\n cmp w0, #3\n b.hi other\n"
                "1: adrp x9, table\n add x9, x9, :lo12:table\n"
                " adr x10, c0\n ldrb w11, [x9, w0, uxtw]\n add x10, x10, x11, lsl #2\n"
                " br x10\n" CASES
                ".section .rodata\ntable: .byte 0, (c1-c0)>>2, (c2-c0)>>2, (c1-c0)>>2\n",
                false);
}

static void wide_index_with_an_offset(void **state) {
    (void)state;
    check_table("_start: sub x8, x0, #5\n cmp x8, #3\n b.hi other\n"
                " adrp x9, table\n add x9, x9, :lo12:table\n"
                " adr x10, c0\n ldrb w11, [x9, x8]\n add x10, x10, x11, lsl #2\n br x10\n" CASES
                ".section .rodata\n.quad 0\n"
                "table: .byte 0, (c1-c0)>>2, (c2-c0)>>2, (c1-c0)>>2\n",
                true);
}

static void a_base_kept_in_the_frame_is_checked(void **state) {
    (void)state;
    struct test_code c;
    test_discover(&c, "_start: sub sp, sp, #32\n adrp x9, table\n add x9, x9, :lo12:table\n"
                      " stp x9, x9, [sp, #8]\n"
                      "loop: bl get\n cmp w0, #3\n b.hi other\n"
                      " ldr x2, [sp, #16]\n ldrb w11, [x2, w0, uxtw]\n adr x10, c0\n"
                      " add x10, x10, w11, sxtb #2\n br x10\n" CASES " get: str w1, [x1]\n ret\n"
                      ".section .rodata\ntable: .byte 0, (c1-c0)>>2, (c2-c0)>>2, (c1-c0)>>2\n");
    const struct jump_table *table = &test_function(&c, "_start")->tables[0];
    assert_true(table->proved && table->assumed && !jump_table_is_complete(table));
    assert_int_equal(table->count, 4);
    test_close(&c);
}

/* Between the store and the load nothing could write the slot. */
static void an_index_kept_in_the_frame_is_proved(void **state) {
    (void)state;
    struct test_code c;
    test_discover(&c, "_start: sub sp, sp, #32\n str w0, [sp, #12]\n ldr w8, [sp, #12]\n"
                      " cmp w8, #3\n b.hi other\n adrp x9, table\n add x9, x9, :lo12:table\n"
                      " ldr w0, [sp, #12]\n ldrb w11, [x9, w0, uxtw]\n adr x10, c0\n"
                      " add x10, x10, w11, sxtb #2\n br x10\n" CASES
                      ".section .rodata\ntable: .byte 0, (c1-c0)>>2, (c2-c0)>>2, (c1-c0)>>2\n");
    assert_true(jump_table_is_complete(&test_function(&c, "_start")->tables[0]));
    test_close(&c);
}

static void computed_goto_through_pointers(void **state) {
    (void)state;
    struct test_code c;
    test_assemble(&c, "_start: adrp x9, first\n add x9, x9, :lo12:first\n"
                      " adrp x10, table\n add x10, x10, :lo12:table\n br x9\n"
                      "first: and w8, w0, #1\n ldr x9, [x10, x8, lsl #3]\n add w0, w0, #1\n"
                      "one: br x9\n"
                      "second: ldrb w8, [x1], #1\n ldr x9, [x10, x8, lsl #3]\n"
                      "two: br x9\n"
                      "third: ret\n"
                      ".section .rodata\n .balign 8\ntable: .quad 0, 0\n");
    struct pointer_relocation pointers[] = {{0x10000, test_label(&c, "second") - TEST_BASE},
                                            {0x10008, test_label(&c, "third") - TEST_BASE}};
    text_close(&c.text);
    c.module.pointers = pointers;
    c.module.pointer_count = 2;
    text_open(&c.text, &c.module, TEST_BASE);
    discover(&c.text, &c.found, NULL, NULL);
    assert_int_equal(c.found.count, 1); /* labels are no functions */
    const struct function *f = test_function(&c, "_start");
    assert_int_equal(f->table_count, 3);
    for (size_t i = 0; i < 3; i++) {
        const struct jump_table *table = &f->tables[i];
        uint64_t at = text_pc(&c.text, table->at);
        /* A byte as index does not prove that the table ends behind its last pointer. */
        assert_int_equal(table->proved, at != test_label(&c, "two"));
        assert_int_equal(table->count, at == test_label(&c, "first") - 4 ? 1 : 2);
    }
    assert_true(test_holds(&c, f, "third"));
    test_close(&c);
}

static void a_register_tail_call_is_no_table(void **state) {
    (void)state;
    struct test_code c;
    test_discover(&c, "_start: ldr x1, [x0]\n br x1\n.section .rodata\n.word 0\n");
    assert_int_equal(test_function(&c, "_start")->table_count, 0);
    test_close(&c);
}

#define BYTES ".section .rodata\ntable: .byte 0, (c1-c0)>>2, (c2-c0)>>2, (c1-c0)>>2\n"

/* Callees without a frame that write any registers: pieces that clang's outliner took out. */
static void outlined_code_makes_base_and_target(void **state) {
    (void)state;
    check_table("_start: stp x29, x30, [sp, #-32]!\n str x26, [sp, #16]\n bl set\n"
                "loop: bl get\n mov w28, w0\n cmp w28, #3\n b.hi other\n bl load\n br x10\n" CASES
                "set: adrp x26, table\n add x26, x26, :lo12:table\n ret\n"
                "load: adr x10, c0\n ldrb w11, [x26, w28, uxtw]\n add x10, x10, x11, lsl #2\n ret\n"
                "get: ret\n" BYTES,
                true);
}

/* A function that keeps the register for its caller is none of these. */
static void a_callee_that_saves_the_index(void **state) {
    (void)state;
    check_table("_start: mov w19, w0\n cmp w19, #3\n b.hi other\n bl keep\n"
                " adrp x9, table\n add x9, x9, :lo12:table\n adr x10, c0\n"
                " ldrb w11, [x9, w19, uxtw]\n add x10, x10, x11, lsl #2\n br x10\n" CASES
                "keep: stp x19, x30, [sp, #-16]!\n mov w19, w5\n bl get\n"
                " ldp x19, x30, [sp], #16\n ret\n"
                "get: ret\n" BYTES,
                true);
}

static void outlined_code_that_changes_the_index(void **state) {
    (void)state;
    check_table("_start: mov w19, w0\n cmp w19, #3\n b.hi other\n bl change\n"
                " adrp x9, table\n add x9, x9, :lo12:table\n adr x10, c0\n"
                " ldrb w11, [x9, w19, uxtw]\n add x10, x10, x11, lsl #2\n br x10\n" CASES
                "change: ldr w19, [x1]\n ret\n" BYTES,
                false);
}

/* Nor is one that ends with a call which never comes back: behind it another function begins. */
static void a_callee_that_never_returns(void **state) {
    (void)state;
    check_table(
        "_start: cmp w0, #0\n b.eq other\n mov w3, w0\n cmp w3, #3\n b.ls switch\n bl stop\n"
        "switch: adrp x9, table\n add x9, x9, :lo12:table\n adr x10, c0\n"
        " ldrb w11, [x9, w3, uxtw]\n add x10, x10, x11, lsl #2\n br x10\n" CASES
        "stop: stp x29, x30, [sp, #-16]!\n mov x29, sp\n mov w0, #1\n bl halt\n"
        "next: ldr w3, [x0]\n ret\n"
        "halt: bl next\n b halt\n" BYTES,
        true);
}

#define SWITCH_ON_RESULT                                                                           \
    "_start: stp x29, x30, [sp, #-32]!\n str x19, [sp, #16]\n cbz x1, other\n"                     \
    " bl pick\n mov w19, w0\n bl get\n mov w8, w19\n"                                              \
    " adrp x9, table\n add x9, x9, :lo12:table\n adr x10, c0\n"                                    \
    " ldrb w11, [x9, x8]\n add x10, x10, x11, lsl #2\n br x10\n" CASES "get: ret\n"

/* No compare: the compiler knew all that `pick` returns, itself or by other functions. */
static void a_result_bounds_the_index(void **state) {
    (void)state;
    check_table(SWITCH_ON_RESULT
                "pick: cbz x1, 1f\n cmp x1, #9\n b.hi 2f\n b.eq inner\n mov w0, #1\n ret\n"
                "1: mov w0, #3\n ret\n"
                "2: stp x20, x30, [sp, #-16]!\n bl inner\n mov w20, w0\n bl get\n"
                " mov w0, w20\n ldp x20, x30, [sp], #16\n ret\n"
                "inner: and w0, w1, #2\n ret\n" BYTES,
                true);
}

static void one_unknown_result_is_enough(void **state) {
    (void)state;
    check_table(SWITCH_ON_RESULT
                "pick: cbz x1, 1f\n mov w0, #1\n ret\n 1: b inner\n"
                "inner: cbz x2, 1f\n mov w0, #2\n ret\n 1: ldr w0, [x3]\n ret\n" BYTES,
                false);
}

#define SWITCH_ON_ARGUMENT                                                                         \
    "_start: cbz x1, 1f\n mov w2, #3\n bl pick\n b other\n"                                        \
    "1: ldrb w2, [x0]\n lsr w2, w2, #6\n bl part\n b other\n"                                      \
    "part: mov x5, x6\n b pick\n"                                                                  \
    "pick: mov w8, w2\n adrp x9, table\n add x9, x9, :lo12:table\n adr x10, c0\n"                  \
    " ldrb w11, [x9, x8]\n add x10, x10, x11, lsl #2\n br x10\n" CASES

/* All callers are known, and what they give; that they are all is checked when it runs. */
static void what_callers_give_bounds_the_index(void **state) {
    (void)state;
    struct test_code c;
    test_discover(&c, SWITCH_ON_ARGUMENT BYTES);
    const struct jump_table *table = &test_function(&c, "pick")->tables[0];
    assert_true(table->proved && table->assumed);
    assert_int_equal(table->count, 4);
    test_close(&c);
}

static void a_function_whose_address_is_taken_has_other_callers(void **state) {
    (void)state;
    struct test_code c;
    test_discover(&c, "more: adr x0, pick\n br x0\n" SWITCH_ON_ARGUMENT BYTES);
    assert_false(test_function(&c, "pick")->tables[0].proved);
    test_close(&c);
}

/* The branch at the end of its first words is one of a loop, not a tail call. */
static void a_function_with_a_loop_is_no_outlined_code(void **state) {
    (void)state;
    check_table("_start: mov w19, w0\n cmp w19, #3\n b.hi other\n bl loops\n"
                " adrp x9, table\n add x9, x9, :lo12:table\n adr x10, c0\n"
                " ldrb w11, [x9, w19, uxtw]\n add x10, x10, x11, lsl #2\n br x10\n" CASES
                "loops: stp x19, x30, [sp, #-16]!\n mov w19, #2000\n b 2f\n"
                "1: sub w19, w19, #1\n 2: cbnz w19, 1b\n ldp x19, x30, [sp], #16\n ret\n" BYTES,
                true);
}

static void a_byte_of_a_word_is_a_byte(void **state) {
    (void)state;
    check_table("_start: eor w15, w0, w1\n and w16, w15, #0xff\n cmp w16, #3\n b.hi other\n"
                " and x15, x15, #0xff\n adrp x9, table\n add x9, x9, :lo12:table\n"
                " adr x10, c0\n ldrb w11, [x9, x15]\n add x10, x10, x11, lsl #2\n"
                " br x10\n" CASES BYTES,
                true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clang_bytes),
        cmocka_unit_test(clang_halfwords_with_offset_index),
        cmocka_unit_test(clang_unoptimised),
        cmocka_unit_test(gcc_bytes),
        cmocka_unit_test(gcc_backward_halfwords_and_hoisted_base),
        cmocka_unit_test(a_base_that_moves_around_a_loop),
        cmocka_unit_test(a_base_that_many_places_hand_on),
        cmocka_unit_test(a_base_that_changes_around_a_loop),
        cmocka_unit_test(masks_bound_too),
        cmocka_unit_test(both_paths_must_bound),
        cmocka_unit_test(wide_index_with_an_offset),
        cmocka_unit_test(a_base_kept_in_the_frame_is_checked),
        cmocka_unit_test(an_index_kept_in_the_frame_is_proved),
        cmocka_unit_test(outlined_code_makes_base_and_target),
        cmocka_unit_test(a_callee_that_saves_the_index),
        cmocka_unit_test(outlined_code_that_changes_the_index),
        cmocka_unit_test(a_callee_that_never_returns),
        cmocka_unit_test(a_result_bounds_the_index),
        cmocka_unit_test(one_unknown_result_is_enough),
        cmocka_unit_test(what_callers_give_bounds_the_index),
        cmocka_unit_test(a_function_whose_address_is_taken_has_other_callers),
        cmocka_unit_test(a_function_with_a_loop_is_no_outlined_code),
        cmocka_unit_test(a_byte_of_a_word_is_a_byte),
        cmocka_unit_test(computed_goto_through_pointers),
        cmocka_unit_test(a_register_tail_call_is_no_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
