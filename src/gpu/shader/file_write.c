/* SPDX-License-Identifier: MIT */
/* Programs into the bytes of a file. */
#include "gpu/shader/file.h"

#include <string.h>

enum {
    AT_STAGE = 0,
    AT_ENTRY = 4,
    AT_CONSTANTS = 12,
    AT_CONSTANTS_SIZE = 16,
    DKSH_HEADER_SIZE = 24
};

static void put(uint8_t *at, uint32_t value) {
    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> (8 * i));
}

static void add_word(struct strbuf *out, uint32_t value) {
    uint8_t bytes[4];
    put(bytes, value);
    strbuf_add_bytes(out, bytes, sizeof bytes);
}

static void align(struct strbuf *out) {
    static const uint8_t zeros[SHADER_ALIGNMENT];
    strbuf_add_bytes(out, zeros, -out->length % SHADER_ALIGNMENT);
}

static void add_blob(struct strbuf *out, const struct blob *b) {
    if (b->size)
        strbuf_add_bytes(out, b->data, b->size);
}

/* Adds a program to the code section and its places to its header. */
static void add_program(const struct shader_program *p, struct strbuf *section,
                        uint8_t header[SHADER_HEADER_SIZE]) {
    memcpy(header, p->header, SHADER_HEADER_SIZE);
    if (p->stage != SHADER_COMPUTE)
        strbuf_add_bytes(section, p->prefix, SHADER_PREFIX_SIZE);
    put(header + AT_STAGE, p->stage);
    put(header + AT_ENTRY, (uint32_t)section->length);
    if (p->stage != SHADER_COMPUTE)
        strbuf_add_bytes(section, p->sph, SHADER_SPH_SIZE);
    add_blob(section, &p->code);
    align(section);
    if (p->constants.size) {
        put(header + AT_CONSTANTS, (uint32_t)section->length);
        put(header + AT_CONSTANTS_SIZE, (uint32_t)p->constants.size);
        add_blob(section, &p->constants);
        align(section);
    }
}

static void write_dksh(const struct shader_file *file, struct strbuf *out) {
    struct strbuf section = {0}, headers = {0};
    for (size_t i = 0; i < file->count; i++) {
        uint8_t header[SHADER_HEADER_SIZE];
        add_program(&file->programs[i], &section, header);
        strbuf_add_bytes(&headers, header, sizeof header);
    }
    const size_t control = DKSH_HEADER_SIZE + headers.length;
    strbuf_add(out, "DKSH");
    add_word(out, DKSH_HEADER_SIZE);
    add_word(out, (uint32_t)(control + -control % SHADER_ALIGNMENT));
    add_word(out, (uint32_t)section.length);
    add_word(out, DKSH_HEADER_SIZE);
    add_word(out, (uint32_t)file->count);
    strbuf_add_bytes(out, headers.text, headers.length);
    align(out);
    strbuf_add_bytes(out, section.text, section.length);
    strbuf_free(&section);
    strbuf_free(&headers);
}

bool shader_file_write(const struct shader_file *file, struct strbuf *out, struct error *error) {
    strbuf_clear(out);
    if (!file->bare) {
        write_dksh(file, out);
        return true;
    }
    const struct shader_program *p = file->programs;
    if (file->count != 1 || p->constants.size)
        return error_set(
            error, ERROR_UNSUPPORTED,
            "a bare file holds one program without constants; make it .container dksh");
    if (p->stage != SHADER_COMPUTE)
        strbuf_add_bytes(out, p->sph, SHADER_SPH_SIZE);
    add_blob(out, &p->code);
    return true;
}
