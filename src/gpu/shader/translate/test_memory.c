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

#define ATOMICS                                                                                    \
    "MOV R4, c[0x0][0x140]\nMOV R5, c[0x0][0x144]\nATOM.ADD.E R0, [R4+0x10], R1\n"                 \
    "ATOM.INC.E R1, [R4], R0\nATOM.DEC.E R1, [R4], R0\nATOM.MAX.E.S32 R2, [R4], R1\n"              \
    "ATOM.ADD.E.F32.FTZ.RN R2, [R4], R1\nATOM.ADD.E.F16x2.FTZ.RN RZ, [R4], R1\n"                   \
    "ATOM.CAS.E R0, [R4], R2\n@P0 RED.XOR.E [R4], R1\nATOM.SAFEADD.E R0, [R4], RZ\n"
#define ATOMICS64                                                                                  \
    "ATOM.ADD.E.U64 R0, [R4+0x10], R2\nATOM.MIN.E.S64 R0, [R4+0x10], R2\n"                         \
    "ATOM.CAS.E.64 R0, [R4], R8\nATOM.INC.E.U64 R0, [R4], R8\n"

static void test_atomics(void **state) {
    struct shader_contract contract;
    (void)state;
    assert_module(&(struct test_program){.text = ATOMICS "EXIT\n"}, &contract);
    assert_int_equal(contract.storage_count, 1);
    assert_true(contract.storage[0].written);
    assert_module(&(struct test_program){.text = ATOMICS ATOMICS64 "EXIT\n"}, NULL);
    assert_module(&(struct test_program){.text = ATOMICS ATOMICS64 "EXIT\n", .change = map_only},
                  NULL);
    assert_refused(
        &(struct test_program){.text = ATOMICS ATOMICS64 "EXIT\n", .without = SHADER_HAS_ATOMIC64},
        "no atomic operations on 64 bits");
    assert_fails("RED.AND.E.F32.FTZ.RN [R4], R1\nEXIT\n", "no such operation");
}

static void test_barriers(void **state) {
    (void)state;
    assert_valid("BAR.SYNC RZ, RZ\nBAR.SYNC 0x1, 0x20\nMEMBAR.CTA\n@P0 MEMBAR.SYS\n"
                 "BAR.RED.POPC 0x0, RZ, P0\nB2R.RESULT R0, 0x0, PT\nBAR.RED.AND 0x0, RZ, !P1\n"
                 "B2R.RESULT RZ, 0x0, P2\nCCTL.E.IV [R0]\nEXIT\n");
    assert_valid(".stage tess_control\n.code\nBAR.SYNC 0x0, RZ\nEXIT\n");
    assert_fails("BAR.ARV 0x1, 0x20\nEXIT\n", "without waiting");
    assert_fails("BAR.SYNC 0x1, 0x10\nEXIT\n", "some of the workgroup's");
    assert_fails("B2R.RESULT R0, 0x0, PT\nEXIT\n", "only the result");
    assert_refused(&(struct test_program){.text = ".stage vertex\n.code\nBAR.SYNC 0x0, RZ\nEXIT\n"},
                   "cannot wait");
}

static void some_memory(struct shader_key *key) {
    key->shared_size = 64;
    key->local_size = 32;
    key->local_negative = 16;
}

#define LOCALS                                                                                     \
    "LDS R0, [R4+0x10]\nSTS.128 [R4], R0\nLDS.U.U8 R1, [0x4]\nSTS.U16 [R4-0x3], R1\n"              \
    "LDL.128 R0, [R4-0x10]\nSTL.64 [R4], R0\n@P0 STL.U8 [R4+0x1], R0\nSTL [-0x10], RZ\n"           \
    "ATOMS.ADD R0, [R4+0x10], R1\nATOMS.CAS R0, [R4], R2\n@P1 ATOMS.MIN.S32 RZ, [R4], R1\n"

static void test_local(void **state) {
    (void)state;
    assert_module(&(struct test_program){.text = LOCALS "EXIT\n", .change = some_memory}, NULL);
    assert_module(&(struct test_program){.text = LOCALS "CAL L1\nEXIT\nL1:\n" LOCALS "RET\n",
                                         .change = some_memory},
                  NULL);
    assert_module(&(struct test_program){.text = LOCALS "EXIT\n"}, NULL);
    assert_module(&(struct test_program){.text = ".stage fragment\n.code\n" LOCALS "EXIT\n",
                                         .change = some_memory},
                  NULL);
    assert_module(
        &(struct test_program){
            .text = "ATOMS.ADD.U64 R0, [R4], R2\nATOMS.MAX.S64 R0, [R4], R2\n"
                    "ATOMS.INC.U64 R0, [R4], R2\n@P0 ATOMS.CAS.64 R0, [R4], R8\nEXIT\n",
            .change = some_memory},
        NULL);
    assert_refused(&(struct test_program){.text = "ATOMS.ADD.U64 R0, [R4], R2\nEXIT\n",
                                          .without = SHADER_HAS_INT64,
                                          .change = some_memory},
                   "no integers of 64 bits");
}

static void test_generic(void **state) {
    static const char text[] = "LD.E R0, [R4+0x10], PT\nST.E.128 [R4], R0, PT\nLD.U8 R1, [R4], PT\n"
                               "@P0 ST.E.U16 [R4], R1, PT\nEXIT\n";
    (void)state;
    assert_module(&(struct test_program){.text = text, .change = some_memory}, NULL);
    assert_module(&(struct test_program){.text = text}, NULL);
    assert_fails("LD.E R0, [R4], P0\nEXIT\n", "its predicate");
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
    assert_true(contract.map_written);
    assert_module(&(struct test_program){.text = "LDG.E R0, [R2]\nEXIT\n"}, &contract);
    assert_true(contract.address_map);
    assert_false(contract.map_written);
    assert_module(&(struct test_program){.text = GLOBALS, .change = version_five}, NULL);
    assert_valid("LDG R0, [R2]\nSTG [0x10], R0\nEXIT\n");
    assert_refused(&(struct test_program){.text = "MOV R0, R1\nLDG.E R0, [R2]\nEXIT\n",
                                          .without = SHADER_HAS_ADDRESSES},
                   "code at 0x10: its address");
}

static void much_local(struct shader_key *key) {
    key->local_size = key->local_negative = 0xfffffffe;
}

static void much_shared(struct shader_key *key) {
    key->shared_size = UINT32_MAX;
}

static void large_group(struct shader_key *key) {
    key->group[0] = key->group[1] = 0x10000;
}

static void test_limits(void **state) {
    (void)state;
    assert_refused(&(struct test_program){.text = "LDL R0, [R1]\nEXIT\n", .change = much_local},
                   "bytes of local memory: a thread has at most 0x80000");
    assert_refused(&(struct test_program){.text = "LDS R0, [R1]\nEXIT\n", .change = much_shared},
                   "bytes of shared memory: a group has at most 0xc000");
    assert_refused(
        &(struct test_program){.text = "BAR.RED.POPC 0x0, RZ, PT\nEXIT\n", .change = large_group},
        "65536 x 65536 x 1 threads");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_limits),    cmocka_unit_test(test_special),
        cmocka_unit_test(test_constants), cmocka_unit_test(test_global),
        cmocka_unit_test(test_atomics),   cmocka_unit_test(test_local),
        cmocka_unit_test(test_barriers),  cmocka_unit_test(test_generic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
