/* SPDX-License-Identifier: MIT */
/* Products of integers. */
#include "gpu/shader/translate/integer.h"

/* As if without signs; a factor that is negative was 2^32 too large. */
void integer_product(struct translator *t, uint32_t a, bool sign_a, uint32_t b, bool sign_b,
                     uint32_t product[2]) {
    const uint32_t word = type_u32(t), zero = u32_constant(t, 0);
    const uint32_t pair = SPIRV_TYPE(&t->m, SpvOpTypeStruct, word, word);
    const SpvOp op = sign_a && sign_b ? SpvOpSMulExtended : SpvOpUMulExtended;
    const uint32_t both = op2(t, op, pair, a, b);
    for (uint32_t i = 0; i < 2; i++)
        product[i] = op2(t, SpvOpCompositeExtract, word, both, i);
    if (sign_a && !sign_b)
        product[1] = word_sub(t, product[1], choose_word(t, word_is_negative(t, a), b, zero));
    if (sign_b && !sign_a)
        product[1] = word_sub(t, product[1], choose_word(t, word_is_negative(t, b), a, zero));
}

/* The half of the product that the instruction wants, or its opposite. */
static uint32_t product_half(struct translator *t, const struct isa_instruction *in, bool minus) {
    const uint8_t *mod = in->modifier;
    const uint32_t a = operand_word(t, in, ISA_ARG_A), b = operand_word(t, in, ISA_ARG_B);
    uint32_t product[2];
    if (!mod[ISA_MOD_HI]) {
        const uint32_t low = word_mul(t, a, b);
        return minus ? word_negate(t, low) : low;
    }
    integer_product(t, a, mod[ISA_MOD_ASIGN], b, mod[ISA_MOD_BSIGN], product);
    if (!minus)
        return product[1];
    const uint32_t borrow = word_of_truth(t, word_equal(t, product[0], u32_constant(t, 0)));
    return word_add(t, word_not(t, product[1]), borrow);
}

void translate_imul(struct translator *t, const struct isa_instruction *in) {
    const uint32_t word = product_half(t, in, false);
    result_word(t, in, word);
    result_codes(t, in, word, 0, 0);
}

/* The sign of the product stands with one of its factors. */
void translate_imad(struct translator *t, const struct isa_instruction *in) {
    const struct isa_operand *o = in->operand;
    const uint32_t product = product_half(t, in, o[ISA_ARG_A].negate || o[ISA_ARG_B].negate);
    struct integer_sum sum =
        integer_add(t, product, operand_integer(t, in, ISA_ARG_C), integer_carry_in(t, in));
    if (in->modifier[ISA_MOD_SAT])
        sum.word = integer_saturate(t, sum);
    integer_result(t, in, sum);
}

/* ---- of parts ---- */

static uint32_t part_of(struct translator *t, uint32_t word, unsigned spa) {
    static const struct {
        uint8_t at, width;
        bool sign;
    } parts[] = {
        [ISA_SPA_U32] = {0, 32, false},    [ISA_SPA_S32] = {0, 32, true},
        [ISA_SPA_U24] = {0, 24, false},    [ISA_SPA_S24] = {0, 24, true},
        [ISA_SPA_U16H0] = {0, 16, false},  [ISA_SPA_S16H0] = {0, 16, true},
        [ISA_SPA_U16H1] = {16, 16, false}, [ISA_SPA_S16H1] = {16, 16, true},
    };
    return integer_part(t, word, parts[spa].at, parts[spa].width, parts[spa].sign);
}

void translate_imadsp(struct translator *t, const struct isa_instruction *in) {
    static const uint8_t second[] = {[ISA_SPB_U24] = ISA_SPA_U24,
                                     [ISA_SPB_S24] = ISA_SPA_S24,
                                     [ISA_SPB_U16H0] = ISA_SPA_U16H0,
                                     [ISA_SPB_S16H0] = ISA_SPA_S16H0};
    static const uint8_t third[] = {[ISA_SPC_C32] = ISA_SPA_U32,
                                    [ISA_SPC_C24] = ISA_SPA_U24,
                                    [ISA_SPC_C16H0] = ISA_SPA_U16H0,
                                    [ISA_SPC_SD] = ISA_SPA_U32};
    const uint8_t *mod = in->modifier;
    const unsigned sign = mod[ISA_MOD_SPA] & 1;
    if (mod[ISA_MOD_SPC] == ISA_SPC_SD)
        translate_unknown(t, in, "where registers say what its parts are, nobody knows how");
    const uint32_t a = part_of(t, operand_word(t, in, ISA_ARG_A), mod[ISA_MOD_SPA]);
    const uint32_t b = part_of(t, operand_word(t, in, ISA_ARG_B), second[mod[ISA_MOD_SPB]]);
    const uint32_t c = part_of(t, operand_word(t, in, ISA_ARG_C), third[mod[ISA_MOD_SPC]] | sign);
    integer_result(t, in, integer_add(t, word_mul(t, a, b), c, 0));
}

