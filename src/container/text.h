/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CONTAINER_TEXT_H
#define WINDLASS_CONTAINER_TEXT_H

#include <stddef.h>

/* Copies text from a file, up to its first NUL or n bytes, so that it can be shown: what is no
 * UTF-8 and what would steer a terminal becomes '?'. `out` has room for n + 1 bytes. */
void text_clean(char *out, const void *text, size_t n);

#endif
