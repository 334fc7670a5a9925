/* SPDX-License-Identifier: MIT */
#include "model.h"

static uint32_t reversed(uint32_t value) {
    uint32_t result = 0;
    for (unsigned i = 0; i < 32; i++)
        result |= (value >> i & 1) << (31 - i);
    return result;
}

/* ---- shifts ---- */

static uint64_t shift64(uint64_t value, unsigned count, bool left, bool sign) {
    if (left)
        return count > 63 ? 0 : value << count;
    if (sign)
        return (uint64_t)((int64_t)value >> (count > 63 ? 63 : count));
    return count > 63 ? 0 : value >> count;
}

/* Two registers and a count: the upper word to the left, the lower one to the right, the upper one
 * there with .HI. */
static bool funnel(struct model *m, const struct isa_instruction *in, bool left) {
    const uint8_t *mod = in->modifier;
    const bool wide = mod[ISA_MOD_MAXSHIFT] >= ISA_MAXSHIFT_U64;
    const bool hi = mod[ISA_MOD_XSHF] == ISA_XSHF_HI;
    const uint32_t limit = wide ? 64 : 32, b = model_source(m, in, ISA_ARG_B);
    const uint32_t count = mod[ISA_MOD_W] ? b & (limit - 1) : b < limit ? b : limit;
    const uint64_t value = model_source(m, in, ISA_ARG_A) | (uint64_t)model_source(m, in, ISA_ARG_C)
                                                                << 32;
    const uint64_t shifted = shift64(value, count, left, mod[ISA_MOD_MAXSHIFT] == ISA_MAXSHIFT_S64);
    const uint32_t result = (uint32_t)(left || hi ? shifted >> 32 : shifted);
    model_set(m, in, ISA_ARG_D, result);
    model_flags(m, in, result);
    return mod[ISA_MOD_XSHF] <= ISA_XSHF_HI && mod[ISA_MOD_MAXSHIFT] != 1;
}

bool model_shift(struct model *m, const struct isa_instruction *in) {
    const uint8_t *mod = in->modifier;
    const uint32_t a = model_source(m, in, ISA_ARG_A), b = model_source(m, in, ISA_ARG_B);
    const uint32_t count = mod[ISA_MOD_W] ? b & 31 : b < 32 ? b : 32;
    if (in->row->class == ISA_SHF_L || in->row->class == ISA_SHF_R)
        return funnel(m, in, in->row->class == ISA_SHF_L);
    uint32_t result;
    if (in->row->class == ISA_SHL) {
        result = (uint32_t)shift64(a, count, true, false);
    } else {
        const uint32_t value = mod[ISA_MOD_BREV] ? reversed(a) : a;
        const bool sign = mod[ISA_MOD_SIGN] == ISA_SIGN_S32;
        result = (uint32_t)shift64(sign ? (uint64_t)(int32_t)value : value, count, false, sign);
    }
    model_set(m, in, ISA_ARG_D, result);
    model_flags(m, in, result);
    return !mod[ISA_MOD_X] && mod[ISA_MOD_XMODE] == ISA_XMODE_NONE;
}

/* ---- fields ---- */

static uint32_t extract(uint32_t value, unsigned at, unsigned width, bool sign) {
    const unsigned last = at + width - 1 > 31 ? 31 : at + width - 1;
    const bool fill = sign && width && value >> last & 1;
    uint32_t result = 0;
    for (unsigned i = 0; i < 32; i++)
        result |= (uint32_t)(i < width && at + i < 32 ? value >> (at + i) & 1 : fill) << i;
    return result;
}

static uint32_t insert(uint32_t base, uint32_t value, unsigned at, unsigned width) {
    for (unsigned i = 0; i < width && at + i < 32; i++)
        base = (base & ~(1u << (at + i))) | (value >> i & 1) << (at + i);
    return base;
}

static uint32_t leading(uint32_t value, bool sign, bool amount) {
    if (sign && value >> 31)
        value = ~value;
    const unsigned place = value ? 31u - (unsigned)__builtin_clz(value) : UINT32_MAX;
    return value && amount ? 31 - place : place;
}

/* ---- bytes ---- */

