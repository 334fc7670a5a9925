/* SPDX-License-Identifier: MIT */
#include "lift/dataflow.h"
#include "lift/test_code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define X(n) (1u << (n))
#define SP   (1u << 31)

/* A table of four pointers, as goto * of C has it. x9 is read at a label, x10 at none that the
 * table has; x19 has to be given back. */
#define INTERPRETER(index)                                                                         \
    "_start: stp x29, x30, [sp, #-32]!\n str x19, [sp, #16]\n"                                     \
    " mov x9, #1\n mov x10, #2\n mov x19, #3\n fmov d17, x9\n cmp x9, x0\n"                        \
    " adrp x12, table\n add x12, x12, :lo12:table\n" index " ldr x13, [x12, x11, lsl #3]\n"        \
    "jump: br x13\n"                                                                               \
    "first: add x0, x0, x9\n"                                                                      \
    "end: ldr x19, [sp, #16]\n ldp x29, x30, [sp], #32\n ret\n"                                    \
    "second: add x0, x0, #1\n b end\n"                                                             \
    "third: add x0, x0, x10\n b end\n"                                                             \
    "next: bl next\n ret\n"                                                                        \
    ".section .rodata\n .balign 8\ntable: .quad 0, 0, 0, 0\n"
#define BY_TWO_BITS " and w11, w1, #3\n"
#define BY_WORD     " ldr w11, [x1], #4\n"

struct goto_case {
    struct test_code code;
    struct pointer_relocation pointers[4];
    struct summary summary;
    struct flow flow;
    const struct function *function;
    const struct jump_table *table;
    const struct block_flow *jump;
};

/* The labels that the table points to; NULL: an entry without a pointer. */
static void open_case(struct goto_case *k, const char *source, const char *const labels[4],
                      unsigned mode) {
    struct module *m = &k->code.module;
    size_t count = 0;
    test_assemble(&k->code, source);
    for (size_t i = 0; i < 4; i++)
        if (labels[i])
            k->pointers[count++] = (struct pointer_relocation){
                0x10000 + 8 * i, test_label(&k->code, labels[i]) - TEST_BASE};
    text_close(&k->code.text);
    m->pointers = k->pointers;
    m->pointer_count = count;
    text_open(&k->code.text, m, TEST_BASE);
    discover(&k->code.text, &k->code.found, NULL, NULL);
    summary_find(&k->code.text, &k->code.found, mode, &k->summary);
    k->function = test_function(&k->code, "_start");
    flow_find(&k->code.text, &k->code.found, &k->summary, k->function, &k->flow);
    assert_int_equal(k->function->table_count, 1);
    k->table = &k->function->tables[0];
    const uint32_t jump = (uint32_t)text_index(&k->code.text, test_label(&k->code, "jump"));
    for (uint32_t i = 0; i < k->function->block_count; i++)
        if (k->function->blocks[i].table == 0)
            k->jump = &k->flow.blocks[i];
    assert_int_equal(k->table->at, jump);
}

static void close_case(struct goto_case *k) {
    flow_free(&k->flow);
    summary_free(&k->summary);
    test_close(&k->code);
}

static void a_closed_goto_stores_what_its_labels_read(void **state) {
    (void)state;
    struct goto_case k;
    open_case(&k, INTERPRETER(BY_TWO_BITS), (const char *[4]){"first", "second"}, SUMMARY_FAST);
    assert_false(jump_table_is_complete(k.table)); /* the index may be 3 */
    assert_true(jump_table_is_closed(k.table));
    assert_int_equal(k.jump->spill.x, X(0) | X(1) | X(9) | X(19) | X(29) | SP);
    assert_int_equal(k.jump->spill.v & X(17), 0);
    assert_false(k.jump->spill.flags);
    close_case(&k);
}

static void a_goto_is_not_closed_where_a_label_may_be_missing(void **state) {
    (void)state;
    static const struct {
        const char *source, *labels[4];
    } open[] = {
        {INTERPRETER(BY_WORD), {"first", "second"}},                 /* the table may be longer */
        {INTERPRETER(BY_TWO_BITS), {"first", "second", 0, "third"}}, /* it has a hole */
        {INTERPRETER(BY_TWO_BITS " adr x2, third\n str x2, [x0]\n"), {"first", "second"}},
    };
    for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
        struct goto_case k;
        open_case(&k, open[i].source, open[i].labels, SUMMARY_FAST);
        assert_false(jump_table_is_complete(k.table) || jump_table_is_closed(k.table));
        assert_int_equal(k.jump->spill.x & (X(9) | X(10) | X(11)), X(9) | X(10) | X(11));
        assert_int_equal(k.jump->spill.v & X(17), X(17));
        assert_true(k.jump->spill.flags);
        close_case(&k);
    }
}

static void a_goto_stores_everything_for_who_trusts_nothing(void **state) {
    (void)state;
    struct goto_case k;
    open_case(&k, INTERPRETER(BY_TWO_BITS), (const char *[4]){"first", "second"},
              SUMMARY_ANY_CALLS);
    assert_int_equal(k.jump->spill.x & (X(9) | X(10) | X(11)), X(9) | X(10) | X(11));
    close_case(&k);
}

/* All entries lead to labels: nothing is stored. */
static void a_proved_goto_is_complete(void **state) {
    (void)state;
    struct goto_case k;
    open_case(&k, INTERPRETER(BY_TWO_BITS), (const char *[4]){"first", "second", "first", "second"},
              SUMMARY_FAST);
    assert_true(jump_table_is_complete(k.table));
    assert_false(k.table->closed);
    assert_int_equal(k.jump->spill.x, 0);
    close_case(&k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_closed_goto_stores_what_its_labels_read),
        cmocka_unit_test(a_goto_is_not_closed_where_a_label_may_be_missing),
        cmocka_unit_test(a_goto_stores_everything_for_who_trusts_nothing),
        cmocka_unit_test(a_proved_goto_is_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
