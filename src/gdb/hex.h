/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GDB_HEX_H
#define WINDLASS_GDB_HEX_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reading the text of a packet from left to right, and bytes as hexadecimal digits. */

struct cursor {
    const char *at, *end;
};

/* -1: none. */
int hex_digit(char c);
void hex_add(struct strbuf *out, const void *bytes, size_t size);

/* Takes the text when it stands there. */
bool cursor_text(struct cursor *c, const char *text);
bool cursor_ended(const struct cursor *c);
/* One to sixteen digits. */
bool cursor_number(struct cursor *c, uint64_t *out);
/* size bytes as digits. */
bool cursor_bytes(struct cursor *c, void *out, size_t size);
/* "ADDRESS,LENGTH" */
bool cursor_range(struct cursor *c, uint64_t *address, uint64_t *length);
/* A thread: its number, or 0 for -1 and 0, which mean all or any. */
bool cursor_thread(struct cursor *c, uint64_t *out);

#endif
