/* SPDX-License-Identifier: MIT */
/* `windlass shader dis|asm|info|flow|spirv FILE`: shaders as text and back, where their code goes,
 * and what they are translated to. */
#include "base/file.h"
#include "base/options.h"
#include "cli/commands.h"
#include "gpu/shader/file.h"
#include "gpu/shader/flow.h"
#include "gpu/shader/multiply.h"
#include "gpu/shader/origin.h"
#include "gpu/shader/structure.h"
#include "gpu/shader/translate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct settings {
    const char *output, *stage;
    bool addresses, info;
    int64_t program;
};

static const struct option rows[] = {
    {"output", OPTION_TEXT, offsetof(struct settings, output), "PATH", NULL,
     "where the result goes (else standard output; asm needs it)"},
    {"stage", OPTION_CHOICE, offsetof(struct settings, stage), NULL,
     "vertex|fragment|geometry|tess_control|tess_evaluation|compute",
     "of a bare program whose header does not say it"},
    {"addresses", OPTION_FLAG, offsetof(struct settings, addresses), NULL, NULL,
     "dis: addresses and words as comments"},
    {"program", OPTION_NUMBER, offsetof(struct settings, program), "N", NULL,
     "spirv: which of the file's programs, from 0 on (0)"},
    {"info", OPTION_FLAG, offsetof(struct settings, info), NULL, NULL,
     "spirv: what the module needs instead of the module"},
};
static const struct option_table options = {"shader", rows, sizeof rows / sizeof *rows, false};

static bool deliver(const struct settings *s, const struct strbuf *text, struct error *error) {
    if (s->output)
        return file_write(s->output, text->text, text->length, error);
    return (fwrite(text->text, 1, text->length, stdout) == text->length && fflush(stdout) == 0) ||
           error_set(error, ERROR_IO, "standard output cannot be written");
}

static bool print_structures(const struct shader_flow *flow, struct strbuf *out,
                             struct error *error) {
    for (uint32_t i = 0; i < flow->function_count; i++) {
        struct structure s;
        if (!structure_build(flow, i, &s, error))
            return error_wrap(error, "function %u", i);
        strbuf_addf(out, "function %u:\n", i);
        structure_print(&s, out);
        structure_free(&s);
    }
    return true;
}

static bool print_values(const struct shader_program *p, const struct shader_flow *flow,
                         struct strbuf *out, struct error *error) {
    struct shader_values values;
    struct shader_origins origins;
    struct shader_multiplies multiplies;
    if (!shader_values_build(p->code.data, flow, &values, error))
        return false;
    shader_origins_find(&values, 0, &origins);
    shader_origins_print(&values, &origins, out);
    shader_origins_free(&origins);
    shader_multiplies_find(&values, &multiplies);
    shader_multiplies_print(&values, &multiplies, out);
    shader_multiplies_free(&multiplies);
    shader_values_free(&values);
    return true;
}

static bool print_flow(const struct shader_file *file, struct strbuf *out, struct error *error) {
    for (size_t i = 0; i < file->count; i++) {
        const struct shader_program *p = &file->programs[i];
        const struct flow_constants constants = {p->constants.data, p->constants.size};
        struct shader_flow flow;
        if (!shader_flow_build(p->code.data, p->code.size, &constants, &flow, error))
            return error_wrap(error, "program %zu", i);
        strbuf_addf(out, "%s:\n", shader_stage_name(p->stage));
        shader_flow_print(&flow, out);
        const bool ok = print_structures(&flow, out, error) && print_values(p, &flow, out, error);
        shader_flow_free(&flow);
        if (!ok)
            return error_wrap(error, "program %zu", i);
    }
    return true;
}

