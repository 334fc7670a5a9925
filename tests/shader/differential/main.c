/* SPDX-License-Identifier: MIT */
#include "differential.h"

#include "base/memory.h"
#include "base/options.h"

#include <errno.h>
#include <fnmatch.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* Each program runs in a process of its own, so that a driver that crashes ends one of them. */

enum {
    PATIENCE = 180, /* seconds that a program may take */
    JOBS_LIMIT = 64,
    LINES_LIMIT = 24, /* a compiler of a driver that gives up prints all it has */
};

struct arguments {
    int64_t jobs, storage;
    const char *keep, *memory, *cache, *only, *without, *spirv;
    bool list;
};

#define OPTION(n, t, m, ...)                                                                       \
    {.name = n, .type = t, .offset = offsetof(struct arguments, m), __VA_ARGS__}
static const struct option options[] = {
    OPTION("jobs", OPTION_NUMBER, jobs, .argument = "N", .help = "programs at a time"),
    OPTION("keep", OPTION_TEXT, keep, .argument = "DIR",
           .help = "modules and pictures are written there"),
    OPTION("memory", OPTION_CHOICE, memory, .choices = "bound|map",
           .help = "all memory through the address map, or what is known bound"),
    OPTION("storage", OPTION_NUMBER, storage, .argument = "N",
           .help = "storage buffers that are bound at most; others through the address map"),
    OPTION("only", OPTION_CHOICE, only, .choices = "both|reference",
           .help = "reference: the compiled GLSL beside itself; nothing is translated"),
    OPTION("without", OPTION_TEXT, without, .argument = "LIST",
           .help = "translations do without features of the device: float64,quad,..."),
    OPTION("spirv", OPTION_CHOICE, spirv, .choices = "1.3|1.4|1.5", .help = "version of modules"),
    OPTION("cache", OPTION_TEXT, cache, .argument = "DIR", .help = "of compiled GLSL"),
    OPTION("list", OPTION_FLAG, list, .help = "only says what there is"),
};
static const struct option_table table = {
    .section = "shader-diff", .options = options, .count = sizeof options / sizeof *options};

/* ---- one program ---- */

struct job {
    pid_t child;
    FILE *report;              /* what the child says */
    struct progress *progress; /* the child's */
};

static void child_main(const struct differential *d, const struct row *row, struct job *job) {
    struct scene scene;
    struct error error = {0};
    dup2(fileno(job->report), STDOUT_FILENO);
    dup2(fileno(job->report), STDERR_FILENO);
    job->progress->outcome = OUTCOME_FAILED;
    alarm(PATIENCE);
    if (scene_read(row, &scene, &error)) {
        job->progress->outcome = differential_run(d, &scene, job->progress);
        scene_free(&scene);
    } else {
        printf("  %s\n", error.text);
    }
    job->progress->done = true;
    fflush(stdout);
    _exit(0);
}

