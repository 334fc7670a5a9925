/* SPDX-License-Identifier: MIT */
/* Two halves in a register. They are worked on as floats, which hold twice their bits and two more:
 * enough that rounding a sum or product again is as rounding it once. */
#include "gpu/shader/translate/compare.h"
#include "gpu/shader/translate/round.h"
#include "gpu/shader/translate/single.h"

#include <math.h>

/* The lower and the upper one, as floats. */
struct halves {
    uint32_t at[2];
};

static uint32_t flush(struct translator *t, uint32_t value) {
    const uint32_t small =
        float_less(t, float_abs(t, type_f32(t), value), f32_constant(t, 0x1p-14f));
    const uint32_t sign = word_and(t, as_word(t, value), u32_constant(t, 0x80000000u));
    return choose(t, type_f32(t), small, as_float(t, sign), value);
}

/* One of an immediate, with all that happens to operands. */
static float known_half(const struct isa_operand *o, unsigned index, bool flushes) {
    const uint32_t bits = (uint32_t)o->value >> 16 * index;
    const int exponent = bits >> 10 & 31;
    const float fraction = (float)(bits & 1023);
    float value = exponent == 31 ? (fraction != 0 ? NAN : INFINITY)
                  : exponent     ? ldexpf(1024 + fraction, exponent - 25)
                  : flushes      ? 0
                                 : ldexpf(fraction, -24);
    if (bits & 0x8000 && !o->absolute)
        value = -value;
    return o->negate ? -value : value;
}

/* Constants are floats, immediates two halves; registers are as the modifier says. */
static unsigned form_of(const struct isa_instruction *in, enum isa_role role,
                        enum isa_modifier modifier) {
    const unsigned kind = in->operand[role].kind;
    return kind == ISA_CONSTANT   ? ISA_HALF_F32
           : kind == ISA_REGISTER ? in->modifier[modifier]
                                  : ISA_HALF_NONE;
}

static struct halves operand(struct translator *t, const struct isa_instruction *in,
                             enum isa_role role, enum isa_modifier modifier) {
    const struct isa_operand *o = &in->operand[role];
    const unsigned form = form_of(in, role, modifier);
    const uint32_t word = operand_word(t, in, role);
    struct halves v;
    for (unsigned i = 0; i < 2; i++) {
        if (o->kind != ISA_REGISTER && o->kind != ISA_CONSTANT) {
            v.at[i] = f32_constant(t, known_half(o, i, float_flushes(in)));
            continue;
        }
        if (operand_is_rz(in, role)) {
            v.at[i] = f32_constant(t, o->negate ? -0.0f : 0.0f);
            continue;
        }
        if (form == ISA_HALF_F32)
            v.at[i] = as_float(t, word);
        else
            v.at[i] = float_of_half(t, word, form == ISA_HALF_NONE ? i : form == ISA_HALF_H1_H1);
        if (float_flushes(in))
            v.at[i] = form == ISA_HALF_F32 ? flush_float(t, v.at[i]) : flush(t, v.at[i]);
        v.at[i] = operand_signs(t, in, role, v.at[i]);
    }
    return v;
}

/* ---- sums and products ---- */

enum half_operation { HALF_ADD, HALF_MUL, HALF_FMA };

/* Is one of the operands a float? Then a product is not exact in a float. */
static bool has_float(const struct isa_instruction *in) {
    return form_of(in, ISA_ARG_A, ISA_MOD_AHALF) == ISA_HALF_F32 ||
           form_of(in, ISA_ARG_B, ISA_MOD_BHALF) == ISA_HALF_F32 ||
           form_of(in, ISA_ARG_C, ISA_MOD_CHALF) == ISA_HALF_F32;
}

/* A product of halves is exact in a float; of a sum behind it the last bit says that it is not. */
static uint32_t computed(struct translator *t, const struct isa_instruction *in,
                         enum half_operation operation, uint32_t a, uint32_t b, uint32_t c) {
    const uint32_t type = type_f32(t), zero = f32_constant(t, 0);
    if (operation == HALF_ADD)
        return float_add(t, type, a, b);
    uint32_t value;
    if (operation == HALF_MUL)
        value = float_mul(t, type, a, b);
    else if (in->modifier[ISA_MOD_OFMT] == ISA_OFMT_F32)
        value = float_fma(t, type, a, b, c);
    else
        value = has_float(in) ? round_fma_odd(t, a, b, c)
                              : round_add_odd(t, float_mul(t, type, a, b), c);
    if (in->modifier[ISA_MOD_FMZ] != ISA_FMZ_FMZ)
        return value;
    const uint32_t wins = float_zero_factor(t, a, b);
    const uint32_t left = operation == HALF_MUL ? zero : float_add(t, type, zero, c);
    return choose(t, type, wins, left, value);
}

