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

void strbuf_addf(struct strbuf *s, const char *format, ...) {
    enum { USUAL = 128 }; /* bytes: what fits is printed once and in place */
    va_list args, again;
    reserve(s, USUAL);
    size_t room = s->room - s->length;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(s->text + s->length, room, format, args);
    va_end(args);
    if (n > 0 && (size_t)n >= room) {
        reserve(s, (size_t)n);
        vsnprintf(s->text + s->length, (size_t)n + 1, format, again);
    }
    s->length += n > 0 ? (size_t)n : 0;
    s->text[s->length] = 0;
    va_end(again);
}

/* Length of the valid UTF-8 sequence at p, 0 where there is none. */
static size_t utf8_length(const unsigned char *p) {
    size_t n = p[0] < 0x80             ? 1
               : (p[0] & 0xe0) == 0xc0 ? 2
               : (p[0] & 0xf0) == 0xe0 ? 3
               : (p[0] & 0xf8) == 0xf0 ? 4
                                       : 0;
    for (size_t i = 1; i < n; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    return n;
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
