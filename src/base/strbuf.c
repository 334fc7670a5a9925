/* SPDX-License-Identifier: MIT */
#include "base/strbuf.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for as much again as is there, but never for a lot that nobody asked for: whole programs are
 * written into such a buffer, too. */
static void reserve(struct strbuf *s, size_t more) {
    enum { LEAST = 64, MOST = 64 << 20 };
    const size_t wanted = s->length + more + 1;
    if (wanted <= s->room)
        return;
    const size_t spare = s->room < LEAST ? LEAST : s->room > MOST ? MOST : s->room;
    s->room = wanted + spare;
    s->text = memory_resize(s->text, s->room);
}

void strbuf_add_bytes(struct strbuf *s, const void *bytes, size_t n) {
    reserve(s, n);
    if (n)
        memcpy(s->text + s->length, bytes, n);
    s->length += n;
    s->text[s->length] = 0;
}

void strbuf_add(struct strbuf *s, const char *text) {
    strbuf_add_bytes(s, text, strlen(text));
}

void strbuf_add_decimal(struct strbuf *s, uint64_t value) {
    char text[20], *const end = text + sizeof text, *p = end;
    do
        *--p = (char)('0' + value % 10);
    while (value /= 10);
    strbuf_add_bytes(s, p, (size_t)(end - p));
}

void strbuf_add_hex(struct strbuf *s, uint64_t value) {
    char text[18], *const end = text + sizeof text, *p = end;
    do
        *--p = "0123456789abcdef"[value & 15];
    while (value >>= 4);
    *--p = 'x';
    *--p = '0';
    strbuf_add_bytes(s, p, (size_t)(end - p));
}

/* The rest of a text that has more than the plain conversions. */
static void add_formatted(struct strbuf *s, const char *format, va_list args) {
    enum { USUAL = 128 }; /* bytes: what fits is printed once and in place */
    va_list again;
    reserve(s, USUAL);
    const size_t room = s->room - s->length;
    va_copy(again, args);
    int n = vsnprintf(s->text + s->length, room, format, args);
    if (n > 0 && (size_t)n >= room) {
        reserve(s, (size_t)n);
        vsnprintf(s->text + s->length, (size_t)n + 1, format, again);
    }
    s->length += n > 0 ? (size_t)n : 0;
    s->text[s->length] = 0;
    va_end(again);
}

/* Adds what the conversion behind a % says, and returns where the format goes on; NULL: it is not
 * one of those that the lifter prints millions of. */
static const char *add_plain(struct strbuf *s, const char *conversion, va_list *args) {
    if (*conversion == 's') {
        strbuf_add(s, va_arg(*args, const char *));
        return conversion + 1;
    }
    if (*conversion == 'u') {
        strbuf_add_decimal(s, va_arg(*args, unsigned));
        return conversion + 1;
    }
    if (strncmp(conversion, "#lx", 3) != 0)
        return NULL;
    const unsigned long value = va_arg(*args, unsigned long);
    if (value)
        strbuf_add_hex(s, value);
    else
        strbuf_add_decimal(s, value);
    return conversion + 3;
}

void strbuf_addf(struct strbuf *s, const char *format, ...) {
    va_list args;
    va_start(args, format);
    while (*format) {
        const size_t plain = strcspn(format, "%");
        strbuf_add_bytes(s, format, plain);
        format += plain;
        const char *next = *format ? add_plain(s, format + 1, &args) : format;
        if (!next) {
            add_formatted(s, format, args);
            break;
        }
        format = next;
    }
    va_end(args);
}

/* Length of the valid UTF-8 sequence at p, 0 where there is none. The second byte's range leaves
 * out what has a shorter form, surrogates, and what lies above U+10FFFF (Unicode, table 3-7). */
static size_t utf8_length(const unsigned char *p) {
    static const struct {
        unsigned char first, last, low, high, length;
    } forms[] = {
        {0x01, 0x7f, 0x00, 0xff, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    size_t form = 0;
    while (form < sizeof forms / sizeof *forms && (*p < forms[form].first || *p > forms[form].last))
        form++;
    if (form == sizeof forms / sizeof *forms || p[1] < forms[form].low || p[1] > forms[form].high)
        return 0;
    for (size_t i = 2; i < forms[form].length; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    return forms[form].length;
}

void strbuf_add_json(struct strbuf *s, const char *text) {
    strbuf_add(s, "\"");
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        size_t n = utf8_length(p);
        if (*p == '"' || *p == '\\')
            strbuf_addf(s, "\\%c", *p);
        else if (*p < 0x20 || *p == 0x7f)
            strbuf_addf(s, "\\u%04x", *p);
        else if (n)
            strbuf_add_bytes(s, p, n);
        else
            strbuf_add(s, "\\ufffd");
        p += n ? n : 1;
    }
    strbuf_add(s, "\"");
}

void strbuf_clear(struct strbuf *s) {
    s->length = 0;
    if (s->text)
        s->text[0] = 0;
}

void strbuf_free(struct strbuf *s) {
    free(s->text);
    *s = (struct strbuf){0};
}
