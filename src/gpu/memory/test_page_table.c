/* SPDX-License-Identifier: MIT */
#include "gpu/memory/page_table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

enum { PAGE = PAGE_TABLE_PAGE };

static _Alignas(PAGE) uint8_t memory[8 * PAGE];

static void a_page_lies_at_two_addresses(void **state) {
    (void)state;
    struct page_table *t = page_table_new();
    struct error error;
    uint64_t length;
    assert_true(page_table_map(t, 0x400000000, memory, 4 * PAGE, &error));
    assert_true(page_table_map(t, 0x10000, memory + PAGE, PAGE, &error));
    assert_ptr_equal(page_table_find(t, 0x400000000 + PAGE + 5, 1, &length), memory + PAGE + 5);
    assert_ptr_equal(page_table_find(t, 0x10005, 1 << 20, &length), memory + PAGE + 5);
    assert_int_equal(length, PAGE - 5);
    assert_ptr_equal(page_table_find(t, 0x400000007, 1 << 20, &length), memory + 7);
    assert_int_equal(length, 4 * PAGE - 7);
    assert_ptr_equal(page_table_find(t, 0x400000007, 9, &length), memory + 7);
    assert_int_equal(length, 9);
    page_table_unref(t);
}

static void what_is_not_mapped_is_not_found(void **state) {
    (void)state;
    struct page_table *t = page_table_new();
    struct error error;
    uint64_t length = 1;
    assert_null(page_table_find(t, 0x5000, 4, &length));
    assert_int_equal(length, 0);
    assert_true(page_table_map(t, 0x5000, memory, 3 * PAGE, &error));
    const uint64_t generation = page_table_generation(t);
    page_table_unmap(t, 0x6000, PAGE);
    assert_int_not_equal(page_table_generation(t), generation);
    assert_null(page_table_find(t, 0x6000, 4, &length));
    assert_non_null(page_table_find(t, 0x5000, 3 * PAGE, &length));
    assert_int_equal(length, PAGE);
    assert_null(page_table_find(t, 1ull << 40, 4, &length));
    assert_null(page_table_find(t, UINT64_MAX, 4, &length));
    page_table_unref(t);
}

/* Whoever keeps what a number of generation stood for must not take another table's for it. */
static void no_two_tables_have_a_generation(void **state) {
    (void)state;
    struct error error;
    uint64_t seen[4];
    for (unsigned i = 0; i < 4; i += 2) {
        struct page_table *t = page_table_new();
        seen[i] = page_table_generation(t);
        assert_true(page_table_map(t, 0x5000, memory, PAGE, &error));
        seen[i + 1] = page_table_generation(t);
        page_table_unref(t);
    }
    for (unsigned i = 0; i < 4; i++)
        for (unsigned k = 0; k < i; k++)
            assert_int_not_equal(seen[i], seen[k]);
}

/* The tables are memory of the host's, however often a program maps the same pages. */
static void what_is_mapped_has_a_limit(void **state) {
    (void)state;
    struct page_table *t = page_table_new();
    struct error error;
    uint64_t length;
    uint8_t *const any = (uint8_t *)0x100000000; /* nobody looks at it */
    const uint64_t most = (uint64_t)PAGE_TABLE_MOST * PAGE;
    assert_false(page_table_map(t, 0, any, most + PAGE, &error));
    assert_true(page_table_map(t, 0, any, most, &error));
    assert_false(page_table_map(t, most, memory, PAGE, &error));
    assert_null(page_table_find(t, most, 1, &length));
    page_table_unmap(t, 3 * PAGE, PAGE);
    assert_true(page_table_map(t, most, memory, PAGE, &error));
    page_table_unref(t);
}

static void pages_that_do_not_follow_each_other_end_a_run(void **state) {
    (void)state;
    struct page_table *t = page_table_new();
    struct error error;
    uint64_t length;
    assert_true(page_table_map(t, 0x5000, memory, PAGE, &error));
    assert_true(page_table_map(t, 0x6000, memory + 2 * PAGE, PAGE, &error));
    assert_non_null(page_table_find(t, 0x5ff0, 32, &length));
    assert_int_equal(length, 16);
    page_table_unref(t);
}

