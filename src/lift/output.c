/* SPDX-License-Identifier: MIT */
#include "lift/output.h"

#include "base/memory.h"
#include "lift/workers.h"

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
    if (o->options->counted)
        strbuf_add(out, "#define LIFTED_COUNTED\n");
    strbuf_add(out, "#include \"core/lifted.h\"\n#include \"a64/lifted_ops.h\"\n");
}

void output_add_object(struct output *o, const char *name, size_t instructions) {
    GROW(o->objects, o->object_count, o->object_room);
    o->objects[o->object_count++] = (struct output_object){memory_string(name), instructions};
}

void output_free(struct output *o) {
    for (size_t i = 0; i < o->object_count; i++)
        free(o->objects[i].name);
    free(o->objects);
    o->objects = NULL;
    o->object_count = o->object_room = 0;
}

/* False where there is none. */
static bool remove_numbered(const struct output *o, size_t number, const char *ending) {
    char *path = memory_format("%s/code_%04zu%s", o->options->folder, number, ending);
    bool removed = unlink(path) == 0;
    free(path);
    return removed;
}

void output_remove_stale(const struct output *o) {
    for (size_t i = o->c_files; remove_numbered(o, i, ".c"); i++) {
        remove_numbered(o, i, ".o");
        remove_numbered(o, i, ".o.sum");
    }
}

size_t output_file_limit(const struct output *o) {
    const size_t compilers = workers_count(o->options->jobs, SIZE_MAX);
    size_t limit = o->instructions_total / (2 * compilers);
    if (o->options->file_instructions)
        return o->options->file_instructions;
    if (limit < LIFT_FILE_MIN)
        return LIFT_FILE_MIN;
    return limit < LIFT_FILE_MAX ? limit : LIFT_FILE_MAX;
}