/* ---- 16 by 16 bits ---- */

/* CSFU takes back what a set highest bit of a half added to the product. */
static uint32_t xmad_addend(struct translator *t, const struct isa_instruction *in, uint32_t a,
                            uint32_t b_word, uint32_t b) {
    const uint32_t c = operand_word(t, in, ISA_ARG_C);
    switch (in->modifier[ISA_MOD_XCMODE]) {
    case ISA_XCMODE_NONE:
        return c;
    case ISA_XCMODE_CLO:
        return integer_part(t, c, 0, 16, false);
    case ISA_XCMODE_CHI:
        return word_right(t, c, u32_constant(t, 16));
    case ISA_XCMODE_CSFU: {
        const uint32_t bit = u32_constant(t, 0x8000), one = u32_constant(t, 1);
        const uint32_t of_a = word_left(t, word_and(t, a, bit), one);
        return word_sub(t, word_sub(t, c, of_a), word_left(t, word_and(t, b, bit), one));
    }
    case ISA_XCMODE_CBCC:
        return word_add(t, c, word_left(t, b_word, u32_constant(t, 16)));
    default:
        translate_unknown(t, in, "nobody knows this mode of its addend");
        return c;
    }
}

/* The last XMAD of a product of 32 bits does all of it. */
static void folded(struct translator *t, const struct isa_instruction *in,
                   const struct multiply_fold *fold) {
    struct isa_instruction whole = *in;
    whole.operand[ISA_ARG_A] = fold->a;
    whole.operand[ISA_ARG_B] = fold->b;
    whole.operand[ISA_ARG_C] = fold->c;
    uint32_t b = operand_word(t, &whole, ISA_ARG_B);
    if (fold->b_part != MULTIPLY_WHOLE)
        b = integer_part(t, b, fold->b_part == MULTIPLY_HIGH ? 16 : 0, 16, false);
    const uint32_t product = word_mul(t, operand_word(t, &whole, ISA_ARG_A), b);
    result_word(t, in,
                operand_is_rz(&whole, ISA_ARG_C)
                    ? product
                    : word_add(t, product, operand_word(t, &whole, ISA_ARG_C)));
}

void translate_xmad(struct translator *t, const struct isa_instruction *in) {
    const uint8_t *mod = in->modifier;
    const uint32_t number = shader_values_at(&t->values, t->block, t->at);
    const struct multiply_fold *fold = shader_multiply_at(&t->multiplies, number);
    if (fold)
        folded(t, in, fold);
    if (fold || t->multiplies.roles[number] == MULTIPLY_DEAD)
        return;
    const uint32_t half = u32_constant(t, 16), b_word = operand_word(t, in, ISA_ARG_B);
    const uint32_t a = integer_part(t, operand_word(t, in, ISA_ARG_A), mod[ISA_MOD_AH] ? 16 : 0, 16,
                                    mod[ISA_MOD_ASIGN]);
    const uint32_t b = integer_part(t, b_word, mod[ISA_MOD_BH] ? 16 : 0, 16, mod[ISA_MOD_BSIGN]);
    uint32_t product = word_mul(t, a, b);
    if (mod[ISA_MOD_PSL])
        product = word_left(t, product, half);
    struct integer_sum sum =
        integer_add(t, product, xmad_addend(t, in, a, b_word, b), integer_carry_in(t, in));
    if (mod[ISA_MOD_MRG])
        sum.word = word_or(t, integer_part(t, sum.word, 0, 16, false), word_left(t, b_word, half));
    integer_result(t, in, sum);
}

/* ---- dot products ---- */

/* 4A: four bytes by four bytes. 2A: the halves of A by two bytes of B. */
void translate_idp(struct translator *t, const struct isa_instruction *in) {
    const uint8_t *mod = in->modifier;
    const bool four = mod[ISA_MOD_IDP] == ISA_IDP_4A;
    const unsigned width = four ? 8 : 16, first = !four && mod[ISA_MOD_HI] ? 16 : 0;
    const uint32_t a = operand_word(t, in, ISA_ARG_A), b = operand_word(t, in, ISA_ARG_B);
    uint32_t sum = operand_word(t, in, ISA_ARG_C);
    if (four && mod[ISA_MOD_HI])
        translate_unknown(t, in, "nobody knows the upper half of four bytes");
    for (unsigned i = 0; i < (four ? 4 : 2); i++)
        sum = word_add(t, sum,
                       word_mul(t, integer_part(t, a, width * i, width, mod[ISA_MOD_ASIGN]),
                                integer_part(t, b, first + 8 * i, 8, mod[ISA_MOD_BSIGN])));
    result_word(t, in, sum);
}
