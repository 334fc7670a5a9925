/* SPDX-License-Identifier: MIT */
/* Programs of every shape become valid modules; what cannot be translated is an error that says
 * where. */
#include "gpu/shader/translate/test_module.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void test_straight(void **state) {
    (void)state;
    assert_valid("MOV R0, c[0x2][0x10]\nIADD R1.CC, R0, 0x5\nIADD.X R2, R0, -R1\nEXIT\n");
    assert_valid("@P0 MOV R0, R1\n@!P1 SEL R2, R3, R4, !P2\n@P2 EXIT\nMOV R3, R0\nEXIT\n");
}

static void test_branches(void **state) {
    (void)state;
    assert_valid("SSY L2\n@P0 BRA L1\nMOV R0, 0x1\nSYNC\nL1:\nMOV R0, 0x2\nSYNC\nL2:\nEXIT\n");
    assert_valid("L1:\nIADD R0, R0, 0x1\n@P0 BRA L1\nEXIT\n");
    assert_valid("IADD R0.CC, R0, 0x1\nBRA.GT L1\nMOV R0, R1\nL1:\nEXIT\n");
    assert_valid("L1:\nBRA L1\nEXIT\n");
}

/* Out of two loops at once, and on with the outer one from the inner. */
static void test_far_jumps(void **state) {
    (void)state;
    assert_valid("L1:\nIADD R0, R0, 0x1\nL2:\nIADD R1, R1, 0x1\n@P0 BRA L3\n@P1 BRA L1\n"
                 "@P2 BRA L2\n@P3 BRA L1\nMOV R2, R1\nL3:\nEXIT\n");
    assert_valid("PBK L9\nL1:\nPBK L8\nL2:\n@P0 BRA L9\n@P1 BRK\nBRA L2\nL8:\n@P2 BRK\nBRA L1\n"
                 "L9:\nEXIT\n");
    /* a loop with two entries */
    assert_valid("@P0 BRA L2\nL1:\nIADD R0, R0, 0x1\nL2:\nIADD R1, R1, 0x1\n@P1 BRA L1\nEXIT\n");
}

static void test_calls(void **state) {
    (void)state;
    assert_valid("CAL L1\nMOV R0, R1\nEXIT\nL1:\n@P0 EXIT\nMOV R1, R2\nRET\n");
    assert_fails("L1:\nCAL L1\nEXIT\n", "calls itself");
}

static void test_vertex(void **state) {
    (void)state;
    assert_valid(".stage vertex\n.sph in[0] 0xf\n.sph out_system 0xf0000000\n.sph out[1] 0xf\n"
                 ".code\nALD.128 R0, a[0x80], RZ\nAST.128 a[0x70], R0, RZ\n"
                 "ALD R4, a[0x2fc], RZ\nALD R5, a[0x2f8], RZ\nAST.64 a[0x90], R4, RZ\n"
                 "AST a[0x2c0], R0, RZ\nAST a[0x2c4], R0, RZ\nAST a[0x2c8], R0, RZ\n"
                 "AST a[0x64], R4, RZ\nAST a[0x68], R4, RZ\nAST.128 a[0x280], R0, RZ\n"
                 "AL2P R6, R4, 0x90\nAST a[R6], R1, RZ\nALD R7, a[R6], RZ\nEXIT\n");
    assert_fails(".stage vertex\n.code\nALD R0, a[0x3f0], RZ\nEXIT\n", "at a[0x3f0]");
}

/* Position and a part of two vectors, with a gap; more than one way out. */
static void capture(struct shader_key *key) {
    static const struct shader_capture what = {
        .buffers = {{.stride = 48, .count = 4, .words = {0x1c, 0x1d, 0x1e, 0x1f}},
                    {.stride = 28,
                     .count = 7,
                     .words = {0x24, 0x25, 0x26, 0x27, SHADER_CAPTURE_NOTHING, 0x29, 0x1b}}}};
    key->capture = &what;
    key->depth_minus_one = true;
}

static void test_capture(void **state) {
    (void)state;
    const char *text =
        ".stage vertex\n.sph in[0] 0xf\n.sph out_system 0xf0000000\n.sph out[1] 0xf\n"
        ".sph out[31] 0xf\n.code\nALD.128 R0, a[0x80], RZ\nAST.128 a[0x70], R0, RZ\n"
        "AST.128 a[0x90], R0, RZ\n@P0 EXIT\nAST.128 a[0x270], R0, RZ\nEXIT\n";
    assert_module(&(struct test_program){.text = text, .change = capture}, NULL);
}

static void test_fragment(void **state) {
    (void)state;
    assert_valid(".stage fragment\n.sph in[0] 0xaa\n.sph in[1] 0x55\n.sph in[2] 0xff\n"
                 ".sph target[0] 0xf\n.sph target[2] 3\n.sph out_sample_mask 1\n"
                 ".sph out_depth 1\n.code\nIPA.PASS R0, a[0x7c], RZ, RZ\nIPA R1, a[0x80], R0, RZ\n"
                 "IPA.PASS R2, a[0x70], RZ, RZ\nIPA.CONSTANT R3, a[0x90], RZ, RZ\n"
                 "IPA.PASS.CENTROID R4, a[0xa0], RZ, RZ\nIPA.PASS.OFFSET R5, a[0x84], RZ, R2\n"
                 "IPA.PASS R6, a[0x3fc], RZ, RZ\nIPA.PASS R7, a[0x64], RZ, RZ\n"
                 "IPA.PASS R7, a[0x60], RZ, RZ\nIPA.PASS R7, a[0x2e4], RZ, RZ\n"
                 "AL2P R9, R2, 0x80\nIPA.IDX R9, a[R9], R0, RZ\n"
                 "PIXLD.COVMASK R6, PT, [RZ]\nPIXLD.MY_INDEX R8, PT, [RZ]\n@P0 KIL\nEXIT\n");
    assert_fails(".stage fragment\n.sph in[0] 0x9\n.code\nIPA.PASS R0, a[0x80], RZ, RZ\nEXIT\n",
                 "interpolated in different ways");
}

