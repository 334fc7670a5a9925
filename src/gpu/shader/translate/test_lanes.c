/* SPDX-License-Identifier: MIT */
/* Instructions on 32 lanes, where subgroups have as many and where not. */
#include "gpu/shader/translate/test_module.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define FRAGMENT ".stage fragment\n.code\n"

static const char lanes[] =
    "VOTE.ANY R0, P0, P1\nVOTE.ALL RZ, P1, !P0\nVOTE.EQ RZ, P2, PT\n@P3 VOTE.ALL R1, PT, PT\n"
    "SHFL.IDX PT, R0, R1, 0x3, 0x1f\nSHFL.UP P0, R0, R1, R2, RZ\nSHFL.DOWN P1, R0, R1, 0x2, R3\n"
    "SHFL.BFLY PT, R3, RZ, 0x10, 0x181f\nEXIT\n";
static const char together[] =
    "S2R R3, CTAID.X\nIADD RZ.CC, R3, RZ\nSSY L1\nBRA.EQ L2\nSYNC\nL2:\n"
    "VOTE.ANY R0, P2, P1\nSHFL.BFLY PT, R1, R2, 0x1, 0x1f\nVOTE.ALL R0, PT, PT\nSYNC\n"
    "L1:\nEXIT\n";
static const char apart[] = "S2R R3, TID.X\nIADD RZ.CC, R3, RZ\nBRA.EQ L1\n"
                            "VOTE.ANY R0, P0, P1\nL1:\nEXIT\n";

static void odd_group(struct shader_key *key) {
    key->group[0] = 50;
}

static void test_subgroups(void **state) {
    struct shader_contract contract;
    (void)state;
    assert_module(&(struct test_program){.text = lanes, .lanes = 32}, &contract);
    assert_int_equal(contract.lanes, 32);
    assert_module(&(struct test_program){.text = apart, .lanes = 32}, &contract);
}

static void test_shared(void **state) {
    struct shader_contract contract;
    (void)state;
    assert_module(&(struct test_program){.text = together, .lanes = 8}, &contract);
    assert_int_equal(contract.lanes, 0);
    assert_module(&(struct test_program){.text = together, .change = odd_group}, NULL);
    assert_refused(&(struct test_program){.text = apart, .lanes = 8}, "may not come here");
    assert_refused(
        &(struct test_program){.text = ".stage vertex\n.code\nVOTE.ANY R0, P0, P1\nEXIT\n"},
        "not as many in all stages");
}

static void test_quads(void **state) {
    static const char text[] =
        FRAGMENT "SHFL.BFLY PT, R0, R1, 0x1, 0x1c03\nSHFL.BFLY PT, R0, R1, 0x3, 0x1f\n"
                 "FSWZADD R0, R1, R2, 153\nFSWZADD.FTZ.RM.NDV R3.CC, R1, R2, 204\nSHFL.IDX P0, R2, "
                 "R1, 0x2, 0x1c03\nSHFL.IDX P0, R2, R1, R4, 0x1c03\nEXIT\n";
    struct shader_contract contract;
    (void)state;
    assert_module(&(struct test_program){.text = text, .lanes = 8}, &contract);
    assert_module(&(struct test_program){.text = text, .lanes = 8, .without = SHADER_HAS_QUAD},
                  &contract);
    assert_int_equal(contract.lanes, 0);
    assert_refused(&(struct test_program){.text = FRAGMENT "SHFL.UP PT, R0, R1, 0x1, RZ\nEXIT\n"},
                   "not as many in all stages");
}

/* A pixel that is dropped goes on for its quad's sake where the device can do that. */
static void test_dropped(void **state) {
    static const char text[] = FRAGMENT "SSY L1\n@P1 KIL\nSHFL.BFLY PT, R0, R1, 0x1, 0x1c03\n"
                                        "@P0 KIL\nSYNC\nL1:\nKIL.EQ\n@P2 EXIT\nKIL\nEXIT\n";
    (void)state;
    assert_module(&(struct test_program){.text = text}, NULL);
    assert_module(&(struct test_program){.text = text, .without = SHADER_HAS_DEMOTE}, NULL);
    assert_valid("CAL L1\nEXIT\nL1:\n@P0 KIL\nRET\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_subgroups),
        cmocka_unit_test(test_shared),
        cmocka_unit_test(test_quads),
        cmocka_unit_test(test_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
