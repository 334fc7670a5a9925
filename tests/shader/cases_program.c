/* SPDX-License-Identifier: MIT */
#include "cases.h"

#include "base/file.h"
#include "gpu/shader/code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- code ---- */

static void emit(struct code_builder *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void emit(struct code_builder *b, const char *format, ...) {
    char line[128];
    struct error error = {0};
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (!code_line(b, line, 0, &error)) {
        printf("Bail out! %s\n", error.text);
        exit(1);
    }
}

static void emit_case(struct code_builder *b, const struct isa_instruction *in) {
    struct strbuf text = {0};
    isa_print(in, NULL, &text);
    emit(b, "%s", text.text);
    strbuf_free(&text);
}

/* R0: the lane, R1: its inputs, R4 and R5: where its results go. */
static void prologue(struct code_builder *b) {
    emit(b, "S2R R0, CTAID.X");
    emit(b, "S2R R1, TID.X");
    emit(b, "SHL R0, R0, 6");
    emit(b, "IADD R0, R0, R1");
    emit(b, "SHL R1, R0, 7");
    for (unsigned i = 0; i < CASE_WORDS; i++)
        emit(b, "LDC R%u, c[2][R1+0x%x]", CASE_FIRST_INPUT + i, 4 * i);
    emit(b, "SHL R1, R0, 4");
    emit(b, "IADD R4.CC, R1, c[0][0]");
    emit(b, "IADD.X R5, RZ, c[0][4]");
}

bool case_writes_state(const struct isa_instruction *in) {
    return in->operand[ISA_ARG_PD].present || in->operand[ISA_ARG_PE].present ||
           in->modifier[ISA_MOD_CC] || in->row->class == ISA_R2P;
}

static void before(struct code_builder *b) {
    emit(b, "R2P.PR R%u, 0x7f", CASE_FIRST_INPUT + CASE_STATE);
    emit(b, "R2P.CC.B1 R%u, 0xf", CASE_FIRST_INPUT + CASE_STATE);
}

static void behind(struct code_builder *b, size_t number, bool state) {
    if (state) {
        emit(b, "P2R.PR R%u, RZ, 0x7f", CASE_D + 2);
        emit(b, "P2R.CC R%u, RZ, 0xf", CASE_D + 3);
    }
    emit(b, "STG.E.%s [R4+0x%zx], R%u", state ? "128" : "64", number * CASE_LANES * CASE_RESULT,
         CASE_D);
}

static void finish(struct code_builder *b, struct blob *code) {
    struct strbuf out = {0};
    struct error error = {0};
    emit(b, "EXIT");
    if (!code_finish(b, &out, &error)) {
        printf("Bail out! %s\n", error.text);
        exit(1);
    }
    code_free(b);
    *code = (struct blob){(uint8_t *)out.text, out.length};
}

void case_program(const struct isa_instruction *cases, size_t count, struct blob *code) {
    struct code_builder b = {0};
    prologue(&b);
    before(&b);
    for (size_t i = 0; i < count; i++) {
        const bool state = case_writes_state(&cases[i]);
        emit(&b, "MOV R%u, R%u", CASE_D, case_before(&cases[i]));
        emit(&b, "MOV R%u, R%u", CASE_D + 1, case_register(CASE_INTEGER, 1));
        emit_case(&b, &cases[i]);
        behind(&b, i, state);
        if (state)
            before(&b);
    }
    if (count == 0)
        behind(&b, 0, true);
    finish(&b, code);
}

void case_sequence(const struct isa_instruction *list, size_t count, struct blob *code) {
    struct code_builder b = {0};
    prologue(&b);
    before(&b);
    for (size_t i = 0; i <= count; i++) {
        emit(&b, "L%zu:", i);
        if (i < count && list[i].row->class == ISA_BRA)
            emit(&b, "@%sP%u BRA L%zu", list[i].guard_not ? "!" : "", list[i].guard,
                 i + 1 + (size_t)list[i].operand[ISA_ARG_L].value);
        else if (i < count)
            emit_case(&b, &list[i]);
    }
    for (unsigned i = 0; i < CASE_SEQUENCE_POOL / 4; i++)
        emit(&b, "STG.E.128 [R4+0x%x], R%u", i * CASE_LANES * CASE_RESULT,
             CASE_FIRST_INPUT + 4 * i);
    emit(&b, "P2R.PR R%u, RZ, 0x7f", CASE_D);
    emit(&b, "STG.E.128 [R4+0x%x], R%u", CASE_SEQUENCE_POOL / 4 * CASE_LANES * CASE_RESULT, CASE_D);
    finish(&b, code);
}

const struct isa_row *case_untranslated(const struct blob *code) {
    for (size_t at = 0; at + CODE_WORD <= code->size; at += CODE_WORD) {
        struct isa_instruction in;
        uint64_t word;
        memcpy(&word, code->data + at, sizeof word);
        if (at % CODE_GROUP && isa_decode(word, &in) && in.row->status != ISA_TRANSLATED)
            return in.row;
    }
    return NULL;
}
