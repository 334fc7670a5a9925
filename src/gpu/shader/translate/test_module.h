/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_TEST_MODULE_H
#define WINDLASS_GPU_SHADER_TRANSLATE_TEST_MODULE_H

#include "gpu/shader/translate.h"

/* For tests: programs as text, what becomes of them, and whether that is valid. */

/* What a test says of a program beside its code. */
struct test_program {
    const char *text; /* from .stage on; without that it is code, of groups of 32 threads */
    uint32_t without; /* features that the device lacks */
    uint32_t lanes;   /* of its subgroups */
    void (*change)(struct shader_key *key);
};

/* The module is freed by shader_translation_free. */
bool test_translate(const struct test_program *p, struct shader_translation *out,
                    struct error *error);
/* The module is valid; its contract goes to `contract` where that is not NULL. */
void assert_module(const struct test_program *p, struct shader_contract *contract);
void assert_valid(const char *text);
/* It is refused, and the error has the part. */
void assert_refused(const struct test_program *p, const char *part);
void assert_fails(const char *text, const char *part);

#endif
