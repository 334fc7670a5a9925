/* SPDX-License-Identifier: MIT */
/* Functions: reciprocals, roots, powers, angles; what compilers ask in front of a division. */
#include "gpu/shader/translate/single.h"

static uint32_t function(struct translator *t, enum GLSLstd450 op, uint32_t type, uint32_t a) {
    return SPIRV_GLSL(&t->m, op, type, a);
}

/* Of the upper word of a double, whose lower one counts as zero; only the upper word comes out. */
static void double_function(struct translator *t, const struct isa_instruction *in, bool root) {
    const struct isa_operand *a = &in->operand[ISA_ARG_A];
    uint32_t words[2], high = operand_word(t, in, ISA_ARG_A);
    if (!(t->key->features & SHADER_HAS_FLOAT64))
        translate_unknown(t, in, "it needs a device with doubles");
    if (a->absolute)
        high = word_and(t, high, u32_constant(t, 0x7fffffff));
    if (a->negate)
        high = word_xor(t, high, u32_constant(t, 0x80000000u));
    const uint32_t type = type_f64(t);
    uint32_t value = join_double(t, u32_constant(t, 0), high);
    if (root)
        value = function(t, GLSLstd450Sqrt, type, value);
    value = op2(t, SpvOpFDiv, type, spirv_f64(&t->m, 1), value);
    if (in->modifier[ISA_MOD_SAT])
        value = float_saturate(t, type, value);
    split64(t, value, words);
    result_word(t, in, words[1]);
}

void translate_mufu(struct translator *t, const struct isa_instruction *in) {
    const uint32_t type = type_f32(t);
    const unsigned mufu = in->modifier[ISA_MOD_MUFU];
    if (mufu == ISA_MUFU_RCP64H || mufu == ISA_MUFU_RSQ64H) {
        double_function(t, in, mufu == ISA_MUFU_RSQ64H);
        return;
    }
    uint32_t value = operand_float(t, in, ISA_ARG_A);
    switch (mufu) {
    case ISA_MUFU_COS:
        value = function(t, GLSLstd450Cos, type, value);
        break;
    case ISA_MUFU_SIN:
        value = function(t, GLSLstd450Sin, type, value);
        break;
    case ISA_MUFU_EX2:
        value = function(t, GLSLstd450Exp2, type, value);
        break;
    case ISA_MUFU_LG2:
        value = function(t, GLSLstd450Log2, type, value);
        break;
    case ISA_MUFU_RCP:
        value = op2(t, SpvOpFDiv, type, f32_constant(t, 1), value);
        break;
    case ISA_MUFU_RSQ:
        value = function(t, GLSLstd450InverseSqrt, type, value);
        break;
    case ISA_MUFU_SQRT:
        value = function(t, GLSLstd450Sqrt, type, value);
        break;
    default:
        translate_unknown(t, in, "nobody knows this function");
        break;
    }
    float_result(t, in, value);
}

/* On the chip RRO prepares an angle or an exponent for MUFU. Here MUFU takes it as it is. */
void translate_rro(struct translator *t, const struct isa_instruction *in) {
    result_float(t, in, operand_float(t, in, ISA_ARG_B));
}

static uint32_t exponent(struct translator *t, const struct isa_instruction *in,
                         enum isa_role role) {
    return bits_unsigned(t, operand_word(t, in, role), 23, 8);
}

/* Must A / B take the slow way, since the fast one, a reciprocal made better twice, would overflow
 * or lose bits on its way? Public sources do not say where the chip's limits are: these are on the
 * safe side of all that the fast way needs. */
void translate_fchk(struct translator *t, const struct isa_instruction *in) {
    const uint32_t a = exponent(t, in, ISA_ARG_A), b = exponent(t, in, ISA_ARG_B);
    if (in->modifier[ISA_MOD_FCHK] != ISA_FCHK_DIVIDE)
        translate_unknown(t, in, "nobody knows what it asks");
    /* exponents of A from 2^-102 on, of B from 2^-125 to 2^125, of the quotient from 2^-125 to
     * 2^126 */
    const uint32_t a_off = word_less(t, u32_constant(t, 229), word_sub(t, a, u32_constant(t, 25)));
    const uint32_t b_off = word_less(t, u32_constant(t, 250), word_sub(t, b, u32_constant(t, 2)));
    const uint32_t quotient = word_add(t, word_sub(t, a, b), u32_constant(t, 124));
    const uint32_t off = word_less(t, u32_constant(t, 250), quotient);
    result_predicate(t, in, ISA_ARG_PD, truth_or(t, off, truth_or(t, a_off, b_off)));
}
