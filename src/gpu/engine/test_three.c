/* SPDX-License-Identifier: MIT */
#include "gpu/engine/test_three.h"
#include "gpu/command/methods.h"

/* ---- constants ---- */

static void select_constants(uint64_t address, uint32_t size) {
    set(THREE_CONSTANT_SIZE, size);
    set(THREE_CONSTANT_SIZE + 1, (uint32_t)(address >> 32));
    set(THREE_CONSTANT_SIZE + 2, (uint32_t)address);
}

static void test_constants(void **state) {
    (void)state;
    struct three_changes *changes = three_state(e)->changes;
    select_constants(base + 0x100, 0x200);
    set(THREE_BIND_CONSTANT + 8 * 4, 1 | 17 << 4);
    assert_int_equal(three_state(e)->constants[4][17].address, base + 0x100);
    assert_int_equal(three_state(e)->constants[4][17].size, 0x200);
    memset(changes, 0, sizeof *changes);
    set(THREE_CONSTANT_OFFSET, 0x1f8);
    draw(4, 3);
    set(THREE_CONSTANT_DATA, 0x11111111);
    assert_int_equal(n.count, 1); /* the draw saw the old ones */
    set(THREE_CONSTANT_DATA + 5, 0x22222222);
    set(THREE_CONSTANT_DATA, 0x33333333); /* behind its end */
    flush();
    uint32_t words[4];
    memcpy(words, memory + 0x100 + 0x1f4, sizeof words);
    assert_int_equal(words[0], 0);
    assert_int_equal(words[1], 0x11111111);
    assert_int_equal(words[2], 0x22222222);
    assert_int_equal(words[3], 0);
    assert_int_equal(changes->constants[4], 0); /* it was bound before */
    assert_true(unknown_has("behind the end"));
    set(THREE_BIND_CONSTANT + 8 * 4, 0 | 17 << 4);
    assert_int_equal(changes->constants[4], 1 << 17);
    assert_int_equal(changes->constants[3], 0);
    set(THREE_BIND_CONSTANT, 1 | 18 << 4);
    assert_true(unknown_has("18 constant buffers"));
    set(THREE_UNBIND_ALL, 1 << 8);
    assert_int_equal(three_state(e)->constants[4][17].size, 0);
}

/* Words in a row do what they do one by one: up to the end, behind it, and where the offset begins
 * again. */
static void test_constants_in_a_row(void **state) {
    (void)state;
    uint32_t many[12], words[12];
    for (uint32_t i = 0; i < 12; i++)
        many[i] = i + 1;
    select_constants(base, 0x20);
    set(THREE_CONSTANT_OFFSET, 0x14);
    draw(4, 3);
    assert_int_equal(three_words(e, THREE_CONSTANT_DATA, many, 12), 12);
    assert_int_equal(n.count, 1);
    flush();
    memcpy(words, memory, sizeof words);
    for (uint32_t i = 0; i < 12; i++)
        assert_int_equal(words[i], i >= 5 && i < 8 ? i - 4 : 0);
    assert_int_equal(three_state(e)->registers[THREE_CONSTANT_OFFSET], 0x14 + 12 * 4);
    assert_int_equal(three_state(e)->registers[THREE_CONSTANT_DATA], 12);
    assert_true(unknown_has("behind the end"));
    set(THREE_CONSTANT_OFFSET, 0xfff8);
    assert_int_equal(three_words(e, THREE_CONSTANT_DATA, many, 4), 4);
    flush();
    memcpy(words, memory, sizeof words);
    assert_int_equal(words[0], 3);
    assert_int_equal(words[1], 4);
    assert_int_equal(words[2], 0);
    /* not the words of the macro engine, nor those that the shadow RAM stands in for */
    assert_int_equal(three_words(e, 0xe00, many, 4), 0);
    set(METHOD_SHADOW_CONTROL, SHADOW_REPLAY);
    assert_int_equal(three_words(e, THREE_CONSTANT_DATA, many, 4), 0);
}

