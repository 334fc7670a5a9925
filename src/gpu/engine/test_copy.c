/* SPDX-License-Identifier: MIT */
/* The engines that move bytes, on a memory of two pieces with a hole between them. */
#include "gpu/engine/copy.h"
#include "gpu/engine/inline.h"
#include "gpu/texture/layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PIECE = 1 << 20 };
static const uint64_t first_address = 0x1200000000, second_address = 0x1200200000;

static uint8_t pieces[2][PIECE];
static bool together; /* a piece is found at once */
static unsigned looks;

static uint8_t *span(void *context, uint64_t address, uint64_t *length, bool writes) {
    (void)context, (void)writes;
    for (unsigned i = 0; i < 2; i++) {
        const uint64_t begin = i ? second_address : first_address;
        if (address >= begin && address < begin + PIECE) {
            *length = begin + PIECE - address;
            looks++;
            if (*length > 1000 && !together)
                *length = 1000; /* in small pieces */
            return pieces[i] + (address - begin);
        }
    }
    return NULL;
}

static const struct engine_memory memory = {.span = span};

static uint64_t now(void *context) {
    (void)context;
    return 0x1122334455667788;
}

static struct copy_engine engine;
static struct error error;

static void reset(void) {
    engine = (struct copy_engine){.memory = &memory, .timestamp = now};
    for (unsigned i = 0; i < PIECE; i++) {
        pieces[0][i] = (uint8_t)(i * 2654435761u >> 13);
        pieces[1][i] = 0xcd;
    }
}

static void set(unsigned byte_address, uint32_t data) {
    assert_true(copy_method(&engine, byte_address / 4, data, &error));
}

static void between(uint64_t in, uint64_t out, uint32_t length, uint32_t lines) {
    set(0x400, (uint32_t)(in >> 32));
    set(0x404, (uint32_t)in);
    set(0x408, (uint32_t)(out >> 32));
    set(0x40c, (uint32_t)out);
    set(0x418, length);
    set(0x41c, lines);
}

static void test_pitch(void **state) {
    (void)state;
    reset();
    between(first_address + 3, second_address + 5, 2000, 7);
    set(0x410, 2500);
    set(0x414, 2100);
    set(0x240, (uint32_t)(second_address >> 32));
    set(0x244, (uint32_t)second_address + 0x80000);
    set(0x248, 77);
    set(0x300, 2 | 2 << 3 | 1 << 7 | 1 << 8 | 1 << 9);
    for (unsigned row = 0; row < 7; row++) {
        assert_memory_equal(pieces[1] + 5 + row * 2100, pieces[0] + 3 + row * 2500, 2000);
        assert_int_equal(pieces[1][5 + row * 2100 + 2000], 0xcd);
    }
    uint64_t released[2];
    memcpy(released, pieces[1] + 0x80000, 16);
    assert_int_equal(released[0], 77);
    assert_int_equal(released[1], now(NULL));
}

/* Rows into a block-linear surface and out of it again, at places that begin anywhere. */
static void test_the_end(void **state) {
    (void)state;
    static const _Atomic bool ends = true;
    reset();
    engine.ends = &ends;
    between(first_address, second_address, 2000, 7);
    set(0x410, 2000);
    set(0x414, 2000);
    set(0x300, 2 | 1 << 7 | 1 << 8 | 1 << 9);
    assert_int_equal(pieces[1][0], 0xcd);
}

static void test_block_linear(void **state) {
    (void)state;
    reset();
    const struct texture_level level = {.width = 300, .height = 90, .depth = 1, .height_log2 = 2};
    between(first_address, second_address, 133, 40);
    set(0x410, 200);
    set(0x70c, 2 << 4);
    set(0x710, 300);
    set(0x714, 90);
    set(0x718, 1);
    set(0x720, 17 | 11 << 16);
    set(0x300, 2 | 1 << 7 | 1 << 9);
    for (unsigned y = 0; y < 40; y++)
        for (unsigned x = 0; x < 133; x++)
            assert_int_equal(pieces[1][texture_offset(&level, 1, 17 + x, 11 + y, 0)],
                             pieces[0][y * 200 + x]);
    between(second_address, first_address + 0x40000, 133, 40);
    for (unsigned i = 0; i < 6; i++)
        set(0x728 + 4 * i, engine.registers[0x70c / 4 + i]);
    set(0x414, 150);
    set(0x300, 2 | 1 << 8 | 1 << 9);
    for (unsigned y = 0; y < 40; y++)
        assert_memory_equal(pieces[0] + 0x40000 + y * 150, pieces[0] + y * 200, 133);
}

/* Three components of two bytes: the first two change places, the third is a constant; the fourth
 * of what is there stays. */
static void test_components(void **state) {
    (void)state;
    reset();
    between(first_address, second_address, 10, 1);
    set(0x700, 0x1234);
    set(0x708, 1 | 0 << 4 | 4 << 8 | 6 << 12 | 1 << 16 | 2 << 20 | 3 << 24);
    set(0x300, 2 | 1 << 7 | 1 << 8 | 1 << 10);
    for (unsigned i = 0; i < 10; i++) {
        const uint8_t *from = pieces[0] + 6 * i, *to = pieces[1] + 8 * i;
        assert_memory_equal(to, from + 2, 2);
        assert_memory_equal(to + 2, from, 2);
        assert_memory_equal(to + 4, "\x34\x12\xcd\xcd", 4);
    }
}

