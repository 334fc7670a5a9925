/* SPDX-License-Identifier: MIT */
#include "lift/output.h"

#include "base/memory.h"
#include "lift/resume.h"

#include <ctype.h>
#include <stdlib.h>

typedef unsigned long ul;

/* A C string literal of any bytes. */
static void add_string(struct strbuf *out, const char *text) {
    strbuf_add(out, "\"");
    for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
        if (isalnum(*p) || *p == ' ' || *p == '_' || *p == '.' || *p == '-')
            strbuf_add_bytes(out, p, 1);
        else
            strbuf_addf(out, "\\%03o", *p);
    }
    strbuf_add(out, "\"");
}

static void add_entries(struct strbuf *out, size_t number, const struct text *t,
                        const struct discovery *d) {
    for (size_t i = 0; i < d->count; i++)
        strbuf_addf(out, "LIFTED_TARGET(e_%08lx);\n", (ul)d->functions[i].entry);
    strbuf_addf(out, "static const struct lifted_entry entries_%zu[] = {\n", number);
    for (size_t i = 0; i < d->count; i++)
        strbuf_addf(out, "{%#lx, e_%08lx},\n", (ul)(d->functions[i].entry - t->base),
                    (ul)d->functions[i].entry);
    strbuf_add(out, "};\n");
}

/* Declared as functions of their own; several addresses may share one. */
static size_t add_resumes(struct strbuf *out, size_t number, const struct text *t,
                          const struct discovery *d) {
    size_t count;
    struct resume_point *points = resume_points(t, d, &count);
    for (size_t i = 0; i < d->count; i++)
        if (d->functions[i].resumed)
            strbuf_addf(out, "LIFTED_TARGET(r_%08lx);\n", (ul)d->functions[i].entry);
    strbuf_addf(out, "static const struct lifted_entry resumes_%zu[] = {\n", number);
    for (size_t i = 0; i < count; i++)
        strbuf_addf(out, "{%#lx, r_%08lx},\n", (ul)(points[i].pc - t->base),
                    (ul)d->functions[points[i].function].entry);
    strbuf_add(out, "{0, 0}};\n");
    free(points);
    return count;
}

static size_t add_symbols(struct strbuf *out, size_t number, const struct module *m) {
    size_t count = 0;
    strbuf_addf(out, "static const struct lifted_symbol symbols_%zu[] = {\n", number);
    for (size_t i = 0; i < m->symbol_count; i++) {
        const struct symbol *s = &m->symbols[i];
        if (s->kind != SYMBOL_FUNCTION || !s->defined || s->address >> 32 || s->size >> 32)
            continue;
        strbuf_addf(out, "{%#lx, %#lx, ", (ul)s->address, (ul)s->size);
        add_string(out, s->name);
        strbuf_add(out, "},\n");
        count++;
    }
    strbuf_add(out, "{0, 0, \"\"}};\n");
    return count;
}

/* A flag an instruction, from the module's base on, and what names it in the module. */
static void add_stops(struct strbuf *out, struct strbuf *modules, const struct text *t) {
    const ul base = (ul)t->base, count = (ul)(t->end - t->base) / 4;
    strbuf_addf(out, "uint8_t lifted_stops_%08lx[%lu];\n", base, count);
    strbuf_addf(modules, ".stops = lifted_stops_%08lx, .stop_count = %lu,\n", base, count);
}

static void add_module(struct strbuf *out, size_t number, const struct text *t,
                       const struct discovery *d, size_t resumes, size_t symbols) {
    const struct module *m = t->module;
    strbuf_add(out, "{\n.name = ");
    add_string(out, m->name);
    strbuf_addf(out,
                ",\n.base = %#lx, .image = lifted_image_%zu, .image_size = %#lx, .memory_size = "
                "%#lx,\n.segments = {",
                (ul)t->base, number, (ul)m->image_size, (ul)m->memory_size);
    for (int k = 0; k < SEGMENT_KINDS; k++)
        strbuf_addf(out, "{%#lx, %#lx, %#lx}, ", (ul)m->segments[k].address,
                    (ul)m->segments[k].file_size, (ul)m->segments[k].memory_size);
    strbuf_addf(out,
                "},\n.entry = %#lx, .entries = entries_%zu, .entry_count = %zu,\n.resumes = "
                "resumes_%zu, .resume_count = %zu,\n.symbols = symbols_%zu, .symbol_count = "
                "%zu,\n",
                (ul)m->entry, number, d->count, number, resumes, number, symbols);
}

