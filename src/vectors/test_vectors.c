/* SPDX-License-Identifier: MIT */
/* The text format: what is read, how it is written again, and what is refused. */
#include "vectors/vectors.h"

#include "base/file.h"
#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include <cmocka.h>

#define V16 "0123456789abcdef"

static const char sample[] = "# a comment\n"
                             "\n"
                             "case first/0\n"
                             "code d503201f 8B020020\n"
                             "set x1=FF sp=40001230 v31=" V16 V16 " nzcv=9\n"
                             "set fpcr=7c00000 fpsr=800009f\n"
                             "mem 50000ffe 01020304\n"
                             "mem 8000000 aa\n"
                             "want x0=1 v0=" V16 V16 " pc=40000000\n"
                             "wmem 50001001 ff\n"
                             "\n\n"
                             "case second\n"
                             "code d503201f"; /* no newline at the end of the file */

static void parse(const char *text, struct vectors *v) {
    struct error error = {0};
    if (!vectors_parse("file", text, strlen(text), v, &error))
        fail_msg("%s", error.text);
}

static void a_file_is_read(void **state) {
    (void)state;
    struct vectors v;
    uint64_t pages[VECTORS_PAGES];
    uint8_t page[GUEST_PAGE];
    struct a64_state s;
    parse(sample, &v);
    const struct vector_case *c = &v.cases[0];
    assert_int_equal(v.count, 2);
    assert_string_equal(vector_name(&v, c), "first/0");
    assert_int_equal(c->line, 3);
    assert_int_equal(c->code.count, 2);
    assert_int_equal(vector_code(&v, c)[1], 0x8b020020);
    assert_true(c->complete);
    assert_false(v.cases[1].complete);
    vector_start(&v, c, &s);
    assert_int_equal(s.pc, VECTORS_CODE);
    assert_int_equal(s.x[1], 0xff);
    assert_int_equal(s.sp, 0x40001230);
    assert_true(s.q[31][0] == 0x0123456789abcdef && s.q[31][1] == 0x0123456789abcdef);
    assert_true(s.n && !s.z && !s.c && s.v);
    assert_int_equal(s.fpcr, 0x7c00000);
    assert_int_equal(s.fpsr, 0x800009f);
    assert_int_equal(vector_pages(&v, c, pages), 3);
    assert_int_equal(pages[0], 0x8000000);
    assert_int_equal(pages[2], 0x50001000);
    vector_page(&v, c, pages[1], page);
    assert_int_equal(page[0xffe] << 8 | page[0xfff], 0x0102);
    vector_page(&v, c, pages[2], page);
    assert_int_equal(page[0] << 16 | page[1] << 8 | page[2], 0x030400);
    vectors_close(&v);
}

/* What is printed reads as the same and prints as the same. */
static void what_is_written_is_read_again(void **state) {
    (void)state;
    struct vectors v, again;
    struct strbuf text = {0}, text_again = {0};
    parse(sample, &v);
    vector_print(&v, &v.cases[0], &text);
    vector_print_given(&v, &v.cases[0], &text);
    parse(text.text, &again);
    vector_print(&again, &again.cases[0], &text_again);
    vector_print_given(&again, &again.cases[0], &text_again);
    assert_string_equal(text.text, text_again.text);
    assert_int_equal(again.value_count, v.value_count);
    assert_memory_equal(again.bytes.text, v.bytes.text, v.bytes.length);
    assert_non_null(strstr(text.text, "want x0=0000000000000001 v0=" V16 V16 " pc="));
    strbuf_free(&text);
    strbuf_free(&text_again);
    vectors_close(&v);
    vectors_close(&again);
}

static void every_register_has_a_name(void **state) {
    (void)state;
    for (unsigned i = 0; i < VECTOR_REGISTERS; i++) {
        struct strbuf text = {0};
        struct a64_state s = {0};
        enum vector_register found;
        const struct vector_value value = {(enum vector_register)i, 5, 0};
        vector_value_print(&value, &text);
        assert_true(vector_register_find(text.text, strcspn(text.text, "="), &found));
        assert_int_equal(found, i);
        assert_int_equal(strlen(strchr(text.text, '=') + 1), vector_register_digits(found));
        vector_put(&s, &value);
        assert_int_equal(vector_get(&s, found).low, 5);
        strbuf_free(&text);
    }
}

