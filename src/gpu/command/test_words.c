/* SPDX-License-Identifier: MIT */
#include "gpu/command/words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct seen {
    struct {
        unsigned subchannel, method, left;
        uint32_t data;
    } at[20000];
    size_t count;
};

static void see(void *context, unsigned subchannel, unsigned method, uint32_t data, unsigned left) {
    struct seen *s = context;
    if (s->count < sizeof s->at / sizeof *s->at) {
        s->at[s->count].subchannel = subchannel;
        s->at[s->count].method = method;
        s->at[s->count].left = left;
        s->at[s->count].data = data;
    }
    s->count++;
}

static void assert_seen(const struct seen *s, size_t i, unsigned subchannel, unsigned method,
                        uint32_t data, unsigned left) {
    assert_true(i < s->count);
    assert_int_equal(s->at[i].subchannel, subchannel);
    assert_int_equal(s->at[i].method, method);
    assert_int_equal(s->at[i].data, data);
    assert_int_equal(s->at[i].left, left);
}

static void test_modes(void **state) {
    (void)state;
    struct seen *s = calloc(1, sizeof *s);
    struct command_reader r = {.sink = see, .context = s};
    const uint32_t words[] = {
        0x20032100, 1,          2,  3, /* increasing, three words, subchannel 1, method 0x100 */
        0x60020004, 4,          5,     /* the same */
        0xa0036200, 6,          7,  8, /* once */
        0x8abc0045,                    /* immediate */
        0x20000000,                    /* nothing behind it */
        0x000800c0, 9,          10,    /* the first generation's: two words, method 0x30 */
        0xc0000000, 0x00010000,        /* no commands */
    };
    command_read(&r, words, sizeof words / sizeof *words);
    assert_int_equal(s->count, 11);
    for (unsigned i = 0; i < 3; i++)
        assert_seen(s, i, 1, 0x100 + i, 1 + i, 2 - i);
    assert_seen(s, 3, 0, 4, 4, 1);
    assert_seen(s, 4, 0, 4, 5, 0);
    assert_seen(s, 5, 3, 0x200, 6, 2);
    assert_seen(s, 6, 3, 0x201, 7, 1);
    assert_seen(s, 7, 3, 0x201, 8, 0);
    assert_seen(s, 8, 0, 0x45, 0xabc, 0);
    assert_seen(s, 9, 0, 0x30, 9, 1);
    assert_seen(s, 10, 0, 0x31, 10, 0);
    assert_int_equal(r.unknown, 2);
    free(s);
}

/* A command that goes on in the next segment, and a segment that ends early. */
static void test_segments(void **state) {
    (void)state;
    struct seen *s = calloc(1, sizeof *s);
    struct command_reader r = {.sink = see, .context = s};
    command_read(&r, (uint32_t[]){0x20030010, 1}, 2);
    command_read(&r, (uint32_t[]){2, 3, 0xe0000000, 0x80010001}, 4);
    command_read(&r, (uint32_t[]){0x80020002}, 1);
    assert_int_equal(s->count, 4);
    assert_seen(s, 2, 0, 0x12, 3, 0);
    assert_seen(s, 3, 0, 2, 2, 0);
    free(s);
}

struct runner {
    struct seen seen; /* first: it is the context as well */
    size_t most, runs, in_runs;
    unsigned method;
};

static size_t see_run(void *context, unsigned subchannel, unsigned method, const uint32_t *words,
                      size_t count) {
    struct runner *r = context;
    if (method != r->method || !count)
        return 0;
    const size_t taken = count < r->most ? count : r->most;
    assert_int_equal(subchannel, 3);
    for (size_t i = 0; i < taken; i++)
        assert_int_equal(words[i], r->in_runs + i + 1);
    r->runs++;
    r->in_runs += taken;
    return taken;
}

