/* SPDX-License-Identifier: MIT */
#include "model.h"

bool model_move(struct model *m, const struct isa_instruction *in) {
    const struct isa_operand *o = in->operand;
    if (in->row->class == ISA_NOP)
        return true;
    if (in->row->class == ISA_SEL)
        model_set(m, in, ISA_ARG_D,
                  model_source(m, in, model_predicate(m, in, ISA_ARG_PC) ? ISA_ARG_A : ISA_ARG_B));
    else
        model_set(m, in, ISA_ARG_D, model_source(m, in, ISA_ARG_B));
    return in->row->class == ISA_SEL || o[ISA_ARG_S].value == 15; /* all lanes of four */
}

/* ---- registers of predicates ---- */

static bool to_register(struct model *m, const struct isa_instruction *in) {
    const bool flags = in->modifier[ISA_MOD_CCPR] == ISA_CCPR_CC;
    const unsigned shift = 8u * in->modifier[ISA_MOD_BYTE];
    const uint32_t mask = model_source(m, in, ISA_ARG_B) & 0xff;
    uint32_t bits = m->flags;
    if (!flags)
        for (unsigned i = bits = 0; i < 7; i++)
            bits |= (uint32_t)m->p[i] << i;
    model_set(m, in, ISA_ARG_D,
              (model_source(m, in, ISA_ARG_A) & ~(mask << shift)) | (bits & mask) << shift);
    return !(mask & (flags ? 0xf0 : 0x80)); /* there is nothing behind those bits */
}

static bool from_register(struct model *m, const struct isa_instruction *in) {
    const uint32_t bits = model_source(m, in, ISA_ARG_A) >> 8 * in->modifier[ISA_MOD_BYTE];
    const uint32_t mask = model_source(m, in, ISA_ARG_B);
    if (in->modifier[ISA_MOD_CCPR] == ISA_CCPR_CC) {
        m->flags = (uint8_t)((m->flags & ~mask) | (bits & mask & 15));
        return true;
    }
    for (unsigned i = 0; i < 7; i++)
        if (mask >> i & 1)
            m->p[i] = bits >> i & 1;
    return true;
}

bool model_predicates(struct model *m, const struct isa_instruction *in) {
    const uint8_t *mod = in->modifier;
    bool known = true;
    const bool pair = model_combine(mod[ISA_MOD_BOOLAB], model_predicate(m, in, ISA_ARG_PA),
                                    model_predicate(m, in, ISA_ARG_PB));
    const bool test = model_test(m->flags, mod[ISA_MOD_CCC], &known);
    switch ((enum isa_class)in->row->class) {
    case ISA_P2R:
        return to_register(m, in);
    case ISA_R2P:
        return from_register(m, in);
    case ISA_PSET:
        model_set_condition(m, in, pair);
        return true;
    case ISA_PSETP:
        model_set_predicates(m, in, pair);
        return true;
    case ISA_CSET:
        model_set_condition(m, in, test);
        return known;
    default:
        model_set_predicates(m, in, test);
        return known && !mod[ISA_MOD_CC];
    }
}
