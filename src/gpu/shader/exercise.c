/* SPDX-License-Identifier: MIT */
#include "gpu/shader/exercise.h"

#include "gpu/shader/file.h"
#include "gpu/shader/flow.h"
#include "gpu/shader/multiply.h"
#include "gpu/shader/origin.h"
#include "gpu/shader/structure.h"
#include "gpu/shader/uniform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(bool holds, const char *what, const struct error *error) {
    if (holds)
        return;
    fprintf(stderr, "exercise: %s: %s\n", what, error->text);
    abort();
}

static bool same_blob(const struct blob *a, const struct blob *b) {
    return a->size == b->size && (!a->size || !memcmp(a->data, b->data, a->size));
}

static bool same(const struct shader_file *a, const struct shader_file *b) {
    if (a->count != b->count || a->bare != b->bare)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        const struct shader_program *p = &a->programs[i], *q = &b->programs[i];
        if (p->stage != q->stage || memcmp(p->header, q->header, sizeof p->header) ||
            memcmp(p->prefix, q->prefix, sizeof p->prefix) ||
            memcmp(p->sph, q->sph, sizeof p->sph) || !same_blob(&p->code, &q->code) ||
            !same_blob(&p->constants, &q->constants))
            return false;
    }
    return true;
}

static void make_structures(const struct shader_flow *flow) {
    for (uint32_t i = 0; i < flow->function_count; i++) {
        struct structure s;
        struct error error = {0};
        if (structure_build(flow, i, &s, &error))
            structure_free(&s);
        else
            check(error.text[0] != 0, "no structure and no message", &error);
    }
}

/* What instructions read was written by some. */
static void find_values(const uint8_t *code, const struct shader_flow *flow) {
    struct shader_values values;
    struct shader_origins origins;
    struct error error = {0};
    if (!shader_values_build(code, flow, &values, &error)) {
        check(error.text[0] != 0, "no values and no message", &error);
        return;
    }
    for (size_t i = 0; i < values.read_count; i++)
        check(values.reads[i].value < values.value_count, "a value is none", &error);
    shader_origins_find(&values, 0, &origins);
    shader_origins_free(&origins);
    struct shader_multiplies multiplies;
    struct shader_uniform uniform;
    shader_multiplies_find(&values, &multiplies);
    shader_multiplies_free(&multiplies);
    shader_uniform_find(&values, &uniform);
    shader_uniform_free(&uniform);
    shader_values_free(&values);
}

/* Any code has a graph or a message. */
static void make_graphs(const struct shader_file *file) {
    for (size_t i = 0; i < file->count; i++) {
        const struct shader_program *p = &file->programs[i];
        const struct flow_constants constants = {p->constants.data, p->constants.size};
        struct shader_flow flow;
        struct error error = {0};
        if (!shader_flow_build(p->code.data, p->code.size, &constants, &flow, &error)) {
            check(error.text[0] != 0, "no graph and no message", &error);
            continue;
        }
        make_structures(&flow);
        find_values(p->code.data, &flow);
        shader_flow_free(&flow);
    }
}

/* The programs as text are the same programs. A program without code has no text. */
static void through_text(const struct shader_file *file) {
    struct strbuf text = {0};
    struct shader_file back;
    struct error error = {0};
    for (size_t i = 0; i < file->count; i++)
        if (!file->programs[i].code.size)
            return;
    shader_file_print(file, true, &text);
    check(shader_file_parse(text.text, &back, &error), "its text is refused", &error);
    check(same(file, &back), "its text is something else", &error);
    shader_file_free(&back);
    strbuf_clear(&text);
    shader_file_describe(file, &text);
    strbuf_free(&text);
}

bool exercise_shader_file(const uint8_t *bytes, size_t size) {
    struct shader_file file;
    struct error error = {0};
    if (!shader_file_read(bytes, size, NULL, &file, &error)) {
        check(error.text[0] != 0, "no message", &error);
        return false;
    }
    through_text(&file);
    make_graphs(&file);
    shader_file_free(&file);
    return true;
}

bool exercise_shader_text(const uint8_t *bytes, size_t size) {
    struct shader_file file, back;
    struct error error = {0};
    struct strbuf text = {0}, written = {0};
    strbuf_add(&text, "");
    strbuf_add_bytes(&text, bytes, size);
    const bool taken = shader_file_parse(text.text, &file, &error);
    strbuf_free(&text);
    if (!taken) {
        check(error.text[0] != 0, "no message", &error);
        return false;
    }
    through_text(&file);
    make_graphs(&file);
    if (shader_file_write(&file, &written, &error)) {
        /* What zeros at the end of the code were is not told from filling. */
        check(shader_file_read((const uint8_t *)written.text, written.length,
                               shader_stage_name(file.programs[0].stage), &back, &error),
              "what was written is refused", &error);
        shader_file_free(&back);
    }
    strbuf_free(&written);
    shader_file_free(&file);
    return true;
}
