/* SPDX-License-Identifier: MIT */
#include "container/text.h"

#include <stdint.h>
#include <string.h>

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

void text_clean(char *out, const void *from, size_t n) {
    const uint8_t *text = from;
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