static bool make_spirv(const struct shader_file *file, const struct settings *s, struct strbuf *out,
                       struct error *error) {
    struct shader_key key;
    struct shader_translation t;
    if (s->program >= (int64_t)file->count)
        return error_set(error, ERROR_USAGE, "there is no program %ld; the last is %zu",
                         (long)s->program, file->count - 1);
    const struct shader_program *p = &file->programs[s->program];
    shader_key_init(&key, p);
    if (!shader_translate(p, &key, &t, error))
        return error_wrap(error, "program %ld", (long)s->program);
    if (s->info)
        shader_contract_print(&t.contract, out);
    else
        strbuf_add_bytes(out, t.words, t.count * sizeof *t.words);
    shader_translation_free(&t);
    return true;
}

static bool from_bytes(const struct blob *in, const struct settings *s, const char *word,
                       struct strbuf *out, struct error *error) {
    struct shader_file file;
    bool ok = true;
    if (!shader_file_read(in->data, in->size, s->stage, &file, error))
        return false;
    if (!strcmp(word, "info"))
        shader_file_describe(&file, out);
    else if (!strcmp(word, "flow"))
        ok = print_flow(&file, out, error);
    else if (!strcmp(word, "spirv"))
        ok = make_spirv(&file, s, out, error);
    else
        shader_file_print(&file, s->addresses, out);
    shader_file_free(&file);
    return ok;
}

static bool from_text(const struct blob *in, struct strbuf *out, struct error *error) {
    struct shader_file file;
    struct strbuf text = {0};
    if (in->size && memchr(in->data, 0, in->size))
        return error_set(error, ERROR_FORMAT, "it is no text");
    strbuf_add_bytes(&text, in->data, in->size);
    const bool ok = shader_file_parse(text.length ? text.text : "", &file, error);
    strbuf_free(&text);
    if (!ok)
        return false;
    const bool written = shader_file_write(&file, out, error);
    shader_file_free(&file);
    return written;
}

static bool run(const char *word, const char *path, const struct settings *s, struct error *error) {
    struct blob in = {0};
    struct strbuf out = {0};
    if (!file_read(path, SHADER_FILE_LIMIT, &in, error))
        return false;
    const bool ok = (!strcmp(word, "asm") ? from_text(&in, &out, error)
                                          : from_bytes(&in, s, word, &out, error)) ||
                    error_wrap(error, "%s", path);
    const bool delivered = ok && deliver(s, &out, error);
    strbuf_free(&out);
    blob_free(&in);
    return delivered;
}

static int help(void) {
    struct strbuf text = {0};
    strbuf_add(&text,
               "windlass shader dis FILE: a DKSH file or a bare program as text\n"
               "windlass shader asm FILE --output PATH: that text as a file\n"
               "windlass shader info FILE: what the programs are and use\n"
               "windlass shader flow FILE: the blocks of their code, the same as ifs and loops,\n"
               "    where addresses and handles come from, and products of 32 bits\n"
               "windlass shader spirv FILE: a program as a module of SPIR-V\n\n");
    options_help(&options, &text);
    fputs(text.text, stdout);
    strbuf_free(&text);
    return 0;
}

static int usage(const char *what) {
    fprintf(stderr, "windlass shader: %s; --help explains\n", what);
    return 2;
}

static bool is_word(const char *word) {
    static const char *const words[] = {"dis", "asm", "info", "flow", "spirv"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(word, words[i]))
            return true;
    return false;
}

int cli_shader(int argc, char **argv) {
    struct settings s = {0};
    struct error error = {0};
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help"))
            return help();
    if (!options_from_arguments(&options, &s, &argc, argv, &error))
        return usage(error.text);
    if (argc < 2 || !is_word(argv[1]))
        return usage("say dis, asm, info, flow or spirv");
    if (argc != 3)
        return usage("takes one FILE");
    if (!strcmp(argv[1], "asm") && !s.output)
        return usage("asm needs --output PATH");
    if (!strcmp(argv[1], "spirv") && !s.output && !s.info && isatty(STDOUT_FILENO))
        return usage("spirv writes bytes: say --output PATH, or --info");
    if (run(argv[1], argv[2], &s, &error))
        return 0;
    fprintf(stderr, "windlass shader %s: %s\n", argv[1], error.text);
    return 1;
}