static uint32_t as_half(struct translator *t, const struct isa_instruction *in, uint32_t value) {
    const uint32_t half = half_of_float(t, value, ISA_ROUND_NONE);
    if (!float_flushes(in))
        return half;
    const uint32_t small =
        word_equal(t, word_and(t, half, u32_constant(t, 0x7c00)), u32_constant(t, 0));
    return choose_word(t, small, word_and(t, half, u32_constant(t, 0x8000)), half);
}

/* `which`: 0, 1, or 2 for both. */
static uint32_t packed(struct translator *t, const struct isa_instruction *in,
                       const uint32_t value[2], unsigned which) {
    const uint32_t old = get_register(t, in->operand[ISA_ARG_D].number), up = u32_constant(t, 16);
    uint32_t low = 0, high = 0;
    if (which != 1)
        low = as_half(t, in, value[0]);
    if (which != 0)
        high = word_left(t, as_half(t, in, value[1]), up);
    if (which == 0)
        high = word_and(t, old, u32_constant(t, 0xffff0000u));
    if (which == 1)
        low = word_and(t, old, u32_constant(t, 0xffff));
    return word_or(t, low, high);
}

static void operate(struct translator *t, const struct isa_instruction *in,
                    enum half_operation operation) {
    static const uint8_t written[] = {
        [ISA_OFMT_NONE] = 2, [ISA_OFMT_F32] = 2, [ISA_OFMT_MRG_H0] = 0, [ISA_OFMT_MRG_H1] = 1};
    const unsigned ofmt = in->modifier[ISA_MOD_OFMT];
    const struct halves a = operand(t, in, ISA_ARG_A, ISA_MOD_AHALF);
    const struct halves b = operand(t, in, ISA_ARG_B, ISA_MOD_BHALF);
    struct halves c = {{0}};
    uint32_t value[2];
    if (in->modifier[ISA_MOD_FMZ] == 3)
        translate_unknown(t, in, "nobody knows what its third mode of denormals does");
    if (operation == HALF_FMA)
        c = operand(t, in, ISA_ARG_C, ISA_MOD_CHALF);
    for (unsigned i = 0; i < 2; i++) {
        value[i] = computed(t, in, operation, a.at[i], b.at[i], c.at[i]);
        if (in->modifier[ISA_MOD_SAT])
            value[i] = float_saturate(t, type_f32(t), value[i]);
    }
    if (ofmt == ISA_OFMT_F32)
        result_float(t, in, float_flushes(in) ? flush_float(t, value[0]) : value[0]);
    else
        result_word(t, in, packed(t, in, value, written[ofmt]));
}

void translate_hadd2(struct translator *t, const struct isa_instruction *in) {
    operate(t, in, HALF_ADD);
}

void translate_hmul2(struct translator *t, const struct isa_instruction *in) {
    operate(t, in, HALF_MUL);
}

void translate_hfma2(struct translator *t, const struct isa_instruction *in) {
    operate(t, in, HALF_FMA);
}

/* ---- comparisons ---- */

static void compare(struct translator *t, const struct isa_instruction *in, uint32_t truth[2]) {
    const struct halves a = operand(t, in, ISA_ARG_A, ISA_MOD_AHALF);
    const struct halves b = operand(t, in, ISA_ARG_B, ISA_MOD_BHALF);
    for (unsigned i = 0; i < 2; i++)
        truth[i] = compare_floats(t, in->modifier[ISA_MOD_FCMP], a.at[i], b.at[i]);
}

void translate_hset2(struct translator *t, const struct isa_instruction *in) {
    const uint32_t third = operand_predicate(t, in, ISA_ARG_PC), zero = u32_constant(t, 0);
    const uint32_t yes = in->modifier[ISA_MOD_BF] ? 0x3c00 : 0xffff;
    uint32_t truth[2], half[2];
    compare(t, in, truth);
    for (unsigned i = 0; i < 2; i++)
        half[i] = choose_word(t, combine(t, in->modifier[ISA_MOD_BOOL], truth[i], third),
                              u32_constant(t, yes << 16 * i), zero);
    result_word(t, in, word_or(t, half[0], half[1]));
}

/* PD of the lower halves, PE of the upper ones; with H_AND of both, and the opposite. */
void translate_hsetp2(struct translator *t, const struct isa_instruction *in) {
    const uint32_t third = operand_predicate(t, in, ISA_ARG_PC);
    uint32_t truth[2];
    compare(t, in, truth);
    if (in->modifier[ISA_MOD_H_AND]) {
        result_conditions(t, in, truth_and(t, truth[0], truth[1]));
        return;
    }
    for (unsigned i = 0; i < 2; i++)
        truth[i] = combine(t, in->modifier[ISA_MOD_BOOL], truth[i], third);
    result_predicate(t, in, ISA_ARG_PD, truth[0]);
    result_predicate(t, in, ISA_ARG_PE, truth[1]);
}
