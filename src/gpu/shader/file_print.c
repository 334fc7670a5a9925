/* SPDX-License-Identifier: MIT */
#include "gpu/shader/code.h"
#include "gpu/shader/file.h"
#include "gpu/shader/registers.h"

#include <string.h>

/* Data in words of 32 bits, eight a line; the last may be shorter. */
static void print_data(const char *directive, const uint8_t *data, size_t size,
                       struct strbuf *out) {
    enum { LINE = 32 };
    for (size_t at = 0; at < size; at++) {
        if (at % LINE == 0)
            strbuf_addf(out, "    %s", directive);
        if (at % 4 == 0) {
            const size_t n = size - at < 4 ? size - at : 4;
            strbuf_add(out, " ");
            for (size_t i = n; i-- > 0;) /* as many digits as bytes */
                strbuf_addf(out, "%s%02x", i + 1 == n ? "0x" : "", data[at + i]);
        }
        if (at % LINE == LINE - 1 || at + 1 == size)
            strbuf_add(out, "\n");
    }
}

static bool any(const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (bytes[i])
            return true;
    return false;
}

static void print_program(const struct shader_program *p, bool bare, bool comments,
                          struct strbuf *out) {
    strbuf_addf(out, ".stage %s\n", shader_stage_name(p->stage));
    if (!bare)
        shader_fields_print(&shader_header_layout, p->stage, p->header, "    ", out);
    if (p->stage != SHADER_COMPUTE) {
        if (any(p->prefix, SHADER_PREFIX_SIZE))
            print_data(".prefix", p->prefix, SHADER_PREFIX_SIZE, out);
        shader_fields_print(&shader_sph_layout, p->stage, p->sph, "    ", out);
    }
    print_data(".constants", p->constants.data, p->constants.size, out);
    strbuf_add(out, ".code\n");
    code_print(p->code.data, p->code.size, comments, out);
}

void shader_file_print(const struct shader_file *file, bool comments, struct strbuf *out) {
    strbuf_addf(out, ".container %s\n", file->bare ? "bare" : "dksh");
    for (size_t i = 0; i < file->count; i++) {
        strbuf_add(out, "\n");
        print_program(&file->programs[i], file->bare, comments, out);
    }
}

/* ---- for people ---- */

struct use {
    size_t instructions, unknown;
    uint32_t buffers; /* constant buffers, a bit each */
    unsigned registers;
    size_t first_unknown;
};

static void use_operand(const struct isa_instruction *in, enum isa_role role, struct use *u) {
    const struct isa_operand *o = &in->operand[role];
    const unsigned registers = isa_registers(in, role);
    if (o->present && (o->kind == ISA_CONSTANT || o->kind == ISA_INDEXED))
        u->buffers |= 1u << o->slot;
    if (registers && o->number != ISA_RZ && o->number + registers > u->registers)
        u->registers = o->number + registers;
}

static void count_uses(const struct shader_program *p, struct use *u) {
    for (size_t at = 0; at < p->code.size; at += CODE_WORD) {
        struct isa_instruction in;
        uint64_t word = 0;
        memcpy(&word, p->code.data + at, CODE_WORD);
        if (at % CODE_GROUP == 0)
            continue;
        u->instructions++;
        if (!isa_decode(word, &in)) {
            if (!u->unknown++)
                u->first_unknown = at;
            continue;
        }
        for (unsigned i = 0; i < ISA_ROLES; i++)
            use_operand(&in, (enum isa_role)i, u);
    }
}

static void describe_program(const struct shader_program *p, struct strbuf *out) {
    struct use u = {0};
    count_uses(p, &u);
    strbuf_addf(out, "%s: %zu instructions, %zu bytes of constants\n", shader_stage_name(p->stage),
                u.instructions, p->constants.size);
    strbuf_addf(out, "    uses %u registers; constant buffers", u.registers);
    for (unsigned i = 0; i < 32; i++)
        if (u.buffers >> i & 1)
            strbuf_addf(out, " %u", i);
    strbuf_add(out, u.buffers ? "\n" : " none\n");
    if (u.unknown)
        strbuf_addf(out, "    %zu words are no known instruction, the first at 0x%zx\n", u.unknown,
                    u.first_unknown);
    shader_fields_print(&shader_header_layout, p->stage, p->header, "    ", out);
    if (p->stage != SHADER_COMPUTE)
        shader_fields_print(&shader_sph_layout, p->stage, p->sph, "    ", out);
}

void shader_file_describe(const struct shader_file *file, struct strbuf *out) {
    strbuf_addf(out, "%s, %zu program%s\n", file->bare ? "a bare program" : "DKSH", file->count,
                file->count == 1 ? "" : "s");
    for (size_t i = 0; i < file->count; i++)
        describe_program(&file->programs[i], out);
}
