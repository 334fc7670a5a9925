/* SPDX-License-Identifier: MIT */
/* Sums and products of doubles, the smaller and the larger of two. */
#include "gpu/shader/translate/round_double.h"
#include "gpu/shader/translate/single.h"

static void result(struct translator *t, const struct isa_instruction *in, uint32_t value) {
    result_double(t, in, value);
    result_codes_float(t, in, type_f64(t), value);
}

void translate_dadd(struct translator *t, const struct isa_instruction *in) {
    const uint32_t a = operand_double(t, in, ISA_ARG_A), b = operand_double(t, in, ISA_ARG_B);
    result(t, in, round_double_add(t, a, b, in->modifier[ISA_MOD_ROUND]));
}

void translate_dmul(struct translator *t, const struct isa_instruction *in) {
    const uint32_t a = operand_double(t, in, ISA_ARG_A), b = operand_double(t, in, ISA_ARG_B);
    result(t, in, round_double_mul(t, a, b, in->modifier[ISA_MOD_ROUND]));
}

void translate_dfma(struct translator *t, const struct isa_instruction *in) {
    const uint32_t a = operand_double(t, in, ISA_ARG_A), b = operand_double(t, in, ISA_ARG_B);
    const uint32_t c = operand_double(t, in, ISA_ARG_C);
    result(t, in, round_double_fma(t, a, b, c, in->modifier[ISA_MOD_ROUND]));
}

void translate_dmnmx(struct translator *t, const struct isa_instruction *in) {
    const uint32_t a = operand_double(t, in, ISA_ARG_A), b = operand_double(t, in, ISA_ARG_B);
    result(t, in, float_select_minimum(t, in, type_f64(t), a, b));
}
