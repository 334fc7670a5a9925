/* SPDX-License-Identifier: MIT */
#include "gpu/engine/copy.h"
#include "gpu/engine/engines.h"
#include "gpu/engine/inline.h"
#include "gpu/engine/method_table.h"
#include "gpu/engine/noting.h"
#include "gpu/engine/unknown.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Compute, 2D, copy and inline data, and all of them together. */

enum { PAGE = 4096, PAGES = 32 };
static const uint64_t base = 0x4200000000;
static uint8_t memory[PAGES * PAGE] __attribute__((aligned(PAGE)));
static struct noting n;
static struct engines *e;
static struct error error;

static int setup(void **state) {
    (void)state;
    memset(memory, 0, sizeof memory);
    noting_init(&n, base, memory, sizeof memory);
    e = engines_new(&n.shared);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    engines_free(e);
    noting_free(&n);
    return 0;
}

/* By byte addresses, as the class headers have them. */
static void set(unsigned class, unsigned address, uint32_t data) {
    assert_true(engines_method(e, class, address / 4, data, 0, &error));
}

static void set_address(unsigned class, unsigned address, uint64_t value) {
    set(class, address, (uint32_t)(value >> 32));
    set(class, address + 4, (uint32_t)value);
}

static bool unknown_has(const char *text) {
    struct strbuf all = {0};
    unknown_print(n.shared.unknown, &all);
    const bool has = all.text && strstr(all.text, text);
    strbuf_free(&all);
    return has;
}

/* ---- compute ---- */

static void qmd_set(uint32_t *words, unsigned low, unsigned width, uint32_t value) {
    for (unsigned i = 0; i < width; i++)
        if (value >> i & 1)
            words[(low + i) / 32] |= 1u << (low + i) % 32;
}

static void make_qmd(uint32_t *words) {
    memset(words, 0, COMPUTE_QMD);
    qmd_set(words, 576, 4, 7);
    qmd_set(words, 580, 4, 1);
    qmd_set(words, 256, 32, 0x500);
    qmd_set(words, 384, 32, 70000);
    qmd_set(words, 416, 16, 3);
    qmd_set(words, 432, 16, 2);
    qmd_set(words, 592, 16, 32);
    qmd_set(words, 608, 16, 4);
    qmd_set(words, 624, 16, 8);
    qmd_set(words, 544, 18, 0x1800);
    qmd_set(words, 1467, 5, 2);
    qmd_set(words, 1440, 24, 0x40);
    qmd_set(words, 640 + 7, 1, 1);
    qmd_set(words, 928 + 64 * 7, 32, 0x12345600);
    qmd_set(words, 960 + 64 * 7, 8, 0x42);
    qmd_set(words, 975 + 64 * 7, 17, 0x10000);
    qmd_set(words, 383, 1, 1);
}

static void put_qmd(const uint32_t *words) {
    memcpy(memory + 0x400, words, COMPUTE_QMD);
}

static bool launch(void) {
    set(COMPUTE_CLASS, 0x2b4, (uint32_t)((base + 0x400) >> 8));
    return engines_method(e, COMPUTE_CLASS, 0x2bc / 4, 3, 0, &error);
}

static void test_launch(void **state) {
    (void)state;
    uint32_t qmd[COMPUTE_QMD / 4];
    make_qmd(qmd);
    qmd_set(qmd, 202, 1, 1); /* a semaphore */
    qmd_set(qmd, 736, 32, (uint32_t)base + 64);
    qmd_set(qmd, 768, 8, (uint32_t)(base >> 32));
    qmd_set(qmd, 800, 32, 99);
    qmd_set(qmd, 799, 1, 1);
    put_qmd(qmd);
    set_address(COMPUTE_CLASS, 0x1608, 0x4500000000);
    set_address(COMPUTE_CLASS, 0x1574, 0x4600000020);
    set(COMPUTE_CLASS, 0x157c, 77);
    set(COMPUTE_CLASS, 0x2608, 5);
    set(COMPUTE_CLASS, 0x77c, 0x01000000);
    assert_true(launch());
    assert_int_equal(n.count, 2);
    assert_int_equal(n.notes[0].kind, NOTE_DISPATCH);
    const struct compute_launch *l = &n.notes[0].launch;
    assert_int_equal(l->program, 0x4500000500);
    assert_int_equal(l->groups[0], 70000);
    assert_int_equal(l->groups[1], 3);
    assert_int_equal(l->groups[2], 2);
    assert_int_equal(l->group_size[0], 32);
    assert_int_equal(l->group_size[1], 4);
    assert_int_equal(l->group_size[2], 8);
    assert_int_equal(l->shared_bytes, 0x1800);
    assert_int_equal(l->barriers, 2);
    assert_int_equal(l->local_low, 0x40);
    assert_int_equal(l->constants[7].address, 0x4212345600);
    assert_int_equal(l->constants[7].size, 0x10000);
    assert_int_equal(l->constants[6].size, 0);
    assert_int_equal(l->textures, 0x4600000020);
    assert_int_equal(l->last_texture, 77);
    assert_int_equal(l->handles, 5);
    assert_true(l->flushes_denormals);
    assert_int_equal(l->local_window, 0x01000000);
    assert_int_equal(l->condition.mode, CONDITION_ALWAYS);
    const struct report *r = &n.notes[1].report;
    assert_int_equal(r->address, base + 64);
    assert_int_equal(r->payload, 99);
    assert_true(r->one_word);
}

