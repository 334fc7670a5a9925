/* SPDX-License-Identifier: MIT */
#include "container/program.h"

#include "base/memory.h"
#include "container/module.h"

#include <mbedtls/sha256.h>
#include <stdlib.h>
#include <string.h>

/* The first bytes of each format, and of those that people try although nothing here takes them. */
static const struct magic {
    size_t at;
    const char *bytes;
    size_t size;
    const char *name;
    bool (*parse)(struct program *p, struct error *error); /* NULL: not taken */
    enum program_format format;
} magics[] = {
    {0x10, "NRO0", 4, "NRO", nro_parse, PROGRAM_NRO},
    {0, "NSO0", 4, "NSO", nso_parse, PROGRAM_NSO},
    {0, "\177ELF", 4, "ELF", elf_parse, PROGRAM_ELF},
    {0, "PFS0", 4, "NSP (PFS0) package", NULL, 0},
    {0x100, "HEAD", 4, "XCI game card image", NULL, 0},
    {0x10, "NRR0", 4, "NRR registration list", NULL, 0},
    {0, "KIP1", 4, "KIP1 system program", NULL, 0},
    {0, "PK\3\4", 4, "ZIP archive", NULL, 0},
};

const char *program_format_name(enum program_format format) {
    static const char *const names[] = {
        [PROGRAM_NRO] = "NRO", [PROGRAM_NSO] = "NSO", [PROGRAM_ELF] = "ELF"};
    return names[format];
}

static char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    int length = (int)(dot && dot != name ? (size_t)(dot - name) : strlen(name));
    return memory_format("%.*s", length, name);
}

static bool parse_by_magic(struct program *p, struct error *error) {
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++) {
        const struct magic *m = &magics[i];
        if (p->file.size < m->at + m->size || memcmp(p->file.data + m->at, m->bytes, m->size) != 0)
            continue;
        if (!m->parse)
            return error_set(error, ERROR_UNSUPPORTED,
                             "%s is not taken; give the NRO, NSO or ELF file of the program",
                             m->name);
        p->format = m->format;
        return m->parse(p, error);
    }
    return error_set(error, ERROR_FORMAT,
                     "no NRO (\"NRO0\" at offset 0x10), NSO (\"NSO0\" at 0) or ELF file");
}

bool program_parse(const char *path, struct blob *file, struct program *out, struct error *error) {
    *out = (struct program){.path = memory_string(path), .file = *file, .module_count = 1};
    *file = (struct blob){0};
    out->modules = NEW_ARRAY(struct module, 1);
    out->modules->name = base_name(path);
    mbedtls_sha256_ret(out->file.data, out->file.size, out->sha256, 0);
    if (parse_by_magic(out, error))
        return true;
    program_close(out);
    return error_wrap(error, "%s", path);
}

bool program_open(const char *path, struct program *out, struct error *error) {
    struct blob file;
    *out = (struct program){0};
    return file_read(path, PROGRAM_FILE_LIMIT, &file, error) &&
           program_parse(path, &file, out, error);
}

void program_close(struct program *p) {
    for (size_t i = 0; i < p->module_count; i++)
        module_free(&p->modules[i]);
    free(p->modules);
    free(p->path);
    blob_free(&p->file);
    *p = (struct program){0};
}
