/* SPDX-License-Identifier: MIT */
#include "programs.h"

#include "base/file.h"
#include "gpu/shader/code.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OWN = 0x20000, SIZE = 0x40000, SHARED = 4096, LOCAL = 256 };

static const char prologue[] =
    "S2R R0, CTAID.X\nS2R R1, TID.X\nSHL R0, R0, 0x6\nIADD R0, R0, R1\nSHL R2, R0, 0x6\n"
    "IADD R4.CC, R2, c[0x0][0x0]\nIADD.X R5, RZ, c[0x0][0x4]\nIADD32I R6.CC, R4, 0x20000\n"
    "IADD.X R7, R5, RZ\n";

/* ---- code ---- */

static bool add_lines(struct code_builder *b, const char *text, unsigned *number,
                      struct error *error) {
    while (*text) {
        char line[128];
        const size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        text += length + (text[length] == '\n');
        if (!code_line(b, line, ++*number, error))
            return false;
    }
    return true;
}

static bool assemble(const struct program *p, struct blob *code, struct error *error) {
    struct code_builder b = {0};
    struct strbuf out = {0};
    unsigned line = 0;
    const bool done = add_lines(&b, prologue, &line, error) &&
                      add_lines(&b, p->text, &line, error) &&
                      add_lines(&b, "EXIT\n", &line, error) && code_finish(&b, &out, error);
    code_free(&b);
    if (!done) {
        strbuf_free(&out);
        return error_wrap(error, "%s", p->name);
    }
    *code = (struct blob){(uint8_t *)out.text, out.length};
    return true;
}

static struct blob constants_of(const struct program *p) {
    struct blob words = {0};
    char *next;
    for (const char *at = p->constants; at && *at; at = next) {
        const uint32_t word = (uint32_t)strtoul(at, &next, 16);
        words.data = realloc(words.data, words.size + sizeof word);
        if (!words.data)
            abort();
        memcpy(words.data + words.size, &word, sizeof word);
        words.size += sizeof word;
    }
    return words;
}

void programs_rows(bool seen[ISA_ROWS]) {
    for (size_t i = 0; i < program_count; i++) {
        struct blob code;
        struct error error = {0};
        if (!assemble(&programs[i], &code, &error)) /* program_run says so */
            continue;
        for (size_t at = 0; at + CODE_WORD <= code.size; at += CODE_WORD) {
            struct isa_instruction in;
            uint64_t word;
            memcpy(&word, code.data + at, sizeof word);
            if (at % CODE_GROUP && isa_decode(word, &in))
                seen[in.row - isa_rows] = true;
        }
        blob_free(&code);
    }
}

const struct isa_row *program_untranslated(const struct program *p) {
    struct blob code;
    struct error error = {0};
    if (!assemble(p, &code, &error))
        return NULL;
    const struct isa_row *row = case_untranslated(&code);
    blob_free(&code);
    return row;
}

/* ---- both sides ---- */

static bool model_side(const struct case_runner *run, const struct program *p, struct blob code,
                       struct blob constants, uint8_t *memory, struct error *error) {
    struct model_program program = {code.data, code.size, p->group, p->groups, SHARED, LOCAL, {0}};
    struct model *m = &program.start;
    memset(memory, 0xcd, SIZE);
    m->constants[0].words = (const uint32_t *)run->driver.data;
    m->constants[0].count = run->driver.size / 4;
    m->constants[1].words = (const uint32_t *)constants.data;
    m->constants[1].count = constants.size / 4;
    m->memory[MODEL_GLOBAL] = (struct model_memory){memory, case_results_address, SIZE};
    return model_program_run(&program, error);
}

static bool same_word(const struct program *p, uint32_t want, uint32_t got) {
    return want == got || (p->near > 0 && fabs(model_float_of(want) - model_float_of(got)) <=
                                              p->near * fmax(1, fabs(model_float_of(want))));
}

static bool compare(const struct case_runner *run, const struct program *p, const uint8_t *memory,
                    struct error *error) {
    const uint32_t *want = (const uint32_t *)memory, *got = (const uint32_t *)run->results.data;
    for (size_t i = 0; i < SIZE / 4; i++)
        if (!same_word(p, want[i], got[i]))
            return error_set(error, ERROR_GUEST, "lane %zu, byte 0x%zx of %s: 0x%08x, want 0x%08x",
                             i % (OWN / 4) / 16, i % 16 * 4,
                             i < OWN / 4 ? "its results" : "its own", got[i], want[i]);
    return true;
}

bool program_run(struct case_runner *run, const struct program *p, struct error *error) {
    struct blob code;
    if (!assemble(p, &code, error))
        return false;
    const struct blob constants = constants_of(p);
    uint8_t *memory = malloc(SIZE);
    if (!memory)
        abort();
    const bool same = model_side(run, p, code, constants, memory, error) &&
                      case_run_code(run, code, constants, p->group, p->groups, SIZE, error) &&
                      compare(run, p, memory, error);
    free(memory);
    free(constants.data);
    blob_free(&code);
    return same;
}
