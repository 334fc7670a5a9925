/* SPDX-License-Identifier: MIT */
#include "host/sandbox.h"

#include <errno.h>
#include <string.h>

/* The text side of the sandbox: names and paths, no file is touched here. */

#define NAME_BYTES 255

/* Decodes one character; 0 where the bytes are no UTF-8 (or the end). */
static uint32_t next_character(const char **text) {
    const uint8_t *p = (const uint8_t *)*text;
    uint32_t c = p[0];
    int more = c < 0x80 ? 0 : (c & 0xe0) == 0xc0 ? 1 : (c & 0xf0) == 0xe0 ? 2 : -1;
    if ((c & 0xf8) == 0xf0) {
        more = 3;
    }
    if (more < 0) {
        return 0;
    }
    if (more > 0) {
        c &= 0x3fu >> more;
    }
    for (int i = 1; i <= more; i++) {
        if ((p[i] & 0xc0) != 0x80) {
            return 0;
        }
        c = c << 6 | (p[i] & 0x3f);
    }
    static const uint32_t least[] = {1, 0x80, 0x800, 0x10000};
    if (c < least[more] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) {
        return 0;
    }
    *text += more + 1;
    return c;
}

static uint32_t fold(uint32_t c) {
    if ((c >= 'A' && c <= 'Z') || (c >= 0xc0 && c <= 0xde && c != 0xd7) ||
        (c >= 0x391 && c <= 0x3a9) || (c >= 0x410 && c <= 0x42f)) {
        return c + 0x20;
    }
    if (c >= 0x400 && c <= 0x40f) {
        return c + 0x50;
    }
    return c;
}

bool sandbox_same_name(const char *a, const char *b) {
    while (*a && *b) {
        uint32_t x = next_character(&a), y = next_character(&b);
        if (!x || !y || fold(x) != fold(y)) {
            return false;
        }
    }
    return *a == *b;
}

static int check_name(const char *name, size_t length) {
    if (length > NAME_BYTES) {
        return ENAMETOOLONG;
    }
    const char *end = name + length;
    while (name < end) {
        uint32_t c = next_character(&name);
        if (c < 0x20 || c == 0x7f || (c < 0x80 && strchr("\"*/:<>?\\|", (int)c))) {
            return EINVAL;
        }
    }
    return 0;
}

bool sandbox_name_ok(const char *name) {
    size_t length = strlen(name);
    return length > 0 && strcmp(name, ".") && strcmp(name, "..") && !check_name(name, length);
}

int sandbox_normalise(const char *path, size_t size, char out[SANDBOX_PATH]) {
    size_t length = strnlen(path, size < SANDBOX_PATH ? size : SANDBOX_PATH);
    if (length == SANDBOX_PATH) {
        return ENAMETOOLONG;
    }
    if (length == size) {
        return EINVAL; /* the buffer ends within the path */
    }
    char text[SANDBOX_PATH];
    memcpy(text, path, length);
    text[length] = 0;
    size_t at = 0; /* "/a/b" without a trailing slash; the root is "" until the end */
    for (char *p = text; *p;) {
        size_t n = strcspn(p, "/");
        if (n == 2 && p[0] == '.' && p[1] == '.') {
            while (at > 0 && out[--at] != '/') {
            }
        } else if (n > 0 && !(n == 1 && p[0] == '.')) {
            int bad = check_name(p, n);
            if (bad) {
                return bad;
            }
            if (at + 1 + n >= SANDBOX_PATH) {
                return ENAMETOOLONG;
            }
            out[at++] = '/';
            memcpy(out + at, p, n);
            at += n;
        }
        p += n;
        p += *p == '/';
    }
    if (at == 0) {
        out[at++] = '/';
    }
    out[at] = 0;
    return 0;
}
