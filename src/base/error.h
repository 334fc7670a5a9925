/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_BASE_ERROR_H
#define WINDLASS_BASE_ERROR_H

#include <stdarg.h>
#include <stdbool.h>

/* Every fallible function returns bool (true: done) and is marked MUST_CHECK; on false the struct
 * error that it was given says what, where and what to do next. */
#define MUST_CHECK __attribute__((warn_unused_result))

enum error_kind {
    ERROR_NONE,
    ERROR_IO,          /* the host refused: file, socket, mapping */
    ERROR_FORMAT,      /* an input file is malformed */
    ERROR_UNSUPPORTED, /* well-formed, but nothing here can take it */
    ERROR_LIMIT,       /* a bound of ours or of the host was reached */
    ERROR_TOOL,        /* a program that we call (clang, ninja) is missing or failed */
    ERROR_USAGE,       /* the command line or a configuration file is wrong */
    ERROR_GUEST,       /* the guest program ended in a fault */
};

struct error {
    enum error_kind kind;
    char text[1024];
};

/* Fills *e (e may be NULL) and returns false, so that `return error_set(...)` reads well. */
bool error_set(struct error *e, enum error_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Puts "context: " in front of the text that is there; returns false. */
bool error_wrap(struct error *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The kind's name as it stands in reports: "io", "format", ... */
const char *error_kind_name(enum error_kind kind);

#endif
