/* SPDX-License-Identifier: MIT */
#include "lift/lift.h"

#include "base/memory.h"
#include "lift/coverage.h"
#include "lift/discover.h"
#include "lift/output.h"
#include "lift/resume.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MODULE_ALIGN 0x200000ull  /* 2 MiB */
#define CODE_END     (1ull << 32) /* the dispatch table ends here */

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

struct relay {
    const struct lift_options *options;
};

static void tell_functions(void *context, size_t done, size_t total) {
    const struct relay *r = context;
    if (r->options->progress)
        r->options->progress(r->options->context, "functions", done, total);
}

static bool place_modules(const struct program *p, const struct lift_options *options,
                          struct text *texts, struct error *error) {
    uint64_t base = options->base ? options->base : LIFT_BASE;
    for (size_t i = 0; i < p->module_count; i++) {
        const struct module *m = &p->modules[i];
        if (base >= CODE_END || m->memory_size > CODE_END - base)
            return error_set(error, ERROR_LIMIT,
                             "%s: module %s of %llu bytes ends above 4 GiB; code must lie below",
                             p->path, m->name, (unsigned long long)m->memory_size);
        text_open(&texts[i], m, base);
        base = (base + m->memory_size + MODULE_ALIGN - 1) & ~(MODULE_ALIGN - 1);
    }
    return true;
}

static bool write_all(const struct program *p, struct output *o, const struct text *texts,
                      const struct discovery *found, struct error *error) {
    bool ok = file_make_folders(o->options->folder, error);
    for (size_t i = 0; ok && i < p->module_count; i++) {
        struct summary summary;
        summary_find(&texts[i], &found[i], &summary);
        ok = output_code(o, &texts[i], &found[i], &summary, error);
        summary_free(&summary);
    }
    output_remove_stale(o);
    return ok && output_tables(o, p, texts, found, error) && output_ninja(o, error);
}

bool lift_program(const struct program *program, const struct lift_options *options,
                  struct lift_stats *stats, struct error *error) {
    double start = now();
    size_t n = program->module_count;
    *stats = (struct lift_stats){0};
    if (!n)
        return error_set(error, ERROR_FORMAT, "%s: has no module to lift", program->path);
    struct text *texts = NEW_ARRAY(struct text, n);
    struct discovery *found = NEW_ARRAY(struct discovery, n);
    struct relay relay = {options};
    struct output output = {.options = options};
    bool ok = place_modules(program, options, texts, error);
    for (size_t i = 0; ok && i < n; i++) {
        discover(&texts[i], &found[i], tell_functions, &relay);
        resume_find(&texts[i], &found[i]);
        for (size_t k = 0; k < found[i].count; k++)
            output.instructions_total += found[i].functions[k].instructions;
    }
    ok = ok && write_all(program, &output, texts, found, error);
    if (ok) {
        coverage_report(texts, found, n, stats);
        stats->c_bytes = output.c_bytes;
        stats->c_files = output.c_files;
    }
    for (size_t i = 0; i < n; i++) {
        discovery_free(&found[i]);
        text_close(&texts[i]);
    }
    free(found);
    free(texts);
    strbuf_free(&output.objects);
    stats->seconds = now() - start;
    return ok;
}

void lift_stats_free(struct lift_stats *stats) {
    free(stats->findings);
    free(stats->coverage_text);
    free(stats->coverage_json);
    *stats = (struct lift_stats){0};
}