static unsigned products_of(const char *text) {
    enum { HEADER_WORDS = 5, OP_FMUL = 133 };
    struct shader_translation module;
    struct error error = {0};
    unsigned count = 0;
    if (!test_translate(&(struct test_program){.text = text}, &module, &error))
        fail_msg("%s: %s", error.text, text);
    for (size_t i = HEADER_WORDS; i < module.count; i += module.words[i] >> 16)
        count += (module.words[i] & 0xffff) == OP_FMUL;
    shader_translation_free(&module);
    return count;
}

/* Divided by w and multiplied by it is as it was; by anything else it is not. */
static void test_perspective(void **state) {
    (void)state;
#define FRAGMENT ".stage fragment\n.sph in[0] 0xaa\n.sph target[0] 1\n.code\n"
    assert_int_equal(products_of(FRAGMENT "IPA.PASS R1, a[0x7c], RZ, RZ\nMUFU.RCP R1, R1\n"
                                          "IPA R0, a[0x80], R1, RZ\nEXIT\n"),
                     0);
    assert_int_equal(products_of(FRAGMENT "IPA.PASS R1, a[0x78], RZ, RZ\nMUFU.RCP R1, R1\n"
                                          "IPA R0, a[0x80], R1, RZ\nEXIT\n"),
                     2);
    assert_int_equal(products_of(FRAGMENT "IPA.PASS R1, a[0x7c], RZ, RZ\n@P0 MUFU.RCP R1, R1\n"
                                          "IPA R0, a[0x80], R1, RZ\nEXIT\n"),
                     2);
    assert_int_equal(products_of(FRAGMENT "IPA.PASS R0, a[0x80], RZ, RZ\nEXIT\n"), 1);
}

static void test_geometry(void **state) {
    (void)state;
    assert_valid(".stage geometry\n.sph threads_per_primitive 2\n.sph output_topology 7\n"
                 ".sph max_vertices 4\n.sph in[0] 0xf\n.sph out[0] 0xf\n.code\nMOV R1, 0x1\n"
                 "ISBERD R1, R1\nALD.128 R4, a[0x70], R1\nALD.128 R8, a[0x80], R1\n"
                 "AST.128 a[0x70], R4, RZ\nAST.128 a[0x80], R8, RZ\nAST a[0x64], R1, RZ\n"
                 "OUT.EMIT R0, R0, RZ\nOUT.EMIT R0, R0, 0x1\nOUT.EMIT R0, R0, R1\n"
                 "OUT.CUT R0, R0, RZ\nEXIT\n");
}

static void test_tessellation(void **state) {
    (void)state;
    assert_valid(".stage tess_control\n.sph threads_per_primitive 3\n.sph patch_attributes 2\n"
                 ".sph in[0] 0xf\n.sph out[0] 0xf\n.code\nALD.128 R0, a[0x80], R4\n"
                 "AST.128 a[0x80], R0, RZ\nALD.O R5, a[0x80], R4\nAST.P a[0x0], R0, RZ\n"
                 "AST.P a[0x14], R0, RZ\nAST.P.128 a[0x20], R0, RZ\nALD.P R6, a[0x20], RZ\n"
                 "AST.128 a[0x70], R0, RZ\nALD.128 R8, a[0x70], R4\nEXIT\n");
    assert_valid(".stage tess_evaluation\n.sph in[0] 0xf\n.sph out[0] 0xf\n.code\n"
                 "ALD.64 R0, a[0x2f0], RZ\nALD.128 R4, a[0x80], R1\nALD.P R2, a[0x20], RZ\n"
                 "ALD.P R2, a[0x4], RZ\nAST.128 a[0x70], R4, RZ\nAST.128 a[0x80], R4, RZ\n"
                 "ALD.O.64 R0, a[0x2f0], R1\nEXIT\n");
}

/* What no compiler here writes. */
static void test_far_places(void **state) {
    (void)state;
    assert_valid("@P0 JMP 0x18\nMOV R0, R1\nEXIT\n");
    assert_valid("JCAL 0x30\nMOV R0, R1\nEXIT\nRET\nRET\n");
    assert_valid(
        ".stage compute\n.header block_size[0] 32\n.header block_size[1] 1\n"
        ".header block_size[2] 1\n.constants 0x00000010 0x00000018 0x00000010 0x00000008\n.code\n"
        "LOP.AND R0, R0, 0x3\nSHL R0, R0, 0x2\nBRX c[0x1][R0]\nEXIT\nMOV R1, R0\nEXIT\n"
        "EXIT\n");
}

static void test_errors(void **state) {
    (void)state;
    assert_fails("MOV R0, c[0x1f][0x10]\nEXIT\n", "no constant buffer 31");
    assert_fails("MOV R0, R1\n.word 0x0\nEXIT\n", "0x0000000000000000 is no instruction");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_straight),   cmocka_unit_test(test_branches),
        cmocka_unit_test(test_far_jumps),  cmocka_unit_test(test_calls),
        cmocka_unit_test(test_capture),    cmocka_unit_test(test_vertex),
        cmocka_unit_test(test_fragment),   cmocka_unit_test(test_perspective),
        cmocka_unit_test(test_geometry),   cmocka_unit_test(test_tessellation),
        cmocka_unit_test(test_far_places), cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
