/* SPDX-License-Identifier: MIT */
/* The C files of functions. What stands in which file is decided first, by numbers of instructions
 * alone; then workers print the files, each holding one at a time. */
#include "base/memory.h"
#include "lift/emit.h"
#include "lift/machine.h"
#include "lift/output.h"
#include "lift/workers.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct code_file {
    size_t first, end; /* numbers of functions */
    size_t instructions;
};

/* What a worker prints with. */
struct desk {
    struct emitter emitter;
    struct strbuf functions, file;
};

struct press {
    struct output *output;
    const struct text *text;
    const struct discovery *discovery;
    const struct summary *summary;
    const char *module_name;
    const struct code_file *files;
    size_t first_number; /* of the first file's name */
    struct desk *desks;  /* by worker */
    pthread_mutex_t lock;
    bool ok; /* under the lock, as the figures in output */
    struct error *error;
};

static struct code_file *plan(const struct discovery *d, size_t limit, size_t *count) {
    struct code_file *files = NULL;
    size_t room = 0;
    *count = 0;
    for (size_t i = 0; i < d->count; i++) {
        size_t more = d->functions[i].instructions;
        if (!*count || files[*count - 1].instructions + more > limit) {
            GROW(files, *count, room);
            files[(*count)++] = (struct code_file){.first = i};
        }
        files[*count - 1].end = i + 1;
        files[*count - 1].instructions += more;
    }
    return files;
}

static void desk_open(struct desk *d, const struct press *p) {
    const size_t functions = p->discovery->count + 1;
    *d = (struct desk){
        .emitter = {.text = p->text,
                    .discovery = p->discovery,
                    .summary = p->summary,
                    .file_name = p->module_name,
                    .debug = p->output->options->debug,
                    .stops = p->output->options->debug,
                    .counted = p->output->options->counted,
                    .suspects =
                        p->output->float_level == A64_FLOAT_PLAIN && !p->output->options->debug,
                    .pairs = machine_chosen(p->output->options->machine) >= MACHINE_V3}};
    d->emitter.out = &d->functions;
    d->emitter.mentioned = NEW_ARRAY(uint32_t, functions);
    d->emitter.mentions = NEW_ARRAY(size_t, functions);
}

static void desk_close(struct desk *d) {
    free(d->emitter.mentioned);
    free(d->emitter.mentions);
    strbuf_free(&d->functions);
    strbuf_free(&d->file);
}

/* The file's text in d->file. */
static void print_file(const struct press *p, struct desk *d, const struct code_file *file) {
    struct emitter *e = &d->emitter;
    strbuf_clear(&d->functions);
    strbuf_clear(&d->file);
    e->mention_count = 0;
    e->file++;
    for (size_t i = file->first; i < file->end; i++) {
        const struct function *f = &p->discovery->functions[i];
        struct flow flow;
        flow_find(p->text, p->discovery, p->summary, f, &flow);
        emit_function(e, f, &flow);
        flow_free(&flow);
    }
    output_head(p->output, &d->file);
    if (e->stops)
        strbuf_addf(&d->file, "extern uint8_t lifted_stops_%08lx[];\n",
                    (unsigned long)p->text->base);
    for (size_t i = 0; i < e->mention_count; i++) {
        emit_head(&d->file, p->discovery->functions[e->mentions[i]].entry,
                  p->summary->params[e->mentions[i]]);
        strbuf_add(&d->file, ";\n");
    }
    strbuf_add_bytes(&d->file, d->functions.text, d->functions.length);
}

static bool go_on(struct press *p) {
    pthread_mutex_lock(&p->lock);
    const bool ok = p->ok;
    pthread_mutex_unlock(&p->lock);
    return ok;
}

static void make_file(void *context, unsigned worker, size_t number) {
    struct press *p = context;
    struct output *o = p->output;
    struct desk *d = &p->desks[worker];
    struct error error;
    if (!go_on(p))
        return;
    print_file(p, d, &p->files[number]);
    char *name = memory_format("code_%04zu.c", p->first_number + number);
    const bool ok = output_file(o->options, name, d->file.text, d->file.length, &error);
    free(name);
    pthread_mutex_lock(&p->lock);
    if (!ok && p->ok)
        p->ok = error_set(p->error, error.kind, "%s", error.text);
    o->c_bytes += d->file.length;
    o->instructions_done += p->files[number].instructions;
    if (o->options->progress)
        o->options->progress(o->options->context, "C files", o->instructions_done,
                             o->instructions_total);
    pthread_mutex_unlock(&p->lock);
}

bool output_code(struct output *o, const struct text *t, const struct discovery *d,
                 const struct summary *s, struct error *error) {
    size_t count;
    struct code_file *files = plan(d, output_file_limit(o), &count);
    const unsigned workers = workers_count(o->options->jobs, count);
    char *name = output_module_name(t->module);
    struct press p = {.output = o,
                      .text = t,
                      .discovery = d,
                      .summary = s,
                      .module_name = name,
                      .files = files,
                      .first_number = o->c_files,
                      .desks = NEW_ARRAY(struct desk, workers),
                      .lock = PTHREAD_MUTEX_INITIALIZER,
                      .ok = true,
                      .error = error};
    for (unsigned i = 0; i < workers; i++)
        desk_open(&p.desks[i], &p);
    workers_run(workers, count, make_file, &p);
    for (unsigned i = 0; i < workers; i++)
        desk_close(&p.desks[i]);
    for (size_t i = 0; i < count; i++) {
        char object[32];
        snprintf(object, sizeof object, "code_%04zu", o->c_files++);
        output_add_object(o, object, files[i].instructions);
    }
    free(p.desks);
    free(files);
    free(name);
    return p.ok;
}
