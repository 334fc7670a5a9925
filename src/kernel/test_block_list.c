/* SPDX-License-Identifier: MIT */
#include "kernel/block_list.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static const struct block_value free_pages = {.state = 0}, normal = {.state = 5, .perm = 3},
                                read_only = {.state = 5, .perm = 1};

/* Base addresses of all blocks, and that they cover the space without a gap. */
static void assert_bases(const struct block_list *l, size_t n, const uint64_t *bases) {
    assert_int_equal(l->count, n);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(l->blocks[i].base, bases[i]);
        uint64_t next = i + 1 < n ? bases[i + 1] : 0x100000;
        assert_int_equal(l->blocks[i].base + l->blocks[i].size, next);
    }
}
#define ASSERT_BASES(l, ...)                                                                       \
    assert_bases((l), sizeof((uint64_t[]){__VA_ARGS__}) / 8, (uint64_t[]){__VA_ARGS__})

static int setup(void **state) {
    static struct block_list l;
    block_list_init(&l, 0x100000, &free_pages);
    *state = &l;
    return 0;
}

static int teardown(void **state) {
    block_list_free(*state);
    return 0;
}

static void a_range_splits_its_block(void **state) {
    struct block_list *l = *state;
    block_list_set(l, 0x4000, 0x3000, &normal, BLOCK_HEAD_SET);
    ASSERT_BASES(l, 0, 0x4000, 0x7000);
    assert_int_equal(block_list_index(l, 0x3fff), 0);
    assert_int_equal(block_list_index(l, 0x4000), 1);
    assert_int_equal(block_list_index(l, 0x6fff), 1);
    assert_int_equal(block_list_index(l, 0xfffff), 2);
}

static void equal_neighbours_merge(void **state) {
    struct block_list *l = *state;
    block_list_set(l, 0x4000, 0x1000, &normal, BLOCK_HEAD_SET);
    block_list_set(l, 0x5000, 0x2000, &normal, BLOCK_HEAD_CLEAR);
    ASSERT_BASES(l, 0, 0x4000, 0x7000);
    block_list_set(l, 0x4000, 0x3000, &free_pages, BLOCK_HEAD_CLEAR);
    ASSERT_BASES(l, 0);
}

static void heads_do_not_merge_with_what_is_below(void **state) {
    struct block_list *l = *state;
    block_list_set(l, 0x4000, 0x1000, &normal, BLOCK_HEAD_SET);
    block_list_set(l, 0x5000, 0x1000, &normal, BLOCK_HEAD_SET);
    ASSERT_BASES(l, 0, 0x4000, 0x5000, 0x6000);
}

static void a_change_and_its_reversal_leave_no_trace(void **state) {
    struct block_list *l = *state;
    block_list_set(l, 0x4000, 0x4000, &normal, BLOCK_HEAD_SET);
    block_list_set(l, 0x5000, 0x1000, &read_only, BLOCK_HEAD_KEEP);
    ASSERT_BASES(l, 0, 0x4000, 0x5000, 0x6000, 0x8000);
    block_list_set(l, 0x5000, 0x1000, &normal, BLOCK_HEAD_KEEP);
    ASSERT_BASES(l, 0, 0x4000, 0x8000);
}

static void a_kept_head_stays_through_a_change_of_its_first_page(void **state) {
    struct block_list *l = *state;
    block_list_set(l, 0x4000, 0x1000, &normal, BLOCK_HEAD_SET);
    block_list_set(l, 0x5000, 0x2000, &normal, BLOCK_HEAD_SET);
    block_list_set(l, 0x5000, 0x1000, &read_only, BLOCK_HEAD_KEEP);
    block_list_set(l, 0x5000, 0x1000, &normal, BLOCK_HEAD_KEEP);
    ASSERT_BASES(l, 0, 0x4000, 0x5000, 0x7000);
}

static void attributes_change_block_by_block(void **state) {
    struct block_list *l = *state;
    block_list_set(l, 0x4000, 0x1000, &normal, BLOCK_HEAD_SET);
    block_list_set(l, 0x5000, 0x1000, &read_only, BLOCK_HEAD_CLEAR);
    block_list_set_attribute(l, 0x4000, 0x2000, BLOCK_UNCACHED, BLOCK_UNCACHED);
    ASSERT_BASES(l, 0, 0x4000, 0x5000, 0x6000);
    assert_int_equal(l->blocks[1].value.attribute, BLOCK_UNCACHED);
    assert_int_equal(l->blocks[1].value.perm, 3);
    assert_int_equal(l->blocks[2].value.attribute, BLOCK_UNCACHED);
    assert_int_equal(l->blocks[2].value.perm, 1);
}

static void the_last_page_can_be_set(void **state) {
    struct block_list *l = *state;
    block_list_set(l, 0xff000, 0x1000, &normal, BLOCK_HEAD_SET);
    ASSERT_BASES(l, 0, 0xff000);
    block_list_set(l, 0, 0x100000, &free_pages, BLOCK_HEAD_CLEAR);
    ASSERT_BASES(l, 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_range_splits_its_block),
        TEST(equal_neighbours_merge),
        TEST(heads_do_not_merge_with_what_is_below),
        TEST(a_change_and_its_reversal_leave_no_trace),
        TEST(a_kept_head_stays_through_a_change_of_its_first_page),
        TEST(attributes_change_block_by_block),
        TEST(the_last_page_can_be_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
