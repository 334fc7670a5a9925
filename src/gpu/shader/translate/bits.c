/* SPDX-License-Identifier: MIT */
/* Fields of bits, counts of bits, bytes in another order. */
#include "gpu/shader/translate/integer.h"

static bool is_known(const struct isa_operand *o) {
    return o->kind != ISA_REGISTER && o->kind != ISA_CONSTANT;
}

static void result(struct translator *t, const struct isa_instruction *in, uint32_t word) {
    result_word(t, in, word);
    result_codes(t, in, word, 0, 0);
}

/* A field is two bytes of a word: where it begins, and how wide it is. It may go beyond the
 * register. */
struct field {
    uint32_t at, width;
};

static struct field field_of(struct translator *t, uint32_t word) {
    return (struct field){bits_unsigned(t, word, 0, 8), bits_unsigned(t, word, 8, 8)};
}

/* ---- extract ---- */

static uint32_t min_with(struct translator *t, uint32_t word, uint32_t limit) {
    return word_min(t, word, u32_constant(t, limit));
}

/* The field goes to the upper end of the register and comes back with its sign; outside the
 * register there is the highest bit. */
static uint32_t extract_signed(struct translator *t, uint32_t word, struct field f) {
    const uint32_t zero = u32_constant(t, 0), width = u32_constant(t, 32);
    const uint32_t end = min_with(t, word_add(t, f.at, f.width), 32);
    const uint32_t up = word_and(t, word_sub(t, width, end), u32_constant(t, 31));
    const uint32_t down = min_with(t, word_add(t, up, min_with(t, f.at, 31)), 31);
    const uint32_t value = word_right_signed(t, word_left(t, word, up), down);
    return choose_word(t, word_equal(t, f.width, zero), zero, value);
}

static uint32_t extract_unsigned(struct translator *t, uint32_t word, struct field f) {
    const uint32_t at = min_with(t, f.at, 31);
    const uint32_t width = word_min(t, f.width, word_sub(t, u32_constant(t, 32), at));
    const uint32_t value = op3(t, SpvOpBitFieldUExtract, type_u32(t), word, at, width);
    return choose_word(t, word_less(t, f.at, u32_constant(t, 32)), value, u32_constant(t, 0));
}

static uint32_t extract_known(struct translator *t, uint32_t word, unsigned at, unsigned width,
                              bool sign) {
    if (!width || (!sign && at > 31))
        return u32_constant(t, 0);
    if (at > 31)
        return word_right_signed(t, word, u32_constant(t, 31));
    return integer_part(t, word, at, at + width > 32 ? 32 - at : width, sign);
}

void translate_bfe(struct translator *t, const struct isa_instruction *in) {
    const bool sign = in->modifier[ISA_MOD_SIGN] == ISA_SIGN_S32;
    const struct isa_operand *b = &in->operand[ISA_ARG_B];
    uint32_t word = operand_word(t, in, ISA_ARG_A);
    if (in->modifier[ISA_MOD_BREV])
        word = word_reverse(t, word);
    if (is_known(b)) {
        const unsigned at = b->value & 255, width = b->value >> 8 & 255;
        result(t, in, extract_known(t, word, at, width, sign));
        return;
    }
    const struct field f = field_of(t, operand_word(t, in, ISA_ARG_B));
    result(t, in, sign ? extract_signed(t, word, f) : extract_unsigned(t, word, f));
}

/* ---- insert ---- */

void translate_bfi(struct translator *t, const struct isa_instruction *in) {
    const struct isa_operand *b = &in->operand[ISA_ARG_B];
    const uint32_t value = operand_word(t, in, ISA_ARG_A), base = operand_word(t, in, ISA_ARG_C);
    if (is_known(b)) {
        const uint32_t at = b->value & 255, width = b->value >> 8 & 255;
        const uint32_t count = at > 31 ? 0 : width > 32 - at ? 32 - at : width;
        const uint32_t all[] = {base, value, u32_constant(t, at > 31 ? 0 : at),
                                u32_constant(t, count)};
        result(t, in, spirv_value(&t->m, SpvOpBitFieldInsert, type_u32(t), 4, all));
        return;
    }
    const struct field f = field_of(t, operand_word(t, in, ISA_ARG_B));
    const uint32_t at = min_with(t, f.at, 31);
    const uint32_t room = word_sub(t, u32_constant(t, 32), at);
    const uint32_t count = choose_word(t, word_less(t, f.at, u32_constant(t, 32)),
                                       word_min(t, f.width, room), u32_constant(t, 0));
    const uint32_t all[] = {base, value, at, count};
    result(t, in, spirv_value(&t->m, SpvOpBitFieldInsert, type_u32(t), 4, all));
}

/* ---- counts ---- */

/* The place of the highest bit that is not the sign; SH: how far it is from the upper end. Where
 * there is none all bits are set. */
