/* SPDX-License-Identifier: MIT */
#include "model.h"

#include <math.h>

static double source(const struct model *m, const struct isa_instruction *in, enum isa_role role) {
    return model_signed(model_double_of(model_source64(m, in, role)), &in->operand[role]);
}

static void finish(struct model *m, const struct isa_instruction *in, double result) {
    m->kind = MODEL_DOUBLE;
    model_set64(m, in, model_double_bits(result));
    if (!in->modifier[ISA_MOD_CC])
        return;
    m->flags = (uint8_t)((result == 0 || isnan(result)) * MODEL_ZERO +
                         (result < 0 || isnan(result)) * MODEL_SIGN);
    m->unsure = MODEL_CARRY | MODEL_OVERFLOW;
}

static double smaller(double a, double b, bool minimum) {
    if (isnan(a) || isnan(b))
        return isnan(a) ? b : a;
    if (a == 0 && b == 0)
        return signbit(a) == minimum ? a : b;
    return (a < b) == minimum ? a : b;
}

bool model_double(struct model *m, const struct isa_instruction *in) {
    const unsigned round = in->modifier[ISA_MOD_ROUND];
    const double a = source(m, in, ISA_ARG_A), b = source(m, in, ISA_ARG_B);
    const bool condition = model_compare(in->modifier[ISA_MOD_FCMP], a, b);
    switch ((enum isa_class)in->row->class) {
    case ISA_DADD:
        finish(m, in, model_double_add(a, b, round));
        return true;
    case ISA_DMUL:
        finish(m, in, model_double_multiply(a, b, round));
        return true;
    case ISA_DFMA: {
        const double c = source(m, in, ISA_ARG_C);
        const double product = model_double_multiply(a, b, ISA_ROUND_NONE);
        const double sum = model_double_add(product, c, round);
        struct model other = *m;
        finish(&other, in, sum);
        finish(m, in, model_double_fma(a, b, c, round));
        m->has_separate = true;
        m->separate = model_double_bits(sum);
        if (other.flags != m->flags) /* where the result differs too */
            m->unsure = 15;
        return true;
    }
    case ISA_DMNMX:
        finish(m, in, smaller(a, b, model_predicate(m, in, ISA_ARG_PC)));
        return !(a == 0 && b == 0 && signbit(a) != signbit(b));
    case ISA_DSET:
        model_set_condition(m, in, condition);
        return true;
    default:
        model_set_predicates(m, in, condition);
        return true;
    }
}
