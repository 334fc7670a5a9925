/* SPDX-License-Identifier: MIT */
/* Condition codes: what results leave in them, and what is asked of them. */
#include "gpu/shader/translate/words.h"

/* In a chain of sums the word is one of a long number, which is zero where all of it is. */
void result_codes(struct translator *t, const struct isa_instruction *in, uint32_t word,
                  uint32_t carry, uint32_t overflow) {
    if (!in->modifier[ISA_MOD_CC])
        return;
    const uint32_t no = spirv_truth(&t->m, false);
    uint32_t zero = word_equal(t, word, u32_constant(t, 0));
    if (in->modifier[ISA_MOD_X])
        zero = truth_and(t, zero, get_code(t, CC_ZERO));
    set_code(t, CC_ZERO, zero);
    set_code(t, CC_SIGN, word_is_negative(t, word));
    set_code(t, CC_CARRY, carry ? carry : no);
    set_code(t, CC_OVERFLOW, overflow ? overflow : no);
}

void result_codes_float(struct translator *t, const struct isa_instruction *in, uint32_t type,
                        uint32_t value) {
    if (!in->modifier[ISA_MOD_CC])
        return;
    const uint32_t no = spirv_truth(&t->m, false), zero = spirv_null(&t->m, type);
    set_code(t, CC_ZERO, op2(t, SpvOpFUnordEqual, type_bool(t), value, zero));
    set_code(t, CC_SIGN, op2(t, SpvOpFUnordLessThan, type_bool(t), value, zero));
    set_code(t, CC_CARRY, no);
    set_code(t, CC_OVERFLOW, no);
}

/* LT to GEU, of numbers whose difference was taken (overflow) or of a float (both Z and S where it
 * is NaN). */
static uint32_t comparison(struct translator *t, unsigned ccc) {
    const uint32_t z = get_code(t, CC_ZERO), s = get_code(t, CC_SIGN), o = get_code(t, CC_OVERFLOW);
    switch (ccc) {
    case ISA_CCC_F:
        return spirv_truth(&t->m, false);
    case ISA_CCC_LT:
        return truth_differs(t, truth_and(t, s, truth_not(t, z)), o);
    case ISA_CCC_EQ:
        return truth_and(t, z, truth_not(t, s));
    case ISA_CCC_LE:
        return truth_differs(t, s, truth_or(t, z, o));
    case ISA_CCC_GT:
        return truth_not(t, truth_or(t, z, truth_differs(t, s, o)));
    case ISA_CCC_NE:
        return truth_not(t, z);
    case ISA_CCC_GE:
        return truth_not(t, truth_differs(t, s, o));
    case ISA_CCC_NUM:
        return truth_not(t, truth_and(t, z, s));
    case ISA_CCC_NAN:
        return truth_and(t, z, s);
    case ISA_CCC_LTU:
        return truth_differs(t, s, o);
    case ISA_CCC_EQU:
        return z;
    case ISA_CCC_LEU:
        return truth_or(t, z, truth_differs(t, s, o));
    case ISA_CCC_GTU:
        return truth_not(t, truth_differs(t, s, truth_or(t, z, o)));
    case ISA_CCC_NEU:
        return truth_or(t, s, truth_not(t, z));
    default: /* GEU */
        return truth_differs(t, truth_or(t, z, truth_not(t, s)), o);
    }
}

uint32_t condition_code(struct translator *t, unsigned ccc) {
    if (ccc < ISA_CCC_NONE)
        return comparison(t, ccc);
    switch (ccc) {
    case ISA_CCC_NONE:
        return spirv_truth(&t->m, true);
    case ISA_CCC_OFF:
        return truth_not(t, get_code(t, CC_OVERFLOW));
    case ISA_CCC_OFT:
        return get_code(t, CC_OVERFLOW);
    case ISA_CCC_LO:
        return truth_not(t, get_code(t, CC_CARRY));
    case ISA_CCC_HS:
        return get_code(t, CC_CARRY);
    case ISA_CCC_SFF:
        return truth_not(t, get_code(t, CC_SIGN));
    case ISA_CCC_SFT:
        return get_code(t, CC_SIGN);
    case ISA_CCC_LS:
        return truth_or(t, get_code(t, CC_ZERO), truth_not(t, get_code(t, CC_CARRY)));
    case ISA_CCC_HI:
        return truth_and(t, get_code(t, CC_CARRY), truth_not(t, get_code(t, CC_ZERO)));
    case ISA_CCC_RLE:
        return truth_or(t, get_code(t, CC_SIGN), get_code(t, CC_ZERO));
    case ISA_CCC_RGT:
        return truth_not(t, truth_or(t, get_code(t, CC_SIGN), get_code(t, CC_ZERO)));
    default:
        translate_fail(t, ERROR_UNSUPPORTED,
                       "code at 0x%x: the condition of number %u asks for what only the GPU knows",
                       t->at, ccc);
        return spirv_truth(&t->m, false);
    }
}
