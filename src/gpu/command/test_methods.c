/* SPDX-License-Identifier: MIT */
#include "gpu/command/methods.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct log {
    unsigned method[64];
    uint32_t data[64];
    size_t count;
};

static void written(void *context, unsigned method, uint32_t data) {
    struct log *l = context;
    assert_true(l->count < 64);
    l->method[l->count] = method;
    l->data[l->count++] = data;
}

static struct method_front *new_front(struct log *log) {
    struct method_front *f = calloc(1, sizeof *f);
    *log = (struct log){0};
    f->write = written;
    f->context = log;
    return f;
}

static void free_front(struct method_front *f) {
    methods_free(f);
    free(f);
}

static void sink(void *context, unsigned subchannel, unsigned method, uint32_t data,
                 unsigned left) {
    assert_int_equal(subchannel, 0);
    methods_write(context, method, data, left);
}

static void play(struct method_front *f, const struct command_writer *w) {
    struct command_reader r = {.sink = sink, .context = f};
    command_read(&r, w->words, w->count);
}

/* What is passed is not noted; replayed, it is as it was noted. */
static void test_shadow(void **state) {
    (void)state;
    struct log log;
    struct method_front *f = new_front(&log);
    struct command_writer w = {0};
    command_write(&w, 0, 0x100, 1);
    command_write(&w, 0, METHOD_SHADOW_CONTROL, SHADOW_PASS);
    command_write(&w, 0, 0x100, 2);
    command_write(&w, 0, METHOD_SHADOW_CONTROL, SHADOW_REPLAY);
    command_write(&w, 0, 0x100, 3);
    command_write(&w, 0, 0x101, 4);
    command_write(&w, 0, METHOD_SHADOW_CONTROL, SHADOW_TRACK);
    command_write(&w, 0, 0x100, 5);
    play(f, &w);
    static const uint32_t wanted[] = {1, 2, 1, 0, 5};
    assert_int_equal(log.count, 5);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(log.data[i], wanted[i]);
    assert_int_equal(f->registers[0x100], 5);
    command_writer_free(&w);
    free_front(f);
}

/* A macro that sends the last of its words: where to, how many, the words. */
static void upload_last(struct command_writer *w) {
    const uint32_t words[] = {
        1 | 0u << 4 | 2u << 8,                             /* r2 = next word: how many */
        1 | 2u << 4 | 0u << 8 | 1u << 11 | 0x1000u << 14,  /* place = r1, step 1 */
        1 | 1u << 4 | 2u << 8 | 2u << 11 | 0x3ffffu << 14, /* r2 = r2 - 1 */
        7 | 1u << 4 | 2u << 11 | 0x3ffffu << 14,           /* back while r2 is not zero */
        1 | 0u << 4 | 3u << 8,                             /* r3 = next word, each time */
        1 | 1u << 4 | 1u << 7,                             /* end */
        1 | 4u << 4 | 3u << 11,                            /* sends r3 */
    };
    command_write(w, 0, METHOD_MACRO_CODE_AT, 0x20);
    command_write_many(w, COMMAND_SAME, 0, METHOD_MACRO_CODE, words, sizeof words / 4);
    command_write(w, 0, METHOD_MACRO_ENTRY_AT, 3);
    command_write(w, 0, METHOD_MACRO_ENTRY, 0x20);
}

static void test_macro(void **state) {
    (void)state;
    struct log log;
    struct method_front *f = new_front(&log);
    struct command_writer w = {0};
    upload_last(&w);
    command_write_many(&w, COMMAND_ONCE, 0, METHODS_REGISTERS + 2 * 3,
                       (uint32_t[]){0x123, 2, 0xaaaa, 0xbbbb}, 4);
    command_write(&w, 0, 0x200, 1);
    play(f, &w);
    assert_int_equal(f->error.kind, ERROR_NONE);
    assert_int_equal(log.count, 2);
    assert_int_equal(log.method[0], 0x123);
    assert_int_equal(log.data[0], 0xbbbb);
    assert_int_equal(f->registers[0x123], 0xbbbb);
    assert_int_equal(log.method[1], 0x200);
    command_writer_free(&w);
    free_front(f);
}

static void test_bad_macro(void **state) {
    (void)state;
    struct log log;
    struct method_front *f = new_front(&log);
    methods_write(f, METHOD_MACRO_CODE, 7 | 1u << 5, 0); /* goes on where it is, forever */
    methods_write(f, METHODS_REGISTERS, 0, 0);
    assert_int_equal(f->error.kind, ERROR_LIMIT);
    assert_non_null(strstr(f->error.text, "does not end"));
    methods_write(f, METHOD_MACRO_CODE_AT, 8, 0); /* one that would send its word */
    methods_write(f, METHOD_MACRO_CODE, 1 | 2u << 4 | 1u << 7 | 0x300u << 14, 0);
    methods_write(f, METHOD_MACRO_CODE, 1 | 4u << 4 | 1u << 11, 0);
    methods_write(f, METHOD_MACRO_ENTRY_AT, 1, 0);
    methods_write(f, METHOD_MACRO_ENTRY, 8, 0);
    methods_write(f, METHODS_REGISTERS + 2, 5, 0);
    assert_int_equal(f->registers[0x300], 0);
    f->stuck = false;
    methods_write(f, METHODS_REGISTERS + 2, 5, 0);
    assert_int_equal(f->registers[0x300], 5);
    methods_write(f, 0x300, 9, 0);
    assert_int_equal(f->registers[0x300], 9);
    free_front(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shadow),
        cmocka_unit_test(test_macro),
        cmocka_unit_test(test_bad_macro),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
