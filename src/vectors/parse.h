/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_VECTORS_PARSE_H
#define WINDLASS_VECTORS_PARSE_H

#include "vectors/vectors.h"

/* What parse.c and its checks share. */

struct vector_word {
    const char *text;
    size_t length;
};
/* For %.*s in a message. */
#define WORD_TEXT(word) (int)((word).length > 40 ? 40 : (word).length), (word).text

/* "path:line: ..." as an error of the file; false. */
bool vectors_fail(const char *path, uint32_t line, struct error *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Checks the area that was added last, to `mem` or to `wmem`. */
MUST_CHECK bool vectors_check_area(const struct vectors *v, const struct vector_case *c,
                                   const struct vector_slice *slice, uint32_t line,
                                   struct error *error);
/* No two cases have the same name. */
MUST_CHECK bool vectors_check_names(const struct vectors *v, struct error *error);

#endif
