/* SPDX-License-Identifier: MIT */
#include "gpu/shader/registers.h"

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

static const uint8_t coordinates[] = {
    [ISA_DIM_1D] = 1, [ISA_DIM_ARRAY_1D] = 2, [ISA_DIM_2D] = 2,   [ISA_DIM_ARRAY_2D] = 3,
    [ISA_DIM_3D] = 3, [ISA_DIM_ARRAY_3D] = 4, [ISA_DIM_CUBE] = 3, [ISA_DIM_ARRAY_CUBE] = 4,
};

/* What is in B: the handle where it is not in the instruction, then level, offsets, sample or
 * reference. */
static unsigned texture_extra(const struct isa_instruction *in) {
    const uint8_t *m = in->modifier;
    const unsigned handle = !in->operand[ISA_ARG_T].present, dim = m[ISA_MOD_DIM];
    switch ((enum isa_class)in->row->class) {
    case ISA_TEX:
        return handle + (m[ISA_MOD_LOD] >= ISA_LOD_LB) + m[ISA_MOD_AOFFI] + m[ISA_MOD_DC] +
               m[ISA_MOD_LC];
    case ISA_TLD:
        return handle + (m[ISA_MOD_TLDLOD] == ISA_TLDLOD_LL) + m[ISA_MOD_AOFFI] + m[ISA_MOD_MS] +
               m[ISA_MOD_CL];
    case ISA_TLD4:
        return handle + (m[ISA_MOD_TOFF] == ISA_TOFF_PTP ? 2 : m[ISA_MOD_TOFF] == ISA_TOFF_AOFFI) +
               m[ISA_MOD_DC];
    case ISA_TXD: /* two derivatives for each coordinate but the layer */
        return 2 * (coordinates[dim] - (dim & 1u));
    default:
        return handle;
    }
}

/* A of TXD and TXQ has more than coordinates; the layer and the offsets share a register. */
static unsigned texture_first(const struct isa_instruction *in) {
    const unsigned handle = !in->operand[ISA_ARG_T].present, dim = in->modifier[ISA_MOD_DIM];
    switch ((enum isa_class)in->row->class) {
    case ISA_TXD:
        return handle + coordinates[dim] + (in->modifier[ISA_MOD_AOFFI] && !(dim & 1));
    case ISA_TXQ:
        return 1 + handle;
    case ISA_TXA:
        return 1;
    default:
        return coordinates[dim];
    }
}

static unsigned texture(const struct isa_instruction *in, enum isa_role role) {
    if (role == ISA_ARG_D)
        return bits_set((unsigned)in->operand[ISA_ARG_S].value);
    return role == ISA_ARG_A ? texture_first(in) : texture_extra(in);
}

/* Registers in A and B of the short forms, by what they read. */
static const uint8_t texs_sources[][2] = {
    [ISA_TEXS_1D_LZ] = {1, 0},
    [ISA_TEXS_2D] = {1, 1},
    [ISA_TEXS_2D_LZ] = {1, 1},
    [ISA_TEXS_2D_LL] = {2, 1},
    [ISA_TEXS_2D_DC] = {2, 1},
    [ISA_TEXS_2D_LL_DC] = {2, 2},
    [ISA_TEXS_2D_LZ_DC] = {2, 1},
    [ISA_TEXS_ARRAY_2D] = {2, 1},
    [ISA_TEXS_ARRAY_2D_LZ] = {2, 1},
    [ISA_TEXS_ARRAY_2D_LZ_DC] = {2, 2},
    [ISA_TEXS_3D] = {2, 1},
    [ISA_TEXS_3D_LZ] = {2, 1},
    [ISA_TEXS_CUBE] = {2, 1},
    [ISA_TEXS_CUBE_LL] = {2, 2},
    [15] = {0, 0},
};
static const uint8_t tlds_sources[][2] = {
    [ISA_TLDS_1D_LZ] = {1, 0},       [ISA_TLDS_1D_LL] = {1, 1},
    [ISA_TLDS_2D_LZ] = {1, 1},       [ISA_TLDS_2D_LZ_AOFFI] = {2, 1},
    [ISA_TLDS_2D_LL] = {2, 1},       [ISA_TLDS_2D_LZ_MZ] = {2, 1},
    [ISA_TLDS_3D_LZ] = {2, 1},       [ISA_TLDS_ARRAY_2D_LZ] = {2, 1},
    [ISA_TLDS_2D_LL_AOFFI] = {2, 2}, [15] = {0, 0},
};

/* Components of a short form: of the first register pair, and of the second. Halves share one. */
static unsigned short_result(unsigned components, bool halves, enum isa_role role) {
    const unsigned own = role == ISA_ARG_E ? (components > 2 ? components - 2 : 0)
                                           : (components > 2 ? 2 : components);
    return halves ? (own + 1) / 2 : own;
}

static unsigned short_components(const struct isa_instruction *in) {
    if (in->row->class == ISA_TLD4S ||
        (in->operand[ISA_ARG_E].present && in->modifier[ISA_MOD_WMASK2] == ISA_WMASK2_RGBA))
        return 4;
    if (in->operand[ISA_ARG_E].present)
        return 3;
    return in->modifier[ISA_MOD_WMASK1] >= ISA_WMASK1_RG ? 2 : 1;
}

static unsigned short_texture(const struct isa_instruction *in, enum isa_role role) {
    const uint8_t *m = in->modifier;
    const unsigned which = role == ISA_ARG_B;
    if (role == ISA_ARG_D || role == ISA_ARG_E) {
        const bool halves =
            in->row->class == ISA_TLD4S ? m[ISA_MOD_F16] : m[ISA_MOD_TEXSF16] == ISA_TEXSF16_F16;
        return short_result(short_components(in), halves, role);
    }
    if (in->row->class == ISA_TEXS)
        return texs_sources[m[ISA_MOD_TEXS]][which];
    if (in->row->class == ISA_TLDS)
        return tlds_sources[m[ISA_MOD_TLDS]][which];
    const unsigned more = m[ISA_MOD_AOFFI] + m[ISA_MOD_DC];
    return more ? (which ? more : 2) : 1;
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
