/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/index.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { LOOP = 2, STRIP = 3, TRIANGLES = 4, FAN = 6, QUADS = 7, QUAD_STRIP = 8, POLYGON = 9 };

static const struct index_device everything = {.bytes = true, .list_restart = true};
static const struct index_device nothing = {0};

/* What comes out, behind what goes in; `in` NULL: a draw without indices. */
static void expect(const struct index_source *s, const struct index_device *device,
                   const uint8_t *in, uint32_t count, uint8_t topology, const uint32_t *out,
                   uint32_t out_count) {
    struct index_plan plan;
    uint32_t made[256];
    assert_true(index_plan(s, device, &plan));
    assert_true(plan.made);
    assert_int_equal(plan.topology, topology);
    assert_true(index_most(s, count) <= 256);
    assert_int_equal(index_make(s, &plan, in, count, made), out_count);
    assert_true(out_count <= index_most(s, count));
    for (uint32_t i = 0; i < out_count; i++)
        assert_int_equal(made[i], out[i]);
}

#define EXPECT(s, device, in, count, topology, ...)                                                \
    do {                                                                                           \
        static const uint32_t out[] = {__VA_ARGS__};                                               \
        expect(s, device, in, count, topology, out, sizeof out / sizeof *out);                     \
    } while (0)

static void test_quads(void **state) {
    (void)state;
    struct index_source s = {.primitive = QUADS};
    EXPECT(&s, &everything, NULL, 11, 3, 0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7);
    s.provoking_last = true;
    EXPECT(&s, &everything, NULL, 4, 3, 0, 1, 3, 1, 2, 3);
}

static void test_quad_strip(void **state) {
    (void)state;
    struct index_source s = {.primitive = QUAD_STRIP};
    EXPECT(&s, &everything, NULL, 7, 3, 0, 1, 3, 0, 3, 2, 2, 3, 5, 2, 5, 4);
    s.provoking_last = true;
    EXPECT(&s, &everything, NULL, 4, 3, 2, 0, 3, 0, 1, 3);
}

static void test_polygon(void **state) {
    (void)state;
    struct index_source s = {.primitive = POLYGON};
    EXPECT(&s, &everything, NULL, 5, 3, 0, 1, 2, 0, 2, 3, 0, 3, 4);
    s.provoking_last = true;
    EXPECT(&s, &everything, NULL, 4, 3, 1, 2, 0, 2, 3, 0);
}

static void test_loop(void **state) {
    (void)state;
    const struct index_source s = {.primitive = LOOP};
    EXPECT(&s, &everything, NULL, 3, 2, 0, 1, 2, 0);
    static const uint8_t bytes[] = {5, 6, 7, 0xff, 8, 0xff, 9, 10};
    const struct index_source t = {
        .primitive = LOOP, .indexed = true, .bytes = 1, .restart = true, .restart_index = 0xff};
    EXPECT(&t, &everything, bytes, 8, 2, 5, 6, 7, 5, 0xffffffff, 9, 10, 9);
}

static void test_as_it_is(void **state) {
    (void)state;
    struct index_plan plan;
    struct index_source s = {.primitive = TRIANGLES, .indexed = true, .bytes = 2};
    assert_true(index_plan(&s, &nothing, &plan));
    assert_false(plan.made || plan.restart);
    s.restart = true;
    s.restart_index = 0x10000; /* which no index of two bytes is */
    assert_true(index_plan(&s, &nothing, &plan));
    assert_false(plan.made || plan.restart);
    s.restart_index = 0xffff;
    assert_true(index_plan(&s, &everything, &plan));
    assert_true(plan.restart && !plan.made);
    s.primitive = FAN;
    assert_true(index_plan(&s, &nothing, &plan));
    assert_true(plan.restart && !plan.made);
    assert_int_equal(plan.topology, 5);
    s.primitive = 15;
    assert_false(index_plan(&s, &nothing, &plan));
}

static void test_bytes_in_words(void **state) {
    (void)state;
    static const uint8_t bytes[] = {3, 0xff, 2};
    const struct index_source s = {.primitive = STRIP, .indexed = true, .bytes = 1};
    EXPECT(&s, &nothing, bytes, 3, 2, 3, 0xff, 2);
}

static void test_other_restart_index(void **state) {
    (void)state;
    static const uint16_t words[] = {1, 2, 7, 0xffff, 4, 7, 7, 5};
    const struct index_source s = {
        .primitive = STRIP, .indexed = true, .bytes = 2, .restart = true, .restart_index = 7};
    EXPECT(&s, &everything, (const uint8_t *)words, 8, 2, 1, 2, 0xffffffff, 0xffff, 4, 0xffffffff,
           5);
}

static void test_restart_in_lists(void **state) {
    (void)state;
    static const uint16_t words[] = {0, 1, 2, 3, 0xffff, 4, 5, 6};
    struct index_source s = {.primitive = TRIANGLES,
                             .indexed = true,
                             .bytes = 2,
                             .restart = true,
                             .restart_index = 0xffff};
    EXPECT(&s, &nothing, (const uint8_t *)words, 8, 3, 0, 1, 2, 4, 5, 6);
    s.primitive = QUADS;
    static const uint16_t quads[] = {9, 0xffff, 0, 1, 2, 3};
    EXPECT(&s, &nothing, (const uint8_t *)quads, 6, 3, 0, 1, 2, 0, 2, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quads),
        cmocka_unit_test(test_quad_strip),
        cmocka_unit_test(test_polygon),
        cmocka_unit_test(test_loop),
        cmocka_unit_test(test_as_it_is),
        cmocka_unit_test(test_bytes_in_words),
        cmocka_unit_test(test_other_restart_index),
        cmocka_unit_test(test_restart_in_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
