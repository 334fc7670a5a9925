/* SPDX-License-Identifier: MIT */
#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *checked(void *p, size_t bytes) {
    if (!p && bytes) {
        fprintf(stderr, "windlass: out of memory (%zu bytes asked for)\n", bytes);
        abort();
    }
    return p;
}

void *memory_new(size_t bytes) {
    return checked(calloc(1, bytes ? bytes : 1), bytes);
}

void *memory_resize(void *old, size_t bytes) {
    return checked(realloc(old, bytes ? bytes : 1), bytes);
}

char *memory_string(const char *text) {
    return checked(strdup(text), strlen(text) + 1);
}

char *memory_format(const char *format, ...) {
    char *text = NULL;
    va_list args;
    va_start(args, format);
    int n = vasprintf(&text, format, args);
    va_end(args);
    return checked(n < 0 ? NULL : text, 1);
}