static void test_impossible_launches(void **state) {
    (void)state;
    uint32_t qmd[COMPUTE_QMD / 4];
    make_qmd(qmd);
    qmd_set(qmd, 624, 16, 9); /* 32 x 4 x 9 */
    put_qmd(qmd);
    assert_false(launch());
    assert_non_null(strstr(error.text, "32 x 4 x 9"));
    make_qmd(qmd);
    qmd_set(qmd, 580, 4, 2);
    put_qmd(qmd);
    assert_false(launch());
    assert_non_null(strstr(error.text, "version 3.7"));
    make_qmd(qmd);
    qmd[12] = 0; /* no group: nothing to do */
    put_qmd(qmd);
    assert_true(launch());
    set(COMPUTE_CLASS, 0x2b4, (uint32_t)(base >> 8) - 1);
    assert_false(engines_method(e, COMPUTE_CLASS, 0x2bc / 4, 3, 0, &error));
    assert_non_null(strstr(error.text, "not mapped"));
    assert_int_equal(n.count, 0);
    set(COMPUTE_CLASS, 0x2b8, 0);
    assert_true(unknown_has("SEND_PCAS_B"));
}

/* ---- 2D ---- */

static void surface(unsigned at, uint32_t format, bool pitch, uint32_t width, uint32_t height,
                    uint64_t address) {
    set(TWO_D_CLASS, at, format);
    set(TWO_D_CLASS, at + 4, pitch);
    set(TWO_D_CLASS, at + 8, 4 << 4 | 1 << 8);
    set(TWO_D_CLASS, at + 0xc, 6);
    if (at == 0x200)
        set(TWO_D_CLASS, at + 0x10, 3);
    set(TWO_D_CLASS, at + 0x14, 640);
    set(TWO_D_CLASS, at + 0x18, width);
    set(TWO_D_CLASS, at + 0x1c, height);
    set_address(TWO_D_CLASS, at + 0x20, address);
}

static void test_blit(void **state) {
    (void)state;
    surface(0x230, 0xd5, true, 160, 90, 0x4211000000);
    surface(0x200, 0xcf, false, 1280, 720, 0x4222000000);
    set(TWO_D_CLASS, 0x2ac, 3);
    set(TWO_D_CLASS, 0x2a8, 0x44112233);
    set(TWO_D_CLASS, 0x88c, 0x11);
    const uint32_t words[] = {(uint32_t)-5, 6,          640, 480, 0x80000000, 0, 0,
                              0xffffffff,   0x40000000, 7,   0};
    for (unsigned i = 0; i < 11; i++)
        set(TWO_D_CLASS, 0x8b0 + 4 * i, words[i]);
    assert_int_equal(n.count, 0);
    set(TWO_D_CLASS, 0x8dc, 9);
    assert_int_equal(n.count, 1);
    const struct blit *b = &n.notes[0].blit;
    assert_int_equal(b->source.address, 0x4211000000);
    assert_true(b->source.is_pitch);
    assert_int_equal(b->source.pitch, 640);
    assert_int_equal(b->source.width, 160);
    assert_int_equal(b->destination.format, 0xcf);
    assert_int_equal(b->destination.height_log2, 4);
    assert_int_equal(b->destination.depth_log2, 1);
    assert_int_equal(b->destination.layer, 3);
    assert_int_equal(b->source.layer, 0);
    assert_int_equal(b->x, -5);
    assert_int_equal(b->width, 640);
    assert_int_equal(b->step_x, 0x80000000);
    assert_true(b->step_y == -((int64_t)1 << 32));
    assert_true(b->source_x == ((int64_t)7 << 32 | 0x40000000));
    assert_true(b->source_y == (int64_t)9 << 32);
    assert_true(b->corner);
    assert_true(b->bilinear);
    assert_false(b->clips);
    assert_memory_equal(b->beta4, "\x11\x22\x33\x44", 4);
    set(TWO_D_CLASS, 0x218, 0);
    assert_false(engines_method(e, TWO_D_CLASS, 0x8dc / 4, 9, 0, &error));
    assert_non_null(strstr(error.text, "no such surfaces"));
    set(TWO_D_CLASS, 0x580, 4);
    assert_true(unknown_has("RENDER_SOLID_PRIM_MODE"));
}

