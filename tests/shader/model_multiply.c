/* SPDX-License-Identifier: MIT */
#include "model.h"

static int64_t widened(uint32_t value, bool sign) {
    return sign ? (int32_t)value : (int64_t)value;
}

/* ---- 32 bits ---- */

/* The upper half of a negated product is that of the whole product where it matters; there sources
 * differ, as where the sum saturates and is not the signed upper half. */
static bool multiply_add(struct model *m, const struct isa_instruction *in, uint32_t a,
                         uint32_t b) {
    const uint8_t *mod = in->modifier;
    const bool hi = mod[ISA_MOD_HI], sign_a = mod[ISA_MOD_ASIGN], sign_b = mod[ISA_MOD_BSIGN];
    const bool add = in->row->class == ISA_IMAD;
    const bool minus = add && (in->operand[ISA_ARG_A].negate || in->operand[ISA_ARG_B].negate);
    const bool minus_c = add && in->operand[ISA_ARG_C].negate;
    uint64_t product = (uint64_t)widened(a, sign_a) * (uint64_t)widened(b, sign_b);
    if (minus)
        product = -product;
    const uint32_t first = (uint32_t)(hi ? product >> 32 : product);
    uint32_t c = add ? model_source(m, in, ISA_ARG_C) : 0;
    if (minus_c)
        c = -c;
    int64_t sum = (int64_t)(int32_t)first + (int32_t)c;
    if (mod[ISA_MOD_X])
        sum += (m->flags & MODEL_CARRY) != 0;
    uint32_t result = (uint32_t)sum;
    if (mod[ISA_MOD_SAT])
        result = sum > INT32_MAX ? 0x7fffffff : sum < INT32_MIN ? 0x80000000 : result;
    model_set(m, in, ISA_ARG_D, result);
    const bool more = mod[ISA_MOD_X] && m->flags & MODEL_CARRY;
    const bool carry = ((uint64_t)first + c + more) >> 32;
    model_flags_all(m, in, result, carry, false);
    if (mod[ISA_MOD_CC]) {
        m->unsure = MODEL_OVERFLOW;
        if (minus || minus_c || mod[ISA_MOD_SAT] || !add)
            m->unsure |= MODEL_CARRY;
        if (mod[ISA_MOD_X])
            m->unsure |= MODEL_ZERO;
    }
    return !(minus && minus_c) && !(minus && hi) && !(mod[ISA_MOD_X] && (minus || minus_c)) &&
           (!mod[ISA_MOD_SAT] || (hi && sign_a && sign_b && !minus_c && !mod[ISA_MOD_X]));
}

/* ---- parts ---- */

static int64_t part(uint32_t value, unsigned spa) {
    switch (spa) {
    case ISA_SPA_S32:
        return (int32_t)value;
    case ISA_SPA_U24:
        return value & 0xffffff;
    case ISA_SPA_S24:
        return (int32_t)(value << 8) >> 8;
    case ISA_SPA_U16H0:
        return value & 0xffff;
    case ISA_SPA_S16H0:
        return (int16_t)value;
    case ISA_SPA_U16H1:
        return value >> 16;
    case ISA_SPA_S16H1:
        return (int32_t)value >> 16;
    default:
        return value;
    }
}

static bool multiply_parts(struct model *m, const struct isa_instruction *in, uint32_t a,
                           uint32_t b) {
    const uint8_t *mod = in->modifier;
    static const uint8_t second[] = {[ISA_SPB_U24] = ISA_SPA_U24,
                                     [ISA_SPB_S24] = ISA_SPA_S24,
                                     [ISA_SPB_U16H0] = ISA_SPA_U16H0,
                                     [ISA_SPB_S16H0] = ISA_SPA_S16H0};
    const bool sign = mod[ISA_MOD_SPA] & 1;
    static const uint8_t third[] = {[ISA_SPC_C32] = ISA_SPA_U32,
                                    [ISA_SPC_C24] = ISA_SPA_U24,
                                    [ISA_SPC_C16H0] = ISA_SPA_U16H0,
                                    [ISA_SPC_SD] = ISA_SPA_U32};
    const int64_t c = part(model_source(m, in, ISA_ARG_C), third[mod[ISA_MOD_SPC]] | sign);
    const uint64_t product =
        (uint64_t)part(a, mod[ISA_MOD_SPA]) * (uint64_t)part(b, second[mod[ISA_MOD_SPB]]);
    const uint32_t result = (uint32_t)(product + (uint64_t)c);
    model_set(m, in, ISA_ARG_D, result);
    model_flags(m, in, result);
    return mod[ISA_MOD_SPC] != ISA_SPC_SD;
}

