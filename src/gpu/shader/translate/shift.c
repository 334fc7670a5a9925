/* SPDX-License-Identifier: MIT */
/* Shifts. The GPU looks at the whole count, SPIR-V allows less than the width. */
#include "gpu/shader/translate/words.h"

/* The count of .W: what is over the width does not count. */
static uint32_t wrapped(struct translator *t, uint32_t count, uint32_t width) {
    return word_and(t, count, u32_constant(t, width - 1));
}

static uint32_t below(struct translator *t, uint32_t count, uint32_t limit) {
    return word_less(t, count, u32_constant(t, limit));
}

/* The word shifted by any count: left, right, right with its sign. */
static uint32_t shift(struct translator *t, SpvOp op, uint32_t word, uint32_t count) {
    if (op == SpvOpShiftRightArithmetic)
        return word_right_signed(t, word, word_min(t, count, u32_constant(t, 31)));
    const uint32_t shifted = op2(t, op, type_u32(t), word, wrapped(t, count, 32));
    return choose_word(t, below(t, count, 32), shifted, u32_constant(t, 0));
}

static void result(struct translator *t, const struct isa_instruction *in, uint32_t word) {
    result_word(t, in, word);
    result_codes(t, in, word, 0, 0);
}

/* Shifts B says how far; known counts need no comparison. */
static uint32_t shift_by_operand(struct translator *t, const struct isa_instruction *in, SpvOp op,
                                 uint32_t word) {
    const struct isa_operand *b = &in->operand[ISA_ARG_B];
    uint32_t count = operand_word(t, in, ISA_ARG_B);
    if (in->modifier[ISA_MOD_W])
        return op2(t, op, type_u32(t), word, wrapped(t, count, 32));
    if (b->kind != ISA_REGISTER && b->kind != ISA_CONSTANT && (uint32_t)b->value < 32)
        return op2(t, op, type_u32(t), word, count);
    return shift(t, op, word, count);
}

void translate_shl(struct translator *t, const struct isa_instruction *in) {
    if (in->modifier[ISA_MOD_X])
        translate_unknown(t, in, "shifts of long numbers are not known");
    result(t, in, shift_by_operand(t, in, SpvOpShiftLeftLogical, operand_word(t, in, ISA_ARG_A)));
}

void translate_shr(struct translator *t, const struct isa_instruction *in) {
    const bool sign = in->modifier[ISA_MOD_SIGN] == ISA_SIGN_S32;
    uint32_t word = operand_word(t, in, ISA_ARG_A);
    if (in->modifier[ISA_MOD_XMODE] != ISA_XMODE_NONE)
        translate_unknown(t, in, "shifts of long numbers are not known");
    if (in->modifier[ISA_MOD_BREV])
        word = word_reverse(t, word);
    result(
        t, in,
        shift_by_operand(t, in, sign ? SpvOpShiftRightArithmetic : SpvOpShiftRightLogical, word));
}

/* ---- two words ---- */

/* `word` shifted by 32 minus the count, from 0 to 31: what comes in from the other word. */
static uint32_t rest(struct translator *t, SpvOp op, uint32_t word, uint32_t count) {
    const uint32_t one = op2(t, op, type_u32(t), word, u32_constant(t, 1));
    return op2(t, op, type_u32(t), one, word_xor(t, count, u32_constant(t, 31)));
}

struct funnel {
    uint32_t low, high, count; /* the count is not above the limit */
    uint32_t limit;
    bool sign;
};

/* Behind 31 bits only one word is left. */
static uint32_t beyond(struct translator *t, const struct funnel *f, SpvOp op, uint32_t word,
                       uint32_t near) {
    const uint32_t more = word_sub(t, f->count, u32_constant(t, 32));
    const uint32_t far = f->limit == 32 ? word : shift(t, op, word, more);
    return choose_word(t, below(t, f->count, 32), near, far);
}

static uint32_t funnel_left(struct translator *t, const struct funnel *f) {
    const uint32_t few = wrapped(t, f->count, 32);
    const uint32_t near =
        word_or(t, word_left(t, f->high, few), rest(t, SpvOpShiftRightLogical, f->low, few));
    return beyond(t, f, SpvOpShiftLeftLogical, f->low, near);
}

static uint32_t funnel_right(struct translator *t, const struct funnel *f) {
    const uint32_t few = wrapped(t, f->count, 32);
    const uint32_t near =
        word_or(t, word_right(t, f->low, few), rest(t, SpvOpShiftLeftLogical, f->high, few));
    return beyond(t, f, f->sign ? SpvOpShiftRightArithmetic : SpvOpShiftRightLogical, f->high,
                  near);
}

/* C is the upper word, A the lower one. */
static struct funnel funnel(struct translator *t, const struct isa_instruction *in) {
    const uint8_t *mod = in->modifier;
    const bool wide = mod[ISA_MOD_MAXSHIFT] >= ISA_MAXSHIFT_U64;
    const uint32_t limit = wide ? 64 : 32, count = operand_word(t, in, ISA_ARG_B);
    if (mod[ISA_MOD_XSHF] > ISA_XSHF_HI)
        translate_unknown(t, in, "shifts of long numbers are not known");
    if (mod[ISA_MOD_MAXSHIFT] == 1)
        translate_unknown(t, in, "nobody knows this limit of its count");
    return (struct funnel){
        .low = operand_word(t, in, ISA_ARG_A),
        .high = operand_word(t, in, ISA_ARG_C),
        .count =
            mod[ISA_MOD_W] ? wrapped(t, count, limit) : word_min(t, count, u32_constant(t, limit)),
        .limit = limit,
        .sign = mod[ISA_MOD_MAXSHIFT] == ISA_MAXSHIFT_S64,
    };
}

void translate_shf_l(struct translator *t, const struct isa_instruction *in) {
    const struct funnel f = funnel(t, in);
    result(t, in, funnel_left(t, &f));
}

void translate_shf_r(struct translator *t, const struct isa_instruction *in) {
    const struct funnel f = funnel(t, in);
    const SpvOp op = f.sign ? SpvOpShiftRightArithmetic : SpvOpShiftRightLogical;
    result(t, in,
           in->modifier[ISA_MOD_XSHF] == ISA_XSHF_HI ? shift(t, op, f.high, f.count)
                                                     : funnel_right(t, &f));
}
