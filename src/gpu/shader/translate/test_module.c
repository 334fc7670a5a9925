/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translate/test_module.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <spirv-tools/libspirv.h>

bool test_translate(const struct test_program *p, struct shader_translation *out,
                    struct error *error) {
    static const char compute[] = ".stage compute\n.header gprs 64\n.header block_size[0] 32\n"
                                  ".header block_size[1] 1\n.header block_size[2] 1\n.code\n";
    struct shader_file file;
    struct shader_key key;
    char *whole = NULL;
    if (asprintf(&whole, ".container dksh\n%s%s",
                 *p->text == '.' && p->text[1] == 's' ? "" : compute, p->text) < 0)
        abort();
    if (!shader_file_parse(whole, &file, error))
        fail_msg("%s: %s", error->text, p->text);
    shader_key_init(&key, &file.programs[0]);
    key.alpha_test = SHADER_GREATER;
    key.point_size = key.depth_minus_one = true;
    key.clip_distances = 5;
    key.cull_distances = 6;
    key.features &= ~p->without;
    key.lanes = (uint8_t)p->lanes;
    if (p->change)
        p->change(&key);
    const bool done = shader_translate(&file.programs[0], &key, out, error);
    shader_file_free(&file);
    free(whole);
    return done;
}

void assert_module(const struct test_program *p, struct shader_contract *contract) {
    struct shader_translation module;
    struct error error = {0};
    if (!test_translate(p, &module, &error))
        fail_msg("%s: %s", error.text, p->text);
    spv_const_binary_t binary = {module.words, module.count};
    spv_diagnostic diagnostic = NULL;
    spv_context context = spvContextCreate(SPV_ENV_VULKAN_1_3);
    if (spvValidate(context, &binary, &diagnostic) != SPV_SUCCESS)
        fail_msg("%s\n%s", diagnostic->error, p->text);
    spvDiagnosticDestroy(diagnostic);
    spvContextDestroy(context);
    if (contract)
        *contract = module.contract;
    shader_translation_free(&module);
}

void assert_valid(const char *text) {
    assert_module(&(struct test_program){.text = text}, NULL);
}

void assert_refused(const struct test_program *p, const char *part) {
    struct shader_translation module;
    struct error error = {0};
    assert_false(test_translate(p, &module, &error));
    if (!strstr(error.text, part))
        fail_msg("'%s' has no '%s'", error.text, part);
}

void assert_fails(const char *text, const char *part) {
    assert_refused(&(struct test_program){.text = text}, part);
}
