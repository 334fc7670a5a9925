/* SPDX-License-Identifier: MIT */
/* Addresses. A half of an address is a sum. Of that only the constants in it are kept, and of
 * several paths those that all have. A base is two constants, one behind the other: the first is in
 * the sum of the low half, the second in that of the high half. */
#include "gpu/shader/origin_rules.h"

#include <string.h>

enum { ADDENDS = 3, CONSTANTS = 4, WHOLE = 15, WORD = 4 };

struct constant {
    uint32_t index_value; /* of an LDC with a register: that value's number and 1; 0: none */
    uint32_t index_at;
    uint16_t offset;
    uint8_t slot, index;
};
struct sum {
    uint32_t known, count;
    struct constant constants[CONSTANTS];
};

/* The operands that are added as they are. */
struct addends {
    enum isa_role roles[ADDENDS];
    unsigned count;
    bool one_of_them; /* and not their sum */
};

static void take(struct addends *a, enum isa_role role) {
    a->roles[a->count++] = role;
}

static void take_unless(struct addends *a, enum isa_role role, bool not) {
    if (!not)
        take(a, role);
}

/* Both negative is no negative sum: it is a + b + 1. */
static void take_both(struct addends *a, const struct isa_instruction *in) {
    const bool first = in->operand[ISA_ARG_A].negate, second = in->operand[ISA_ARG_B].negate;
    take_unless(a, ISA_ARG_A, first && !second);
    take_unless(a, ISA_ARG_B, second && !first);
}

/* A shifted, plus B. */
static void take_scaled(struct addends *a, const struct isa_instruction *in) {
    const bool first = in->operand[ISA_ARG_A].negate, second = in->operand[ISA_ARG_B].negate;
    take_unless(a, ISA_ARG_A, in->operand[ISA_ARG_S].value != 0 || (first && !second));
    take_unless(a, ISA_ARG_B, second && !first);
}

static void take_three(struct addends *a, const struct isa_instruction *in) {
    const uint8_t *m = in->modifier;
    if (m[ISA_MOD_LRS])
        return;
    take_unless(a, ISA_ARG_A, in->operand[ISA_ARG_A].negate || m[ISA_MOD_APART]);
    take_unless(a, ISA_ARG_B, in->operand[ISA_ARG_B].negate || m[ISA_MOD_BPART]);
    take_unless(a, ISA_ARG_C, in->operand[ISA_ARG_C].negate || m[ISA_MOD_CPART]);
}

static void take_logic(struct addends *a, const struct isa_instruction *in) {
    const struct isa_operand *first = &in->operand[ISA_ARG_A], *second = &in->operand[ISA_ARG_B];
    const unsigned lop = in->modifier[ISA_MOD_LOP];
    const bool or_like = lop == ISA_LOP_OR || lop == ISA_LOP_XOR;
    const bool first_zero = first->number == ISA_RZ && !first->invert,
               second_zero =
                   second->kind == ISA_REGISTER && second->number == ISA_RZ && !second->invert;
    if (in->modifier[ISA_MOD_X])
        return;
    if (lop == ISA_LOP_PASS_B || (or_like && first_zero))
        take_unless(a, ISA_ARG_B, second->invert);
    else if (or_like && second_zero)
        take_unless(a, ISA_ARG_A, first->invert);
}

static struct addends addends_of(const struct isa_instruction *in) {
    struct addends a = {0};
    const uint8_t *m = in->modifier;
    if (m[ISA_MOD_SAT])
        return a;
    switch ((enum isa_class)in->row->class) {
    case ISA_MOV:
        if (in->operand[ISA_ARG_S].value == WHOLE)
            take(&a, ISA_ARG_B);
        break;
    case ISA_SEL:
        take(&a, ISA_ARG_A);
        take(&a, ISA_ARG_B);
        a.one_of_them = true;
        break;
    case ISA_IADD:
        take_both(&a, in);
        break;
    case ISA_IADD3:
        take_three(&a, in);
        break;
    case ISA_ISCADD:
    case ISA_LEA:
        take_scaled(&a, in);
        break;
    case ISA_LEA_HI: /* of C and A, shifted, the high half; plus B */
        take(&a, ISA_ARG_B);
        break;
    case ISA_IMAD:
        take_unless(&a, ISA_ARG_C, in->operand[ISA_ARG_C].negate);
        break;
    case ISA_XMAD:
        if (!m[ISA_MOD_MRG] &&
            (m[ISA_MOD_XCMODE] == ISA_XCMODE_NONE || m[ISA_MOD_XCMODE] == ISA_XCMODE_CBCC))
            take(&a, ISA_ARG_C);
        break;
    case ISA_LOP:
        take_logic(&a, in);
        break;
    default:
        break;
    }
    return a;
}

