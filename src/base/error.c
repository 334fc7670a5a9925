/* SPDX-License-Identifier: MIT */
#include "base/error.h"

#include <stdio.h>
#include <string.h>

bool error_set(struct error *e, enum error_kind kind, const char *format, ...) {
    if (!e)
        return false;
    va_list args;
    va_start(args, format);
    e->kind = kind;
    vsnprintf(e->text, sizeof e->text, format, args);
    va_end(args);
    return false;
}

bool error_wrap(struct error *e, const char *format, ...) {
    if (!e)
        return false;
    struct error inner = *e;
    va_list args;
    va_start(args, format);
    int n = vsnprintf(e->text, sizeof e->text, format, args);
    va_end(args);
    if (n >= 0 && (size_t)n < sizeof e->text)
        snprintf(e->text + n, sizeof e->text - (size_t)n, ": %.*s",
                 (int)(sizeof e->text - (size_t)n - 3), inner.text);
    return false;
}

const char *error_kind_name(enum error_kind kind) {
    static const char *const names[] = {
        [ERROR_NONE] = "none",     [ERROR_IO] = "io",
        [ERROR_FORMAT] = "format", [ERROR_UNSUPPORTED] = "unsupported",
        [ERROR_LIMIT] = "limit",   [ERROR_TOOL] = "tool",
        [ERROR_USAGE] = "usage",   [ERROR_GUEST] = "guest",
    };
    return names[kind];
}