void translate_flo(struct translator *t, const struct isa_instruction *in) {
    const bool sign = in->modifier[ISA_MOD_SIGN] == ISA_SIGN_S32;
    const uint32_t word = operand_integer(t, in, ISA_ARG_B), none = u32_constant(t, ~0u);
    uint32_t place =
        SPIRV_GLSL(&t->m, sign ? GLSLstd450FindSMsb : GLSLstd450FindUMsb, type_u32(t), word);
    if (in->modifier[ISA_MOD_SH])
        place = choose_word(t, word_equal(t, place, none), none,
                            word_sub(t, u32_constant(t, 31), place));
    result(t, in, place);
}

void translate_popc(struct translator *t, const struct isa_instruction *in) {
    result_word(t, in, op1(t, SpvOpBitCount, type_u32(t), operand_integer(t, in, ISA_ARG_B)));
}

/* ---- bytes ---- */

/* Four digits, from the lowest byte on: which of the eight bytes of C and A it is, the lower ones
 * are those of A; 8: eight times its highest bit. */
static const uint16_t choices[][4] = {
    [ISA_PRMT_F4E] = {0x3210, 0x4321, 0x5432, 0x6543},
    [ISA_PRMT_B4E] = {0x5670, 0x6701, 0x7012, 0x0123},
    [ISA_PRMT_RC8] = {0x0000, 0x1111, 0x2222, 0x3333},
    [ISA_PRMT_ECL] = {0x3210, 0x3211, 0x3222, 0x3333},
    [ISA_PRMT_ECR] = {0x0000, 0x1110, 0x2210, 0x3210},
    [ISA_PRMT_RC16] = {0x1010, 0x3232, 0x1010, 0x3232},
};

static uint32_t permute_known(struct translator *t, uint32_t a, uint32_t c, uint32_t control) {
    uint32_t word = u32_constant(t, 0);
    if ((control & 0xffff) == 0x3210)
        return a;
    for (unsigned i = 0; i < 4; i++) {
        const unsigned choice = control >> 4 * i & 15, at = 8 * (choice & 3);
        const uint32_t from = choice & 4 ? c : a;
        uint32_t byte = bits_unsigned(t, from, at, 8);
        if (choice & 8)
            byte = word_and(t, bits_signed(t, from, at + 7, 1), u32_constant(t, 255));
        word = word_or(t, word, word_left(t, byte, u32_constant(t, 8 * i)));
    }
    return word;
}

static uint32_t permute(struct translator *t, uint32_t a, uint32_t c, uint32_t control) {
    const uint32_t zero = u32_constant(t, 0);
    uint32_t word = zero;
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t at = word_left(t, bits_unsigned(t, control, 4 * i, 2), u32_constant(t, 3));
        const uint32_t upper = word_differs(t, bits_unsigned(t, control, 4 * i + 2, 1), zero);
        const uint32_t sign = word_differs(t, bits_unsigned(t, control, 4 * i + 3, 1), zero);
        const uint32_t shifted = word_right(t, choose_word(t, upper, c, a), at);
        const uint32_t byte = choose_word(t, sign, bits_signed(t, shifted, 7, 1), shifted);
        const uint32_t place = u32_constant(t, 8 * i);
        const uint32_t all[] = {word, byte, place, u32_constant(t, 8)};
        word = spirv_value(&t->m, SpvOpBitFieldInsert, type_u32(t), 4, all);
    }
    return word;
}

/* The digits that the lowest bits of a word choose. */
static uint32_t chosen(struct translator *t, const uint16_t digits[4], uint32_t word) {
    const uint32_t zero = u32_constant(t, 0);
    const uint32_t odd = word_differs(t, word_and(t, word, u32_constant(t, 1)), zero);
    const uint32_t high = word_differs(t, word_and(t, word, u32_constant(t, 2)), zero);
    uint32_t half[2];
    for (unsigned i = 0; i < 2; i++)
        half[i] =
            choose_word(t, odd, u32_constant(t, digits[2 * i + 1]), u32_constant(t, digits[2 * i]));
    return choose_word(t, high, half[1], half[0]);
}

void translate_prmt(struct translator *t, const struct isa_instruction *in) {
    const unsigned mode = in->modifier[ISA_MOD_PRMT];
    const struct isa_operand *b = &in->operand[ISA_ARG_B];
    const uint32_t a = operand_word(t, in, ISA_ARG_A), c = operand_word(t, in, ISA_ARG_C);
    if (mode > ISA_PRMT_RC16)
        translate_unknown(t, in, "nobody knows this mode");
    else if (is_known(b))
        result_word(t, in,
                    permute_known(t, a, c,
                                  mode == ISA_PRMT_NONE ? (uint32_t)b->value
                                                        : choices[mode][b->value & 3]));
    else if (mode == ISA_PRMT_NONE)
        result_word(t, in, permute(t, a, c, operand_word(t, in, ISA_ARG_B)));
    else
        result_word(t, in,
                    permute(t, a, c, chosen(t, choices[mode], operand_word(t, in, ISA_ARG_B))));
}
