/* SPDX-License-Identifier: MIT */
#include "gpu/memory/range_map.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BYTES = 300 };
static uint64_t model[BYTES]; /* one number a byte */

static void check(const struct range_map *m, uint64_t start, uint64_t end) {
    uint64_t max = 0;
    bool all = true;
    const uint64_t first = start < BYTES ? model[start] : 0;
    for (uint64_t i = start; i < end; i++) {
        max = model[i] > max ? model[i] : max;
        all &= model[i] == first;
    }
    assert_int_equal(range_map_max(m, start, end), max);
    if (start < end && first) {
        assert_int_equal(range_map_all(m, start, end, first), all);
        assert_false(range_map_all(m, start, end, first + 1));
    }
    struct range r;
    uint64_t at = start, until;
    while (at < end) {
        const uint64_t value = range_map_get(m, at, end, &until);
        assert_true(until > at && until <= end);
        assert_int_equal(range_map_at(m, at, &r), value != 0);
        assert_true(!value || (r.start <= at && r.end >= until && r.value == value));
        for (uint64_t i = at; i < until; i++)
            assert_int_equal(model[i], value);
        at = until;
    }
    at = start;
    while (range_map_next(m, at, end, &r)) {
        assert_true(r.start >= at && r.end <= end && r.start < r.end);
        for (uint64_t i = at; i < r.start; i++)
            assert_int_equal(model[i], 0);
        for (uint64_t i = r.start; i < r.end; i++)
            assert_int_equal(model[i], r.value);
        at = r.end;
    }
    for (uint64_t i = at; i < end; i++)
        assert_int_equal(model[i], 0);
}

static size_t ranges_of_model(void) {
    size_t count = 0;
    for (size_t i = 0; i < BYTES; i++)
        count += model[i] && (!i || model[i] != model[i - 1]);
    return count;
}

static void it_does_what_an_array_does(void **state) {
    (void)state;
    struct range_map *m = range_map_new();
    srand(3);
    for (int round = 0; round < 20000; round++) {
        uint64_t start = (uint64_t)rand() % BYTES,
                 end = start + (uint64_t)rand() % (rand() % 4 ? 12 : BYTES);
        end = end > BYTES ? BYTES : end;
        const uint64_t value = (uint64_t)rand() % 5;
        range_map_set(m, start, end, value);
        for (uint64_t i = start; i < end; i++)
            model[i] = value;
        start = (uint64_t)rand() % BYTES;
        check(m, start, start + (uint64_t)rand() % (BYTES - start + 1));
        if (round % 16 == 0) {
            check(m, 0, BYTES);
            assert_int_equal(range_map_count(m), ranges_of_model());
        }
    }
    range_map_free(m);
}

static void many_ranges_stay_findable(void **state) {
    (void)state;
    enum { MANY = 100000 };
    struct range_map *m = range_map_new();
    const uint64_t high = 1ull << 46;
    for (uint64_t i = 0; i < MANY; i++) /* the worst order for a tree that is not balanced */
        range_map_set(m, high + i * 32, high + i * 32 + 16, i + 1);
    assert_int_equal(range_map_count(m), MANY);
    for (uint64_t i = 0; i < MANY; i += 97) {
        assert_int_equal(range_map_max(m, high + i * 32, high + i * 32 + 1), i + 1);
        assert_int_equal(range_map_max(m, high + i * 32 + 16, high + i * 32 + 32), 0);
        assert_int_equal(range_map_max(m, high, high + i * 32 + 1), i + 1);
    }
    range_map_set(m, 0, UINT64_MAX, 7);
    assert_int_equal(range_map_count(m), 1);
    range_map_set(m, 0, UINT64_MAX, 0);
    assert_int_equal(range_map_count(m), 0);
    assert_int_equal(range_map_max(m, 0, UINT64_MAX), 0);
    range_map_free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_does_what_an_array_does),
        cmocka_unit_test(many_ranges_stay_findable),
    };
    return cmocka_run_group_tests_name("range map", tests, NULL, NULL);
}
