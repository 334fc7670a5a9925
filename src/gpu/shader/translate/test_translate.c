/* SPDX-License-Identifier: MIT */
/* Programs of every shape become valid modules; what cannot be translated is an error that says
 * where. */
#include "gpu/shader/code.h"
#include "gpu/shader/translate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <spirv-tools/libspirv.h>

static bool translate(const char *text, struct shader_translation *out, struct error *error) {
    struct shader_file file;
    struct shader_key key;
    char *whole = NULL;
    if (asprintf(&whole,
                 ".container dksh\n.stage compute\n.header gprs 16\n.header block_size[0] 32\n"
                 ".header block_size[1] 1\n.header block_size[2] 1\n.code\n%s",
                 text) < 0)
        abort();
    assert_true(shader_file_parse(whole, &file, error));
    shader_key_init(&key, &file.programs[0]);
    const bool done = shader_translate(&file.programs[0], &key, out, error);
    shader_file_free(&file);
    free(whole);
    return done;
}

static void assert_valid(const char *text) {
    struct shader_translation module;
    struct error error = {0};
    if (!translate(text, &module, &error))
        fail_msg("%s: %s", error.text, text);
    spv_const_binary_t binary = {module.words, module.count};
    spv_diagnostic diagnostic = NULL;
    spv_context context = spvContextCreate(SPV_ENV_VULKAN_1_3);
    if (spvValidate(context, &binary, &diagnostic) != SPV_SUCCESS)
        fail_msg("%s\n%s", diagnostic->error, text);
    spvDiagnosticDestroy(diagnostic);
    spvContextDestroy(context);
    shader_translation_free(&module);
}

static void assert_fails(const char *text, const char *part) {
    struct shader_translation module;
    struct error error = {0};
    assert_false(translate(text, &module, &error));
    if (!strstr(error.text, part))
        fail_msg("'%s' has no '%s'", error.text, part);
}

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

static void test_errors(void **state) {
    (void)state;
    assert_fails("MOV R0, c[0x1f][0x10]\nEXIT\n", "no constant buffer 31");
    assert_fails("MOV R0, R1\n.word 0x0\nEXIT\n", "0x0000000000000000 is no instruction");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_straight),  cmocka_unit_test(test_branches),
        cmocka_unit_test(test_far_jumps), cmocka_unit_test(test_calls),
        cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
