/* SPDX-License-Identifier: MIT */
#include "model.h"

#include <fenv.h>
#include <math.h>

#pragma STDC FENV_ACCESS ON

/* ---- floats ---- */

static double source_float(const struct model *m, const struct isa_instruction *in) {
    const struct isa_operand *b = &in->operand[ISA_ARG_B];
    const unsigned format = in->modifier[ISA_MOD_SFMT];
    double value;
    if (format == ISA_FFMT_F64) {
        value = model_double_of(model_source64(m, in, ISA_ARG_B));
    } else {
        const uint32_t bits = model_source(m, in, ISA_ARG_B);
        const uint16_t half = (uint16_t)(bits >> (in->modifier[ISA_MOD_SH] ? 16 : 0));
        value = format == ISA_FFMT_F16 ? model_half_value(half) : (double)model_float_of(bits);
    }
    if (in->modifier[ISA_MOD_FTZ] && format == ISA_FFMT_F32)
        value = model_flush((float)value);
    return model_signed(value, b);
}

static void set_float(struct model *m, const struct isa_instruction *in, unsigned format,
                      double value, unsigned round) {
    if (in->modifier[ISA_MOD_SAT])
        value = model_saturate(value);
    if (format == ISA_FFMT_F64) {
        m->kind = MODEL_DOUBLE;
        model_set64(m, in, model_double_bits(value));
    } else if (format == ISA_FFMT_F32) {
        float single = model_narrow(value, round);
        if (in->modifier[ISA_MOD_FTZ])
            single = model_flush(single);
        m->kind = MODEL_FLOAT;
        model_set(m, in, ISA_ARG_D, model_float_bits(single));
    } else {
        m->kind = MODEL_HALF;
        model_set(m, in, ISA_ARG_D, model_half_of(value, round));
    }
}

static bool float_to_float(struct model *m, const struct isa_instruction *in) {
    const unsigned from = in->modifier[ISA_MOD_SFMT], to = in->modifier[ISA_MOD_DFMT];
    const unsigned round = in->modifier[ISA_MOD_FROUND];
    double value = source_float(m, in);
    if (round >= ISA_FROUND_ROUND)
        value = model_integral(value, round - ISA_FROUND_ROUND);
    set_float(m, in, to, value, round & 3);
    const bool far = (from == ISA_FFMT_F16 && to == ISA_FFMT_F64) ||
                     (from == ISA_FFMT_F64 && to == ISA_FFMT_F16);
    const bool plain = round == ISA_FROUND_NONE || round >= ISA_FROUND_ROUND;
    return from && to && !far && (from == to ? plain : round < ISA_FROUND_ROUND) &&
           !(in->modifier[ISA_MOD_SH] && from != ISA_FFMT_F16);
}

/* ---- integers ---- */

struct range {
    unsigned bits;
    bool sign;
};

static struct range range_of(unsigned ifmt) {
    return (struct range){8u << (ifmt & 3), ifmt >= ISA_IFMT_S8};
}

static __int128 smallest(struct range r) {
    return r.sign ? -((__int128)1 << (r.bits - 1)) : 0;
}

static __int128 largest(struct range r) {
    return ((__int128)1 << (r.bits - r.sign)) - 1;
}

static __int128 clamped(__int128 value, struct range r) {
    return value < smallest(r) ? smallest(r) : value > largest(r) ? largest(r) : value;
}

/* What is narrower than a register fills it with its sign, or zeros. */
static void set_integer(struct model *m, const struct isa_instruction *in, __int128 value,
                        unsigned bits) {
    if (bits == 64)
        model_set64(m, in, (uint64_t)value);
    else
        model_set(m, in, ISA_ARG_D, (uint32_t)value);
    model_flags(m, in, (uint32_t)value);
}