/* ---- dot products ---- */

static int byte_of(uint32_t value, unsigned i, bool sign) {
    const uint8_t byte = (uint8_t)(value >> 8 * i);
    return sign ? (int8_t)byte : byte;
}

static bool dot(struct model *m, const struct isa_instruction *in, uint32_t a, uint32_t b) {
    const uint8_t *mod = in->modifier;
    const bool sign_a = mod[ISA_MOD_ASIGN], sign_b = mod[ISA_MOD_BSIGN];
    uint32_t sum = model_source(m, in, ISA_ARG_C);
    if (mod[ISA_MOD_IDP] == ISA_IDP_4A)
        for (unsigned i = 0; i < 4; i++)
            sum += (uint32_t)(byte_of(a, i, sign_a) * byte_of(b, i, sign_b));
    else
        for (unsigned i = 0; i < 2; i++) {
            const int half = sign_a ? (int16_t)(a >> 16 * i) : (int)(a >> 16 * i & 0xffff);
            sum += (uint32_t)(half * byte_of(b, i + (mod[ISA_MOD_HI] ? 2 : 0), sign_b));
        }
    model_set(m, in, ISA_ARG_D, sum);
    return !(mod[ISA_MOD_IDP] == ISA_IDP_4A && mod[ISA_MOD_HI]);
}

bool model_multiply(struct model *m, const struct isa_instruction *in) {
    const uint32_t a = model_source(m, in, ISA_ARG_A), b = model_source(m, in, ISA_ARG_B);
    return in->row->class == ISA_IMADSP ? multiply_parts(m, in, a, b)
           : in->row->class == ISA_IDP  ? dot(m, in, a, b)
                                        : multiply_add(m, in, a, b);
}

/* ---- 16 by 16 bits ---- */

bool model_xmad(struct model *m, const struct isa_instruction *in) {
    const uint8_t *mod = in->modifier;
    const uint32_t b = model_source(m, in, ISA_ARG_B), c = model_source(m, in, ISA_ARG_C);
    const uint32_t half_a =
        part(model_source(m, in, ISA_ARG_A), ISA_SPA_U32) >> (mod[ISA_MOD_AH] ? 16 : 0) & 0xffff;
    const uint32_t half_b = b >> (mod[ISA_MOD_BH] ? 16 : 0) & 0xffff;
    const int64_t first = mod[ISA_MOD_ASIGN] ? (int16_t)half_a : (int64_t)half_a;
    const int64_t second = mod[ISA_MOD_BSIGN] ? (int16_t)half_b : (int64_t)half_b;
    uint32_t product = (uint32_t)(first * second);
    if (mod[ISA_MOD_PSL])
        product <<= 16;
    uint32_t addend = c;
    switch (mod[ISA_MOD_XCMODE]) {
    case ISA_XCMODE_NONE:
        break;
    case ISA_XCMODE_CLO:
        addend = c & 0xffff;
        break;
    case ISA_XCMODE_CHI:
        addend = c >> 16;
        break;
    case ISA_XCMODE_CSFU: /* takes back what a set sign bit added to the product */
        addend = c - ((half_a & 0x8000) << 1) - ((half_b & 0x8000) << 1);
        break;
    case ISA_XCMODE_CBCC:
        addend = c + (b << 16);
        break;
    default:
        return false;
    }
    const uint64_t wide =
        (uint64_t)product + addend + (mod[ISA_MOD_X] ? (m->flags & MODEL_CARRY) != 0 : 0);
    uint32_t result = (uint32_t)wide;
    if (mod[ISA_MOD_MRG])
        result = (result & 0xffff) | b << 16;
    const bool zero = m->flags & MODEL_ZERO;
    model_set(m, in, ISA_ARG_D, result);
    model_flags_all(m, in, result, wide >> 32 != 0, false);
    if (mod[ISA_MOD_CC]) {
        m->unsure = MODEL_OVERFLOW;
        if (mod[ISA_MOD_MRG] || mod[ISA_MOD_XCMODE] >= ISA_XCMODE_CSFU)
            m->unsure |= MODEL_CARRY;
        if (mod[ISA_MOD_X] && !zero)
            m->flags &= (uint8_t)~MODEL_ZERO;
    }
    return true;
}
