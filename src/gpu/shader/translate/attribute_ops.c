/* SPDX-License-Identifier: MIT */
/* Loads and stores of attributes, and the vertices that a geometry shader makes. */
#include "gpu/shader/translate/attribute.h"
#include "gpu/shader/translate/barrier.h"
#include "gpu/shader/translate/joined.h"
#include "gpu/shader/translate/stage.h"
#include "gpu/shader/translate/values.h"

#include <stdio.h>

enum { WORD = 4, VECTOR = 16, GENERIC = 0x080, PATCH = 0x020 };

static uint32_t vertex_of(struct translator *t, const struct isa_instruction *in) {
    return operand_word(t, in, ISA_ARG_C);
}

static void none(struct translator *t, const struct isa_instruction *in, unsigned address) {
    char what[64];
    snprintf(what, sizeof what, "no attribute that is known is at a[0x%x]", address);
    translate_unknown(t, in, what);
}

/* ---- at an address that the program works out ---- */

/* The components that the header declares: a bit each, four a vector; of patches, how many words
 * from the first tessellation level on. */
static bool declared(const struct translator *t, bool output, bool patch, unsigned vector,
                     unsigned part) {
    if (patch)
        return vector < ATTRIBUTE_PATCHES &&
               (PATCH + VECTOR * vector) / WORD + part < stage_header(t, "patch_attributes", 0);
    return stage_header(t, output ? "out" : "in", vector) >> part & 1;
}

struct dynamic {
    uint32_t address;
    bool output, patch;
};

static struct dynamic dynamic_of(struct translator *t, const struct isa_instruction *in,
                                 unsigned index, bool output) {
    const struct isa_operand *m = &in->operand[ISA_ARG_M];
    const uint32_t offset = u32_constant(t, (uint32_t)m->value + WORD * index);
    return (struct dynamic){op2(t, SpvOpIAdd, type_u32(t), get_register(t, m->number), offset),
                            output, in->modifier[ISA_MOD_P]};
}

static uint32_t is_at(struct translator *t, const struct dynamic *d, unsigned vector,
                      unsigned part) {
    const unsigned address = (d->patch ? PATCH : GENERIC) + VECTOR * vector + WORD * part;
    return op2(t, SpvOpIEqual, type_bool(t), d->address, u32_constant(t, address));
}

static struct attribute part_of(const struct dynamic *d, unsigned vector, unsigned part) {
    return (struct attribute){d->patch ? ATTRIBUTE_PATCH : ATTRIBUTE_GENERIC, vector, part};
}

static uint32_t load_dynamic(struct translator *t, struct dynamic d, uint32_t vertex) {
    uint32_t value = u32_constant(t, 0);
    for (unsigned v = 0; v < SHADER_GENERICS; v++)
        for (unsigned p = 0; p < 4; p++)
            if (declared(t, d.output, d.patch, v, p)) {
                const uint32_t one = attribute_load(t, part_of(&d, v, p), d.output, vertex);
                value = choose(t, type_u32(t), is_at(t, &d, v, p), one, value);
            }
    return value;
}

static void store_dynamic(struct translator *t, struct dynamic d, uint32_t word) {
    const uint32_t vertex = t->program->stage == SHADER_TESS_CONTROL
                                ? stage_builtin_word(t, SpvBuiltInInvocationId)
                                : 0;
    for (unsigned v = 0; v < SHADER_GENERICS; v++)
        for (unsigned p = 0; p < 4; p++)
            if (declared(t, true, d.patch, v, p)) {
                const uint32_t old = attribute_load(t, part_of(&d, v, p), true, vertex);
                attribute_store(t, part_of(&d, v, p),
                                choose(t, type_u32(t), is_at(t, &d, v, p), word, old));
            }
}

/* ---- loads and stores ---- */

/* On the GPU the invocations of a patch are lanes that go together, and compilers leave barriers
 * out: another's output is there in the instruction behind its store. */
static void wait_for_patch(struct translator *t) {
    if (!t->uniform.values)
        shader_uniform_find(&t->values, &t->uniform);
    if (shader_uniform_at(&t->uniform, t->block, t->at))
        barrier_of_patch(t);
}

static const char unsure_parts[] =
    "which attribute it means is not known before the program, which has two parts, runs";

