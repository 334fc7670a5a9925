/* SPDX-License-Identifier: MIT */
#include "lift/lift.h"

#include "base/memory.h"
#include "lift/coverage.h"
#include "lift/discover.h"
#include "lift/float_use.h"
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
        const unsigned mode = (o->options->debug ? SUMMARY_IN_STATE : 0) |
                              (o->options->any_calls ? SUMMARY_ANY_CALLS : 0);
        summary_find(&texts[i], &found[i], mode, &summary);
        ok = output_code(o, &texts[i], &found[i], &summary, error);
        summary_free(&summary);
    }
    output_remove_stale(o);
    return ok && output_tables(o, p, texts, found, error) && output_ninja(o, error);
}

/* A program's modules at their addresses, with their functions. */
struct found {
    size_t count;
    struct text *texts;
    struct discovery *functions;
};

static void found_free(struct found *f) {
    for (size_t i = 0; i < f->count; i++) {
        discovery_free(&f->functions[i]);
        text_close(&f->texts[i]);
    }
    free(f->functions);
    free(f->texts);
}

static bool find_functions(const struct program *p, const struct lift_options *options,
                           struct found *f, struct error *error) {
    struct relay relay = {options};
    *f = (struct found){.count = p->module_count};
    if (!f->count)
        return error_set(error, ERROR_FORMAT, "%s: has no module to lift", p->path);
    f->texts = NEW_ARRAY(struct text, f->count);
    f->functions = NEW_ARRAY(struct discovery, f->count);
    if (!place_modules(p, options, f->texts, error))
        return false;
    for (size_t i = 0; i < f->count; i++) {
        discover(&f->texts[i], &f->functions[i], tell_functions, &relay);
        resume_find(&f->texts[i], &f->functions[i]);
    }
    return true;
}

bool lift_program(const struct program *program, const struct lift_options *options,
                  struct lift_stats *stats, struct error *error) {
    double start = now();
    struct found found;
    struct output output = {.options = options};
    *stats = (struct lift_stats){0};
    bool ok = find_functions(program, options, &found, error);
    for (size_t i = 0; ok && i < found.count; i++)
        for (size_t k = 0; k < found.functions[i].count; k++)
            output.instructions_total += found.functions[i].functions[k].instructions;
    if (ok)
        output.float_level = float_use_level(found.texts, found.count, options);
    ok = ok && write_all(program, &output, found.texts, found.functions, error);
    if (ok) {
        struct coverage coverage;
        coverage_find(found.texts, found.functions, found.count, &coverage);
        *stats = coverage.stats;
        stats->float_level = output.float_level;
        stats->c_bytes = output.c_bytes;
        stats->c_files = output.c_files;
        coverage_free(&coverage);
    }
    found_free(&found);
    output_free(&output);
    stats->seconds = now() - start;
    return ok;
}

bool lift_coverage(const struct program *program, const struct lift_options *options,
                   lift_svc_name *svc_name, bool json, struct strbuf *out, struct error *error) {
    struct found found;
    bool ok = find_functions(program, options, &found, error);
    if (ok) {
        struct coverage coverage;
        coverage_find(found.texts, found.functions, found.count, &coverage);
        if (json)
            coverage_json(&coverage, svc_name, out);
        else
            coverage_text(&coverage, svc_name, out);
        coverage_free(&coverage);
    }
    found_free(&found);
    return ok;
}
