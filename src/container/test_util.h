/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CONTAINER_TEST_UTIL_H
#define WINDLASS_CONTAINER_TEST_UTIL_H

#include "container/program.h"
#include "container/sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Parses the bytes, which it takes. */
static inline bool parse_sample(struct strbuf *s, const char *name, struct program *p,
                                struct error *error) {
    struct blob file = {(uint8_t *)s->text, s->length};
    *s = (struct strbuf){0};
    memset(error, 0, sizeof *error);
    return program_parse(name, &file, p, error);
}

static inline void expect_error(struct strbuf *s, const char *name, enum error_kind kind,
                                const char *text) {
    struct program p;
    struct error e;
    assert_false(parse_sample(s, name, &p, &e));
    assert_string_equal(e.text, text);
    assert_int_equal(e.kind, kind);
}

#endif
