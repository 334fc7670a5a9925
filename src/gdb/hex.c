/* SPDX-License-Identifier: MIT */
#include "gdb/hex.h"

#include <string.h>

int hex_digit(char c) {
    static const char digits[] = "0123456789abcdef";
    const char lower = c >= 'A' && c <= 'F' ? (char)(c | 0x20) : c;
    const char *at = lower ? strchr(digits, lower) : NULL;
    return at ? (int)(at - digits) : -1;
}

void hex_add(struct strbuf *out, const void *bytes, size_t size) {
    static const char digits[] = "0123456789abcdef";
    const uint8_t *b = bytes;
    for (size_t i = 0; i < size; i++)
        strbuf_add_bytes(out, (const char[2]){digits[b[i] >> 4], digits[b[i] & 15]}, 2);
}

bool cursor_text(struct cursor *c, const char *text) {
    const size_t length = strlen(text);
    if ((size_t)(c->end - c->at) < length || memcmp(c->at, text, length) != 0)
        return false;
    c->at += length;
    return true;
}

bool cursor_ended(const struct cursor *c) {
    return c->at == c->end;
}

bool cursor_number(struct cursor *c, uint64_t *out) {
    int digits = 0;
    *out = 0;
    for (; c->at < c->end && hex_digit(*c->at) >= 0; c->at++) {
        if (++digits > 16)
            return false;
        *out = *out << 4 | (uint64_t)hex_digit(*c->at);
    }
    return digits > 0;
}

bool cursor_bytes(struct cursor *c, void *out, size_t size) {
    uint8_t *to = out;
    if ((size_t)(c->end - c->at) / 2 < size)
        return false;
    for (size_t i = 0; i < size; i++, c->at += 2) {
        const int high = hex_digit(c->at[0]), low = hex_digit(c->at[1]);
        if (high < 0 || low < 0)
            return false;
        to[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

bool cursor_range(struct cursor *c, uint64_t *address, uint64_t *length) {
    return cursor_number(c, address) && cursor_text(c, ",") && cursor_number(c, length);
}

bool cursor_thread(struct cursor *c, uint64_t *out) {
    *out = 0;
    return cursor_text(c, "-1") || cursor_number(c, out);
}
