/* SPDX-License-Identifier: MIT */
/* Writes the seed corpus: fuzz_seeds FOLDER makes FOLDER/fuzz_nro/plain and so on. */
#include "base/file.h"
#include "base/memory.h"
#include "container/sample.h"

#include <stdio.h>
#include <stdlib.h>

static const struct sample_options plain, old = {.without_mod0 = true},
                                          bare = {.without_sections = true};

static bool save(const char *folder, const char *fuzzer, const char *name, struct strbuf *s) {
    struct error error = {0};
    char *inner = memory_format("%s/%s", folder, fuzzer);
    char *path = memory_format("%s/%s", inner, name);
    bool ok = file_make_folders(inner, &error) && file_write(path, s->text, s->length, &error);
    if (!ok)
        fprintf(stderr, "fuzz_seeds: %s\n", error.text);
    free(inner);
    free(path);
    return ok;
}

int main(int argc, char **argv) {
    static const struct {
        const char *fuzzer;
        void (*make)(const struct sample_options *options, struct strbuf *out);
    } programs[] = {{"fuzz_nro", sample_nro}, {"fuzz_nso", sample_nso}, {"fuzz_elf", sample_elf}};
    struct strbuf s = {0};
    bool ok = argc == 2;
    if (!ok)
        fprintf(stderr, "usage: fuzz_seeds FOLDER\n");
    for (size_t i = 0; ok && i < 3; i++) {
        programs[i].make(&plain, &s);
        ok = save(argv[1], programs[i].fuzzer, "plain", &s);
        programs[i].make(&old, &s);
        ok = ok && save(argv[1], programs[i].fuzzer, "without_mod0", &s);
        programs[i].make(&bare, &s);
        ok = ok && save(argv[1], programs[i].fuzzer, "without_sections", &s);
    }
    if (ok) {
        sample_romfs(&s);
        ok = save(argv[1], "fuzz_romfs", "plain", &s);
    }
    if (ok) {
        sample_nacp(&s);
        ok = save(argv[1], "fuzz_nacp", "plain", &s);
    }
    strbuf_free(&s);
    return ok ? 0 : 1;
}
