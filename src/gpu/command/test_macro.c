/* SPDX-License-Identifier: MIT */
#include "gpu/command/macro.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- instructions: what becomes of the result, and the operation ---- */

enum {
    FETCH,
    MOVE,
    MOVE_METHOD,
    FETCH_SEND,
    MOVE_SEND,
    FETCH_METHOD,
    METHOD_FETCH_SEND,
    METHOD_SEND
};
enum { END = 1 << 7 };

static uint32_t head(unsigned op, unsigned how, unsigned to, unsigned a) {
    return op | how << 4 | to << 8 | a << 11;
}

static uint32_t alu(unsigned how, unsigned to, unsigned a, unsigned b, unsigned what) {
    return head(0, how, to, a) | b << 14 | what << 17;
}

static uint32_t add(unsigned how, unsigned to, unsigned a, int number) {
    return head(1, how, to, a) | (uint32_t)number << 14;
}

static uint32_t bits(unsigned op, unsigned how, unsigned to, unsigned a, unsigned b, unsigned from,
                     unsigned width, unsigned at) {
    return head(op, how, to, a) | b << 14 | from << 17 | width << 22 | at << 27;
}

static uint32_t get(unsigned how, unsigned to, unsigned a, int number) {
    return head(5, how, to, a) | (uint32_t)number << 14;
}

static uint32_t branch(bool not_zero, bool at_once, unsigned a, int by) {
    return 7 | (uint32_t)not_zero << 4 | (uint32_t)at_once << 5 | a << 11 | (uint32_t)by << 14;
}

/* ---- a machine that notes what it gets ---- */

struct notes {
    uint32_t method[64], data[64];
    size_t count;
};

static void send(void *context, unsigned method, uint32_t data) {
    struct notes *n = context;
    assert_true(n->count < 64);
    n->method[n->count] = method;
    n->data[n->count++] = data;
}

static uint32_t read(void *context, unsigned method) {
    (void)context;
    return method * 3;
}

static bool run(const uint32_t *code, size_t size, const uint32_t *words, size_t count,
                struct notes *notes, struct error *error) {
    struct macro_engine *engine = calloc(1, sizeof *engine);
    *notes = (struct notes){0};
    engine->entries[5] = 0x10;
    memcpy(engine->code + 0x10, code, size);
    const struct macro_machine machine = {send, read, notes, NULL};
    const bool done = macro_run(engine, 5, words, count, &machine, error);
    free(engine);
    return done;
}

#define RUN(code, words, notes)                                                                    \
    assert_true(run(code, sizeof(code), words, sizeof(words) / 4, notes, &error))

static struct error error;

/* r1 times: send the next word to methods from 0x100 on, each second one. */
static void test_loop(void **state) {
    (void)state;
    struct notes n;
    const uint32_t code[] = {
        add(MOVE_METHOD, 0, 0, 0x100 | 2 << 12),
        add(FETCH, 2, 0, 0),
        add(MOVE, 1, 1, -1),
        branch(true, false, 1, -2),
        add(MOVE_SEND, 0, 2, 0), /* behind the branch, each time */
        add(MOVE, 3, 0, 7) | END,
        add(MOVE_SEND, 0, 3, 0),
        add(MOVE_SEND, 0, 3, 1), /* not run */
    };
    const uint32_t words[] = {3, 10, 20, 30};
    RUN(code, words, &n);
    assert_int_equal(n.count, 4);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(n.method[i], 0x100 + 2 * i);
        assert_int_equal(n.data[i], 10 + 10 * i);
    }
    assert_int_equal(n.data[3], 7);
}

static void test_assignments(void **state) {
    (void)state;
    struct notes n;
    const uint32_t code[] = {
        add(FETCH_METHOD, 2, 1, 0),              /* place 0x40, step 1; r2 = 5 */
        add(FETCH_SEND, 3, 2, 0),                /* sends 5; r3 = 6 */
        add(METHOD_FETCH_SEND, 4, 3, 0x80 - 6),  /* place 0x80; sends 7 */
        add(MOVE_SEND, 5, 4, 0),                 /* step 0: 0x80 again */
        add(METHOD_SEND, 6, 0, 0x200 | 9 << 12), /* place 0x200, sends 9 */
        get(MOVE_SEND, 0, 3, 0x10) | END,        /* what method 0x16 holds */
        add(MOVE_SEND, 0, 0, 1),
    };
    const uint32_t words[] = {0x1040, 5, 6, 7};
    static const struct {
        uint32_t method, data;
    } wanted[] = {{0x40, 5}, {0x80, 7}, {0x80, 0x80}, {0x200, 9}, {0x209, 0x42}, {0x212, 1}};
    RUN(code, words, &n);
    assert_int_equal(n.count, 6);
    for (unsigned i = 0; i < 6; i++) {
        assert_int_equal(n.method[i], wanted[i].method);
        assert_int_equal(n.data[i], wanted[i].data);
    }
}

