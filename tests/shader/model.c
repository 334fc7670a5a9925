/* SPDX-License-Identifier: MIT */
#include "model.h"

#include <string.h>

uint32_t model_source(const struct model *m, const struct isa_instruction *in, enum isa_role role) {
    const struct isa_operand *o = &in->operand[role];
    switch (o->kind) {
    case ISA_REGISTER:
        return m->r[o->number];
    case ISA_CONSTANT: {
        const size_t word = (size_t)o->value / 4;
        return o->slot < MODEL_SLOTS && word < m->constants[o->slot].count
                   ? m->constants[o->slot].words[word]
                   : 0;
    }
    default:
        return (uint32_t)o->value;
    }
}

uint64_t model_source64(const struct model *m, const struct isa_instruction *in,
                        enum isa_role role) {
    const struct isa_operand *o = &in->operand[role];
    if (o->kind == ISA_DOUBLE)
        return (uint64_t)o->value;
    if (o->kind == ISA_FLOAT) /* the upper bits of a double have the same place */
        return (uint64_t)o->value << 32;
    if (o->kind != ISA_REGISTER && o->kind != ISA_CONSTANT)
        return (uint64_t)(int64_t)(int32_t)o->value;
    struct isa_instruction upper = *in;
    if (o->kind == ISA_REGISTER && o->number != ISA_RZ)
        upper.operand[role].number++;
    else if (o->kind == ISA_CONSTANT)
        upper.operand[role].value += 4;
    return model_source(m, in, role) | (uint64_t)model_source(m, &upper, role) << 32;
}

bool model_predicate(const struct model *m, const struct isa_instruction *in, enum isa_role role) {
    const struct isa_operand *o = &in->operand[role];
    return !o->present || m->p[o->number] != o->invert;
}

static void set_register(struct model *m, unsigned number, uint32_t value) {
    if (number < ISA_RZ)
        m->r[number] = value;
}

void model_set(struct model *m, const struct isa_instruction *in, enum isa_role role,
               uint32_t value) {
    set_register(m, in->operand[role].number, value);
}

void model_set64(struct model *m, const struct isa_instruction *in, uint64_t value) {
    const unsigned d = in->operand[ISA_ARG_D].number;
    set_register(m, d, (uint32_t)value);
    set_register(m, d + 1, (uint32_t)(value >> 32));
}

void model_set_predicate(struct model *m, const struct isa_instruction *in, enum isa_role role,
                         bool value) {
    const struct isa_operand *o = &in->operand[role];
    if (o->present && o->number != ISA_PT)
        m->p[o->number] = value;
}

bool model_combine(unsigned operation, bool a, bool b) {
    return operation == ISA_BOOL_AND ? a && b : operation == ISA_BOOL_OR ? a || b : a != b;
}

void model_set_predicates(struct model *m, const struct isa_instruction *in, bool condition) {
    const unsigned operation = in->modifier[ISA_MOD_BOOL];
    const bool other = model_predicate(m, in, ISA_ARG_PC);
    model_set_predicate(m, in, ISA_ARG_PD, model_combine(operation, condition, other));
    model_set_predicate(m, in, ISA_ARG_PE, model_combine(operation, !condition, other));
}

void model_set_condition(struct model *m, const struct isa_instruction *in, bool condition) {
    const bool result =
        model_combine(in->modifier[ISA_MOD_BOOL], condition, model_predicate(m, in, ISA_ARG_PC));
    const uint32_t value = !result ? 0 : in->modifier[ISA_MOD_BF] ? 0x3f800000 : 0xffffffff;
    model_set(m, in, ISA_ARG_D, value);
    model_flags(m, in, value);
}

void model_flags_all(struct model *m, const struct isa_instruction *in, uint32_t result, bool carry,
                     bool overflow) {
    if (in->modifier[ISA_MOD_CC])
        m->flags = (uint8_t)((result == 0) * MODEL_ZERO + (result >> 31) * MODEL_SIGN +
                             carry * MODEL_CARRY + overflow * MODEL_OVERFLOW);
}

void model_flags(struct model *m, const struct isa_instruction *in, uint32_t result) {
    model_flags_all(m, in, result, false, false);
    if (in->modifier[ISA_MOD_CC])
        m->unsure = MODEL_CARRY | MODEL_OVERFLOW;
}

bool model_test(unsigned flags, unsigned ccc, bool *known) {
    const bool z = flags & MODEL_ZERO, s = flags & MODEL_SIGN, c = flags & MODEL_CARRY,
               o = flags & MODEL_OVERFLOW;
    *known = true;
    switch (ccc) {
    case ISA_CCC_F:
        return false;
    case ISA_CCC_LT:
        return (s && !z) != o;
    case ISA_CCC_EQ:
        return z && !s;
    case ISA_CCC_LE:
        return s != (z || o);
    case ISA_CCC_GT:
        return !z && s == o;
    case ISA_CCC_NE:
        return !z;
    case ISA_CCC_GE:
        return s == o;
    case ISA_CCC_NUM:
        return !z || !s;
    case ISA_CCC_NAN:
        return z && s;
    case ISA_CCC_LTU:
        return s != o;
    case ISA_CCC_EQU:
        return z;
    case ISA_CCC_LEU:
        return z || s != o;
    case ISA_CCC_GTU:
        return !s != (z || o);
    case ISA_CCC_NEU:
        return !z || s;
    case ISA_CCC_GEU:
        return (!s || z) != o;
    case ISA_CCC_NONE:
        return true;
    case ISA_CCC_OFF:
        return !o;
    case ISA_CCC_LO:
        return !c;
    case ISA_CCC_SFF:
        return !s;
    case ISA_CCC_LS:
        return z || !c;
    case ISA_CCC_HI:
        return c && !z;
    case ISA_CCC_SFT:
        return s;
    case ISA_CCC_HS:
        return c;
    case ISA_CCC_OFT:
        return o;
    case ISA_CCC_RLE:
        return s || z;
    case ISA_CCC_RGT:
        return !s && !z;
    default: /* of the clip distances' state */
        *known = false;
        return false;
    }
}

