/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_ENGINE_TEST_THREE_H
#define WINDLASS_GPU_ENGINE_TEST_THREE_H

#include "gpu/engine/noting.h"
#include "gpu/engine/three_methods.h"
#include "gpu/engine/unknown.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* For tests of the 3D engine: one in front of a renderer that takes notes. */

enum { PAGE = 4096, PAGES = 32 };
static const uint64_t base = 0x4200000000;
static uint8_t memory[PAGES * PAGE] __attribute__((aligned(PAGE)));
static struct noting n;
static struct three_engine *e;

static inline int setup(void **state) {
    (void)state;
    memset(memory, 0, sizeof memory);
    noting_init(&n, base, memory, sizeof memory);
    n.stamp = THREE_VERTEX_START;
    e = three_new(&n.shared);
    return 0;
}

static inline int teardown(void **state) {
    (void)state;
    three_free(e);
    noting_free(&n);
    return 0;
}

static inline void set(unsigned method, uint32_t data) {
    struct error error;
    assert_true(three_method(e, method, data, 0, &error));
}

static inline void flush(void) {
    struct error error;
    assert_true(three_flush(e, &error));
}

static inline const struct note *only(enum note_kind kind, size_t count) {
    assert_int_equal(n.count, count);
    assert_int_equal(n.notes[count - 1].kind, kind);
    return &n.notes[count - 1];
}

static inline bool unknown_has(const char *text) {
    struct strbuf all = {0};
    unknown_print(n.shared.unknown, &all);
    const bool has = all.text && strstr(all.text, text);
    strbuf_free(&all);
    return has;
}

static inline void draw(uint32_t begin, uint32_t count) {
    set(THREE_BEGIN, begin);
    set(THREE_DRAW_VERTICES, count);
    set(THREE_END, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)

#endif
