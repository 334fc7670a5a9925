/* SPDX-License-Identifier: MIT */
#include "base/error.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/reader.h"
#include "base/strbuf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void reader_reports_first_failure(void **state) {
    (void)state;
    const uint8_t bytes[] = {1, 2, 3, 4, 5};
    struct error e = {0};
    struct reader r;
    reader_init(&r, bytes, sizeof bytes, "test file", &e);
    assert_int_equal(reader_u32(&r, "first"), 0x04030201);
    assert_int_equal(reader_u32(&r, "second"), 0);
    assert_int_equal(reader_u8(&r, "third"), 0);
    assert_false(reader_ok(&r));
    assert_int_equal(e.kind, ERROR_FORMAT);
    assert_string_equal(e.text,
                        "test file: second at offset 0x4: needs 4 bytes, the file has 1 left");
}

static void reader_range_does_not_wrap(void **state) {
    (void)state;
    const uint8_t bytes[16] = {0};
    struct error e = {0};
    struct reader r;
    reader_init(&r, bytes, sizeof bytes, "test file", &e);
    assert_true(reader_range(&r, 16, 0, "empty at the end"));
    assert_false(reader_range(&r, 8, UINT64_MAX - 4, "wrapping"));
}

static void leb128_numbers_end(void **state) {
    (void)state;
    const uint8_t bytes[] = {0xe5, 0x8e, 0x26, 0x7f, 0x80, 0x80, 0x80, 0x80, 0x80,
                             0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01};
    struct error e = {0};
    struct reader r;
    reader_init(&r, bytes, sizeof bytes, "test file", &e);
    assert_int_equal(reader_uleb128(&r, "first"), 624485);
    assert_int_equal(reader_uleb128(&r, "second"), 127);
    assert_int_equal(reader_uleb128(&r, "without an end"), 0);
    assert_int_equal(r.at, 14);
    assert_true(reader_ok(&r));
}

static void the_last_warning_is_kept(void **state) {
    (void)state;
    char text[64];
    bool once = false;
    assert_true(log_open("/dev/null"));
    log_last_warning(text, sizeof text);
    assert_string_equal(text, "");
    log_warning(LOG_CORE, "number %d", 1);
    log_once(&once, LOG_CORE, "number %d", 2);
    log_once(&once, LOG_CORE, "number %d", 3);
    log_last_warning(text, sizeof text);
    assert_string_equal(text, "number 2");
}

/* A program of hundreds of megabytes is written into one. */
static void a_large_text_has_little_room_to_spare(void **state) {
    (void)state;
    enum { SIZE = 80 << 20, STEP = 64 << 20 };
    char *bytes = memory_new(SIZE);
    struct strbuf s = {0};
    strbuf_add_bytes(&s, bytes, SIZE);
    assert_true(s.room < SIZE + 4096);
    strbuf_add(&s, "more");
    assert_true(s.room <= SIZE + 4096 + STEP);
    assert_int_equal(s.length, SIZE + 4);
    assert_string_equal(s.text + SIZE, "more");
    strbuf_free(&s);
    free(bytes);
}

static void json_strings_are_escaped(void **state) {
    (void)state;
    struct strbuf s = {0};
    strbuf_add_json(&s, "a\"\\\n\xc3\xa9\xff");
    assert_string_equal(s.text, "\"a\\\"\\\\\\u000a\xc3\xa9\\ufffd\"");
    strbuf_free(&s);
}

static void json_strings_are_utf8(void **state) {
    (void)state;
    /* Longest and shortest of each length stay; what has a shorter form, half a pair, what is above
     * the last character, and what is cut off go, byte by byte. */
    static const char good[] = "\x01\xc2\x80\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80"
                               "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf";
    static const char *const bad[] = {"\xc0\x80",         "\xc1\xbf",         "\xe0\x9f\xbf",
                                      "\xed\xa0\x80",     "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80",
                                      "\xf5\x80\x80\x80", "\xe2\x82",         "\x80"};
    struct strbuf s = {0};
    strbuf_add_json(&s, good);
    assert_memory_equal(s.text, "\"\\u0001", 7);
    assert_memory_equal(s.text + 7, good + 1, sizeof good - 2);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        strbuf_clear(&s);
        strbuf_add_json(&s, bad[i]);
        assert_int_equal(s.length, 2 + 6 * strlen(bad[i]));
    }
    strbuf_free(&s);
}

static void numbers_are_printed_as_printf_does(void **state) {
    (void)state;
    const uint64_t known[] = {0, 9, 10, 15, 16, 4294967295, 4294967296, UINT64_MAX};
    struct strbuf s = {0};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char text[64];
        snprintf(text, sizeof text, "%llu 0x%llx", (unsigned long long)known[i],
                 (unsigned long long)known[i]);
        strbuf_clear(&s);
        strbuf_add_decimal(&s, known[i]);
        strbuf_add(&s, " ");
        strbuf_add_hex(&s, known[i]);
        assert_string_equal(s.text, text);
    }
    strbuf_free(&s);
}

static void wrapped_errors_keep_both_texts(void **state) {
    (void)state;
    struct error e = {0};
    assert_false(error_set(&e, ERROR_IO, "disk full"));
    assert_false(error_wrap(&e, "cache/%d", 7));
    assert_string_equal(e.text, "cache/7: disk full");
    assert_int_equal(e.kind, ERROR_IO);
}

/* Plain conversions are the buffer's own; from the first other one on, it is the C library's. */
static void formatted_text_is_printf_s(void **state) {
    (void)state;
    struct strbuf s = {0};
    char expected[512], long_text[300];
    memset(long_text, 'x', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = 0;
#define SAME(...)                                                                                  \
    do {                                                                                           \
        strbuf_clear(&s);                                                                          \
        snprintf(expected, sizeof expected, __VA_ARGS__);                                          \
        strbuf_addf(&s, __VA_ARGS__);                                                              \
        assert_string_equal(s.text, expected);                                                     \
        assert_int_equal(s.length, strlen(expected));                                              \
    } while (0)
    SAME("%u %u", 0u, UINT32_MAX);
    SAME("%#lx %#lx %#lx", 0ul, 9ul, UINT64_MAX);
    SAME("%s%s%s", "", "a", long_text);
    SAME("s->pc = %#lxul; L%u: %s(%d)", 0x7100001234ul, 17u, "f", -3);
    SAME("%u %5.2f %u %s", 1u, 2.5, 3u, "behind it");
    SAME("%08lx %lu %u", 0x12ul, 34ul, 56u);
    SAME("100%% of %u", 5u);
    SAME("%*u|%s|%#x|%#lx", 6, 7u, long_text, 8u, 9ul);
#undef SAME
    strbuf_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_large_text_has_little_room_to_spare),
        cmocka_unit_test(reader_reports_first_failure),
        cmocka_unit_test(reader_range_does_not_wrap),
        cmocka_unit_test(leb128_numbers_end),
        cmocka_unit_test(the_last_warning_is_kept),
        cmocka_unit_test(formatted_text_is_printf_s),
        cmocka_unit_test(json_strings_are_escaped),
        cmocka_unit_test(json_strings_are_utf8),
        cmocka_unit_test(numbers_are_printed_as_printf_does),
        cmocka_unit_test(wrapped_errors_keep_both_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
