/* SPDX-License-Identifier: MIT */
/* Instructions on bytes and halves of registers. What they work out may be wider than a register,
 * and is clamped before it is cut. */
#include "gpu/shader/translate/compare.h"
#include "gpu/shader/translate/wide.h"

/* The part of a word that enum isa_vsel names, with its sign or without. */
static struct wide part(struct translator *t, const struct isa_instruction *in, uint32_t word,
                        unsigned vsel) {
    static const struct {
        uint8_t at, width;
    } parts[] = {{0, 8}, {8, 8}, {16, 8}, {24, 8}, {0, 16}, {16, 16}, {0, 32}, {0, 32}};
    const bool sign = vsel & 8;
    if ((vsel & 7) == 7)
        translate_unknown(t, in, "nobody knows this part of its operand");
    return wide_of_word(t, integer_part(t, word, parts[vsel & 7].at, parts[vsel & 7].width, sign),
                        sign);
}

static struct wide first(struct translator *t, const struct isa_instruction *in) {
    return part(t, in, operand_word(t, in, ISA_ARG_A), in->modifier[ISA_MOD_ASEL]);
}

/* A register's part, or 16 bits. */
static struct wide second(struct translator *t, const struct isa_instruction *in) {
    const struct isa_operand *b = &in->operand[ISA_ARG_B];
    if (b->kind == ISA_REGISTER)
        return part(t, in, operand_word(t, in, ISA_ARG_B), in->modifier[ISA_MOD_BSEL]);
    return wide_constant(t, in->modifier[ISA_MOD_BSIGN] ? (int16_t)b->value : b->value & 0xffff);
}

static bool has_sign(const struct isa_instruction *in) {
    return in->modifier[ISA_MOD_ASEL] & 8 || in->modifier[ISA_MOD_BSEL] & 8 ||
           in->modifier[ISA_MOD_BSIGN];
}

static void finish(struct translator *t, const struct isa_instruction *in, uint32_t word) {
    result_word(t, in, word);
    result_codes(t, in, word, 0, 0);
}

/* ---- what happens with the result and C ---- */

static uint32_t inserted(struct translator *t, uint32_t base, uint32_t word, unsigned at,
                         unsigned width) {
    const uint32_t all[] = {base, word, u32_constant(t, at), u32_constant(t, width)};
    return spirv_value(&t->m, SpvOpBitFieldInsert, type_u32(t), 4, all);
}

static uint32_t with_third(struct translator *t, const struct isa_instruction *in, uint32_t word,
                           bool sign) {
    const uint32_t c = operand_word(t, in, ISA_ARG_C), type = type_u32(t);
    switch (in->modifier[ISA_MOD_VOP]) {
    case ISA_VOP_MRG_16H:
        return inserted(t, c, word, 16, 16);
    case ISA_VOP_MRG_16L:
        return inserted(t, c, word, 0, 16);
    case ISA_VOP_MRG_8B0:
        return inserted(t, c, word, 0, 8);
    case ISA_VOP_MRG_8B2:
        return inserted(t, c, word, 16, 8);
    case ISA_VOP_ACC:
        return word_add(t, word, c);
    case ISA_VOP_MIN:
        return SPIRV_GLSL(&t->m, sign ? GLSLstd450SMin : GLSLstd450UMin, type, word, c);
    case ISA_VOP_MAX:
        return SPIRV_GLSL(&t->m, sign ? GLSLstd450SMax : GLSLstd450UMax, type, word, c);
    default:
        return word;
    }
}

static void result(struct translator *t, const struct isa_instruction *in, struct wide v,
                   bool sign) {
    const unsigned vop = in->modifier[ISA_MOD_VOP];
    if (in->modifier[ISA_MOD_SAT])
        v = wide_clamp(t, v, vop <= ISA_VOP_MRG_16L ? 16 : vop <= ISA_VOP_MRG_8B2 ? 8 : 32, sign);
    finish(t, in, with_third(t, in, v.low, sign));
}

static bool result_sign(const struct isa_instruction *in) {
    return in->modifier[ISA_MOD_VRES] != ISA_VRES_UD;
}

/* ---- sums, limits, shifts ---- */

/* Both signs are no signs: plus one. */
void translate_vadd(struct translator *t, const struct isa_instruction *in) {
    const bool minus_a = in->operand[ISA_ARG_A].negate, minus_b = in->operand[ISA_ARG_B].negate;
    struct wide a = first(t, in), b = second(t, in);
    if (minus_a && !minus_b)
        a = wide_negate(t, a);
    if (minus_b && !minus_a)
        b = wide_negate(t, b);
    struct wide sum = wide_add(t, a, b);
    if (minus_a && minus_b)
        sum = wide_add(t, sum, wide_constant(t, 1));
    result(t, in, sum, result_sign(in));
}