static uint32_t selector(unsigned mode, uint32_t control) {
    static const uint16_t tables[][4] = {
        [ISA_PRMT_F4E] = {0x3210, 0x4321, 0x5432, 0x6543},
        [ISA_PRMT_B4E] = {0x5670, 0x6701, 0x7012, 0x0123},
        [ISA_PRMT_RC8] = {0x0000, 0x1111, 0x2222, 0x3333},
        [ISA_PRMT_ECL] = {0x3210, 0x3211, 0x3222, 0x3333},
        [ISA_PRMT_ECR] = {0x0000, 0x1110, 0x2210, 0x3210},
        [ISA_PRMT_RC16] = {0x1010, 0x3232, 0x1010, 0x3232},
    };
    return mode == ISA_PRMT_NONE ? control : tables[mode][control & 3];
}

static uint32_t permuted(uint64_t bytes, uint32_t control) {
    uint32_t result = 0;
    for (unsigned i = 0; i < 4; i++) {
        const unsigned choice = control >> 4 * i & 15;
        uint32_t byte = bytes >> 8 * (choice & 7) & 0xff;
        if (choice & 8)
            byte = byte & 0x80 ? 0xff : 0;
        result |= byte << 8 * i;
    }
    return result;
}

bool model_bits(struct model *m, const struct isa_instruction *in) {
    const uint8_t *mod = in->modifier;
    const uint32_t a = model_source(m, in, ISA_ARG_A), c = model_source(m, in, ISA_ARG_C);
    uint32_t b = model_source(m, in, ISA_ARG_B);
    if (in->operand[ISA_ARG_B].invert)
        b = ~b;
    const bool sign = mod[ISA_MOD_SIGN] == ISA_SIGN_S32;
    uint32_t result;
    switch ((enum isa_class)in->row->class) {
    case ISA_BFE:
        result = extract(mod[ISA_MOD_BREV] ? reversed(a) : a, b & 0xff, b >> 8 & 0xff, sign);
        break;
    case ISA_BFI:
        result = insert(c, a, b & 0xff, b >> 8 & 0xff);
        break;
    case ISA_FLO:
        result = leading(b, sign, mod[ISA_MOD_SH]);
        break;
    case ISA_POPC:
        result = (uint32_t)__builtin_popcount(b);
        break;
    default: /* PRMT */
        result = permuted(a | (uint64_t)c << 32, selector(mod[ISA_MOD_PRMT], b));
        break;
    }
    model_set(m, in, ISA_ARG_D, result);
    model_flags(m, in, result);
    return true;
}

/* ---- logic ---- */

static uint32_t by_table(uint32_t a, uint32_t b, uint32_t c, unsigned table) {
    uint32_t result = 0;
    for (unsigned i = 0; i < 32; i++)
        result |= (table >> ((a >> i & 1) << 2 | (b >> i & 1) << 1 | (c >> i & 1)) & 1u) << i;
    return result;
}

bool model_logic(struct model *m, const struct isa_instruction *in) {
    const uint8_t *mod = in->modifier;
    const struct isa_operand *o = in->operand;
    const bool zero = m->flags & MODEL_ZERO;
    uint32_t a = model_source(m, in, ISA_ARG_A), b = model_source(m, in, ISA_ARG_B), result;
    a = o[ISA_ARG_A].invert ? ~a : a;
    b = o[ISA_ARG_B].invert ? ~b : b;
    if (in->row->class == ISA_LOP3)
        result = by_table(a, b, model_source(m, in, ISA_ARG_C), (unsigned)o[ISA_ARG_S].value);
    else
        result = mod[ISA_MOD_LOP] == ISA_LOP_AND   ? a & b
                 : mod[ISA_MOD_LOP] == ISA_LOP_OR  ? a | b
                 : mod[ISA_MOD_LOP] == ISA_LOP_XOR ? a ^ b
                                                   : b;
    model_set(m, in, ISA_ARG_D, result);
    model_set_predicate(m, in, ISA_ARG_PD,
                        mod[ISA_MOD_PREDOP] == ISA_PREDOP_T ||
                            (mod[ISA_MOD_PREDOP] == ISA_PREDOP_Z && result == 0) ||
                            (mod[ISA_MOD_PREDOP] == ISA_PREDOP_NZ && result != 0));
    model_flags(m, in, result);
    if (mod[ISA_MOD_CC] && mod[ISA_MOD_X] && !zero)
        m->flags &= (uint8_t)~MODEL_ZERO;
    /* The predicate of the extended forms may be of the long number, too. */
    return !(mod[ISA_MOD_X] && o[ISA_ARG_PD].present && o[ISA_ARG_PD].number != ISA_PT);
}
