/* SPDX-License-Identifier: MIT */
#include "gpu/shader/values_access.h"

#include "gpu/shader/registers.h"
#include "gpu/shader/values.h"

static void add(struct value_accesses *list, unsigned variable, unsigned role, unsigned index) {
    if (list->count < VALUE_ACCESSES)
        list->list[list->count++] =
            (struct value_access){(uint16_t)variable, (uint8_t)role, (uint8_t)index};
}

static bool is_written(enum isa_role role) {
    return role == ISA_ARG_D || role == ISA_ARG_E || role == ISA_ARG_PD || role == ISA_ARG_PE;
}

static void add_operand(const struct isa_instruction *in, enum isa_role role,
                        struct value_accesses *list) {
    const struct isa_operand *o = &in->operand[role];
    if (o->kind == ISA_PREDICATE) {
        if (o->number != ISA_PT)
            add(list, VALUE_PREDICATE + o->number, role, 0);
        return;
    }
    const unsigned count = isa_registers(in, role);
    for (unsigned i = 0; i < count && o->number + i < ISA_RZ; i++)
        add(list, o->number + i, role, i);
}

static bool reads_code(const struct isa_instruction *in) {
    const uint8_t *m = in->modifier;
    switch ((enum isa_class)in->row->class) {
    case ISA_CSET:
    case ISA_CSETP:
    case ISA_BRA:
    case ISA_BRX:
    case ISA_JMP:
    case ISA_JMX:
    case ISA_EXIT:
    case ISA_LONGJMP:
    case ISA_RET:
    case ISA_KIL:
    case ISA_BRK:
    case ISA_CONT:
    case ISA_SYNC:
        return m[ISA_MOD_CCC] != ISA_CCC_NONE && m[ISA_MOD_CCC] != ISA_CCC_F;
    case ISA_P2R:
        return m[ISA_MOD_CCPR] == ISA_CCPR_CC;
    default:
        return m[ISA_MOD_X] || m[ISA_MOD_XMODE] || m[ISA_MOD_XSHF];
    }
}

/* Does it leave parts of its destination as they were? */
static bool keeps_parts(const struct isa_instruction *in) {
    const uint8_t *m = in->modifier;
    switch ((enum isa_class)in->row->class) {
    case ISA_MOV:
        return in->operand[ISA_ARG_S].value != 15;
    case ISA_HADD2:
    case ISA_HMUL2:
    case ISA_HFMA2:
        return m[ISA_MOD_OFMT] == ISA_OFMT_MRG_H0 || m[ISA_MOD_OFMT] == ISA_OFMT_MRG_H1;
    default:
        return false;
    }
}

/* Those that have all predicates, or the condition code, as operands. */
static void add_predicates(const struct isa_instruction *in, struct value_accesses *reads,
                           struct value_accesses *writes) {
    const bool code = in->modifier[ISA_MOD_CCPR] == ISA_CCPR_CC;
    const bool written = in->row->class == ISA_R2P;
    for (unsigned i = 0; !code && i < ISA_PT; i++) {
        add(reads, VALUE_PREDICATE + i, VALUE_OLD, i); /* a mask says which are written */
        if (written)
            add(writes, VALUE_PREDICATE + i, VALUE_OLD, i);
    }
    if (code && written) {
        add(reads, VALUE_CC, VALUE_OLD, 0);
        add(writes, VALUE_CC, VALUE_OLD, 0);
    }
}

void shader_values_accesses(const struct isa_instruction *in, struct value_accesses *reads,
                            struct value_accesses *writes) {
    reads->count = writes->count = 0;
    if (!in->row || (in->guard == ISA_PT && in->guard_not))
        return;
    if (in->guard != ISA_PT)
        add(reads, VALUE_PREDICATE + in->guard, VALUE_GUARD, 0);
    for (enum isa_role role = 0; role < ISA_ROLES; role++)
        if (in->operand[role].present)
            add_operand(in, role, is_written(role) ? writes : reads);
    if (reads_code(in))
        add(reads, VALUE_CC, VALUE_CODE, 0);
    if (in->modifier[ISA_MOD_CC])
        add(writes, VALUE_CC, VALUE_CODE, 0);
    if (in->row->class == ISA_P2R || in->row->class == ISA_R2P)
        add_predicates(in, reads, writes);
    if (keeps_parts(in))
        for (unsigned i = 0; i < isa_registers(in, ISA_ARG_D); i++)
            if (in->operand[ISA_ARG_D].number + i < ISA_RZ)
                add(reads, in->operand[ISA_ARG_D].number + i, VALUE_OLD, i);
}