/* A want that is made names what changed and nothing else; FPSR where it was set. */
static void a_want_is_what_changed(void **state) {
    (void)state;
    struct vectors v;
    struct a64_state before, after;
    struct strbuf text = {0};
    static uint8_t memory[GUEST_PAGE];
    parse("case a\ncode d503201f\nset x3=7 fpsr=1\nmem 50000010 0102030405\n\n", &v);
    vector_start(&v, v.cases, &before);
    after = before;
    after.pc = VECTORS_CODE + 4;
    after.x[2] = 9, after.z = 1, after.q[4][1] = 1;
    vector_page(&v, v.cases, 0x50000000, memory);
    memory[0x11] = 0xee, memory[0x13] = 0xef, memory[0x40] = 1;
    vector_print_want(&v, v.cases, &before, &after, memory, &text);
    assert_string_equal(text.text, "want x2=0000000000000009 v4=00000000000000010000000000000000 "
                                   "nzcv=4 fpsr=00000001\n"
                                   "wmem 50000011 ee03ef\n"
                                   "wmem 50000040 01\n\n");
    strbuf_free(&text);
    vectors_close(&v);
}

#define CASE "case a\ncode d503201f\n"

static const struct {
    const char *text, *message;
} refused[] = {
    {"code d503201f\n", "file:1: 'code' where 'case' should stand"},
    {"case\n", "file:1: 'case' is followed by one name"},
    {"case a b\n", "file:1: 'case' is followed by one name"},
    {"case a\n\n", "file:2: case 'a' ends without code"},
    {"case a", "file:1: case 'a' ends without code"},
    {"case a\nset x0=1\n", "file:2: 'set' where 'code' should stand"},
    {"case a\ncode\n", "file:2: 'code' is followed by"},
    {"case a\ncode d503201\n", "file:2: 'd503201' has 7 hexadecimal digits where 8 are taken"},
    {"case a\ncode d503201g\n", "file:2: 'd503201g' is not a hexadecimal number"},
    {CASE "code d503201f\n", "file:3: 'code' stands too late"},
    {CASE "case b\n", "file:3: a blank line is missing"},
    {CASE "want\nset x0=1\n", "file:4: 'set' stands too late"},
    {CASE "hello\n", "file:3: a line that begins with 'hello' means nothing"},
    {CASE "set x0\n", "file:3: 'x0' is not REGISTER=HEX"},
    {CASE "set x0=\n", "file:3: '' has 0 hexadecimal digits where 16 or fewer are taken"},
    {CASE "set x0=11112222333344445\n", "17 hexadecimal digits where 16 or fewer"},
    {CASE "set x31=0\n", "file:3: there is no register 'x31'"},
    {CASE "set x01=0\n", "there is no register 'x01'"},
    {CASE "set v32=" V16 V16 "\n", "there is no register 'v32'"},
    {CASE "set v0=" V16 "\n", "16 hexadecimal digits where 32 are taken"},
    {CASE "set x0=1 x0=1\n", "file:3: x0 stands twice"},
    {CASE "want v7=" V16 V16 "\nwant v7=" V16 V16 "\n", "file:4: v7 stands twice"},
    {CASE "set nzcv=10\n", "2 hexadecimal digits where 1 are taken"},
    {CASE "set pc=0\n", "file:3: pc cannot be set: code begins at 40000000"},
    {CASE "set fpcr=100\n", "file:3: fpcr has no bits 100"},
    {CASE "want fpsr=80000000\n", "file:3: fpsr has no bits 80000000"},
    {CASE "mem 50000000\n", "file:3: an address is followed by bytes"},
    {CASE "mem 50000000 123\n", "file:3: an address is followed by bytes"},
    {CASE "mem 50000000 12x4\n", "file:3: 'x4' is not a byte"},
    {CASE "mem 50000000 12 34\n", "nothing behind them"},
    {CASE "mem 7ffffff 12\n", "file:3: 1 bytes at 7ffffff cannot be mapped"},
    {CASE "mem ffffffffffffffff 1234\n", "cannot be mapped"},
    {CASE "mem 40000ffe 1234\n", "overlap the page of the code"},
    {CASE "mem 3fffffff 1234\n", "overlap the page of the code"},
    {CASE "mem 50000000 1234\nmem 50000001 56\n", "file:4: 1 bytes at 50000001 overlap those at"},
    {CASE "mem 50000fff 12\nwmem 50000fff 1234\n", "in no page that a 'mem'"},
    {CASE "wmem 50000000 12\n", "in no page that a 'mem'"},
    {CASE "\ncase a\ncode d503201f\n", "file:4: a case 'a' stands in line 1 already"},
    {"case \x1b[2J\n", "file:1: the name '?[2J' is not printable"},
    {"case a\r\n", "file:1: the name 'a?' is not printable"},
    {"\x1b[2J\n", "file:1: a line that begins with '?[2J' means nothing"},
};