static void test_constants_not_mapped(void **state) {
    (void)state;
    struct error error;
    select_constants(base + sizeof memory - 4, 0x100);
    set(THREE_CONSTANT_OFFSET, 0);
    set(THREE_CONSTANT_DATA, 1);
    set(THREE_CONSTANT_DATA, 2);
    assert_false(three_flush(e, &error));
    assert_non_null(strstr(error.text, "not mapped"));
    assert_int_equal(memory[sizeof memory - 4], 1);
    assert_true(three_flush(e, &error));
}

/* ---- the rest ---- */

static void test_changes(void **state) {
    (void)state;
    struct three_changes *changes = three_state(e)->changes;
    assert_int_equal(changes->groups, (1u << THREE_GROUPS) - 1);
    memset(changes, 0, sizeof *changes);
    set(0x0800 / 4 + 16, 1); /* an address of target 1 */
    set(0x1a00 / 4 + 7, 1);  /* the mask of target 7 */
    set(0x0390 / 4 + 16, 0); /* where buffer 2 of transform feedback goes on */
    set(0x1350 / 4, 2);      /* it is that already */
    assert_int_equal(changes->groups, 1u << THREE_TARGETS | 1u << THREE_COLOR_MASKS);
    assert_int_equal(changes->stream_out_positions, 4);
}

/* Values that no array gives: they change behind the draw that waits. */
static void test_attributes(void **state) {
    (void)state;
    const struct three_state *s = three_state(e);
    assert_int_equal(s->attributes[7][3], 0x3f800000);
    draw(4, 3);
    set(THREE_ATTRIBUTE, 7 | 2 << 8 | 4 << 12 | 7 << 16);
    assert_int_equal(n.count, 1);
    for (unsigned i = 0; i < 4; i++)
        set(THREE_ATTRIBUTE_DATA + i, 0x40000000 + i);
    static const uint32_t wanted[] = {0x40000000, 0x40000001, 0, 0x3f800000};
    assert_memory_equal(s->attributes[7], wanted, sizeof wanted);
    set(THREE_ATTRIBUTE, 7 | 1 << 8 | 4 << 12 | 4 << 16);
    assert_int_equal(s->attributes[7][0], 0);
    assert_int_equal(s->attributes[7][3], 1);
    set(THREE_ATTRIBUTE, 40 | 4 << 8 | 4 << 12);
    set(THREE_ATTRIBUTE_DATA, 1);
    assert_true(unknown_has("only 32 attributes"));
}

/* What no program sets: everything is drawn, colours are written, three stages' programs are on. */
static void test_reset(void **state) {
    (void)state;
    const uint32_t *r = three_state(e)->registers;
    assert_int_equal(r[0x1558 / 4], 1);
    assert_int_equal(r[0x1a00 / 4], 0x1111);
    assert_int_equal(r[0x0e08 / 4 + 4 * 15], 0xffff0000);
    assert_int_equal(r[0x2000 / 4], 0);
    assert_int_equal(r[0x2040 / 4], 0x11);
    assert_int_equal(r[0x2150 / 4], 4);
}

