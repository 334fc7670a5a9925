/* SPDX-License-Identifier: MIT */
#include "container/exercise.h"

#include "base/memory.h"
#include "container/module.h"
#include "container/report.h"
#include "container/romfs.h"
#include "container/write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A parser that fails says what, in one line, and leaves nothing behind. */
static void check_error(const struct error *error) {
    if (error->kind != ERROR_NONE && error->text[0] && !strchr(error->text, '\n'))
        return;
    fprintf(stderr, "a file was refused without a clear error: %s\n", error->text);
    abort();
}

/* What the lifter relies on without checking again. */
static void check_module(const struct module *m) {
    for (size_t i = 0; i < m->pointer_count; i++)
        if (m->pointers[i].address + 8 > m->image_size ||
            (i && m->pointers[i].address < m->pointers[i - 1].address))
            abort();
    for (size_t i = 1; i < m->symbol_count; i++)
        if (m->symbols[i].address < m->symbols[i - 1].address)
            abort();
    for (int i = 0; i < SEGMENT_KINDS; i++)
        if (m->segments[i].file_size &&
            m->segments[i].address + m->segments[i].file_size > m->image_size)
            abort();
    if (m->eh_frame > m->image_size || m->eh_frame_size > m->image_size - m->eh_frame)
        abort();
    if (m->memory_size > PROGRAM_MEMORY_LIMIT + PROGRAM_PAGE || m->image_size > m->memory_size)
        abort();
}

/* Compressed segments make a large image of a small file, and so does a .bss far behind the rest;
 * written, they have that size once more, which is more than a fuzzer is given. */
static void write_again(const struct program *p) {
    enum { MOST = 256 << 20 };
    static const struct nro_assets no_assets;
    struct error error = {0};
    struct strbuf out = {0};
    if (p->modules[0].image_size > MOST || p->modules[0].segments[SEGMENT_DATA].address > MOST)
        return;
    if (!write_nro(p, &no_assets, &out, &error))
        check_error(&error);
    strbuf_clear(&out);
    if (!write_nso(p, &out, &error))
        check_error(&error);
    strbuf_free(&out);
}

bool exercise_program(const uint8_t *bytes, size_t size) {
    struct blob file = {memory_new(size), size};
    struct program p;
    struct error error = {0};
    struct strbuf out = {0};
    if (size)
        memcpy(file.data, bytes, size);
    if (!program_parse("file", &file, &p, &error)) {
        check_error(&error);
        return false;
    }
    check_module(p.modules);
    report_text(&p, &out);
    report_json(&p, &out);
    write_again(&p);
    strbuf_free(&out);
    program_close(&p);
    return true;
}

static bool read_entry(void *context, const char *path, const struct romfs_entry *entry) {
    uint8_t bytes[32];
    romfs_read(context, entry, entry->size / 2, bytes, sizeof bytes);
    return path[0] != 0 || !entry->is_folder;
}

bool exercise_romfs(const uint8_t *bytes, size_t size) {
    static const char *const paths[] = {"", "a/b/deep.bin", "readme.txt", "many/file39", "no"};
    struct romfs fs;
    struct romfs_entry entry;
    struct error error = {0};
    if (!romfs_open(&fs, bytes, size, &error)) {
        check_error(&error);
        return false;
    }
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (!romfs_lookup(&fs, paths[i], &entry, &error))
            check_error(&error);
    bool ok = romfs_walk(&fs, read_entry, &fs, &error);
    if (!ok)
        check_error(&error);
    return ok;
}

bool exercise_nacp(const uint8_t *bytes, size_t size) {
    struct program p = {0};
    struct error error = {0};
    bool ok = nacp_parse(&p, bytes, size, &error);
    if (!ok)
        check_error(&error);
    return ok;
}
