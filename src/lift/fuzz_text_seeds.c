/* SPDX-License-Identifier: MIT */
/* fuzz_text_seeds FOLDER ELF...: pieces of programs as inputs of the fuzzers that take a text. */
#include "base/file.h"
#include "base/memory.h"
#include "base/strbuf.h"
#include "container/program.h"
#include "lift/exercise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 4096, DATA = 2048 }; /* bytes of text and of read-only data in one input */

static bool save(const char *folder, const char *fuzzer, const char *name, size_t number,
                 const struct strbuf *s, struct error *error) {
    char *inner = memory_format("%s/%s", folder, fuzzer);
    char *path = memory_format("%s/%s-%zu", inner, name, number);
    bool ok = file_make_folders(inner, error) && file_write(path, s->text, s->length, error);
    free(inner);
    free(path);
    return ok;
}

static bool save_pieces(const char *folder, const struct module *m, struct error *error) {
    static const char *const fuzzers[] = {"fuzz_lift", "fuzz_interp"};
    const struct segment *text = &m->segments[SEGMENT_TEXT], *data = &m->segments[SEGMENT_RODATA];
    size_t data_size = data->file_size < DATA ? data->file_size : DATA, number = 0;
    bool ok = true;
    for (uint64_t at = 0; ok && at < text->file_size; at += PIECE, number++) {
        uint64_t size = text->file_size - at < PIECE ? text->file_size - at : PIECE;
        struct exercise_header header = {.text_words = (uint32_t)(size / 4)};
        if (m->eh_frame >= data->address && m->eh_frame - data->address < data_size) {
            header.eh_frame = (uint32_t)(m->eh_frame - data->address);
            header.eh_frame_size = (uint32_t)m->eh_frame_size;
        }
        header.symbols = number % 3 ? 0 : 97;
        struct strbuf s = {0};
        strbuf_add_bytes(&s, &header, sizeof header);
        strbuf_add_bytes(&s, m->image + text->address + at, size);
        strbuf_add_bytes(&s, m->image + data->address, data_size);
        for (size_t i = 0; ok && i < sizeof fuzzers / sizeof *fuzzers; i++)
            ok = save(folder, fuzzers[i], m->name, number, &s, error);
        strbuf_free(&s);
    }
    return ok;
}

int main(int argc, char **argv) {
    struct error error = {0};
    if (argc < 3) {
        fprintf(stderr, "usage: fuzz_text_seeds FOLDER ELF...\n");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        struct program p;
        if (!program_open(argv[i], &p, &error) || !save_pieces(argv[1], p.modules, &error)) {
            fprintf(stderr, "fuzz_text_seeds: %s\n", error.text);
            return 1;
        }
        program_close(&p);
    }
    return 0;
}
