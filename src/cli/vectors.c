/* SPDX-License-Identifier: MIT */
/* `windlass vectors run FILE...`: recorded instruction vectors through an engine; `make` stands in
 * vectors_make.c. */
#include "cli/vectors.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/options.h"
#include "cli/commands.h"
#include "cli/produce.h"
#include "cli/program/folders.h"
#include "cli/progress.h"
#include "lift/cache.h"
#include "vectors/run.h"

#include <mbedtls/sha256.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct run_settings {
    const char *engine;
    int64_t every;
};

static const struct option run_rows[] = {
    {"engine", OPTION_CHOICE, offsetof(struct run_settings, engine), NULL, "lifted|interp",
     "what executes the code (lifted)"},
    {"every", OPTION_NUMBER, offsetof(struct run_settings, every), "N", NULL,
     "only each Nth case of a file, from the first on (1)"},
};
static const struct option_table run_options = {"vectors", run_rows,
                                                sizeof run_rows / sizeof *run_rows, false};

static bool key_of(const struct vectors_run *r, const struct lifter_setup *setup,
                   char key[CACHE_KEY_SIZE], struct error *error) {
    mbedtls_sha256_context context;
    struct strbuf shape = {0};
    uint8_t hash[32];
    mbedtls_sha256_init(&context);
    bool ok = mbedtls_sha256_starts_ret(&context, 0) == 0;
    for (size_t i = 0; ok && i < r->sequence_count; i++) {
        const struct lift_sequence *q = &r->sequences[i];
        ok =
            mbedtls_sha256_update_ret(&context, (const uint8_t *)&q->count, sizeof q->count) == 0 &&
            mbedtls_sha256_update_ret(&context, (const uint8_t *)q->words, 4 * q->count) == 0;
    }
    ok = ok && mbedtls_sha256_finish_ret(&context, hash) == 0;
    mbedtls_sha256_free(&context);
    if (!ok)
        return error_set(error, ERROR_LIMIT, "SHA-256 failed");
    strbuf_add(&shape, "sequences ");
    lift_options_key(&setup->options, &shape);
    ok = cache_key(hash, setup->paths.archive, shape.text, key, error);
    strbuf_free(&shape);
    return ok;
}

static bool name_entry(const char *folder, size_t sequences, struct error *error) {
    char *path = memory_format("%s/" CACHE_TITLE, folder);
    char *title = memory_format("%zu instruction sequences of vectors\n", sequences);
    const bool ok = file_write(path, title, strlen(title), error);
    free(title);
    free(path);
    return ok;
}

/* Makes the shared object of all sequences in the begun folder. */
static bool compile(const struct vectors_run *r, struct lifter_setup *setup, const char *folder,
                    const struct build_settings *settings, struct error *error) {
    struct progress progress;
    struct strbuf made = {0};
    progress_start(&progress, settings->quiet);
    setup->options.folder = folder;
    setup->options.progress = progress_step;
    setup->options.context = &progress;
    const bool ok =
        lift_sequences(r->sequences, r->sequence_count, VECTORS_CODE, &setup->options, error) &&
        lift_build(&setup->options, &made, error) && name_entry(folder, r->sequence_count, error);
    progress_end(&progress);
    strbuf_free(&made);
    return ok;
}

/* Of the run-time library only the arithmetic is linked in. */
static const char *const math_only[] = {"-lm", NULL};

static bool lifted_code(const struct vectors_run *r, const struct build_settings *settings,
                        lifted_function *const **out, struct error *error) {
    struct lifter_setup setup;
    char key[CACHE_KEY_SIZE], folder[4096];
    const char *cache = settings->cache_folder;
    if (!lifter_setup(&setup, settings, error))
        return false;
    setup.options.link_flags = math_only;
    if (!key_of(r, &setup, key, error))
        return false;
    if (!cache_find(cache, key)) {
        if (!cache_begin(cache, key, folder, sizeof folder, error) ||
            !compile(r, &setup, folder, settings, error) ||
            !cache_commit(cache, key, folder, error))
            return false;
        cache_trim(cache, (uint64_t)settings->cache_mib << 20, key);
    }
    char *path = memory_format("%s/%s/" CACHE_EXECUTABLE, cache, key);
    const bool ok = vectors_load(path, out, error);
    free(path);
    return ok;
}

static bool run_files(struct vectors *files, size_t count, const struct run_settings *s,
                      const struct build_settings *build, int *status, struct error *error) {
    struct vectors_run r;
    lifted_function *const *lifted = NULL;
    if (!vectors_run_open(&r, files, count, (unsigned)s->every, error))
        return false;
    const bool ok = (!strcmp(s->engine, "interp") || lifted_code(&r, build, &lifted, error)) &&
                    vectors_run_all(&r, lifted, stdout, error);
    if (ok)
        printf("%zu passed, %zu failed\n", r.passed, r.failed);
    *status = r.failed ? 1 : 0;
    vectors_run_close(&r);
    return ok;
}

static int run(int argc, char **argv) {
    struct run_settings s = {.engine = "lifted", .every = 1};
    struct build_settings build;
    struct error error = {0};
    int status = 2;
    if (!vectors_settings(&build, &run_options, &s, &argc, argv, &error) ||
        (argc > 1 && (s.every < 1 || s.every > 1 << 30) &&
         !error_set(&error, ERROR_USAGE, "--every takes 1 or more")))
        return vectors_failed("run", &error, 2);
    if (argc < 2) {
        error_set(&error, ERROR_USAGE, "takes FILE... (- is standard input); --help explains");
        return vectors_failed("run", &error, 2);
    }
    const size_t count = (size_t)argc - 1;
    struct vectors *files = NEW_ARRAY(struct vectors, count);
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++)
        ok = vectors_open(argv[i + 1], &files[i], &error);
    ok = ok && run_files(files, count, &s, &build, &status, &error);
    for (size_t i = 0; i < count; i++)
        vectors_close(&files[i]);
    free(files);
    return ok ? status : vectors_failed("run", &error, 1);
}

bool vectors_settings(struct build_settings *build, const struct option_table *table,
                      void *settings, int *argc, char **argv, struct error *error) {
    return build_settings_load(build, folder_config("windlass.ini"), argc, argv, error) &&
           options_from_arguments(table, settings, argc, argv, error);
}

int vectors_failed(const char *word, const struct error *error, int status) {
    fprintf(stderr, "windlass vectors %s: %s\n", word, error->text);
    return status;
}

static int help(void) {
    struct strbuf text = {0};
    strbuf_add(&text,
               "windlass vectors run FILE... [OPTION...]: does each case end as it wants?\n");
    options_help(&run_options, &text);
    strbuf_add(&text, "\nwindlass vectors make [OPTION...]: a file of random cases\n");
    options_help(&vectors_make_options, &text);
    strbuf_add(&text, "\nLifting and compiling (--output: the file that make writes):\n");
    options_help(&build_options, &text);
    fputs(text.text, stdout);
    strbuf_free(&text);
    return 0;
}

int cli_vectors(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help"))
            return help();
    if (argc > 1 && !strcmp(argv[1], "run"))
        return run(argc - 1, argv + 1);
    if (argc > 1 && !strcmp(argv[1], "make"))
        return vectors_make_command(argc - 1, argv + 1);
    fprintf(stderr, "windlass vectors: say run FILE... or make; --help lists their options\n");
    return 2;
}