static bool float_to_integer(struct model *m, const struct isa_instruction *in) {
    const struct range to = range_of(in->modifier[ISA_MOD_DFMT]);
    const unsigned from = in->modifier[ISA_MOD_SFMT];
    const double value = model_integral(source_float(m, in), in->modifier[ISA_MOD_IROUND]);
    __int128 result;
    if (isnan(value))
        result = from == ISA_FFMT_F64 || to.bits == 64 ? (__int128)1 << (to.bits - 1) : 0;
    else
        result = clamped(value > 0x1p100 || value < -0x1p100
                             ? (value > 0 ? (__int128)1 << 100 : -((__int128)1 << 100))
                             : (__int128)value,
                         to);
    set_integer(m, in, result, to.bits);
    if (in->modifier[ISA_MOD_CC])
        m->unsure = 15;
    return from && !(in->modifier[ISA_MOD_SH] && from != ISA_FFMT_F16) &&
           !(isnan(value) && to.bits < 32);
}

/* False: the number's part is not named in a way that is known. */
static bool source_integer(const struct model *m, const struct isa_instruction *in,
                           __int128 *value) {
    const struct range from = range_of(in->modifier[ISA_MOD_SFMT]);
    const unsigned byte = in->modifier[ISA_MOD_BYTE];
    const uint64_t bits = from.bits == 64 ? model_source64(m, in, ISA_ARG_B)
                                          : (uint64_t)model_source(m, in, ISA_ARG_B) >> 8 * byte;
    const unsigned rest = 64 - from.bits;
    *value =
        from.sign ? (__int128)((int64_t)(bits << rest) >> rest) : (__int128)(bits << rest >> rest);
    return byte % (from.bits / 8 < 4 ? from.bits / 8 : 4) == 0;
}

static bool integer_to_float(struct model *m, const struct isa_instruction *in) {
    const unsigned to = in->modifier[ISA_MOD_DFMT], round = in->modifier[ISA_MOD_ROUND];
    const struct range from = range_of(in->modifier[ISA_MOD_SFMT]);
    const struct isa_operand *b = &in->operand[ISA_ARG_B];
    __int128 value;
    if (!source_integer(m, in, &value))
        return false;
    /* The smallest number has no opposite of its size, and unsigned ones have none. */
    if ((b->negate || (b->absolute && from.sign)) &&
        (from.sign ? value == smallest(from) : value != 0))
        return false;
    if (b->absolute && value < 0)
        value = -value;
    if (b->negate)
        value = -value;
    static const int directions[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
    const long double exact = (long double)value;
    fesetround(directions[round]);
    const double wide = (double)exact;
    const float single = (float)exact;
    fesetround(FE_TONEAREST);
    set_float(m, in, to, to == ISA_FFMT_F32 ? (double)single : wide, round);
    if (in->modifier[ISA_MOD_CC])
        m->unsure = 15;
    return to != 0 && !(to == ISA_FFMT_F16 && from.bits == 64);
}

static bool integer_to_integer(struct model *m, const struct isa_instruction *in) {
    const struct range from = range_of(in->modifier[ISA_MOD_SFMT]),
                       to = range_of(in->modifier[ISA_MOD_DFMT]);
    const struct isa_operand *b = &in->operand[ISA_ARG_B];
    const bool saturate = in->modifier[ISA_MOD_SAT];
    __int128 value;
    if (!source_integer(m, in, &value) || from.bits == 64 || to.bits == 64)
        return false;
    if (saturate && (b->negate || (b->absolute && from.sign)) &&
        (from.sign ? value == smallest(from) : value != 0))
        return false;
    if (b->absolute && value < 0)
        value = -value;
    if (b->negate)
        value = -value;
    if (saturate)
        value = clamped(value, to);
    const uint32_t bits = (uint32_t)value << (32 - to.bits);
    const uint32_t result =
        to.sign ? (uint32_t)((int32_t)bits >> (32 - to.bits)) : bits >> (32 - to.bits);
    set_integer(m, in, result, 32);
    return true;
}

bool model_convert(struct model *m, const struct isa_instruction *in) {
    if (in->modifier[ISA_MOD_CC] && in->row->class == ISA_F2F)
        m->unsure = 15;
    return in->row->class == ISA_F2F   ? float_to_float(m, in)
           : in->row->class == ISA_F2I ? float_to_integer(m, in)
           : in->row->class == ISA_I2F ? integer_to_float(m, in)
                                       : integer_to_integer(m, in);
}
