/* SPDX-License-Identifier: MIT */
#include "cli/produce.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/strbuf.h"
#include "cli/paths.h"
#include "cli/progress.h"
#include "lift/cache.h"
#include "lift/lift.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What the run-time library stands on. */
static const char *const link_flags[] = {
    "-lSDL2", "-lpng", "-linih", "-lmbedcrypto", "-llz4", "-ldw", "-lm", "-lpthread", NULL};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static enum lift_float float_mode(const char *name) {
    return !strcmp(name, "exact")  ? LIFT_FLOAT_EXACT
           : !strcmp(name, "fast") ? LIFT_FLOAT_FAST
                                   : LIFT_FLOAT_AUTO;
}

static enum machine machine_of(const char *name) {
    enum machine m = MACHINE_AUTO;
    while (m + 1 < MACHINES && strcmp(name, machine_name(m)) != 0)
        m++;
    return m;
}

bool lifter_setup(struct lifter_setup *out, const struct build_settings *settings,
                  struct error *error) {
    if (!runtime_paths_find(&out->paths, error))
        return false;
    out->archives[0] = out->paths.archive;
    out->archives[1] = NULL;
    out->options = (struct lift_options){
        .optimisation = (int)settings->optimise,
        .any_calls = strcmp(settings->calls, "any") == 0,
        .float_mode = float_mode(settings->float_mode),
        .machine = machine_of(settings->machine),
        .debug = settings->debug,
        .counted = settings->counted,
        .jobs = (unsigned)settings->jobs,
        .launcher = *settings->launcher ? settings->launcher : NULL,
        .include_folder = out->paths.include,
        .archives = out->archives,
        .link_flags = link_flags,
    };
    return true;
}

/* The figures of the lift, kept beside the executable so that a cached run can give them too. */
static void figures(struct strbuf *out, const struct lift_stats *stats, double compile_seconds) {
    strbuf_addf(
        out,
        "{\n  \"functions\": %zu,\n  \"instructions\": %zu,\n  \"c_bytes\": %zu,\n"
        "  \"jump_tables\": %zu,\n  \"jump_tables_proved\": %zu,\n"
        "  \"indirect_branches\": %zu,\n  \"unknown_words\": %zu,\n"
        "  \"left_to_interpreter\": %zu,\n  \"float_level\": %u,\n  \"lift_seconds\": %.3f,\n"
        "  \"compile_seconds\": %.3f\n}\n",
        stats->functions, stats->instructions, stats->c_bytes, stats->jump_tables,
        stats->jump_tables_proved, stats->indirect_branches, stats->unknown_words,
        stats->left_to_interpreter, stats->float_level, stats->seconds, compile_seconds);
}

static bool keep_figures(const char *folder, const struct program *program,
                         const struct lift_stats *stats, double compile_seconds,
                         struct error *error) {
    char path[4400];
    struct strbuf text = {0};
    figures(&text, stats, compile_seconds);
    snprintf(path, sizeof path, "%s/" CACHE_FIGURES, folder);
    bool ok = file_write(path, text.text, text.length, error);
    strbuf_clear(&text);
    strbuf_addf(&text, "%s (%s)\n", *program->title ? program->title : program->modules[0].name,
                program->path);
    snprintf(path, sizeof path, "%s/" CACHE_TITLE, folder);
    ok = ok && file_write(path, text.text, text.length, error);
    strbuf_free(&text);
    return ok;
}

/* Lifts and compiles into the begun folder. Where the compiler fails, the folder stays with its
 * messages and the C files; the next trim of the cache takes it away. */
static bool make(const struct program *program, struct lifter_setup *setup, const char *folder,
                 const struct build_settings *settings, struct error *error) {
    struct progress progress;
    struct lift_stats stats = {0};
    struct strbuf executable = {0};
    char path[4400];
    progress_start(&progress, settings->quiet);
    setup->options.folder = folder;
    setup->options.progress = progress_step;
    setup->options.context = &progress;
    if (!lift_program(program, &setup->options, &stats, error)) {
        progress_end(&progress);
        cache_abandon(folder);
        return false;
    }
    double before = now();
    bool ok = lift_build(&setup->options, &executable, error);
    progress_end(&progress);
    double compile_seconds = now() - before;
    snprintf(path, sizeof path, "%s/" CACHE_EXECUTABLE, folder);
    if (ok && strcmp(executable.text, path) != 0 && rename(executable.text, path) < 0)
        ok = error_set(error, ERROR_IO, "%s: cannot be renamed to %s", executable.text, path);
    ok = ok && keep_figures(folder, program, &stats, compile_seconds, error);
    if (ok && !settings->quiet)
        fprintf(stderr,
                "windlass: %zu functions, %zu instructions; lifted in %.1f s, compiled in "
                "%.1f s\n",
                stats.functions, stats.instructions, stats.seconds, compile_seconds);
    strbuf_free(&executable);
    return ok;
}

static bool copy_figures(const char *cache, const char *key, const char *to, struct error *error) {
    char path[4400];
    struct blob blob;
    snprintf(path, sizeof path, "%s/%s/" CACHE_FIGURES, cache, key);
    if (!file_read(path, 1 << 20, &blob, error))
        return false;
    bool ok = file_write(to, blob.data, blob.size, error);
    blob_free(&blob);
    return ok;
}

bool produce(const struct program *program, const struct build_settings *settings,
             struct product *out, struct error *error) {
    struct lifter_setup setup;
    struct strbuf shape = {0};
    char key[CACHE_KEY_SIZE], folder[4096];
    const char *cache = settings->cache_folder;
    if (!lifter_setup(&setup, settings, error))
        return false;
    lift_options_key(&setup.options, &shape);
    bool ok = cache_key(program->sha256, setup.paths.archive, shape.text, key, error);
    strbuf_free(&shape);
    if (!ok)
        return false;
    out->from_cache = cache_find(cache, key);
    if (!out->from_cache) {
        if (!cache_begin(cache, key, folder, sizeof folder, error))
            return false;
        if (!make(program, &setup, folder, settings, error) ||
            !cache_commit(cache, key, folder, error))
            return false;
        cache_trim(cache, (uint64_t)settings->cache_mib << 20, key);
    }
    snprintf(out->executable, sizeof out->executable, "%s/%s/" CACHE_EXECUTABLE, cache, key);
    return !*settings->lift_report || copy_figures(cache, key, settings->lift_report, error);
}