static void ranges_that_are_none_are_refused(void **state) {
    (void)state;
    struct page_table *t = page_table_new();
    struct error error;
    assert_false(page_table_map(t, 0x5001, memory, PAGE, &error));
    assert_false(page_table_map(t, 0x5000, memory, 0, &error));
    assert_false(page_table_map(t, 0x5000, memory, 12, &error));
    assert_false(page_table_map(t, 0x5000, memory + 1, PAGE, &error));
    assert_false(page_table_map(t, (1ull << 40) - PAGE, memory, 2 * PAGE, &error));
    assert_false(page_table_map(t, UINT64_MAX - PAGE + 1, memory, PAGE, &error));
    assert_true(page_table_map(t, (1ull << 40) - PAGE, memory, PAGE, &error));
    page_table_unref(t);
}

static void note(void *context, uint64_t address, uint8_t *at, uint64_t size) {
    char **text = context;
    *text += sprintf(*text, "%lx:%ld+%lx ", (unsigned long)address, (long)(at - memory) / PAGE,
                     (unsigned long)size);
}

static void runs_come_in_order(void **state) {
    (void)state;
    struct page_table *t = page_table_new();
    struct error error;
    char text[200] = "", *end = text;
    /* The last page of a table and the first of the next are one run. */
    assert_true(page_table_map(t, 0x4000000 - PAGE, memory, 2 * PAGE, &error));
    assert_true(page_table_map(t, 0x4001000, memory + 5 * PAGE, PAGE, &error));
    assert_true(page_table_map(t, 0x1000, memory + PAGE, PAGE, &error));
    assert_true(page_table_map(t, (1ull << 40) - PAGE, memory, PAGE, &error));
    page_table_each(t, note, &end);
    assert_string_equal(text, "1000:1+1000 3fff000:0+2000 4001000:5+1000 fffffff000:0+1000 ");
    page_table_unref(t);
}

struct heard {
    uint64_t address, size;
    uint8_t *memory;
    unsigned count;
};

static void hear(void *context, uint64_t address, uint8_t *at, uint64_t size) {
    struct heard *h = context;
    *h = (struct heard){address, size, at, h->count + 1};
}

static void who_listens_hears_of_what_is_found(void **state) {
    (void)state;
    struct page_table *t = page_table_new();
    struct error error;
    struct heard heard = {0};
    uint64_t length;
    assert_true(page_table_map(t, 0x5000, memory, 3 * PAGE, &error));
    const uint64_t generation = page_table_generation(t);
    page_table_listen(t, hear, &heard);
    assert_int_not_equal(page_table_generation(t), generation); /* who keeps answers asks again */
    assert_null(page_table_find(t, 0x4000, 1, &length));
    assert_int_equal(heard.count, 0);
    assert_non_null(page_table_find(t, 0x6005, 1 << 20, &length));
    assert_int_equal(heard.count, 1);
    assert_int_equal(heard.address, 0x6005);
    assert_int_equal(heard.size, 2 * PAGE - 5);
    assert_ptr_equal(heard.memory, memory + PAGE + 5);
    char text[200] = "", *end = text;
    page_table_each(t, note, &end);
    assert_int_equal(heard.count, 2);
    assert_int_equal(heard.size, 3 * PAGE);
    page_table_listen(t, NULL, NULL);
    assert_non_null(page_table_find(t, 0x6005, 1, &length));
    assert_int_equal(heard.count, 2);
    page_table_unref(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_lies_at_two_addresses),
        cmocka_unit_test(what_is_not_mapped_is_not_found),
        cmocka_unit_test(no_two_tables_have_a_generation),
        cmocka_unit_test(what_is_mapped_has_a_limit),
        cmocka_unit_test(pages_that_do_not_follow_each_other_end_a_run),
        cmocka_unit_test(ranges_that_are_none_are_refused),
        cmocka_unit_test(runs_come_in_order),
        cmocka_unit_test(who_listens_hears_of_what_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