static void test_not_mapped(void **state) {
    (void)state;
    reset();
    between(first_address + PIECE - 100, second_address, 200, 1);
    assert_false(copy_method(&engine, 0x300 / 4, 2 | 1 << 7 | 1 << 8, &error));
    assert_non_null(strstr(error.text, "not mapped"));
    assert_memory_equal(pieces[1], pieces[0] + PIECE - 100, 100);
    assert_int_equal(pieces[1][100], 0);
    between(first_address, second_address, 0xffffffff, 0xffffffff);
    assert_false(copy_method(&engine, 0x300 / 4, 2 | 1 << 7 | 1 << 8 | 1 << 9, &error));
    assert_false(copy_method(&engine, COPY_METHODS, 0, &error));
}

/* ---- inline ---- */

static void put(struct inline_engine *e, unsigned byte_address, uint32_t data) {
    assert_true(inline_method(e, byte_address / 4, data, &error));
}

static void test_inline(void **state) {
    (void)state;
    reset();
    struct inline_engine e = {.memory = &memory};
    put(&e, 0x180, 6);
    put(&e, 0x184, 2);
    put(&e, 0x188, (uint32_t)(second_address >> 32));
    put(&e, 0x18c, (uint32_t)second_address + 16);
    put(&e, 0x190, 32);
    put(&e, 0x1b0, 1);
    for (unsigned i = 0; i < 3; i++)
        put(&e, 0x1b4, 0x03020100 + i * 0x04040404);
    put(&e, 0x1b4, 0xffffffff); /* nobody waits for it */
    assert_memory_equal(pieces[1] + 16, "\0\1\2\3\4\5\xcd", 7);
    assert_memory_equal(pieces[1] + 48, "\6\7\10\11\12\13\xcd", 7);
    const struct texture_level level = {.width = 256, .height = 64, .depth = 1, .height_log2 = 1};
    put(&e, 0x194, 1 << 4);
    put(&e, 0x198, 256);
    put(&e, 0x19c, 64);
    put(&e, 0x1a0, 1);
    put(&e, 0x1a8, 77);
    put(&e, 0x1ac, 21);
    put(&e, 0x1b0, 0);
    for (unsigned i = 0; i < 3; i++)
        put(&e, 0x1b4, 0x03020100 + i * 0x04040404);
    for (unsigned i = 0; i < 12; i++)
        assert_int_equal(pieces[1][16 + texture_offset(&level, 1, 77 + i % 6, 21 + i / 6, 0)], i);
    put(&e, 0x180, 0xffffffff);
    assert_false(inline_method(&e, 0x1b0 / 4, 1, &error));
    assert_non_null(strstr(error.text, "too many"));
    inline_free(&e);
}

/* What is written is what was launched, whatever the registers say when the last word comes. */
static void test_inline_changed(void **state) {
    (void)state;
    reset();
    struct inline_engine e = {.memory = &memory};
    put(&e, 0x180, 4);
    put(&e, 0x184, 1);
    put(&e, 0x188, (uint32_t)(second_address >> 32));
    put(&e, 0x18c, (uint32_t)second_address);
    put(&e, 0x1b0, 1);
    put(&e, 0x180, 512);
    put(&e, 0x184, 2);
    put(&e, 0x190, 512);
    put(&e, 0x1b4, 0x03020100);
    assert_memory_equal(pieces[1], "\0\1\2\3\xcd\xcd", 6);
    assert_int_equal(pieces[1][512], 0xcd);
    inline_free(&e);
}

/* A texture's upload does not look up each of its sectors. */
static void test_few_looks(void **state) {
    (void)state;
    reset();
    looks = 0;
    between(first_address, second_address, 512, 512);
    set(0x410, 512);
    set(0x70c, 3 << 4);
    set(0x710, 512);
    set(0x714, 512);
    set(0x718, 1);
    set(0x720, 0);
    set(0x300, 2 | 1 << 7 | 1 << 9);
    const struct texture_level level = {.width = 512, .height = 512, .depth = 1, .height_log2 = 3};
    for (unsigned y = 0; y < 512; y += 7)
        for (unsigned x = 0; x < 512; x += 5)
            assert_int_equal(pieces[1][texture_offset(&level, 1, x, y, 0)], pieces[0][y * 512 + x]);
    assert_in_range(looks, 1, 4);
}

static int in_small_pieces(void **state) {
    (void)state;
    together = false;
    return 0;
}
static int in_one_piece(void **state) {
    (void)state;
    together = true;
    return 0;
}
#define BOTH(test)                                                                                 \
    cmocka_unit_test_setup(test, in_small_pieces), cmocka_unit_test_setup(test, in_one_piece)

int main(void) {
    const struct CMUnitTest tests[] = {
        BOTH(test_pitch),          BOTH(test_the_end),
        BOTH(test_block_linear),   BOTH(test_components),
        BOTH(test_not_mapped),     BOTH(test_inline),
        BOTH(test_inline_changed), cmocka_unit_test_setup(test_few_looks, in_one_piece),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
