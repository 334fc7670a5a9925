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
static const char *const link_flags[] = {"-lSDL2", "-lpng", "-linih", "-lmbedcrypto", "-llz4",
                                         "-ldw",   "-lm",   "-lpthread", NULL};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void produce_options(struct lift_options *o, const struct build_settings *s,
                     const struct runtime_paths *paths, const char *archives[2]) {
    archives[0] = paths->archive;
    archives[1] = NULL;
    *o = (struct lift_options){
        .optimisation = (int)s->optimise,
        .jobs = (unsigned)s->jobs,
        .launcher = *s->launcher ? s->launcher : NULL,
        .include_folder = paths->include,
        .archives = archives,
        .link_flags = link_flags,
    };
}

/* The figures of the lift, kept beside the executable so that a cached run can give them too. */
static void figures(struct strbuf *out, const struct lift_stats *stats, double compile_seconds) {
    strbuf_addf(out,
                "{\n  \"functions\": %zu,\n  \"instructions\": %zu,\n  \"c_bytes\": %zu,\n"
                "  \"jump_tables\": %zu,\n  \"jump_tables_proved\": %zu,\n"
                "  \"indirect_branches\": %zu,\n  \"unknown_words\": %zu,\n"
                "  \"left_to_interpreter\": %zu,\n  \"lift_seconds\": %.3f,\n"
                "  \"compile_seconds\": %.3f\n}\n",
                stats->functions, stats->instructions, stats->c_bytes, stats->jump_tables,
                stats->jump_tables_proved, stats->indirect_branches, stats->unknown_words,
                stats->left_to_interpreter, stats->seconds, compile_seconds);
}