static void check_refused(const char *text, size_t size, const char *message) {
    struct vectors v;
    struct error error = {0};
    assert_false(vectors_parse("file", text, size, &v, &error));
    if (!strstr(error.text, message))
        fail_msg("%s\n(not: %s)", error.text, message);
}

static void bad_files_are_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        check_refused(refused[i].text, strlen(refused[i].text), refused[i].message);
}

/* Adds `count` lines or words. */
static void repeat(struct strbuf *out, int count, const char *format, unsigned step) {
    for (int i = 0; i < count; i++) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
        strbuf_addf(out, format, 0x50000000u + (unsigned)i * step);
#pragma clang diagnostic pop
    }
}

static void too_much_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *begin, *format;
        int allowed;
        unsigned step;
        const char *message;
    } limits[] = {
        {"case a\ncode", " %08x", VECTORS_WORDS, 0, "file:2: more than 256 words"},
        {CASE, "mem %x 00\n", VECTORS_PAGES, GUEST_PAGE, "file:19: more than 16 pages"},
        {CASE, "mem %x 00\n", VECTORS_AREAS, 1, "file:4099: more than 4096 such lines"},
        {CASE "mem 50000000 00", "%.0s00", (VECTORS_LINE - 15) / 2, 0, "file:3: a line of 16385"},
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct strbuf text = {0};
        struct vectors v;
        strbuf_add(&text, limits[i].begin);
        repeat(&text, limits[i].allowed, limits[i].format, limits[i].step);
        parse(text.text, &v);
        vectors_close(&v);
        strbuf_clear(&text);
        strbuf_add(&text, limits[i].begin);
        repeat(&text, limits[i].allowed + 1, limits[i].format, limits[i].step);
        check_refused(text.text, text.length, limits[i].message);
        strbuf_free(&text);
    }
}

static void open_bytes(const void *bytes, size_t size, const char *message) {
    char path[] = "/tmp/windlass-vectors-XXXXXX";
    struct vectors v;
    struct error error = {0};
    const int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, bytes, size) == (ssize_t)size);
    close(fd);
    const bool ok = vectors_open(path, &v, &error);
    unlink(path);
    if (ok) {
        assert_null(message);
        assert_int_equal(v.count, 2);
        vectors_close(&v);
    } else if (!message || !strstr(error.text, message) || !strstr(error.text, path)) {
        fail_msg("%s", error.text);
    }
}

static void packed_files_are_read(void **state) {
    (void)state;
    uint8_t packed[2 * sizeof sample];
    const size_t size = sizeof sample - 1;
    const size_t n = ZSTD_compress(packed, sizeof packed, sample, size, 3);
    assert_false(ZSTD_isError(n));
    open_bytes(sample, size, NULL);
    open_bytes(packed, n, NULL);
    open_bytes(packed, n - 1, "cut off");
    open_bytes(packed, 6, "cut off");
    packed[5] ^= 0xff;
    open_bytes(packed, n, "zstd");
    packed[5] ^= 0xff;
    packed[n] = 'x'; /* something behind the last frame */
    open_bytes(packed, n + 1, "zstd");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_read),
        cmocka_unit_test(what_is_written_is_read_again),
        cmocka_unit_test(every_register_has_a_name),
        cmocka_unit_test(a_want_is_what_changed),
        cmocka_unit_test(bad_files_are_refused),
        cmocka_unit_test(too_much_is_refused),
        cmocka_unit_test(packed_files_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