/* Words of one method come at once, as far as they are there and taken. */
static void test_runs(void **state) {
    (void)state;
    struct runner *s = calloc(1, sizeof *s);
    struct command_reader r = {.sink = see, .run = see_run, .context = s};
    s->method = 0x10, s->most = 4;
    command_read(&r, (uint32_t[]){0x60066010, 1, 2, 3}, 4);
    assert_int_equal(s->runs, 1);
    command_read(&r, (uint32_t[]){4, 5, 6, 0x60026011, 7, 8}, 6);
    assert_int_equal(s->runs, 2);
    assert_int_equal(s->in_runs, 6);
    assert_int_equal(s->seen.count, 2);
    assert_seen(&s->seen, 0, 3, 0x11, 7, 1);
    s->method = 0x11, s->in_runs = 0;
    command_read(&r, (uint32_t[]){0xa0076010, 9, 1, 2, 3, 4, 5, 6, 0x80056012}, 9);
    assert_int_equal(s->in_runs, 6);
    assert_int_equal(s->seen.count, 4);
    assert_seen(&s->seen, 2, 3, 0x10, 9, 6);
    assert_seen(&s->seen, 3, 3, 0x12, 5, 0);
    free(s);
}

struct stopper {
    struct command_reader reader;
    unsigned seen;
};

static void see_and_stop(void *context, unsigned subchannel, unsigned method, uint32_t data,
                         unsigned left) {
    struct stopper *s = context;
    (void)subchannel;
    (void)method;
    (void)left;
    s->seen++;
    s->reader.stop = data == 2;
}

/* Who is stopped in the middle of a command goes on behind the word. */
static void test_stop(void **state) {
    (void)state;
    const uint32_t words[] = {0x20030010, 1, 2, 3, 0x80050001};
    struct stopper s = {.reader.sink = see_and_stop};
    s.reader.context = &s;
    assert_int_equal(command_read(&s.reader, words, 5), 3);
    assert_int_equal(s.seen, 2);
    assert_int_equal(command_read(&s.reader, words + 3, 2), 2);
    assert_int_equal(s.seen, 4);
}

static void test_there_and_back(void **state) {
    (void)state;
    enum { MANY = 9000 };
    static const enum command_mode modes[] = {COMMAND_INCREASING, COMMAND_SAME, COMMAND_ONCE};
    uint32_t *data = malloc(MANY * sizeof *data);
    for (unsigned i = 0; i < MANY; i++)
        data[i] = i * 2654435761u;
    for (unsigned m = 0; m < 3; m++) {
        struct seen *s = calloc(1, sizeof *s);
        struct command_reader r = {.sink = see, .context = s};
        struct command_writer w = {0};
        command_write(&w, 2, 0x77, 5);
        command_write(&w, 2, 0x78, 0x12345678);
        command_write_many(&w, modes[m], 5, 3, data, m ? MANY : 5000);
        command_read(&r, w.words, w.count);
        assert_int_equal(s->count, (m ? MANY : 5000) + 2);
        assert_seen(s, 0, 2, 0x77, 5, 0);
        assert_seen(s, 1, 2, 0x78, 0x12345678, 0);
        for (size_t i = 2; i < s->count; i++) {
            const unsigned k = (unsigned)i - 2;
            assert_int_equal(s->at[i].data, data[k]);
            assert_int_equal(s->at[i].method, m == 0 ? 3 + k : m == 1 || !k ? 3 : 4);
        }
        command_writer_free(&w);
        free(s);
    }
    for (uint32_t i = 0; i < 100000; i++) {
        struct command c;
        const uint32_t word = i * 2654435761u, mode = word >> 29;
        if (command_decode(word, &c) && mode != 0 && mode != 2)
            assert_int_equal(command_encode(c), word);
    }
    free(data);
}

static void test_entries(void **state) {
    (void)state;
    const struct gpfifo_entry e = {0x123456789c, 0x54321, true, true};
    const struct gpfifo_entry back = gpfifo_decode(gpfifo_encode(e));
    assert_int_equal(gpfifo_encode(e),
                     0x8000000000000000u | 0x54321ull << 42 | 1ull << 41 | 0x123456789c);
    assert_int_equal(back.address, e.address);
    assert_int_equal(back.words, e.words);
    assert_true(back.subroutine && back.no_prefetch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_modes),   cmocka_unit_test(test_segments),
        cmocka_unit_test(test_stop),    cmocka_unit_test(test_there_and_back),
        cmocka_unit_test(test_entries), cmocka_unit_test(test_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
