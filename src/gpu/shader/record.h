/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_RECORD_H
#define WINDLASS_GPU_SHADER_RECORD_H

#include "base/reader.h"
#include "base/strbuf.h"

#include <stddef.h>
#include <stdint.h>

/* Structs as bytes: member for member, without what lies between them, little-endian. */

struct record_field {
    const char *name;
    uint16_t offset, size; /* of the member, that may be an array */
    uint8_t unit;          /* bytes of a number: 1, 2, 4 */
    uint32_t max;          /* of each number */
};
struct record {
    const char *name;
    const struct record_field *fields;
    size_t count;
};

#define RECORD_FIELD(type, member, bytes, most)                                                    \
    {#member, offsetof(type, member), sizeof((type *)0)->member, bytes, most}

void record_write(const struct record *record, const void *object, struct strbuf *out);
/* A number above its bound fails as the reader does. */
void record_read(const struct record *record, struct reader *reader, void *object);

/* ---- the structs of a translation ---- */

extern const struct record record_storage, record_texture, record_image; /* of a contract */
extern const struct record record_contract; /* all else of it, with the counts of its lists */
extern const struct record record_key;      /* all but the facts */
extern const struct record record_fact;

#endif