static void test_arithmetic(void **state) {
    (void)state;
    struct notes n;
    const uint32_t code[] = {
        add(FETCH, 2, 0, 0), /* r1 = 0xffffffff, r2 = 0xf0 */
        alu(MOVE_SEND, 3, 1, 2, 0),
        alu(MOVE_SEND, 3, 0, 0, 1), /* the carry */
        alu(MOVE_SEND, 3, 0, 2, 2), /* 0 - 0xf0 borrows */
        alu(MOVE_SEND, 3, 0, 0, 3), /* the borrow */
        alu(MOVE_SEND, 3, 1, 2, 8),
        alu(MOVE_SEND, 3, 0, 2, 9),
        alu(MOVE_SEND, 3, 1, 2, 10),
        alu(MOVE_SEND, 3, 1, 2, 11),
        alu(MOVE_SEND, 3, 1, 2, 12),
        bits(2, MOVE_SEND, 3, 1, 2, 4, 8, 16), /* 0x0f into bits 16 to 23 */
        add(MOVE, 4, 0, 4),
        bits(3, MOVE_SEND, 3, 4, 2, 0, 3, 8),       /* bits 4 to 6 of r2, to bit 8 */
        bits(4, MOVE_SEND, 3, 4, 2, 5, 2, 0) | END, /* bits 5 and 6 of r2, up by 4 */
        add(MOVE, 0, 0, 5),                         /* r0 stays zero */
    };
    const uint32_t words[] = {0xffffffff, 0xf0};
    static const uint32_t wanted[] = {0xef, 1,          0xffffff10, 0xffffffff, 0xffffff0f, 0xf0,
                                      0xf0, 0xffffff0f, 0xffffff0f, 0xff0fffff, 0x700,      0x30};
    RUN(code, words, &n);
    assert_int_equal(n.count, sizeof wanted / 4);
    for (unsigned i = 0; i < n.count; i++)
        assert_int_equal(n.data[i], wanted[i]);
}

static void test_branches(void **state) {
    (void)state;
    struct notes n;
    const uint32_t code[] = {
        branch(false, true, 0, 2), /* at once: the next one does not run */
        add(MOVE_SEND, 0, 0, 1),       branch(true, false, 0, 3), /* not taken */
        add(MOVE_SEND, 0, 0, 2) | END, add(MOVE_SEND, 0, 0, 3),
    };
    const uint32_t words[] = {0};
    RUN(code, words, &n);
    assert_int_equal(n.count, 2);
    assert_int_equal(n.data[0], 2);
    assert_int_equal(n.data[1], 3);
}

/* Loops as deko3d's macros have them: the branch back is marked as the end. */
static void test_end_at_branch(void **state) {
    (void)state;
    struct notes n;
    const uint32_t delayed[] = {
        add(MOVE, 1, 1, -1),     add(MOVE_SEND, 0, 1, 0), branch(true, false, 1, -2) | END,
        add(MOVE_SEND, 0, 0, 9), /* behind the branch, taken or not */
        add(MOVE_SEND, 0, 0, 1), /* not run */
    };
    static const uint32_t sent[] = {2, 9, 1, 9, 0, 9};
    const uint32_t words[] = {3};
    RUN(delayed, words, &n);
    assert_int_equal(n.count, sizeof sent / 4);
    for (unsigned i = 0; i < n.count; i++)
        assert_int_equal(n.data[i], sent[i]);
    const uint32_t behind[] = {
        add(MOVE, 1, 1, -1),           branch(true, false, 1, -1),
        add(MOVE_SEND, 0, 1, 0) | END, /* the end when the branch is not taken */
        add(MOVE_SEND, 0, 0, 9),       add(MOVE_SEND, 0, 0, 1), /* not run */
    };
    static const uint32_t sent_behind[] = {2, 1, 0, 9};
    RUN(behind, words, &n);
    assert_int_equal(n.count, sizeof sent_behind / 4);
    for (unsigned i = 0; i < n.count; i++)
        assert_int_equal(n.data[i], sent_behind[i]);
    const uint32_t at_once[] = {
        branch(true, true, 1, 2) | END, add(MOVE_SEND, 0, 0, 1), /* not run */
        add(MOVE_SEND, 0, 0, 2),        add(MOVE, 0, 0, 0) | END, add(MOVE, 0, 0, 0),
    };
    RUN(at_once, words, &n);
    assert_int_equal(n.count, 1);
    assert_int_equal(n.data[0], 2);
}

static void test_refused(void **state) {
    (void)state;
    struct notes n;
    const uint32_t words[] = {0};
    const uint32_t forever[] = {branch(false, true, 0, 0)};
    assert_false(run(forever, sizeof forever, words, 1, &n, &error));
    assert_non_null(strstr(error.text, "does not end"));
    const uint32_t away[] = {branch(false, true, 0, -0x100)};
    assert_false(run(away, sizeof away, words, 1, &n, &error));
    assert_non_null(strstr(error.text, "outside of the code memory"));
    const uint32_t two[] = {branch(false, false, 0, 4), branch(false, false, 0, 4)};
    assert_false(run(two, sizeof two, words, 1, &n, &error));
    assert_non_null(strstr(error.text, "behind another branch"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loop),          cmocka_unit_test(test_assignments),
        cmocka_unit_test(test_arithmetic),    cmocka_unit_test(test_branches),
        cmocka_unit_test(test_end_at_branch), cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