void translate_vmnmx(struct translator *t, const struct isa_instruction *in) {
    const struct wide a = first(t, in), b = second(t, in);
    const uint32_t less = wide_less(t, a, b);
    result(t, in,
           in->modifier[ISA_MOD_VMNMX] == ISA_VMNMX_MN ? wide_choose(t, less, a, b)
                                                       : wide_choose(t, less, b, a),
           result_sign(in));
}

void translate_vabsdiff(struct translator *t, const struct isa_instruction *in) {
    const struct wide difference = wide_sub(t, first(t, in), second(t, in));
    result(t, in, wide_absolute(t, difference), result_sign(in));
}

/* W: counts behind 31 begin again; else they are 32. */
static uint32_t count_of(struct translator *t, const struct isa_instruction *in) {
    const uint32_t count = second(t, in).low;
    return in->modifier[ISA_MOD_W] ? word_and(t, count, u32_constant(t, 31))
                                   : word_min(t, count, u32_constant(t, 32));
}

/* By a count from 0 to 32, in two steps that are allowed. */
static uint32_t shifted(struct translator *t, SpvOp op, uint32_t word, uint32_t count) {
    const uint32_t half = word_right(t, count, u32_constant(t, 1));
    const uint32_t once = op2(t, op, type_u32(t), word, half);
    return op2(t, op, type_u32(t), once, word_sub(t, count, half));
}

void translate_vshl(struct translator *t, const struct isa_instruction *in) {
    const struct wide a = first(t, in);
    const uint32_t count = count_of(t, in), rest = word_sub(t, u32_constant(t, 32), count);
    const uint32_t passes = shifted(t, SpvOpShiftRightLogical, a.low, rest);
    const uint32_t high = word_or(t, shifted(t, SpvOpShiftLeftLogical, a.high, count), passes);
    const struct wide v = {shifted(t, SpvOpShiftLeftLogical, a.low, count), high};
    result(t, in, v, result_sign(in));
}

void translate_vshr(struct translator *t, const struct isa_instruction *in) {
    const struct wide a = first(t, in);
    const uint32_t count = count_of(t, in), rest = word_sub(t, u32_constant(t, 32), count);
    const uint32_t comes = shifted(t, SpvOpShiftLeftLogical, a.high, rest);
    const uint32_t low = word_or(t, shifted(t, SpvOpShiftRightLogical, a.low, count), comes);
    const struct wide v = {low, shifted(t, SpvOpShiftRightArithmetic, a.high, count)};
    result(t, in, v, result_sign(in));
}

/* ---- comparisons ---- */

static uint32_t compared(struct translator *t, const struct isa_instruction *in) {
    const struct wide a = first(t, in), b = second(t, in);
    return compare_known(t, in->modifier[ISA_MOD_ICMP], wide_less(t, a, b), wide_equal(t, a, b));
}

void translate_vset(struct translator *t, const struct isa_instruction *in) {
    const uint32_t word = word_of_truth(t, compared(t, in));
    finish(t, in, with_third(t, in, word, has_sign(in)));
}

void translate_vsetp(struct translator *t, const struct isa_instruction *in) {
    result_conditions(t, in, compared(t, in));
}

/* ---- products ---- */

/* A number of 96 bits with a sign. */
struct long_sum {
    uint32_t word[3];
};

static struct long_sum long_add(struct translator *t, const struct long_sum *a,
                                const struct long_sum *b, uint32_t more) {
    struct long_sum sum;
    for (unsigned i = 0; i < 3; i++) {
        const struct integer_sum s = integer_add(t, a->word[i], b->word[i], more);
        sum.word[i] = s.word;
        more = word_of_truth(t, s.carry);
    }
    return sum;
}

static struct long_sum long_not(struct translator *t, const struct long_sum *a) {
    return (struct long_sum){
        {word_not(t, a->word[0]), word_not(t, a->word[1]), word_not(t, a->word[2])}};
}

/* Two factors of 33 bits: what their words are without signs, less what signs add. */
static struct long_sum product(struct translator *t, struct wide a, struct wide b) {
    struct long_sum p;
    const uint32_t zero = u32_constant(t, 0);
    integer_product(t, a.low, false, b.low, false, p.word);
    p.word[2] = zero;
    /* a factor that is negative is its word less 2^32 */
    const uint32_t words[][2] = {{a.high, b.low}, {b.high, a.low}};
    for (unsigned i = 0; i < 2; i++) {
        const uint32_t taken = word_and(t, words[i][0], words[i][1]);
        const struct long_sum off = {{word_not(t, zero), word_not(t, taken), word_not(t, zero)}};
        p = long_add(t, &p, &off, u32_constant(t, 1));
    }
    p.word[2] =
        word_add(t, p.word[2], word_and(t, word_and(t, a.high, b.high), u32_constant(t, 1)));
    return p;
}