static model_class *const classes[ISA_CLASSES] = {
    [ISA_FADD] = model_float,
    [ISA_FMUL] = model_float,
    [ISA_FFMA] = model_float,
    [ISA_FMNMX] = model_float_compare,
    [ISA_FSET] = model_float_compare,
    [ISA_FSETP] = model_float_compare,
    [ISA_FCMP] = model_float_compare,
    [ISA_FCHK] = model_float_check,
    [ISA_MUFU] = model_float_special,
    [ISA_RRO] = model_float_special,
    [ISA_DADD] = model_double,
    [ISA_DMUL] = model_double,
    [ISA_DFMA] = model_double,
    [ISA_DMNMX] = model_double,
    [ISA_DSET] = model_double,
    [ISA_DSETP] = model_double,
    [ISA_HADD2] = model_half,
    [ISA_HMUL2] = model_half,
    [ISA_HFMA2] = model_half,
    [ISA_HSET2] = model_half_compare,
    [ISA_HSETP2] = model_half_compare,
    [ISA_IADD] = model_integer,
    [ISA_IADD3] = model_integer,
    [ISA_ISCADD] = model_integer,
    [ISA_LEA] = model_integer,
    [ISA_LEA_HI] = model_integer,
    [ISA_IMUL] = model_multiply,
    [ISA_IMAD] = model_multiply,
    [ISA_IMADSP] = model_multiply,
    [ISA_IDP] = model_multiply,
    [ISA_XMAD] = model_xmad,
    [ISA_IMNMX] = model_integer_compare,
    [ISA_ICMP] = model_integer_compare,
    [ISA_ISET] = model_integer_compare,
    [ISA_ISETP] = model_integer_compare,
    [ISA_BFE] = model_bits,
    [ISA_BFI] = model_bits,
    [ISA_FLO] = model_bits,
    [ISA_POPC] = model_bits,
    [ISA_PRMT] = model_bits,
    [ISA_SHL] = model_shift,
    [ISA_SHR] = model_shift,
    [ISA_SHF_L] = model_shift,
    [ISA_SHF_R] = model_shift,
    [ISA_LOP] = model_logic,
    [ISA_LOP3] = model_logic,
    [ISA_MOV] = model_move,
    [ISA_SEL] = model_move,
    [ISA_NOP] = model_move,
    [ISA_P2R] = model_predicates,
    [ISA_R2P] = model_predicates,
    [ISA_PSET] = model_predicates,
    [ISA_PSETP] = model_predicates,
    [ISA_CSET] = model_predicates,
    [ISA_CSETP] = model_predicates,
    [ISA_F2F] = model_convert,
    [ISA_F2I] = model_convert,
    [ISA_I2F] = model_convert,
    [ISA_I2I] = model_convert,
    [ISA_VADD] = model_video,
    [ISA_VMNMX] = model_video,
    [ISA_VABSDIFF] = model_video,
    [ISA_VABSDIFF4] = model_video_bytes,
    [ISA_VSHL] = model_video,
    [ISA_VSHR] = model_video,
    [ISA_VSET] = model_video,
    [ISA_VSETP] = model_video,
    [ISA_VMAD] = model_video_multiply,
    [ISA_LD] = model_load_store,
    [ISA_ST] = model_load_store,
    [ISA_LDG] = model_load_store,
    [ISA_STG] = model_load_store,
    [ISA_LDL] = model_load_store,
    [ISA_STL] = model_load_store,
    [ISA_LDS] = model_load_store,
    [ISA_STS] = model_load_store,
    [ISA_LDC] = model_load_constant,
    [ISA_ATOM] = model_atomic,
    [ISA_RED] = model_atomic,
    [ISA_ATOMS] = model_atomic,
    [ISA_ATOM_CAS] = model_atomic,
    [ISA_ATOMS_CAS] = model_atomic,
};

bool model_knows(enum isa_class class) {
    return classes[class] != NULL;
}

bool model_run(struct model *m, const struct isa_instruction *in) {
    m->kind = MODEL_INTEGER;
    m->unsure = 0;
    m->either = m->has_separate = false;
    m->relative = m->absolute = 0;
    if (!classes[in->row->class])
        return false;
    if (m->p[in->guard] != in->guard_not)
        return classes[in->row->class](m, in);
    struct model untouched = *m;
    return classes[in->row->class](&untouched, in);
}
