/* SPDX-License-Identifier: MIT */
#include "model.h"

#include <math.h>

/* ---- sums and products ---- */

static float source(const struct model *m, const struct isa_instruction *in, enum isa_role role,
                    bool flush) {
    const float value =
        (float)model_signed(model_float_of(model_source(m, in, role)), &in->operand[role]);
    return flush ? model_flush(value) : value;
}

/* The flags of a NaN are those of CC.NAN: zero and sign. */
static void finish(struct model *m, const struct isa_instruction *in, float result, bool flush) {
    if (flush)
        result = model_flush(result);
    if (in->modifier[ISA_MOD_SAT])
        result = (float)model_saturate(result);
    m->kind = MODEL_FLOAT;
    model_set(m, in, ISA_ARG_D, model_float_bits(result));
    if (!in->modifier[ISA_MOD_CC])
        return;
    m->flags = (uint8_t)((result == 0 || isnan(result)) * MODEL_ZERO +
                         (result < 0 || isnan(result)) * MODEL_SIGN);
    m->unsure = MODEL_CARRY | MODEL_OVERFLOW;
}

/* Which sign a zero of .FMZ has is said nowhere. */
static void either_zero(struct model *m, const struct isa_instruction *in, bool zero) {
    m->either = zero;
    m->other = m->r[in->operand[ISA_ARG_D].number] ^ 0x80000000;
}

static const double scales[] = {1, 0.5, 0.25, 0.125, 8, 4, 2, 1};

bool model_float(struct model *m, const struct isa_instruction *in) {
    const uint8_t *mod = in->modifier;
    const unsigned round = mod[ISA_MOD_ROUND];
    const bool flush = mod[ISA_MOD_FTZ] || mod[ISA_MOD_FMZ];
    const bool zero_wins = mod[ISA_MOD_FMZ] == ISA_FMZ_FMZ;
    const float a = source(m, in, ISA_ARG_A, flush), b = source(m, in, ISA_ARG_B, flush);
    if (mod[ISA_MOD_FMZ] == 3 || mod[ISA_MOD_SCALE] == 7)
        return false;
    if (in->row->class == ISA_FADD) {
        finish(m, in, model_add(a, b, round), flush);
        return true;
    }
    const bool zero = zero_wins && (a == 0 || b == 0);
    if (in->row->class == ISA_FMUL) {
        /* Exact in a double, then rounded once. */
        const double product = zero ? 0 : (double)a * b * scales[mod[ISA_MOD_SCALE]];
        finish(m, in, model_narrow(product, round), flush);
        either_zero(m, in, zero);
        return true;
    }
    const float c = source(m, in, ISA_ARG_C, flush);
    const float product = zero ? 0 : model_narrow((double)a * b, round);
    struct model other = *m;
    finish(&other, in, model_add(flush ? model_flush(product) : product, c, round), flush);
    finish(m, in, zero ? model_add(0, c, round) : model_fma(a, b, c, round), flush);
    either_zero(m, in, zero && c == 0);
    m->has_separate = true;
    m->separate = other.r[in->operand[ISA_ARG_D].number];
    if (other.flags != m->flags) /* where the result differs too */
        m->unsure = 15;
    return true;
}

/* ---- comparisons ---- */

/* A NaN loses against a number. */
static float smaller(float a, float b, bool minimum) {
    if (isnan(a) || isnan(b))
        return isnan(a) ? b : a;
    if (a == 0 && b == 0)
        return signbit(a) == minimum ? a : b;
    return (a < b) == minimum ? a : b;
}

bool model_float_compare(struct model *m, const struct isa_instruction *in) {
    const bool flush = in->modifier[ISA_MOD_FTZ];
    const unsigned fcmp = in->modifier[ISA_MOD_FCMP];
    const float a = source(m, in, ISA_ARG_A, flush), b = source(m, in, ISA_ARG_B, flush);
    switch ((enum isa_class)in->row->class) {
    case ISA_FMNMX:
        finish(m, in, smaller(a, b, model_predicate(m, in, ISA_ARG_PC)), flush);
        m->either = a == 0 && b == 0;
        m->other = model_float_bits(a) ^ model_float_bits(b) ^ m->r[in->operand[ISA_ARG_D].number];
        return true;
    case ISA_FSET:
        model_set_condition(m, in, model_compare(fcmp, a, b));
        return true;
    case ISA_FSETP:
        model_set_predicates(m, in, model_compare(fcmp, a, b));
        return true;
    default: /* FCMP moves bits */
        model_set(m, in, ISA_ARG_D,
                  model_source(m, in,
                               model_compare(fcmp, source(m, in, ISA_ARG_C, flush), 0)
                                   ? ISA_ARG_A
                                   : ISA_ARG_B));
        return true;
    }
}

