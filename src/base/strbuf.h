/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_BASE_STRBUF_H
#define WINDLASS_BASE_STRBUF_H

#include <stddef.h>
#include <stdint.h>

/* A growing byte string, always NUL-terminated; {0} is an empty one. */
struct strbuf {
    char *text;
    size_t length;
    size_t room;
};

void strbuf_add(struct strbuf *s, const char *text);
void strbuf_add_bytes(struct strbuf *s, const void *bytes, size_t n);
void strbuf_addf(struct strbuf *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* 31 and 0x1f; for texts that are mostly numbers, where printf would take most of the time. */
void strbuf_add_decimal(struct strbuf *s, uint64_t value);
void strbuf_add_hex(struct strbuf *s, uint64_t value);
/* Adds text as a JSON string with quotes and escapes; bytes that are no UTF-8 become U+FFFD. */
void strbuf_add_json(struct strbuf *s, const char *text);
void strbuf_clear(struct strbuf *s);
void strbuf_free(struct strbuf *s);

#endif
