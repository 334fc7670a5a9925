/* SPDX-License-Identifier: MIT */
#include "container/module.h"
#include "container/text.h"

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

bool nacp_parse(struct program *p, const uint8_t *bytes, size_t size, struct error *error) {
    struct reader r;
    reader_init(&r, bytes, size, "NACP", error);
    if (!reader_range(&r, 0, NACP_SIZE, "control data"))
        return false;
    for (size_t i = 0; i < TITLES && !p->title[0]; i++) {
        text_clean(p->title, bytes + i * TITLE_SIZE, NAME_SIZE);
        text_clean(p->author, bytes + i * TITLE_SIZE + NAME_SIZE, AUTHOR_SIZE);
    }
    text_clean(p->version, bytes + VERSION_AT, VERSION_SIZE);
    return true;
}