/* Is a / b beyond a reciprocal and Newton's steps? Known is where both are far from the limits, and
 * where one has no number, or b no reciprocal. */
bool model_float_check(struct model *m, const struct isa_instruction *in) {
    const float a = source(m, in, ISA_ARG_A, false), b = source(m, in, ISA_ARG_B, false);
    const bool hard = !isfinite(a) || !isnormal(b);
    const bool easy =
        fabsf(a) > 0x1p-60f && fabsf(a) < 0x1p60f && fabsf(b) > 0x1p-60f && fabsf(b) < 0x1p60f;
    model_set_predicate(m, in, ISA_ARG_PD, hard);
    return hard || easy;
}

/* ---- functions ---- */

/* Errors: PTX's manual, of sin, cos, ex2, lg2, rcp, rsqrt and sqrt.approx with .ftz. */
static bool special(struct model *m, unsigned function, double x, double *result) {
    switch (function) {
    case ISA_MUFU_COS:
    case ISA_MUFU_SIN: /* what RRO made, within two turns */
        *result = isinf(x) ? NAN : function == ISA_MUFU_SIN ? sin(x) : cos(x);
        m->absolute = 0x1p-20;
        return !(fabs(x) > 12.6);
    case ISA_MUFU_EX2:
        *result = exp2(x);
        m->relative = 0x1p-22;
        return true;
    case ISA_MUFU_LG2:
        *result = log2(x);
        m->absolute = 0x1p-22;
        m->relative = 0x1p-22;
        return true;
    case ISA_MUFU_RCP:
        *result = 1 / x;
        m->relative = 0x1p-23;
        return true;
    case ISA_MUFU_RSQ:
        *result = 1 / sqrt(x);
        m->relative = 0x1p-22;
        return true;
    case ISA_MUFU_SQRT:
        *result = sqrt(x);
        m->relative = 0x1p-22;
        return true;
    default:
        return false;
    }
}

/* The upper halves of doubles: about 20 bits of the result. */
static bool special_double(struct model *m, const struct isa_instruction *in) {
    const struct isa_operand *a = &in->operand[ISA_ARG_A];
    const double x =
        model_signed(model_double_of((uint64_t)model_source(m, in, ISA_ARG_A) << 32), a);
    const double result = in->modifier[ISA_MOD_MUFU] == ISA_MUFU_RCP64H ? 1 / x : 1 / sqrt(x);
    m->kind = MODEL_DOUBLE;
    m->relative = 0x1p-19;
    model_set(m, in, ISA_ARG_D, (uint32_t)(model_double_bits(result) >> 32));
    return fpclassify(x) != FP_SUBNORMAL && fpclassify(result) != FP_SUBNORMAL &&
           !in->modifier[ISA_MOD_SAT];
}

bool model_float_special(struct model *m, const struct isa_instruction *in) {
    const unsigned function = in->modifier[ISA_MOD_MUFU];
    if (in->row->class == ISA_RRO) { /* only with the MUFU behind it is it a function */
        finish(m, in, source(m, in, ISA_ARG_B, false), false);
        return true;
    }
    if (function == ISA_MUFU_RCP64H || function == ISA_MUFU_RSQ64H)
        return special_double(m, in);
    double result, exact;
    const float a = source(m, in, ISA_ARG_A, false);
    if (!special(m, function, model_flush(a), &result) || !special(m, function, a, &exact))
        return false;
    /* The chip takes denormals for zero. That is no promise of PTX: the number itself will do. */
    struct model other = *m;
    finish(&other, in, (float)exact, false);
    finish(m, in, (float)result, true);
    m->either = true;
    m->other = other.r[in->operand[ISA_ARG_D].number];
    return true;
}
