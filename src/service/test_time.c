/* SPDX-License-Identifier: MIT */
#include "service/test_support.h"

#include "kernel/shared_memory.h"
#include "service/time_service.h"
#include "service/tz.h"

#include <stdlib.h>
#include <string.h>

static uint32_t port;

static int start(void **state) {
    (void)state;
    struct error error;
    setenv("TZ", "UTC", 1);
    test_clock_unix = 1700000000;
    test_clock_ns = 5000000000;
    port = test_connect("time:u");
    return !time_start(&error);
}

/* As the client reads a record: the copy that the counter names. */
static const uint8_t *record(const uint8_t *at, size_t size) {
    uint32_t counter;
    memcpy(&counter, at, 4);
    return at + 8 + (counter & 1) * size;
}

static int64_t s64(const uint8_t *at) {
    int64_t value;
    memcpy(&value, at, 8);
    return value;
}

static void shared_memory_tells_the_time(void **state) {
    (void)state;
    uint32_t handle = test_copied(port, 20, NULL, 0);
    const uint8_t *m = shared_memory_host((struct shared_memory *)test_handle_object(handle));
    const uint8_t *steady = record(m, 0x18), *user = record(m + 0x38, 0x20);
    const uint8_t *network = record(m + 0x80, 0x20);
    int64_t ticks_s = (int64_t)(test_clock_ns / 1000000000);
    assert_true(s64(user) + s64(steady) / 1000000000 + ticks_s == 1700000000);
    assert_true(s64(network) + ticks_s == 1700000000);
    assert_memory_equal(user + 16, steady + 8, 16);
    assert_memory_equal(network + 16, steady + 8, 16);
    test_close(handle);
}

static void clocks_agree_with_the_memory(void **state) {
    (void)state;
    uint32_t clock = test_open(port, 0, NULL, 0), steady = test_open(port, 2, NULL, 0);
    uint8_t context[0x20], point[0x18];
    int64_t now = 0;
    test_clock_ns += 7000000000;
    assert_int_equal(test_command(clock, 0, NULL, 0, &now, 8), 0);
    assert_true(now == 1700000007);
    assert_int_equal(test_command(clock, 2, NULL, 0, context, 0x20), 0);
    assert_int_equal(test_command(steady, 0, NULL, 0, point, 0x18), 0);
    assert_memory_equal(context + 16, point + 8, 16);
    assert_true(s64(context) + s64(point) == now);
    test_close(clock);
    test_close(steady);
}

static void my_rule_converts_both_ways(void **state) {
    (void)state;
    uint32_t zone = test_open(port, 3, NULL, 0);
    int64_t unix_time = 1709210096; /* 2024-02-29 12:34:56, a Thursday */
    uint8_t out[0x20];
    assert_int_equal(test_command(zone, 101, &unix_time, 8, out, 0x20), 0);
    assert_memory_equal(out, ((uint8_t[]){0xe8, 7, 2, 29, 12, 34, 56}), 7);
    assert_int_equal(out[8], 4);
    assert_int_equal(out[12], 59);
    assert_string_equal((char *)out + 16, "UTC");
    int64_t *back = test_memory(16);
    struct test_call t = {.session = zone, .command = 202, .in = out, .in_size = 8};
    test_add(&t.c, back, 16);
    assert_true(test_send(&t));
    assert_int_equal(t.out[0], 1);
    assert_true(back[0] == unix_time);
    test_close(zone);
}

static void bad_rules_are_refused(void **state) {
    (void)state;
    uint32_t zone = test_open(port, 3, NULL, 0);
    uint8_t *rule = test_memory(0x4000);
    int64_t unix_time = 0;
    struct test_call t = {.session = zone, .command = 100, .in = &unix_time, .in_size = 8};
    memset(rule, 0xff, 0x4000);
    test_add(&t.a, rule, 0x4000);
    assert_false(test_send(&t));
    assert_int_equal(t.result, 116 | 989 << 9);
    char name[0x24] = "../../../etc/passwd";
    t = (struct test_call){.session = zone, .command = 4, .in = name, .in_size = sizeof name};
    test_add(&t.b, rule, 0x4000);
    assert_false(test_send(&t));
    strcpy(name, "UTC");
    assert_true(test_send(&t));
    t = (struct test_call){.session = zone, .command = 100, .in = &unix_time, .in_size = 8};
    test_add(&t.a, rule, 0x4000);
    assert_true(test_send(&t));
    assert_int_equal(t.out[0] | t.out[1] << 8, 1970);
    test_close(zone);
}

/* Central European time of 2024, as a TZif file of version 2 (its first part empty). */
static size_t make_file(uint8_t *out) {
    static const uint8_t types[] = {0, 0,   0x0e, 0x10, 0, 0,   0,   0,   0x1c, 0x20, 1,
                                    4, 'C', 'E',  'T',  0, 'C', 'E', 'S', 'T',  0};
    const int64_t at[] = {1711846800, 1729990800};
    uint8_t *p = out;
    for (int part = 0; part < 2; part++) {
        memset(p, 0, 44);
        memcpy(p, "TZif2", 5);
        if (part) {
            p[35] = 2, p[39] = 2, p[43] = 9;
            p += 44;
            for (int i = 0; i < 2; i++)
                for (int b = 7; b >= 0; b--)
                    *p++ = (uint8_t)(at[i] >> 8 * b);
            *p++ = 1, *p++ = 0;
            memcpy(p, types, sizeof types);
            p += sizeof types;
        } else {
            p += 44;
        }
    }
    return (size_t)(p - out);
}

static void summer_time_has_a_gap_and_a_double_hour(void **state) {
    (void)state;
    uint8_t file[256];
    size_t size = make_file(file);
    struct tz_rule rule;
    struct tz_calendar c;
    struct tz_info info;
    int64_t times[2];
    assert_true(tz_parse(file, size, &rule));
    for (size_t cut = 0; cut < size; cut++) {
        struct tz_rule part;
        assert_false(tz_parse(file, cut, &part));
    }
    tz_to_calendar(&rule, 1711846799, &c, &info);
    assert_int_equal(c.hour, 1);
    assert_string_equal(info.type.name, "CET");
    tz_to_calendar(&rule, 1711846800, &c, &info);
    assert_int_equal(c.hour, 3);
    assert_string_equal(info.type.name, "CEST");
    c.hour = 2;
    assert_int_equal(tz_to_unix(&rule, &c, times), 0);
    c = (struct tz_calendar){2024, 10, 27, 2, 30, 0};
    assert_int_equal(tz_to_unix(&rule, &c, times), 2);
    assert_true(times[1] - times[0] == 3600);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_memory_tells_the_time),
        cmocka_unit_test(clocks_agree_with_the_memory),
        cmocka_unit_test(my_rule_converts_both_ways),
        cmocka_unit_test(bad_rules_are_refused),
        cmocka_unit_test(summer_time_has_a_gap_and_a_double_hour),
    };
    return cmocka_run_group_tests_name("time", tests, start, NULL);
}
