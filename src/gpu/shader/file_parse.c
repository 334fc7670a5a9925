/* SPDX-License-Identifier: MIT */
/* The text of shader_file_print, and what people write, as programs. */
#include "gpu/shader/code.h"
#include "gpu/shader/file.h"

#include "base/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct parser {
    struct shader_file *file;
    size_t room;
    struct code_builder code;
    struct strbuf constants;
    size_t prefix_size;
    unsigned line;
    bool in_code;
    struct error *error;
};

static struct shader_program *current(const struct parser *p) {
    return p->file->count ? &p->file->programs[p->file->count - 1] : NULL;
}

static bool fail(struct parser *p, const char *text) {
    return error_set(p->error, ERROR_FORMAT, "line %u: %s", p->line, text);
}

static struct blob blob_of(struct strbuf *s) {
    struct blob b = {(uint8_t *)s->text, s->length};
    *s = (struct strbuf){0};
    return b;
}

/* What the program's lines made. */
static bool finish_program(struct parser *p) {
    struct shader_program *program = current(p);
    struct strbuf code = {0};
    if (!program)
        return true;
    if (!p->code.instruction_count)
        return fail(p, "the program has no .code");
    const bool ok = code_finish(&p->code, &code, p->error);
    program->code = blob_of(&code);
    program->constants = blob_of(&p->constants);
    code_free(&p->code);
    return ok;
}

/* A fresh header says what it is, so that a handwritten one need not. */
static bool set_kind(struct shader_program *program, struct error *error) {
    static const char *const shader_types[SHADER_STAGES] = {"1", "5", "4", "2", "3", NULL};
    if (program->stage == SHADER_COMPUTE)
        return true;
    char type[32];
    snprintf(type, sizeof type, "shader_type %s", shader_types[program->stage]);
    return shader_field_parse(&shader_sph_layout, program->stage, program->sph,
                              program->stage == SHADER_FRAGMENT ? "type 2" : "type 1", error) &&
           shader_field_parse(&shader_sph_layout, program->stage, program->sph, "version 3",
                              error) &&
           shader_field_parse(&shader_sph_layout, program->stage, program->sph, type, error);
}

static bool start_program(struct parser *p, const char *rest) {
    enum shader_stage stage;
    if (!shader_stage_of(rest, &stage))
        return fail(p, "a .stage is vertex, fragment, geometry, tess_control, tess_evaluation or "
                       "compute");
    if (!finish_program(p))
        return false;
    GROW(p->file->programs, p->file->count, p->room);
    p->file->programs[p->file->count++] = (struct shader_program){.stage = stage};
    p->prefix_size = 0;
    p->in_code = false;
    return set_kind(current(p), p->error);
}

/* Numbers of up to four bytes, hexadecimal ones as long as they are written. */
static bool parse_data(struct parser *p, const char *text, struct strbuf *out) {
    do { /* at least one */
        char *end;
        const unsigned long long value = strtoull(text, &end, 0);
        const bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
        const size_t digits = (size_t)(end - text) - (hex ? 2 : 0);
        size_t size = hex ? (digits + 1) / 2 : 4;
        if (!isdigit((unsigned char)*text) || value >> 32 || !digits || size > 4 ||
            (*end && *end != ' ' && *end != '\t' && *end != ','))
            return fail(p, "data are numbers of up to 32 bits");
        for (size_t i = 0; i < size; i++) {
            const uint8_t byte = (uint8_t)(value >> (8 * i));
            strbuf_add_bytes(out, &byte, 1);
        }
        text = end + strspn(end, " \t,");
    } while (*text);
    return true;
}

static bool parse_prefix(struct parser *p, const char *rest) {
    struct strbuf data = {0};
    bool ok = parse_data(p, rest, &data);
    if (ok && p->prefix_size + data.length > SHADER_PREFIX_SIZE)
        ok = fail(p, "a .prefix has 48 bytes");
    if (ok) {
        memcpy(current(p)->prefix + p->prefix_size, data.text, data.length);
        p->prefix_size += data.length;
    }
    strbuf_free(&data);
    return ok;
}

static bool parse_fields(struct parser *p, const struct shader_layout *layout, const char *rest) {
    struct shader_program *program = current(p);
    uint8_t *bytes = layout == &shader_sph_layout ? program->sph : program->header;
    if (layout == &shader_sph_layout && program->stage == SHADER_COMPUTE)
        return fail(p, "a compute program has no .sph");
    return shader_field_parse(layout, program->stage, bytes, rest, p->error) ||
           error_wrap(p->error, "line %u", p->line);
}

/* A directive of the file or of the program's head; false in *mine: a line of code. */
static bool parse_directive(struct parser *p, const char *word, const char *rest, bool *mine) {
    *mine = true;
    if (!strcmp(word, ".container")) {
        p->file->bare = !strcmp(rest, "bare");
        return p->file->bare || !strcmp(rest, "dksh") || fail(p, "a .container is dksh or bare");
    }
    if (!strcmp(word, ".stage"))
        return start_program(p, rest);
    if (!current(p))
        return fail(p, "a .stage must come first");
    if (!strcmp(word, ".code")) {
        p->in_code = true;
        return !*rest || fail(p, "nothing follows .code");
    }
    if (!strcmp(word, ".header"))
        return parse_fields(p, &shader_header_layout, rest);
    if (!strcmp(word, ".sph"))
        return parse_fields(p, &shader_sph_layout, rest);
    if (!strcmp(word, ".constants"))
        return parse_data(p, rest, &p->constants);
    if (!strcmp(word, ".prefix"))
        return parse_prefix(p, rest);
    *mine = false;
    return true;
}

static bool parse_line(struct parser *p, char *line) {
    char *comment = strstr(line, "//");
    if (comment)
        *comment = 0;
    line += strspn(line, " \t");
    for (size_t n = strlen(line); n && strchr(" \t\r", line[n - 1]);)
        line[--n] = 0;
    const size_t length = strcspn(line, " \t");
    char word[16] = "";
    if (line[0] == '.' && length < sizeof word)
        memcpy(word, line, length);
    bool mine;
    if (!*line)
        return true;
    if (!parse_directive(p, word, line + length + strspn(line + length, " \t"), &mine))
        return false;
    if (mine)
        return true;
    if (!p->in_code)
        return fail(p, "a .code must come before the first instruction");
    return code_line(&p->code, line, p->line, p->error);
}

static bool parse_lines(struct parser *p, char *text) {
    for (char *line = text; line;) {
        char *end = strchr(line, '\n');
        if (end)
            *end = 0;
        p->line++;
        if (!parse_line(p, line))
            return false;
        line = end ? end + 1 : NULL;
    }
    return (current(p) || fail(p, "there is no .stage")) && finish_program(p);
}

bool shader_file_parse(const char *text, struct shader_file *out, struct error *error) {
    struct error why = {0};
    struct parser p = {.file = out, .error = &why};
    char *copy = memory_string(text);
    *out = (struct shader_file){0};
    const bool ok = parse_lines(&p, copy);
    free(copy);
    strbuf_free(&p.constants);
    code_free(&p.code);
    if (ok)
        return true;
    shader_file_free(out);
    return error_set(error, why.kind, "%s", why.text);
}