static bool start(const struct differential *d, const struct row *row, struct job *job) {
    *job = (struct job){.report = tmpfile()};
    job->progress = mmap(NULL, sizeof *job->progress, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    fflush(stdout);
    if (!job->report || job->progress == MAP_FAILED || (job->child = fork()) < 0) {
        fprintf(stderr, "shader-diff: %s\n", strerror(errno));
        return false;
    }
    if (!job->child)
        child_main(d, row, job);
    return true;
}

/* A driver that dies of the other compiler's module leaves only expectations to compare with. */
static enum outcome judge(const struct job *job, int status) {
    if (job->progress->done && WIFEXITED(status))
        return job->progress->outcome;
    if (job->progress->phase != PHASE_REFERENCE)
        return OUTCOME_FAILED;
    return job->progress->expected ? OUTCOME_PASSED : OUTCOME_SKIPPED;
}

static enum outcome finish(const struct row *row, struct job *job, int status) {
    static const char *const phases[] = {[PHASE_OPEN] = "opening the device",
                                         [PHASE_TRANSLATED] = "the translated modules",
                                         [PHASE_REFERENCE] = "the modules of glslang",
                                         [PHASE_COMPARE] = "comparing"};
    const enum outcome outcome = judge(job, status);
    char line[4096];
    printf("%s %s\n", row->column[COLUMN_NAME], outcome_name(outcome));
    rewind(job->report);
    for (size_t i = 0; fgets(line, sizeof line, job->report); i++)
        if (i < LINES_LIMIT)
            fputs(line, stdout);
    if (!job->progress->done)
        printf("  %s: %s\n", phases[job->progress->phase],
               WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? "took too long"
               : WIFSIGNALED(status)                              ? strsignal(WTERMSIG(status))
                                                                  : "the process ended");
    fflush(stdout);
    fclose(job->report);
    munmap(job->progress, sizeof *job->progress);
    return outcome;
}

/* ---- all of them ---- */

static bool chosen(const struct row *row, int count, char *const *patterns) {
    for (int i = 0; i < count; i++)
        if (!fnmatch(patterns[i], row->column[COLUMN_NAME], 0) ||
            !strcmp(patterns[i], row->column[COLUMN_GROUP]))
            return true;
    return count == 0;
}

static void list(const struct row *row) {
    printf("%-18s %-9s %s; %s; %s\n", row->column[COLUMN_NAME], row->column[COLUMN_GROUP],
           row->column[COLUMN_WHAT], row->column[COLUMN_RUN], row->column[COLUMN_EXACTNESS]);
}

/* Children end in any order; what they say is printed in that of the rows. */
static bool run_all(const struct differential *d, const struct row *const *rows, size_t count,
                    size_t at_a_time, size_t totals[3]) {
    struct job *jobs = NEW_ARRAY(struct job, count + 1);
    int *status = NEW_ARRAY(int, count + 1);
    bool *ended = NEW_ARRAY(bool, count + 1), ok = true;
    size_t started = 0, running = 0, printed = 0;
    while (ok && printed < count) {
        while (ok && started < count && running < at_a_time) {
            ok = start(d, rows[started], &jobs[started]);
            started++;
            running++;
        }
        int how;
        const pid_t child = ok ? wait(&how) : -1;
        for (size_t i = printed; i < started && child > 0; i++)
            if (jobs[i].child == child) {
                status[i] = how;
                ended[i] = true;
                running--;
            }
        for (; printed < started && ended[printed]; printed++)
            totals[finish(rows[printed], &jobs[printed], status[printed])]++;
        ok = ok && child > 0;
    }
    free(jobs);
    free(status);
    free(ended);
    return ok;
}

static int run(const struct arguments *a, const char *path, int pattern_count,
               char *const *patterns) {
    struct index index;
    struct error error = {0};
    uint32_t without;
    if (!features_read(a->without, &without, &error) || !index_read(path, &index, &error) ||
        (a->keep && !file_make_folders(a->keep, &error)) || !file_make_folders(a->cache, &error)) {
        fprintf(stderr, "shader-diff: %s\n", error.text);
        return 2;
    }
    const char *slash = strrchr(path, '/');
    char *folder = slash ? memory_format("%.*s", (int)(slash - path), path) : memory_string(".");
    const struct differential d = {
        .setup = {.folder = folder,
                  .cache = a->cache,
                  .keep = a->keep,
                  .storage = a->storage < SHADER_STORAGE_LIMIT ? (uint32_t)a->storage
                                                               : SHADER_STORAGE_LIMIT,
                  .map_only = !strcmp(a->memory, "map"),
                  .without = without,
                  .version = (uint8_t)(a->spirv ? a->spirv[2] - '0' : 0)},
        .reference_twice = !strcmp(a->only, "reference"),
    };
    const struct row **rows = NEW_ARRAY(const struct row *, index.count + 1);
    size_t count = 0, totals[3] = {0};
    for (size_t i = 0; i < index.count; i++)
        if (chosen(&index.rows[i], pattern_count, patterns))
            rows[count++] = &index.rows[i];
    bool ok = true;
    for (size_t i = 0; i < count && a->list; i++)
        list(rows[i]);
    if (!a->list) {
        ok = run_all(&d, rows, count, a->jobs < JOBS_LIMIT ? (size_t)a->jobs : JOBS_LIMIT, totals);
        printf("%zu passed, %zu failed, %zu skipped\n", totals[OUTCOME_PASSED],
               totals[OUTCOME_FAILED], totals[OUTCOME_SKIPPED]);
    }
    if (!count)
        fprintf(stderr, "shader-diff: no program of %s has such a name\n", path);
    free(rows);
    free(folder);
    index_free(&index);
    return ok && count && !totals[OUTCOME_FAILED] ? 0 : 1;
}

int main(int argc, char **argv) {
    struct arguments a = {.jobs = sysconf(_SC_NPROCESSORS_ONLN),
                          .memory = "bound",
                          .storage = SHADER_STORAGE_LIMIT,
                          .only = "both",
                          .without = "",
                          .cache = "build/tests/shader/cache"};
    struct error error = {0};
    if (!options_from_arguments(&table, &a, &argc, argv, &error)) {
        fprintf(stderr, "shader-diff: %s\n", error.text);
        return 2;
    }
    if (argc < 2 || a.jobs < 1) {
        struct strbuf help = {0};
        options_help(&table, &help);
        fprintf(stderr, "usage: shader-diff INDEX.tsv [NAME|GROUP...]\n%s", help.text);
        return 2;
    }
    return run(&a, argv[1], argc - 2, argv + 2);
}