static void test_report(void **state) {
    (void)state;
    const uint64_t at = base + 0x40;
    set(THREE_REPORT_A, (uint32_t)(at >> 32));
    set(THREE_REPORT_A + 1, (uint32_t)at);
    set(THREE_REPORT_A + 2, 77);
    draw(4, 3);
    set(THREE_REPORT_D, 0x0100f002);
    const struct report *r = &only(NOTE_REPORT, 2)->report;
    assert_int_equal(r->address, at);
    assert_int_equal(r->counter, REPORT_SAMPLES);
    assert_false(r->one_word);
    set(THREE_REPORT_D, 0x1000f010);
    r = &only(NOTE_REPORT, 3)->report;
    assert_int_equal(r->counter, REPORT_PAYLOAD);
    assert_int_equal(r->payload, 77);
    assert_true(r->one_word);
    memory[0x40] = 100;
    set(THREE_REPORT_D, 0x1000f018); /* adds */
    only(NOTE_FINISH, 4);
    assert_int_equal(memory[0x40], 177);
    set(THREE_REPORT_D, 0x1000f018 | 1 << 9); /* the least */
    assert_int_equal(memory[0x40], 77);
    set(THREE_REPORT_D, 1);
    assert_true(unknown_has("waiting for a semaphore"));
    set(THREE_CLEAR_COUNTER, 0x1e);
    assert_int_equal(n.notes[n.count - 1].value, REPORT_FRAGMENT_SHADERS);
}

static void test_acts(void **state) {
    (void)state;
    set(THREE_CLEAR_SURFACE, 0x3c);
    assert_int_equal(only(NOTE_CLEAR, 1)->value, 0x3c);
    draw(4, 3);
    set(THREE_SYNCPOINT, 0x100000 | 12);
    assert_int_equal(n.notes[1].kind, NOTE_DRAW);
    assert_int_equal(only(NOTE_INCREMENT, 3)->value, 12);
    set(0x0f00 / 4, 1); /* nothing has this number */
    assert_true(unknown_has("class b197, method 0x0f00"));
    set(0x1940 / 4 + 1, 1);
    assert_true(unknown_has("SET_RENDER_ENABLE_OVERRIDE"));
    set(0x197c / 4, 0);
    assert_false(unknown_has("SET_CLIP_ID_TEST"));
    set(THREE_LINE_LENGTH, 8);
    set(THREE_LINE_LENGTH + 1, 1);
    set(THREE_LINE_LENGTH + 2, (uint32_t)(base >> 32));
    set(THREE_LINE_LENGTH + 3, (uint32_t)base + 32);
    set(THREE_LAUNCH_DMA, 0x11);
    set(THREE_INLINE_DATA, 0x03020100);
    set(THREE_INLINE_DATA, 0x07060504);
    assert_memory_equal(memory + 32, "\0\1\2\3\4\5\6\7", 8);
}

/* A macro of a program's start: it asks for a register of the hardware and waits. */
static void test_firmware(void **state) {
    (void)state;
    const uint32_t code[] = {
        1 | 2u << 4 | 0u << 8 | (uint32_t)THREE_FIRMWARE_4 << 14, /* place = FALCON04 */
        1 | 4u << 4 | 0u << 8 | 1u << 11,                         /* sends r1 */
        5 | 1u << 4 | 2u << 8 | (uint32_t)THREE_SCRATCH << 14,    /* r2 = scratch */
        1 | 1u << 4 | 2u << 8 | 2u << 11 | 0x3ffffu << 14,        /* r2 = r2 - 1 */
        7 | 1u << 4 | 1u << 5 | 2u << 11 | 0x3fffeu << 14,        /* back while it is not zero */
        1 | 1u << 4 | 1u << 7,                                    /* end */
        1 | 1u << 4,
    };
    struct error error;
    set(0x45, 0);
    for (unsigned i = 0; i < sizeof code / sizeof *code; i++)
        set(0x46, code[i]);
    set(0x47, 0);
    set(0x48, 0);
    assert_true(three_method(e, THREE_REGISTERS, 5, 0, &error));
    set(THREE_SCRATCH, 0);
    set(0x48, 2); /* as the next one, which asks for nothing and waits for ever */
    assert_false(three_method(e, THREE_REGISTERS + 2, 5, 0, &error));
    assert_non_null(strstr(error.text, "does not end"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(constants),
        TEST(constants_in_a_row),
        TEST(constants_not_mapped),
        TEST(changes),
        TEST(report),
        TEST(attributes),
        TEST(reset),
        TEST(acts),
        TEST(firmware),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