/* ---- copy, inline data, and together ---- */

static void test_copy(void **state) {
    (void)state;
    memcpy(memory + 0x800, "some bytes", 10);
    set_address(COPY_CLASS, 0x400, base + 0x800);
    set_address(COPY_CLASS, 0x408, base + 0x900);
    set(COPY_CLASS, 0x418, 10);
    set_address(COPY_CLASS, 0x240, base + 0x10);
    set(COPY_CLASS, 0x248, 5);
    set(COPY_CLASS, 0x300, 2 | 2 << 3 | 1 << 7 | 1 << 8);
    assert_memory_equal(memory + 0x900, "some bytes", 10);
    assert_int_equal(memory[0x10], 5);
    assert_int_equal(memory[0x18], 1000 & 0xff);
    set(COPY_CLASS, 0x25c, 1);
    assert_false(unknown_has("class b0b5"));
    set(COPY_CLASS, 0x25c, 2);
    assert_true(unknown_has("class b0b5, method 0x025c (SET_RENDER_ENABLE_C): not there"));
}

static void inline_word(unsigned class, uint64_t to, uint32_t word) {
    set(class, 0x180, 4);
    set(class, 0x184, 1);
    set_address(class, 0x188, to);
    set(class, 0x1b0, 0x11);
    set(class, 0x1b4, word);
}

static void test_inline(void **state) {
    (void)state;
    inline_word(INLINE_CLASS, base, 0x11);
    inline_word(COMPUTE_CLASS, base + 4, 0x22);
    inline_word(THREE_CLASS, base + 8, 0x33);
    assert_int_equal(memory[0], 0x11);
    assert_int_equal(memory[4], 0x22);
    assert_int_equal(memory[8], 0x33);
    set(INLINE_CLASS, 0x1b0, 0x20);
    assert_true(unknown_has("semaphores and reductions"));
}

/* Another engine's command comes behind the draw that waits. */
static void test_order(void **state) {
    (void)state;
    set(THREE_CLASS, 0x1618, 4);
    set(THREE_CLASS, 0xd78, 3);
    set(THREE_CLASS, 0x1614, 0);
    assert_int_equal(n.count, 0);
    set(COPY_CLASS, 0x100, 0);
    assert_int_equal(n.count, 1);
    assert_int_equal(n.notes[0].kind, NOTE_DRAW);
    assert_false(engines_method(e, 0x1234, 0x40, 0, 0, &error));
    assert_non_null(strstr(error.text, "class 1234"));
}

/* Every row has its place alone. */
static void test_tables(void **state) {
    (void)state;
    for (unsigned t = 0; t < 6; t++) {
        const struct method_table *table = method_tables[t];
        uint8_t taken[0x1000] = {0};
        for (unsigned part = 0; part < 4 && table->parts[part]; part++)
            for (const struct method_row *row = table->parts[part]; row->name; row++)
                for (unsigned i = 0; i < row->count; i++) {
                    const unsigned method = (row->address + i * row->stride) / 4u;
                    assert_true(method < 0xe00);
                    if (taken[method]++)
                        fail_msg("%s: 0x%04x is another row's as well", row->name, method * 4);
                }
    }
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(launch), TEST(impossible_launches), TEST(blit), TEST(copy), TEST(inline), TEST(order),
        TEST(tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
