/* SPDX-License-Identifier: MIT */
#include "model.h"

/* ---- sums ---- */

/* a + b + more as the adder has it, with its carry and its overflow. */
static void add(struct model *m, const struct isa_instruction *in, uint32_t a, uint32_t b,
                unsigned more) {
    const bool extended = in->modifier[ISA_MOD_X];
    const uint64_t wide = (uint64_t)a + b + more;
    const int64_t sum = (int64_t)(int32_t)a + (int32_t)b + (int)more;
    const bool overflow = sum != (int32_t)sum;
    uint32_t result = (uint32_t)wide;
    if (in->modifier[ISA_MOD_SAT] && overflow)
        result = sum < 0 ? 0x80000000 : 0x7fffffff;
    const bool zero = m->flags & MODEL_ZERO;
    model_set(m, in, ISA_ARG_D, result);
    model_flags_all(m, in, result, wide >> 32 != 0, overflow);
    if (in->modifier[ISA_MOD_SAT])
        m->unsure |= MODEL_CARRY | MODEL_OVERFLOW;
    if (in->modifier[ISA_MOD_CC] && extended && !zero) /* of the whole long number */
        m->flags &= (uint8_t)~MODEL_ZERO;
}

/* A negated source is its complement plus one; in a sum that goes on with a carry, just its
 * complement. Two signs say plus one instead. */
static bool add_signed(struct model *m, const struct isa_instruction *in, uint32_t a, bool minus_a,
                       uint32_t b, bool minus_b) {
    const bool extended = in->modifier[ISA_MOD_X];
    if (minus_a && minus_b) {
        add(m, in, a, b, 1);
        return !extended;
    }
    add(m, in, minus_a ? ~a : a, minus_b ? ~b : b,
        extended ? (m->flags & MODEL_CARRY) != 0 : minus_a || minus_b);
    return true;
}

static uint32_t part(uint32_t value, unsigned which) {
    return which == ISA_PART_H0 ? value & 0xffff : which == ISA_PART_H1 ? value >> 16 : value;
}

static bool add3(struct model *m, const struct isa_instruction *in) {
    const uint8_t *mod = in->modifier;
    const struct isa_operand *o = in->operand;
    uint32_t v[3];
    for (unsigned i = 0; i < 3; i++) {
        const uint8_t which = mod[ISA_MOD_APART + i];
        if (which == 3)
            return false;
        v[i] = part(model_source(m, in, ISA_ARG_A + i), which);
        if (o[ISA_ARG_A + i].negate)
            v[i] = -v[i];
    }
    uint32_t sum = v[0] + v[1];
    if (mod[ISA_MOD_LRS] == ISA_LRS_RS)
        sum >>= 16;
    else if (mod[ISA_MOD_LRS] == ISA_LRS_LS)
        sum <<= 16;
    sum += v[2];
    if (mod[ISA_MOD_X])
        sum += (m->flags & MODEL_CARRY) != 0;
    model_set(m, in, ISA_ARG_D, sum);
    model_flags(m, in, sum);
    if (mod[ISA_MOD_X])
        m->unsure = 15;
    return mod[ISA_MOD_LRS] != 3 &&
           !(mod[ISA_MOD_X] && (o[ISA_ARG_A].negate || o[ISA_ARG_B].negate || o[ISA_ARG_C].negate));
}

bool model_integer(struct model *m, const struct isa_instruction *in) {
    const struct isa_operand *o = in->operand;
    const unsigned shift = (unsigned)o[ISA_ARG_S].value & 31;
    const uint32_t a = model_source(m, in, ISA_ARG_A), b = model_source(m, in, ISA_ARG_B);
    const bool minus_a = o[ISA_ARG_A].negate, minus_b = o[ISA_ARG_B].negate;
    switch ((enum isa_class)in->row->class) {
    case ISA_IADD:
        return add_signed(m, in, a, minus_a, b, minus_b);
    case ISA_IADD3:
        return add3(m, in);
    case ISA_ISCADD:
        return add_signed(m, in, a << shift, minus_a, b, minus_b);
    case ISA_LEA:
        /* What the predicate is, is said nowhere for this chip. */
        return add_signed(m, in, a << shift, minus_a, b, false) && o[ISA_ARG_PD].number == ISA_PT;
    default: {
        const uint64_t wide = a | (uint64_t)model_source(m, in, ISA_ARG_C) << 32;
        return add_signed(m, in, (uint32_t)(wide << shift >> 32), minus_a, b, false) &&
               o[ISA_ARG_PD].number == ISA_PT;
    }
    }
}

/* ---- comparisons ---- */

static bool compare(unsigned icmp, int64_t a, int64_t b) {
    return (icmp & 1 && a < b) || (icmp & 2 && a == b) || (icmp & 4 && a > b);
}

/* The upper words of long numbers whose lower words were subtracted before: where they are equal,
 * carry and zero say how the others compare. */
static bool compare_extended(const struct model *m, unsigned icmp, int64_t a, int64_t b) {
    const int below = !(m->flags & MODEL_CARRY) ? -1 : m->flags & MODEL_ZERO ? 0 : 1;
    return a != b ? compare(icmp, a, b) : compare(icmp, below, 0);
}

bool model_integer_compare(struct model *m, const struct isa_instruction *in) {
    const bool sign = in->modifier[ISA_MOD_SIGN] == ISA_SIGN_S32, x = in->modifier[ISA_MOD_X];
    const unsigned icmp = in->modifier[ISA_MOD_ICMP];
    const uint32_t a = model_source(m, in, ISA_ARG_A), b = model_source(m, in, ISA_ARG_B);
    const int64_t wide_a = sign ? (int32_t)a : (int64_t)a, wide_b = sign ? (int32_t)b : (int64_t)b;
    /* No carry and zero: no subtraction leaves that. */
    const bool odd = x && !(m->flags & MODEL_CARRY) && m->flags & MODEL_ZERO;
    const bool all = icmp == ISA_ICMP_T;
    const bool condition =
        all || (x ? compare_extended(m, icmp, wide_a, wide_b) : compare(icmp, wide_a, wide_b));
    switch ((enum isa_class)in->row->class) {
    case ISA_IMNMX: {
        const uint32_t result = (wide_a < wide_b) == model_predicate(m, in, ISA_ARG_PC) ? a : b;
        model_set(m, in, ISA_ARG_D, result);
        model_flags(m, in, result);
        return in->modifier[ISA_MOD_XMODE] == ISA_XMODE_NONE;
    }
    case ISA_ICMP: {
        const uint32_t c = model_source(m, in, ISA_ARG_C);
        model_set(m, in, ISA_ARG_D,
                  all || compare(icmp, sign ? (int32_t)c : (int64_t)c, 0) ? a : b);
        return true;
    }
    case ISA_ISET:
        model_set_condition(m, in, condition);
        if (x && in->modifier[ISA_MOD_CC])
            m->unsure = 15;
        return !odd;
    default:
        model_set_predicates(m, in, condition);
        return !odd;
    }
}
