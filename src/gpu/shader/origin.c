/* SPDX-License-Identifier: MIT */
#include "gpu/shader/origin.h"

#include "gpu/shader/origin_rules.h"

#include "base/memory.h"

#include <stdlib.h>

enum { WORD = 4 };

/* What an instruction needs to know the origin of. */
enum subject { NOTHING, ADDRESS, HANDLE };

static enum subject subject_of(enum isa_class class, enum isa_role *role) {
    switch (class) {
    case ISA_LD:
    case ISA_ST:
    case ISA_LDG:
    case ISA_STG:
    case ISA_ATOM:
    case ISA_ATOM_CAS:
    case ISA_RED:
        *role = ISA_ARG_M;
        return ADDRESS;
    case ISA_TXD:
    case ISA_TXQ:
    case ISA_TXA:
        *role = ISA_ARG_A;
        return HANDLE;
    case ISA_TEX:
    case ISA_TLD:
    case ISA_TLD4:
    case ISA_TMML:
    case ISA_TEXS:
    case ISA_TLDS:
    case ISA_TLD4S:
        *role = ISA_ARG_B;
        return HANDLE;
    case ISA_SULD:
    case ISA_SUST:
    case ISA_SURED:
    case ISA_SUATOM:
    case ISA_SUATOM_CAS:
        *role = ISA_ARG_T;
        return HANDLE;
    default:
        return NOTHING;
    }
}

bool origin_of_load(const struct isa_instruction *in, unsigned index, struct shader_place *place) {
    const struct isa_operand *b = &in->operand[ISA_ARG_B];
    const unsigned size = in->modifier[ISA_MOD_LSIZE];
    const int64_t offset = b->value + (int64_t)index * WORD;
    if (size < ISA_LSIZE_NONE || in->modifier[ISA_MOD_LDCMODE] != ISA_LDCMODE_NONE ||
        offset > UINT16_MAX || offset % WORD)
        return false;
    *place = (struct shader_place){b->slot, (uint16_t)offset};
    return true;
}

/* The number of the handle stands in the instruction. */
static bool is_bound(const struct isa_instruction *in) {
    return in->operand[ISA_ARG_T].present && in->operand[ISA_ARG_T].kind == ISA_HEX;
}

struct finder {
    const struct shader_values *values;
    struct solver addresses, handles;
    uint8_t handle_slot;
    struct shader_origins *out;
};

static void ask(struct finder *f, uint32_t instruction) {
    const struct shader_values *v = f->values;
    const struct value_instruction *i = &v->instructions[instruction];
    struct isa_instruction in;
    enum isa_role role;
    const enum subject subject = subject_of(i->class, &role);
    if (subject == NOTHING || !shader_values_decode(v, instruction, &in))
        return;
    GROW(f->out->list, f->out->count, f->out->room);
    struct shader_origin *o = &f->out->list[f->out->count++];
    *o = (struct shader_origin){.block = i->block, .at = i->at};
    if (subject == HANDLE && is_bound(&in)) {
        o->kind = ORIGIN_PLACE;
        o->place.slot = f->handle_slot;
        o->place.offset = (uint16_t)(in.operand[ISA_ARG_T].value * WORD);
    } else if (subject == HANDLE) {
        solver_want(&f->handles, shader_values_read(v, instruction, role, 0));
    } else if (in.modifier[ISA_MOD_E]) {
        solver_want(&f->addresses, shader_values_read(v, instruction, role, 0));
        solver_want(&f->addresses, shader_values_read(v, instruction, role, 1));
    }
}

static void answer(struct finder *f, struct shader_origin *o) {
    const struct shader_values *v = f->values;
    const uint32_t instruction = shader_values_at(v, o->block, o->at);
    struct isa_instruction in;
    enum isa_role role;
    if (!shader_values_decode(v, instruction, &in))
        return;
    const enum subject subject = subject_of(in.row->class, &role);
    if (subject == HANDLE && !is_bound(&in))
        handle_origin(&f->handles, instruction, shader_values_read(v, instruction, role, 0), o);
    if (subject == ADDRESS && in.modifier[ISA_MOD_E])
        address_origin(&f->addresses, shader_values_read(v, instruction, role, 0),
                       shader_values_read(v, instruction, role, 1), o);
}

void shader_origins_find(const struct shader_values *values, uint8_t handles,
                         struct shader_origins *out) {
    struct finder f = {.values = values, .handle_slot = handles, .out = out};
    *out = (struct shader_origins){0};
    solver_init(&f.addresses, values, &address_rules);
    solver_init(&f.handles, values, &handle_rules);
    for (uint32_t i = 0; i < values->instruction_count; i++)
        ask(&f, i);
    solver_run(&f.addresses);
    solver_run(&f.handles);
    for (size_t i = 0; i < out->count; i++)
        answer(&f, &out->list[i]);
    solver_free(&f.addresses);
    solver_free(&f.handles);
}

void shader_origins_free(struct shader_origins *origins) {
    free(origins->list);
    *origins = (struct shader_origins){0};
}

const struct shader_origin *shader_origin_at(const struct shader_origins *origins, uint32_t block,
                                             uint32_t at) {
    size_t low = 0, high = origins->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        const struct shader_origin *o = &origins->list[middle];
        if (o->block == block && o->at == at)
            return o;
        if (o->block < block || (o->block == block && o->at < at))
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}
