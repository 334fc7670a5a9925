/* SPDX-License-Identifier: MIT */
#include "model.h"

#include <math.h>

struct halves {
    double low, high;
};

static double flushed(double value, bool flush) {
    return flush && fabs(value) < 0x1p-14 ? copysign(0, value) : value;
}

/* The values of a source; constants are single floats. */
static struct halves source(const struct model *m, const struct isa_instruction *in,
                            enum isa_role role, enum isa_modifier swizzle, bool flush) {
    const struct isa_operand *o = &in->operand[role];
    const uint32_t bits = model_source(m, in, role);
    const unsigned how = o->kind == ISA_CONSTANT   ? ISA_HALF_F32
                         : o->kind == ISA_REGISTER ? in->modifier[swizzle]
                                                   : ISA_HALF_NONE;
    const double low = model_half_value((uint16_t)bits), high = model_half_value(bits >> 16);
    struct halves v = {low, high};
    if (how == ISA_HALF_F32)
        v.low = v.high = model_float_of(bits);
    else if (how != ISA_HALF_NONE)
        v.low = v.high = how == ISA_HALF_H0_H0 ? low : high;
    const bool single = how == ISA_HALF_F32;
    v.low = model_signed(v.low, o), v.high = model_signed(v.high, o);
    v.low = single && flush ? model_flush((float)v.low) : flushed(v.low, flush);
    v.high = single && flush ? model_flush((float)v.high) : flushed(v.high, flush);
    return v;
}

/* One component: the half, and with OFMT F32 the float. */
static uint32_t component(struct model *m, const struct isa_instruction *in, double a, double b,
                          double c, bool flush) {
    const uint8_t *mod = in->modifier;
    if (in->row->class == ISA_HADD2) {
        c = b;
        b = 1;
    } else if (in->row->class == ISA_HMUL2) {
        c = -0.0;
    }
    if (mod[ISA_MOD_FMZ] == ISA_FMZ_FMZ && in->row->class != ISA_HADD2 && (a == 0 || b == 0)) {
        a = b = 0;
        c = in->row->class == ISA_HMUL2 ? 0 : c;
    }
    if (mod[ISA_MOD_OFMT] == ISA_OFMT_F32) { /* exact enough: products of halves fit a double */
        float result = (float)fma(a, b, c);
        if (flush)
            result = model_flush(result);
        m->kind = MODEL_FLOAT;
        return model_float_bits(mod[ISA_MOD_SAT] ? (float)model_saturate(result) : result);
    }
    double result = model_half_value(model_half_fma(a, b, c, ISA_ROUND_NONE));
    result = flushed(result, flush);
    return model_half_of(mod[ISA_MOD_SAT] ? model_saturate(result) : result, ISA_ROUND_NONE);
}

/* A source that is a float where others are halves: how often it is rounded on the way is not
 * known, nor what happens beyond a half's range. */
static bool is_single(const struct isa_instruction *in, enum isa_role role) {
    static const enum isa_modifier swizzle[] = {ISA_MOD_AHALF, ISA_MOD_BHALF, ISA_MOD_CHALF};
    const struct isa_operand *o = &in->operand[role];
    return o->present &&
           (o->kind == ISA_CONSTANT ||
            (o->kind == ISA_REGISTER && in->modifier[swizzle[role - ISA_ARG_A]] == ISA_HALF_F32));
}

static bool fits(const struct isa_instruction *in, enum isa_role role, double value) {
    const double size = fabs(value);
    return !is_single(in, role) || isnan(value) || isinf(value) || size == 0 ||
           (size > 0x1p-12 && size < 0x1p12);
}

bool model_half(struct model *m, const struct isa_instruction *in) {
    const uint8_t *mod = in->modifier;
    const bool flush = mod[ISA_MOD_FTZ] || mod[ISA_MOD_FMZ];
    if (mod[ISA_MOD_FMZ] == 3)
        return false;
    const struct halves a = source(m, in, ISA_ARG_A, ISA_MOD_AHALF, flush);
    const struct halves b = source(m, in, ISA_ARG_B, ISA_MOD_BHALF, flush);
    const struct halves c = in->operand[ISA_ARG_C].present
                                ? source(m, in, ISA_ARG_C, ISA_MOD_CHALF, flush)
                                : (struct halves){0};
    m->kind = MODEL_HALVES;
    const uint32_t low = component(m, in, a.low, b.low, c.low, flush);
    const uint32_t high = component(m, in, a.high, b.high, c.high, flush);
    const uint32_t old = m->r[in->operand[ISA_ARG_D].number];
    switch (mod[ISA_MOD_OFMT]) {
    case ISA_OFMT_F32:
        model_set(m, in, ISA_ARG_D, low);
        break;
    case ISA_OFMT_MRG_H0:
        model_set(m, in, ISA_ARG_D, (old & 0xffff0000) | low);
        break;
    case ISA_OFMT_MRG_H1:
        model_set(m, in, ISA_ARG_D, (old & 0xffff) | high << 16);
        break;
    default:
        model_set(m, in, ISA_ARG_D, low | high << 16);
        break;
    }
    if (mod[ISA_MOD_FMZ] == ISA_FMZ_FMZ) /* which sign its zeros have is said nowhere */
        m->absolute = 0x1p-30;
    if (is_single(in, ISA_ARG_A) || is_single(in, ISA_ARG_B) || is_single(in, ISA_ARG_C))
        m->relative = 0x1p-10;
    return fits(in, ISA_ARG_A, a.low) && fits(in, ISA_ARG_B, b.low) && fits(in, ISA_ARG_C, c.low);
}

bool model_half_compare(struct model *m, const struct isa_instruction *in) {
    const uint8_t *mod = in->modifier;
    const struct halves a = source(m, in, ISA_ARG_A, ISA_MOD_AHALF, mod[ISA_MOD_FTZ]);
    const struct halves b = source(m, in, ISA_ARG_B, ISA_MOD_BHALF, mod[ISA_MOD_FTZ]);
    const bool low = model_compare(mod[ISA_MOD_FCMP], a.low, b.low);
    const bool high = model_compare(mod[ISA_MOD_FCMP], a.high, b.high);
    const bool other = model_predicate(m, in, ISA_ARG_PC);
    if (in->row->class == ISA_HSET2) {
        const uint32_t yes = mod[ISA_MOD_BF] ? 0x3c00 : 0xffff;
        model_set(m, in, ISA_ARG_D,
                  model_combine(mod[ISA_MOD_BOOL], low, other) * yes |
                      (model_combine(mod[ISA_MOD_BOOL], high, other) * yes) << 16);
    } else if (mod[ISA_MOD_H_AND]) {
        model_set_predicates(m, in, low && high);
    } else {
        model_set_predicate(m, in, ISA_ARG_PD, model_combine(mod[ISA_MOD_BOOL], low, other));
        model_set_predicate(m, in, ISA_ARG_PE, model_combine(mod[ISA_MOD_BOOL], high, other));
    }
    return true;
}
