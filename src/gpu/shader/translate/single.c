/* SPDX-License-Identifier: MIT */
/* Sums and products of floats, the smaller and the larger of two. */
#include "gpu/shader/translate/single.h"

#include "gpu/shader/translate/round.h"

bool float_flushes(const struct isa_instruction *in) {
    return in->modifier[ISA_MOD_FTZ] || in->modifier[ISA_MOD_FMZ];
}

/* Is an operand written as a zero, or will it be when it is flushed? */
static bool has_zero(const struct isa_instruction *in) {
    for (unsigned role = ISA_ARG_A; role <= ISA_ARG_C; role++) {
        const struct isa_operand *o = &in->operand[role];
        const bool known = o->kind != ISA_REGISTER && o->kind != ISA_CONSTANT;
        if (o->present && (known ? !(o->value & 0x7f800000) : operand_is_rz(in, role)))
            return true;
    }
    return false;
}

/* A device only sees plain operations: not what is made of words, as with zeros that are known,
 * or of doubles. */
bool float_flush_is_written(const struct translator *t, const struct isa_instruction *in) {
    const unsigned class = in->row->class;
    const bool compares = class == ISA_FSET || class == ISA_FSETP || class == ISA_FCMP;
    const bool plain = in->modifier[ISA_MOD_ROUND] == ISA_ROUND_NONE &&
                       in->modifier[ISA_MOD_FMZ] != ISA_FMZ_FMZ && !has_zero(in);
    return float_flushes(in) && !(t->device_flushes && (compares || plain));
}

uint32_t float_saturate(struct translator *t, uint32_t type, uint32_t value) {
    const uint32_t zero = spirv_null(&t->m, type);
    const uint32_t one = type == type_f32(t) ? f32_constant(t, 1) : spirv_f64(&t->m, 1);
    return SPIRV_GLSL(&t->m, GLSLstd450NClamp, type, value, zero, one);
}

void float_result(struct translator *t, const struct isa_instruction *in, uint32_t value) {
    const unsigned d = in->operand[ISA_ARG_D].number;
    if (in->modifier[ISA_MOD_SAT])
        value = float_saturate(t, type_f32(t), value);
    if (float_flushes(in)) {
        if (float_flush_is_written(t, in))
            value = flush_float(t, value);
        set_register_flushed(t, d, value);
    } else {
        set_register_float(t, d, value);
    }
    result_codes_float(t, in, type_f32(t), value);
}

static uint32_t operand(struct translator *t, const struct isa_instruction *in,
                        enum isa_role role) {
    return operand_float_flushed(t, in, role, float_flush_is_written(t, in));
}

void translate_fadd(struct translator *t, const struct isa_instruction *in) {
    const uint32_t a = operand(t, in, ISA_ARG_A), b = operand(t, in, ISA_ARG_B);
    float_result(t, in, round_add(t, a, b, in->modifier[ISA_MOD_ROUND]));
}

/* FMZ: is a factor zero, so that the product is zero whatever the other one is? 0: not asked. */
static uint32_t zero_wins(struct translator *t, const struct isa_instruction *in, uint32_t a,
                          uint32_t b) {
    if (in->modifier[ISA_MOD_FMZ] == 3)
        translate_unknown(t, in, "nobody knows what its third mode of denormals does");
    if (in->modifier[ISA_MOD_FMZ] != ISA_FMZ_FMZ)
        return 0;
    return float_zero_factor(t, a, b);
}

/* A product times a power of two, rounded once: the scale goes to the factor whose exponent has
 * room for it, which is the larger one on the way down and the smaller one on the way up. */
static uint32_t scaled_product(struct translator *t, uint32_t a, uint32_t b, float scale) {
    const uint32_t type = type_f32(t);
    const uint32_t a_less = float_less(t, float_abs(t, type, a), float_abs(t, type, b));
    const uint32_t small = choose(t, type, a_less, a, b), large = choose(t, type, a_less, b, a);
    const uint32_t by = f32_constant(t, scale);
    return scale < 1 ? float_mul(t, type, small, float_mul(t, type, large, by))
                     : float_mul(t, type, float_mul(t, type, small, by), large);
}

void translate_fmul(struct translator *t, const struct isa_instruction *in) {
    static const float scales[] = {1, 0.5f, 0.25f, 0.125f, 8, 4, 2, 0};
    const uint32_t a = operand(t, in, ISA_ARG_A), b = operand(t, in, ISA_ARG_B);
    const float scale = scales[in->modifier[ISA_MOD_SCALE]];
    const unsigned round = in->modifier[ISA_MOD_ROUND];
    const uint32_t zero = zero_wins(t, in, a, b);
    if (scale == 0)
        translate_unknown(t, in, "nobody knows its last scale");
    uint32_t product;
    if (round != ISA_ROUND_NONE)
        product = round_mul(t, a, b, scale, round);
    else if (scale == 1 || float_is_zero(t, type_f32(t), a) || float_is_zero(t, type_f32(t), b))
        product = float_mul(t, type_f32(t), a, b);
    else
        product = scaled_product(t, a, b, scale);
    if (zero)
        product = choose(t, type_f32(t), zero, f32_constant(t, 0), product);
    float_result(t, in, product);
}

/* Where a product is zero by FMZ, the addend is left, and 0 + -0 is only -0 when rounded down. */
void translate_ffma(struct translator *t, const struct isa_instruction *in) {
    const uint32_t a = operand(t, in, ISA_ARG_A), b = operand(t, in, ISA_ARG_B);
    const uint32_t c = operand(t, in, ISA_ARG_C), zero = zero_wins(t, in, a, b);
    const unsigned round = in->modifier[ISA_MOD_ROUND];
    uint32_t value = round_fma(t, a, b, c, round);
    if (zero) {
        const uint32_t left =
            round == ISA_ROUND_RM ? c : float_add(t, type_f32(t), f32_constant(t, 0), c);
        value = choose(t, type_f32(t), zero, left, value);
    }
    float_result(t, in, value);
}

/* A number wins against a NaN. */
void translate_fmnmx(struct translator *t, const struct isa_instruction *in) {
    const bool flush = float_flushes(in);
    const uint32_t a = operand_float_flushed(t, in, ISA_ARG_A, flush);
    const uint32_t b = operand_float_flushed(t, in, ISA_ARG_B, flush);
    const uint32_t value = float_select_minimum(t, in, type_f32(t), a, b);
    if (flush)
        set_register_flushed(t, in->operand[ISA_ARG_D].number, value);
    else
        result_float(t, in, value);
    result_codes_float(t, in, type_f32(t), value);
}

uint32_t float_select_minimum(struct translator *t, const struct isa_instruction *in, uint32_t type,
                              uint32_t a, uint32_t b) {
    const struct isa_operand *minimum = &in->operand[ISA_ARG_PC];
    const bool known = minimum->number == ISA_PT;
    uint32_t least = 0, most = 0;
    if (!known || !minimum->invert)
        least = SPIRV_GLSL(&t->m, GLSLstd450NMin, type, a, b);
    if (!known || minimum->invert)
        most = SPIRV_GLSL(&t->m, GLSLstd450NMax, type, a, b);
    if (known)
        return least ? least : most;
    return choose(t, type, operand_predicate(t, in, ISA_ARG_PC), least, most);
}
