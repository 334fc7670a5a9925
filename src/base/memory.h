/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_BASE_MEMORY_H
#define WINDLASS_BASE_MEMORY_H

#include <stddef.h>

/* Host allocations for our own small things. They end the process with a message when the host is
 * out of memory; sizes that a guest or a file names are checked against a bound before they come
 * here. Free with free(). */
void *memory_new(size_t bytes); /* zeroed */
void *memory_resize(void *old, size_t bytes);
char *memory_string(const char *text);
char *memory_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

#define NEW(type)          ((type *)memory_new(sizeof(type)))
#define NEW_ARRAY(type, n) ((type *)memory_new(sizeof(type) * (size_t)(n)))
/* Makes room for one more element in a growing array of `count` elements. */
#define GROW(array, count, room)                                                                   \
    do {                                                                                           \
        if ((count) == (room)) {                                                                   \
            (room) = (room) ? (room) * 2 : 8;                                                      \
            (array) = memory_resize((array), (room) * sizeof *(array));                            \
        }                                                                                          \
    } while (0)

#endif
