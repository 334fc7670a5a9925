/* SPDX-License-Identifier: MIT */
#include "gpu/shader/registers.h"

#include "gpu/shader/texture.h"

static unsigned bits_set(unsigned value) {
    return (unsigned)__builtin_popcount(value);
}

/* ---- memory ---- */

static unsigned of_size(unsigned lsize) {
    return lsize == ISA_LSIZE_64 ? 2 : lsize >= ISA_LSIZE_128 ? 4 : 1;
}

static unsigned of_atom(unsigned size) {
    return size == ISA_ATOMSIZE_U64 || size == ISA_ATOMSIZE_S64 ? 2 : 1;
}

static unsigned memory(const struct isa_instruction *in, enum isa_role role) {
    const uint8_t *m = in->modifier;
    switch ((enum isa_class)in->row->class) {
    case ISA_LD:
    case ISA_ST:
    case ISA_LDG:
        return of_size(m[ISA_MOD_LSIZEG]);
    case ISA_STG:
    case ISA_LDL:
    case ISA_STL:
    case ISA_LDS:
    case ISA_STS:
        return of_size(m[ISA_MOD_LSIZE]);
    case ISA_LDC:
        return role == ISA_ARG_D ? of_size(m[ISA_MOD_LSIZE]) : 1;
    case ISA_ALD:
    case ISA_AST:
        return role == ISA_ARG_C ? 1 : m[ISA_MOD_ASIZE] + 1u;
    case ISA_ATOM:
    case ISA_RED:
        return of_atom(m[ISA_MOD_ATOMSIZE]);
    case ISA_ATOMS:
        return m[ISA_MOD_ATOMSIZE] >= ISA_ATOMSSIZE_U64 ? 2 : 1;
    case ISA_ATOM_CAS:
    case ISA_ATOMS_CAS: { /* what it compares with, and what it stores */
        const unsigned width = m[ISA_MOD_WIDTH] + 1u;
        return role == ISA_ARG_B && m[ISA_MOD_CASDATA] == ISA_CASDATA_NONE ? 2 * width : width;
    }
    default:
        return 1;
    }
}

/* ---- conversions ---- */

static unsigned conversion(const struct isa_instruction *in, enum isa_role role) {
    const enum isa_class class = in->row->class;
    const bool to = role == ISA_ARG_D;
    const bool is_float =
        to ? class == ISA_F2F || class == ISA_I2F : class == ISA_F2F || class == ISA_F2I;
    const unsigned format = in->modifier[to ? ISA_MOD_DFMT : ISA_MOD_SFMT];
    return is_float ? 1 + (format == ISA_FFMT_F64)
                    : 1 + (format == ISA_IFMT_U64 || format == ISA_IFMT_S64);
}

/* ---- textures ---- */

static unsigned texture(const struct isa_instruction *in, enum isa_role role) {
    struct texture_use use;
    uint8_t components[4];
    if (role == ISA_ARG_D)
        return texture_components(in, components);
    if (!texture_use(in, &use))
        return role == ISA_ARG_A && in->row->class == ISA_TXA;
    return role == ISA_ARG_A ? use.count_a : use.count_b;
}

/* The first two components go to D, the others to E; halves share a register. */
static unsigned short_texture(const struct isa_instruction *in, enum isa_role role) {
    uint8_t components[4];
    if (role != ISA_ARG_D && role != ISA_ARG_E)
        return texture(in, role);
    const unsigned count = texture_components(in, components), first = count > 2 ? 2 : count;
    const unsigned own = role == ISA_ARG_D ? first : count - first;
    return texture_halves(in) ? (own + 1) / 2 : own;
}

/* ---- surfaces ---- */

static const uint8_t surface_coordinates[8] = {
    [ISA_SUDIM_1D] = 1, [ISA_SUDIM_BUFFER_1D] = 1, [ISA_SUDIM_ARRAY_1D] = 2,
    [ISA_SUDIM_2D] = 2, [ISA_SUDIM_ARRAY_2D] = 3,  [ISA_SUDIM_3D] = 3,
};

static unsigned surface(const struct isa_instruction *in, enum isa_role role) {
    const uint8_t *m = in->modifier;
    const enum isa_class class = in->row->class;
    if (role == ISA_ARG_A)
        return surface_coordinates[m[ISA_MOD_SUDIM]];
    if (role == ISA_ARG_T)
        return 1;
    if (class == ISA_SULD || class == ISA_SUST) /* components, or bytes */
        return m[ISA_MOD_RGBA] ? bits_set(m[ISA_MOD_RGBA]) : of_size(m[ISA_MOD_SUSIZE]);
    const unsigned size = m[ISA_MOD_SUATOMSIZE];
    const unsigned width = 1 + (size == ISA_SUATOMSIZE_U64 || size == ISA_SUATOMSIZE_S64 ||
                                size == ISA_SUATOMSIZE_SD64);
    return class == ISA_SUATOM_CAS && role == ISA_ARG_B ? 2 * width : width;
}

/* ---- all ---- */

static unsigned of_class(const struct isa_instruction *in, enum isa_role role) {
    switch ((enum isa_class)in->row->class) {
    case ISA_DADD:
    case ISA_DMUL:
    case ISA_DFMA:
    case ISA_DMNMX:
    case ISA_DSETP:
        return 2;
    case ISA_DSET:
        return role == ISA_ARG_D ? 1 : 2;
    case ISA_F2F:
    case ISA_F2I:
    case ISA_I2F:
    case ISA_I2I:
        return conversion(in, role);
    case ISA_TEX:
    case ISA_TLD:
    case ISA_TLD4:
    case ISA_TXD:
    case ISA_TXA:
    case ISA_TXQ:
    case ISA_TMML:
        return texture(in, role);
    case ISA_TEXS:
    case ISA_TLDS:
    case ISA_TLD4S:
        return short_texture(in, role);
    case ISA_SULD:
    case ISA_SUST:
    case ISA_SURED:
    case ISA_SUATOM:
    case ISA_SUATOM_CAS:
        return surface(in, role);
    default:
        return memory(in, role);
    }
}

unsigned isa_registers(const struct isa_instruction *in, enum isa_role role) {
    const struct isa_operand *o = &in->operand[role];
    if (!o->present)
        return 0;
    switch ((enum isa_kind)o->kind) {
    case ISA_REGISTER:
        return of_class(in, role);
    case ISA_MEMORY: /* .E: an address of 64 bits */
        return 1u + in->modifier[ISA_MOD_E];
    case ISA_ATTRIBUTE:
    case ISA_INDEXED:
        return 1;
    default:
        return 0;
    }
}

bool isa_writes(const struct isa_instruction *in, uint8_t number) {
    static const enum isa_role destinations[] = {ISA_ARG_D, ISA_ARG_E};
    for (unsigned i = 0; i < sizeof destinations / sizeof *destinations; i++) {
        const struct isa_operand *o = &in->operand[destinations[i]];
        if (o->present && o->number != ISA_RZ && number >= o->number &&
            number < o->number + isa_registers(in, destinations[i]))
            return true;
    }
    return false;
}