/* A tessellation evaluation shader has only inputs, though it calls its coordinate an output. */
void translate_ald(struct translator *t, const struct isa_instruction *in) {
    const struct isa_operand *m = &in->operand[ISA_ARG_M];
    const unsigned count = in->modifier[ISA_MOD_ASIZE] + 1u, to = in->operand[ISA_ARG_D].number;
    const bool output = t->program->stage != SHADER_TESS_EVALUATION &&
                        (in->modifier[ISA_MOD_O] ||
                         (in->modifier[ISA_MOD_P] && t->program->stage == SHADER_TESS_CONTROL));
    uint32_t words[4];
    const uint32_t vertex = vertex_of(t, in);
    if (output && t->program->stage == SHADER_TESS_CONTROL)
        wait_for_patch(t);
    for (unsigned i = 0; i < count; i++) {
        const unsigned address = (unsigned)m->value + WORD * i;
        const struct attribute a = attribute_at(address, in->modifier[ISA_MOD_P]);
        if (m->number != ISA_RZ && t->program->first_size) {
            translate_unknown(t, in, unsure_parts);
            return;
        }
        if (!output && joined_hands_on(t, address)) {
            words[i] = joined_load(t, address);
        } else if (m->number != ISA_RZ) {
            words[i] = load_dynamic(t, dynamic_of(t, in, i, output), vertex);
        } else if (a.kind == ATTRIBUTE_NONE) {
            none(t, in, address);
            return;
        } else {
            words[i] = attribute_load(t, a, output, vertex);
        }
    }
    for (unsigned i = 0; i < count; i++)
        set_register(t, register_after(to, i), words[i]);
}

void translate_ast(struct translator *t, const struct isa_instruction *in) {
    const struct isa_operand *m = &in->operand[ISA_ARG_M];
    for (unsigned i = 0; i <= in->modifier[ISA_MOD_ASIZE]; i++) {
        const unsigned address = (unsigned)m->value + WORD * i;
        const struct attribute a = attribute_at(address, in->modifier[ISA_MOD_P]);
        const uint32_t word = operand_word_at(t, in, ISA_ARG_B, i);
        if (m->number != ISA_RZ && t->program->first_size) {
            translate_unknown(t, in, unsure_parts);
            return;
        }
        if (m->number != ISA_RZ) {
            store_dynamic(t, dynamic_of(t, in, i, true), word);
        } else if (a.kind == ATTRIBUTE_NONE) {
            none(t, in, address);
            return;
        } else if (joined_first(t)) {
            joined_store(t, address, a, word);
        } else {
            attribute_store(t, a, word);
        }
    }
}

/* Addresses stay what they are. */
void translate_al2p(struct translator *t, const struct isa_instruction *in) {
    const uint32_t offset = u32_constant(t, (uint32_t)in->operand[ISA_ARG_S].value);
    result_word(t, in, op2(t, SpvOpIAdd, type_u32(t), operand_word(t, in, ISA_ARG_A), offset));
    result_predicate(t, in, ISA_ARG_PD, spirv_truth(&t->m, false));
}

/* Where a vertex is kept: its number. */
void translate_isberd(struct translator *t, const struct isa_instruction *in) {
    result_word(t, in, operand_word(t, in, ISA_ARG_A));
}

/* ---- vertices ---- */

/* Only stream 0 goes to the rasterizer; what others have nobody reads. */
void translate_out(struct translator *t, const struct isa_instruction *in) {
    const unsigned how = in->modifier[ISA_MOD_OUT];
    const uint32_t zero = u32_constant(t, 0), stream = operand_word(t, in, ISA_ARG_B);
    if (t->program->stage != SHADER_GEOMETRY) {
        translate_unknown(t, in, "only geometry shaders make vertices");
        return;
    }
    const bool may_differ = stream != zero;
    struct branch b = {0};
    if (may_differ)
        b = branch_begin(t, op2(t, SpvOpIEqual, type_bool(t), stream, zero));
    if (how != ISA_OUT_CUT) {
        attribute_finish_vertex(t);
        spirv_do(&t->m, SpvOpEmitVertex);
    }
    if (how != ISA_OUT_EMIT)
        spirv_do(&t->m, SpvOpEndPrimitive);
    if (may_differ)
        branch_end(t, b);
    result_word(t, in, operand_word(t, in, ISA_ARG_A));
}