/* An executable that goes to another machine says so when the processor there is too old. */
static void add_machine_check(const struct lift_options *options, struct strbuf *out) {
    const char *machine = machine_name(machine_chosen(options->machine));
    strbuf_addf(
        out,
        "#include <unistd.h>\n"
        "static const char too_old[] = \"This program was compiled for %s processors, and this "
        "one is older: build it again on this machine, or with --machine x86-64-v2.\\n\";\n"
        "__attribute__((constructor)) static void check_machine(void) {\n"
        "    if (!__builtin_cpu_supports(\"%s\")) {\n"
        "        write(2, too_old, sizeof too_old - 1);\n"
        "        _exit(1);\n    }\n}\n",
        machine, machine);
}

static bool write_images(struct output *o, const struct program *p, bool whole_file,
                         struct error *error) {
    struct strbuf s = {0};
    bool ok = true;
    strbuf_add(&s, ".section .rodata\n");
    for (size_t i = 0; ok && i < p->module_count; i++) {
        const struct module *m = &p->modules[i];
        char *name = memory_format("module_%zu.bin", i);
        strbuf_addf(&s,
                    ".balign 4096\n.globl lifted_image_%zu\nlifted_image_%zu:\n.incbin \"%s\"\n", i,
                    i, name);
        ok = output_file(o->options, name, m->image, m->image_size, error);
        free(name);
    }
    if (ok && whole_file) {
        strbuf_add(&s, ".balign 4096\n.globl lifted_file\nlifted_file:\n.incbin \"file.bin\"\n");
        ok = output_file(o->options, "file.bin", p->file.data, p->file.size, error);
    }
    strbuf_add(&s, ".section .note.GNU-stack,\"\",@progbits\n");
    ok = ok && output_file(o->options, "image.S", s.text, s.length, error);
    strbuf_free(&s);
    return ok;
}

bool output_tables(struct output *o, const struct program *p, const struct text *texts,
                   const struct discovery *found, struct error *error) {
    struct strbuf s = {0}, modules = {0};
    bool whole_file = p->icon.size || p->nacp.size || p->romfs.size;
    strbuf_add(&s, "#include \"core/lifted.h\"\n");
    for (size_t i = 0; i < p->module_count; i++) {
        strbuf_addf(&s, "extern const uint8_t lifted_image_%zu[];\n", i);
        add_entries(&s, i, &texts[i], &found[i]);
        size_t resumes = add_resumes(&s, i, &texts[i], &found[i]);
        add_module(&modules, i, &texts[i], &found[i], resumes, add_symbols(&s, i, &p->modules[i]));
        if (o->options->debug)
            add_stops(&s, &modules, &texts[i]);
        strbuf_add(&modules, "},\n");
    }
    if (whole_file)
        strbuf_add(&s, "extern const uint8_t lifted_file[];\n");
    strbuf_addf(&s, "static const struct lifted_module modules[] = {\n%s};\n",
                modules.text ? modules.text : "");
    strbuf_addf(&s,
                "const struct lifted_program lifted_program = {\n.abi = LIFTED_ABI,\n.start = "
                "%s,\n.float_level = %u,\n.exact = %d,\n.counted = %d,\n.name = ",
                p->format == PROGRAM_NSO ? "LIFTED_START_NSO" : "LIFTED_START_NRO", o->float_level,
                o->options->debug, o->options->counted);
    add_string(&s, p->modules[0].name);
    strbuf_add(&s, ",\n.title = ");
    add_string(&s, p->title);
    strbuf_add(&s, ",\n.author = ");
    add_string(&s, p->author);
    strbuf_addf(&s, ",\n.modules = modules, .module_count = %zu,\n", p->module_count);
    if (whole_file)
        strbuf_addf(&s, ".file = lifted_file, .file_size = %zu,\n", p->file.size);
    strbuf_add(&s, "};\n");
    add_machine_check(o->options, &s);
    bool ok = output_file(o->options, "table.c", s.text, s.length, error) &&
              write_images(o, p, whole_file, error);
    output_add_object(o, "table", 0);
    o->c_bytes += s.length;
    strbuf_free(&s);
    strbuf_free(&modules);
    return ok;
}
