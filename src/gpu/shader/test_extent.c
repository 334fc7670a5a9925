/* SPDX-License-Identifier: MIT */
#include "gpu/shader/extent.h"
#include "gpu/shader/file.h"
#include "gpu/shader/handles.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { JUNK = 256 };

static void assemble(const char *constants, const char *code, struct shader_file *file) {
    struct error error = {0};
    char *text = memory_format(".stage compute\n%s.code\n%s", constants, code);
    if (!shader_file_parse(text, file, &error))
        fail_msg("%s", error.text);
    free(text);
}

/* How long the code is with something else behind it; 0: no end was found. */
static size_t length_of(const char *constants, const char *code, bool *uses) {
    struct shader_file file;
    assemble(constants, code, &file);
    const struct shader_program *p = file.programs;
    const struct flow_constants c = {p->constants.data, p->constants.size};
    uint8_t *memory = memory_new(p->code.size + JUNK);
    size_t size = 0;
    memcpy(memory, p->code.data, p->code.size);
    memset(memory + p->code.size, 0x5a, JUNK);
    if (shader_extent(memory, p->code.size + JUNK, &c, &size, uses) != EXTENT_FOUND)
        size = 0;
    free(memory);
    shader_file_free(&file);
    return size;
}

static void ends_behind_what_is_reached(void **state) {
    bool uses;
    (void)state;
    assert_int_equal(length_of("", "EXIT\n", &uses), 32);
    assert_false(uses);
    assert_int_equal(length_of("", "MOV R0, R1\nMOV R0, R1\nMOV R0, R1\nEXIT\nEXIT\n", &uses), 64);
    /* An exit that others jump over is not the end. */
    assert_int_equal(length_of("", "@P0 BRA on\nEXIT\nNOP\non:\nEXIT\n", &uses), 64);
    assert_int_equal(length_of("", "SSY on\n@P0 SYNC\nSYNC\non:\nEXIT\n", &uses), 64);
    assert_int_equal(length_of("", "CAL f\nEXIT\nNOP\nNOP\nf:\nRET\n", &uses), 64);
    /* Nor is one that only some take. */
    assert_int_equal(length_of("", "@P0 EXIT\nNOP\nNOP\nEXIT\n", &uses), 64);
    assert_int_equal(length_of("", "EXIT.EQ\nNOP\nNOP\nEXIT\n", &uses), 64);
    /* A loop that nothing leaves. */
    assert_int_equal(length_of("", "again:\nNOP\nBRA again\n", &uses), 32);
}

static void tables_count(void **state) {
    bool uses;
    (void)state;
    const char *code = "IMNMX.U32 R0, R0, 0x1, PT\nSHL R0, R0, 0x2\nLDC R0, c[0x1][R0]\n"
                       "BRX R0, PC+0x8\nEXIT\nNOP\nEXIT\n";
    assert_int_equal(length_of(".constants 0x00000000 0x00000018\n", code, &uses), 96);
    assert_true(uses);
}

static void what_does_not_end(void **state) {
    bool uses;
    size_t size = 0;
    (void)state;
    assert_int_equal(length_of("", "NOP\nNOP\nNOP\n", &uses), 0);
    const uint8_t zeros[64] = {0};
    assert_int_not_equal(shader_extent(zeros, sizeof zeros, NULL, &size, &uses), EXTENT_FOUND);
    assert_int_equal(shader_extent(zeros, 0, NULL, &size, &uses), EXTENT_OPEN);
}

static void handles(void **state) {
    struct shader_file file;
    struct shader_handles found;
    struct error error = {0};
    (void)state;
    assemble("",
             "TEXS R0, R2, R3, 0x28, 2D, R\nSUST.P.2D.RGBA.IGN R0, R4, 0x48\n"
             "TXQ R4, R5, 0x29, DIMENSION, 0x1\nTXQ R4, R5, 0x28, DIMENSION, 0x1\n"
             "STG.E [R0], R4\nEXIT\n",
             &file);
    if (!shader_handles_find(file.programs, 0, &found, &error))
        fail_msg("%s", error.text);
    assert_int_equal(found.count, 3);
    const struct shader_handle wanted[] = {{.place = {0, 0xa0}},
                                           {.place = {0, 0x120}, .image = true, .formatted = true},
                                           {.place = {0, 0xa4}, .asked = true}};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(found.list[i].place.offset, wanted[i].place.offset);
        assert_int_equal(found.list[i].image, wanted[i].image);
        assert_int_equal(found.list[i].formatted, wanted[i].formatted);
        assert_int_equal(found.list[i].asked, wanted[i].asked);
        assert_false(found.list[i].indexed);
        assert_int_equal(found.list[i].place.slot, 0);
    }
    assert_int_equal(found.range[0].begin, 0xa0);
    assert_int_equal(found.range[0].end, 0x124);
    assert_int_equal(found.range[1].end, 0);
    /* Where handles lie elsewhere. */
    if (!shader_handles_find(file.programs, 15, &found, &error))
        fail_msg("%s", error.text);
    assert_int_equal(found.list[0].place.slot, 15);
    shader_file_free(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_behind_what_is_reached),
        cmocka_unit_test(tables_count),
        cmocka_unit_test(what_does_not_end),
        cmocka_unit_test(handles),
    };
    return cmocka_run_group_tests_name("shader_extent", tests, NULL, NULL);
}
