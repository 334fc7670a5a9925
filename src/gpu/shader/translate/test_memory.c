/* SPDX-License-Identifier: MIT */
/* Special registers, constants and memory: modules that are valid, and what they ask for. */
#include "gpu/shader/translate/test_module.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define SPECIALS                                                                                   \
    "S2R R0, LANEID\nS2R R1, TID\nS2R R2, TID.Y\nS2R R3, CTAID.Z\nS2R R4, NTID\n"                  \
    "S2R R5, GEMASK\nS2R R6, INVOCATION_ID\nS2R R7, INVOCATION_INFO\nCS2R R8, CLOCKLO\n"           \
    "S2R R9, SMEMSZ\nS2R R10, PRIM_TYPE\n@P0 S2R R11, Y_DIRECTION\nS2R R12, VIRTID\n"              \
    "S2R R13, THREAD_KILL\nS2R R14, LTMASK\nEXIT\n"

static void test_special(void **state) {
    struct shader_contract contract;
    (void)state;
    assert_module(&(struct test_program){.text = SPECIALS}, &contract);
    assert_int_equal(contract.lanes, 0);
    assert_true(contract.push);
    assert_module(&(struct test_program){.text = SPECIALS, .lanes = 32}, &contract);
    assert_int_equal(contract.lanes, 32);
    assert_module(&(struct test_program){.text = ".stage fragment\n.code\n" SPECIALS}, NULL);
    assert_module(&(struct test_program){.text = ".stage fragment\n.code\n" SPECIALS, .lanes = 32},
                  NULL);
    assert_module(&(struct test_program){.text = ".stage vertex\n.code\n" SPECIALS, .lanes = 32},
                  NULL);
}

static void test_constants(void **state) {
    struct shader_contract contract;
    (void)state;
    assert_module(&(struct test_program){.text =
                                             "LDC R0, c[0x2][R1+0x10]\nLDC.64 R2, c[0x3][0x20]\n"
                                             "LDC.S8 R4, c[0x3][R0+0x3]\nLDC.U16 R5, c[0x1][0x42]\n"
                                             "LDC.128 R8, c[0x3][R4]\nEXIT\n"},
                  &contract);
    assert_int_equal(contract.constants, 1 << 1 | 1 << 2 | 1 << 3);
    assert_int_equal(contract.constant_size[1], 0x44);
    assert_int_equal(contract.constant_size[3], 65536);
    assert_module(&(struct test_program){.text = "@P0 LDC.IS.64 R0, c[0x2][R1+0x10]\n"
                                                 "LDC.ISL R2, c[0x2][0x10]\nEXIT\n"},
                  &contract);
    assert_int_equal(contract.constants, 0xff);
}

static void map_only(struct shader_key *key) {
    key->map_only = true;
}

static void version_five(struct shader_key *key) {
    key->map_only = true;
    key->version = 5;
}

#define GLOBALS                                                                                    \
    "MOV R4, c[0x0][0x140]\nMOV R5, c[0x0][0x144]\nLDG.E R0, [R4+0x10]\nSTG.E.128 [R4], R0\n"      \
    "LDG.E.S16 R1, [R4+0x2]\nSTG.E.U8 [R4-0x3], R1\n@P0 LDG.E.64 R2, [R4]\n"                       \
    "@P1 STG.E.U16 [R4], RZ\nEXIT\n"

static void test_global(void **state) {
    struct shader_contract contract;
    (void)state;
    assert_module(&(struct test_program){.text = GLOBALS, .without = SHADER_HAS_ADDRESSES},
                  &contract);
    assert_int_equal(contract.storage_count, 1);
    assert_int_equal(contract.storage[0].place.offset, 0x140);
    assert_true(contract.storage[0].written);
    assert_false(contract.address_map);
    assert_module(&(struct test_program){.text = GLOBALS, .change = map_only}, &contract);
    assert_int_equal(contract.storage_count, 0);
    assert_true(contract.address_map);
    assert_module(&(struct test_program){.text = GLOBALS, .change = version_five}, NULL);
    assert_valid("LDG R0, [R2]\nSTG [0x10], R0\nEXIT\n");
    assert_refused(&(struct test_program){.text = "MOV R0, R1\nLDG.E R0, [R2]\nEXIT\n",
                                          .without = SHADER_HAS_ADDRESSES},
                   "code at 0x10: its address");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_special),
        cmocka_unit_test(test_constants),
        cmocka_unit_test(test_global),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
