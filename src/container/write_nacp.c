/* SPDX-License-Identifier: MIT */
#include "container/write.h"

#include <string.h>

/* The layout stands in nacp.c. */
enum {
    TITLES = 16,
    NAME_SIZE = 0x200,
    AUTHOR_SIZE = 0x100,
    VERSION_AT = 0x3060,
    VERSION_SIZE = 16
};

static bool fits(const char *what, const char *text, size_t room, struct error *error) {
    if (strlen(text) < room)
        return true;
    return error_set(error, ERROR_USAGE, "the %s has %zu bytes; at most %zu fit in a NACP", what,
                     strlen(text), room - 1);
}

static void put_text(struct strbuf *out, const char *text, size_t room) {
    strbuf_add(out, text);
    put_zeros(out, room - strlen(text));
}

bool write_nacp(const char *title, const char *author, const char *version, struct strbuf *out,
                struct error *error) {
    if (!fits("title", title, NAME_SIZE, error) || !fits("author", author, AUTHOR_SIZE, error) ||
        !fits("version", version, VERSION_SIZE, error))
        return false;
    size_t start = out->length;
    for (int i = 0; i < TITLES; i++) {
        put_text(out, title, NAME_SIZE);
        put_text(out, author, AUTHOR_SIZE);
    }
    put_zeros(out, VERSION_AT - (out->length - start));
    put_text(out, version, VERSION_SIZE);
    put_padding(out, start, NACP_BYTES);
    return true;
}
