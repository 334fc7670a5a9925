/* SPDX-License-Identifier: MIT */
#include "lift/output.h"

#include "base/memory.h"
#include "lift/emit.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool output_file(const struct lift_options *options, const char *name, const void *data,
                 size_t size, struct error *error) {
    char *path = memory_format("%s/%s", options->folder, name);
    struct blob old = {0};
    struct error ignored;
    bool ok = true;
    bool same = file_read(path, size, &old, &ignored) && old.size == size &&
                (!size || !memcmp(old.data, data, size));
    if (!same)
        ok = file_write(path, data, size, error);
    blob_free(&old);
    free(path);
    return ok;
}

char *output_module_name(const struct module *m) {
    char *name = memory_string(m->name && *m->name ? m->name : "module");
    for (char *p = name; *p; p++)
        if (!isalnum((unsigned char)*p) && !strchr("._-+", *p))
            *p = '_';
    return name;
}

void output_head(const struct output *o, struct strbuf *out) {
    strbuf_addf(out, "#define A64_FLOAT %u\n", o->float_level);
    strbuf_add(out, "#include \"core/lifted.h\"\n#include \"a64/lifted_ops.h\"\n");
}

static bool write_code_file(struct output *o, struct emitter *e, const struct discovery *d,
                            struct error *error) {
    struct strbuf all = {0};
    output_head(o, &all);
    for (size_t i = 0; i < e->mention_count; i++)
        strbuf_addf(&all, "void f_%08lx(struct a64_state *);\n",
                    (unsigned long)d->functions[e->mentions[i]].entry);
    strbuf_add_bytes(&all, e->out->text, e->out->length);
    char *name = memory_format("code_%04zu.c", o->c_files);
    bool ok = output_file(o->options, name, all.text, all.length, error);
    strbuf_addf(&o->objects, "%.*s\n", (int)(strlen(name) - 2), name);
    o->c_bytes += all.length;
    o->c_files++;
    free(name);
    strbuf_free(&all);
    strbuf_clear(e->out);
    e->mention_count = 0;
    e->file++;
    return ok;
}

void output_remove_stale(const struct output *o) {
    for (size_t i = o->c_files;; i++) {
        char *path = memory_format("%s/code_%04zu.c", o->options->folder, i);
        bool gone = unlink(path) != 0;
        free(path);
        if (gone)
            break;
    }
}

size_t output_file_limit(const struct output *o) {
    size_t limit = o->instructions_total / (2 * (size_t)output_jobs(o->options));
    if (o->options->file_instructions)
        return o->options->file_instructions;
    if (limit < LIFT_FILE_MIN)
        return LIFT_FILE_MIN;
    return limit < LIFT_FILE_MAX ? limit : LIFT_FILE_MAX;
}

bool output_code(struct output *o, const struct text *t, const struct discovery *d,
                 const struct summary *s, struct error *error) {
    size_t limit = output_file_limit(o);
    struct strbuf text = {0};
    char *name = output_module_name(t->module);
    struct emitter e = {.text = t,
                        .discovery = d,
                        .out = &text,
                        .file_name = name,
                        .file = 1,
                        .debug = o->options->debug,
                        .float_loops = o->float_level == A64_FLOAT_PLAIN};
    e.mentioned = NEW_ARRAY(uint32_t, d->count + 1);
    e.mentions = NEW_ARRAY(size_t, d->count + 1);
    size_t held = 0;
    bool ok = true;
    for (size_t i = 0; ok && i < d->count; i++) {
        const struct function *f = &d->functions[i];
        struct flow flow;
        if (held && held + f->instructions > limit) {
            ok = write_code_file(o, &e, d, error);
            held = 0;
            if (o->options->progress)
                o->options->progress(o->options->context, "C files", o->instructions_done,
                                     o->instructions_total);
        }
        flow_find(t, d, s, f, &flow);
        emit_function(&e, f, &flow);
        flow_free(&flow);
        held += f->instructions;
        o->instructions_done += f->instructions;
    }
    if (ok && held)
        ok = write_code_file(o, &e, d, error);
    free(e.mentioned);
    free(e.mentions);
    free(name);
    strbuf_free(&text);
    return ok;
}
