/* SPDX-License-Identifier: MIT */
#include "container/module.h"

#include <string.h>

/* A NACP ("application control property") begins with 16 titles, one a language: name of 0x200
 * bytes, author of 0x100; its version text stands at 0x3060. */
enum {
    NACP_SIZE = 0x4000,
    TITLES = 16,
    TITLE_SIZE = 0x300,
    NAME_SIZE = 0x200,
    AUTHOR_SIZE = 0x100,
    VERSION_AT = 0x3060,
    VERSION_SIZE = 0x10,
};

/* The length of the UTF-8 sequence at p, 0 where there is no valid one in n bytes. */
static size_t utf8_length(const uint8_t *p, size_t n) {
    size_t length = p[0] < 0x80   ? 1
                    : p[0] < 0xc2 ? 0
                    : p[0] < 0xe0 ? 2
                    : p[0] < 0xf0 ? 3
                    : p[0] < 0xf5 ? 4
                                  : 0;
    if (length > n)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] >= 0xa0) ||
        (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] >= 0x90))
        return 0;
    return length;
}

/* Copies text of at most n bytes; what would harm a terminal or is no UTF-8 becomes '?'. */
static void copy_text(char *out, const uint8_t *text, size_t n) {
    for (size_t i = 0; i < n && text[i];) {
        size_t length = utf8_length(text + i, n - i);
        if (length == 0 || text[i] < 0x20 || text[i] == 0x7f ||
            (text[i] == 0xc2 && text[i + 1] < 0xa0)) {
            *out++ = '?';
            i += length ? length : 1;
            continue;
        }
        memcpy(out, text + i, length);
        out += length;
        i += length;
    }
    *out = 0;
}

bool nacp_parse(struct program *p, const uint8_t *bytes, size_t size, struct error *error) {
    struct reader r;
    reader_init(&r, bytes, size, "NACP", error);
    if (!reader_range(&r, 0, NACP_SIZE, "control data"))
        return false;
    for (size_t i = 0; i < TITLES && !p->title[0]; i++) {
        copy_text(p->title, bytes + i * TITLE_SIZE, NAME_SIZE);
        copy_text(p->author, bytes + i * TITLE_SIZE + NAME_SIZE, AUTHOR_SIZE);
    }
    copy_text(p->version, bytes + VERSION_AT, VERSION_SIZE);
    return true;
}