static void want(struct solver *s, const struct value_write *write) {
    struct isa_instruction in;
    if (!shader_values_decode(s->values, write->instruction, &in) || write->role != ISA_ARG_D)
        return;
    const struct addends a = addends_of(&in);
    for (unsigned i = 0; i < a.count; i++)
        solver_want(s, shader_values_read(s->values, write->instruction, a.roles[i], 0));
}

static bool equal(const struct constant *a, const struct constant *b) {
    return a->index_value == b->index_value && a->offset == b->offset && a->slot == b->slot;
}

static bool has(const struct sum *sum, const struct constant *c) {
    for (unsigned i = 0; i < sum->count; i++)
        if (equal(&sum->constants[i], c))
            return true;
    return false;
}

static void add(struct sum *sum, const struct constant *c) {
    if (sum->count < CONSTANTS && !has(sum, c))
        sum->constants[sum->count++] = *c;
}

static bool meet(void *into, const void *other) {
    struct sum *sum = into, both = {.known = 1};
    for (unsigned i = 0; i < sum->count; i++)
        if (has(other, &sum->constants[i]))
            add(&both, &sum->constants[i]);
    const bool less = both.count < sum->count;
    if (less)
        *sum = both;
    return less;
}

static void load(const struct solver *s, const struct value_write *write,
                 const struct isa_instruction *in, struct sum *out) {
    struct shader_place place;
    out->known = 1;
    if (!origin_of_load(in, write->index, &place))
        return;
    struct constant c = {.offset = place.offset, .slot = place.slot};
    if (in->operand[ISA_ARG_B].number != ISA_RZ) {
        c.index_value = 1 + shader_values_read(s->values, write->instruction, ISA_ARG_B, 0);
        c.index_at = s->values->instructions[write->instruction].at;
        c.index = in->operand[ISA_ARG_B].number;
    }
    add(out, &c);
}

/* False: nothing is known yet. */
static bool operand_sum(const struct solver *s, uint32_t instruction, enum isa_role role,
                        const struct isa_operand *o, struct sum *out) {
    *out = (struct sum){.known = 1};
    if (o->kind == ISA_CONSTANT && o->value <= UINT16_MAX)
        add(out, &(struct constant){.offset = (uint16_t)o->value, .slot = o->slot});
    const struct sum *fact = solver_fact(s, shader_values_read(s->values, instruction, role, 0));
    if (fact)
        *out = *fact;
    return out->known;
}

static void make(const struct solver *s, const struct value_write *write, void *fact) {
    struct isa_instruction in;
    struct sum *out = fact, part;
    if (shader_values_decode(s->values, write->instruction, &in) && write->role == ISA_ARG_D) {
        if (in.row->class == ISA_LDC) {
            load(s, write, &in, out);
            return;
        }
        const struct addends a = addends_of(&in);
        for (unsigned i = 0; i < a.count; i++) {
            if (!operand_sum(s, write->instruction, a.roles[i], &in.operand[a.roles[i]], &part)) {
                *out = (struct sum){0};
                return;
            }
            if (i && a.one_of_them)
                meet(out, &part);
            else
                for (unsigned k = 0; k < part.count; k++)
                    add(out, &part.constants[k]);
        }
    }
    out->known = 1;
}

static void nobody(void *fact) {
    ((struct sum *)fact)->known = 1;
}

const struct solver_rules address_rules = {sizeof(struct sum), want, make, nobody, meet};

void address_origin(const struct solver *s, uint32_t low, uint32_t high,
                    struct shader_origin *out) {
    const struct sum *l = solver_fact(s, low), *h = solver_fact(s, high);
    unsigned found = 0;
    for (unsigned i = 0; l && h && i < l->count; i++) {
        struct constant second = l->constants[i];
        if (second.offset > UINT16_MAX - WORD)
            continue;
        second.offset += WORD;
        if (!has(h, &second) || found++)
            continue;
        out->kind = second.index_value ? ORIGIN_INDEXED : ORIGIN_PLACE;
        out->place = (struct shader_place){second.slot, l->constants[i].offset};
        out->index_at = second.index_at;
        out->index = second.index;
    }
    if (found > 1)
        *out = (struct shader_origin){.block = out->block, .at = out->at};
}
