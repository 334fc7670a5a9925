/* SPDX-License-Identifier: MIT */
/* `windlass vectors make`: a file of random cases, completed by an oracle. */
#include "base/file.h"
#include "base/memory.h"
#include "cli/vectors.h"
#include "vectors/make.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

struct make_settings {
    const char *rows, *oracle;
    int64_t count, length, seed;
};

#define AT(field) offsetof(struct make_settings, field)
static const struct option rows[] = {
    {"rows", OPTION_TEXT, AT(rows), "PATTERN", NULL,
     "rows of the instruction table, by name with * and ? (*)"},
    {"count", OPTION_NUMBER, AT(count), "N", NULL, "cases a row (10)"},
    {"length", OPTION_NUMBER, AT(length), "N", NULL, "words of code a case (1)"},
    {"seed", OPTION_NUMBER, AT(seed), "N", NULL, "another one makes other cases (1)"},
    {"oracle", OPTION_TEXT, AT(oracle), "COMMAND", NULL,
     "completes cases from its input to its output (interp)"},
};
const struct option_table vectors_make_options = {"vectors", rows, sizeof rows / sizeof *rows,
                                                  false};

static bool make(const struct make_settings *s, struct strbuf *out, size_t *made, size_t *left_out,
                 struct error *error) {
    const struct vectors_make options = {s->rows, (unsigned)s->count, (unsigned)s->length,
                                         (uint64_t)s->seed};
    struct strbuf questions = {0};
    struct vectors asked = {0};
    bool ok = vectors_make(&options, &questions, error) &&
              vectors_parse("random cases", questions.text, questions.length, &asked, error);
    strbuf_free(&questions);
    if (!ok)
        return false;
    strbuf_addf(out,
                "# windlass %s: rows %s, %" PRId64 " cases each of %" PRId64 " words, seed %" PRId64
                "; completed by %s\n\n",
                WINDLASS_VERSION, s->rows, s->count, s->length, s->seed, s->oracle);
    ok = !strcmp(s->oracle, "interp") ? vectors_complete(&asked, out, left_out, error)
                                      : vectors_ask(s->oracle, &asked, out, left_out, error);
    *made = asked.count;
    vectors_close(&asked);
    return ok;
}

static bool write_packed(const char *path, const struct strbuf *text, struct error *error) {
    const size_t room = ZSTD_compressBound(text->length);
    void *packed = memory_new(room);
    const size_t size = ZSTD_compress(packed, room, text->text, text->length, ZSTD_CLEVEL_DEFAULT);
    const bool ok = ZSTD_isError(size) ? error_set(error, ERROR_LIMIT, "%s: zstd: %s", path,
                                                   ZSTD_getErrorName(size))
                                       : file_write(path, packed, size, error);
    free(packed);
    return ok;
}

static bool write_out(const char *path, const struct strbuf *text, struct error *error) {
    const size_t length = strlen(path);
    if (length > 4 && !strcmp(path + length - 4, ".zst"))
        return write_packed(path, text, error);
    if (*path)
        return file_write(path, text->text, text->length, error);
    if (fwrite(text->text, 1, text->length, stdout) == text->length && fflush(stdout) == 0)
        return true;
    return error_set(error, ERROR_IO, "standard output: cannot be written");
}

/* Text options go into the file's first line. */
static bool check(const struct make_settings *s, int words, struct error *error) {
    if (words > 1)
        return error_set(error, ERROR_USAGE, "takes options only; --output FILE names the file");
    if (s->count < 1 || s->count > 1000000)
        return error_set(error, ERROR_USAGE, "--count takes 1 to 1000000");
    if (s->length < 1 || s->length > VECTORS_WORDS)
        return error_set(error, ERROR_USAGE, "--length takes 1 to %d", VECTORS_WORDS);
    if (strchr(s->rows, '\n') || strchr(s->oracle, '\n'))
        return error_set(error, ERROR_USAGE, "--rows and --oracle take one line");
    return true;
}

int vectors_make_command(int argc, char **argv) {
    struct make_settings s = {.rows = "*", .oracle = "interp", .count = 10, .length = 1, .seed = 1};
    struct build_settings build;
    struct error error = {0};
    struct strbuf out = {0};
    size_t made, left_out;
    if (!vectors_settings(&build, &vectors_make_options, &s, &argc, argv, &error) ||
        !check(&s, argc, &error))
        return vectors_failed("make", &error, 2);
    const bool ok =
        make(&s, &out, &made, &left_out, &error) && write_out(build.output, &out, &error);
    strbuf_free(&out);
    if (!ok)
        return vectors_failed("make", &error, error.kind == ERROR_USAGE ? 2 : 1);
    if (!build.quiet)
        fprintf(stderr, "windlass: %zu cases made, %zu of them left out by the oracle\n",
                made - left_out, left_out);
    return 0;
}