/* Down to 32 bits: what is above them must be the sign. */
static uint32_t long_clamp(struct translator *t, const struct long_sum *v, bool sign) {
    const uint32_t zero = u32_constant(t, 0), bits = u32_constant(t, 31);
    const uint32_t negative = word_is_negative(t, v->word[2]);
    const uint32_t above = sign ? word_right_signed(t, v->word[0], bits) : zero;
    const uint32_t fits =
        truth_and(t, word_equal(t, v->word[1], above), word_equal(t, v->word[2], above));
    const uint32_t least = u32_constant(t, sign ? 0x80000000u : 0);
    const uint32_t most = u32_constant(t, sign ? 0x7fffffff : ~0u);
    return choose_word(t, fits, v->word[0], choose_word(t, negative, least, most));
}

/* The sign of the product stands with B. Both signs are no signs: plus one. */
void translate_vmad(struct translator *t, const struct isa_instruction *in) {
    const uint8_t *mod = in->modifier;
    const bool minus = in->operand[ISA_ARG_B].negate, minus_c = in->operand[ISA_ARG_C].negate;
    const bool both = minus && minus_c, sign = has_sign(in) || minus != minus_c;
    const struct wide addend = wide_of_word(t, operand_word(t, in, ISA_ARG_C), sign);
    struct long_sum p = product(t, first(t, in), second(t, in));
    struct long_sum c = {{addend.low, addend.high, addend.high}};
    if (minus && !both)
        p = long_not(t, &p);
    if (minus_c && !both)
        c = long_not(t, &c);
    p = long_add(t, &p, &c, minus || minus_c ? u32_constant(t, 1) : 0);
    if (mod[ISA_MOD_VSCALE] == 3)
        translate_unknown(t, in, "nobody knows its last shift");
    const unsigned down = mod[ISA_MOD_VSCALE] == ISA_VSCALE_SHR_7 ? 7 : 15;
    for (unsigned i = 0; i < 3 && mod[ISA_MOD_VSCALE]; i++) {
        const uint32_t next = i < 2 ? word_left(t, p.word[i + 1], u32_constant(t, 32 - down)) : 0;
        const SpvOp op = i < 2 ? SpvOpShiftRightLogical : SpvOpShiftRightArithmetic;
        const uint32_t own = op2(t, op, type_u32(t), p.word[i], u32_constant(t, down));
        p.word[i] = next ? word_or(t, own, next) : own;
    }
    finish(t, in, mod[ISA_MOD_SAT] ? long_clamp(t, &p, sign) : p.word[0]);
}

/* ---- four bytes ---- */

/* Which of the bytes of B and A each place takes, from the upper one down: those of B are 4 to 7.
 */
static const uint16_t from_a[16] = {0x0000, 0x1111, 0x2222, 0x3333, 0x3210, 0x4321, 0x5432,
                                    0x6543, 0x3201, 0x3012, 0x0213, 0x3120, 0x1230, 0x2310};
static const uint16_t from_b[16] = {0x4444, 0x5555, 0x6666, 0x7777, 0x7654, 0x6543,
                                    0x5432, 0x4321, 0x4567, 0x6745, 0x5476};

/* Differences of bytes: of the places that are written, summed up with C or in place of its bytes.
 */
void translate_vabsdiff4(struct translator *t, const struct isa_instruction *in) {
    static const uint8_t places[] = {2, 3, 0, 1}; /* the bits of .ZWXY */
    const uint8_t *mod = in->modifier;
    const uint32_t words[] = {operand_word(t, in, ISA_ARG_A), operand_word(t, in, ISA_ARG_B)};
    const uint32_t zero = u32_constant(t, 0), most = u32_constant(t, mod[ISA_MOD_SD] ? 127 : 255);
    uint32_t word = operand_word(t, in, ISA_ARG_C);
    if (mod[ISA_MOD_ASEL4] > 13 || mod[ISA_MOD_BSEL4] > 10 || mod[ISA_MOD_VRED] > ISA_VRED_ACC)
        translate_unknown(t, in, "nobody knows this order of bytes, or what becomes of them");
    for (unsigned i = 0; i < 4; i++) {
        const unsigned place = places[i];
        const unsigned a = from_a[mod[ISA_MOD_ASEL4]] >> 4 * place & 7;
        const unsigned b = from_b[mod[ISA_MOD_BSEL4]] >> 4 * place & 7;
        if (!(mod[ISA_MOD_LANES4] >> i & 1))
            continue;
        const uint32_t difference =
            word_sub(t, integer_part(t, words[a / 4], 8 * (a % 4), 8, mod[ISA_MOD_ASIGN]),
                     integer_part(t, words[b / 4], 8 * (b % 4), 8, mod[ISA_MOD_BSIGN]));
        uint32_t size = choose_word(t, word_less_signed(t, difference, zero),
                                    word_negate(t, difference), difference);
        if (mod[ISA_MOD_SAT])
            size = word_min(t, size, most);
        word = mod[ISA_MOD_VRED] == ISA_VRED_ACC ? word_add(t, word, size)
                                                 : inserted(t, word, size, 8 * place, 8);
    }
    finish(t, in, word);
}
