/* SPDX-License-Identifier: MIT */
#include "model.h"

/* ---- parts of registers ---- */

static int64_t selected(uint32_t value, unsigned vsel) {
    const bool sign = vsel & 8;
    const unsigned which = vsel & 7;
    const unsigned width = which < 4 ? 8 : which < 6 ? 16 : 32;
    const unsigned shift = which < 4 ? 8 * which : which < 6 ? 16 * (which - 4) : 0;
    const int64_t high = (int64_t)((uint64_t)value >> shift << (64 - width));
    return sign ? high >> (64 - width) : (int64_t)((uint64_t)high >> (64 - width));
}

static int64_t source(const struct model *m, const struct isa_instruction *in, bool second) {
    const uint8_t *mod = in->modifier;
    if (!second)
        return selected(model_source(m, in, ISA_ARG_A), mod[ISA_MOD_ASEL]);
    const uint32_t b = model_source(m, in, ISA_ARG_B);
    if (in->operand[ISA_ARG_B].kind == ISA_REGISTER)
        return selected(b, mod[ISA_MOD_BSEL]);
    return mod[ISA_MOD_BSIGN] ? (int16_t)b : (int64_t)(b & 0xffff);
}

/* Are the parts defined, and is one of them signed? */
static bool defined(const struct isa_instruction *in) {
    return (in->modifier[ISA_MOD_ASEL] & 7) != 7 && (in->modifier[ISA_MOD_BSEL] & 7) != 7;
}

static bool is_signed(const struct isa_instruction *in) {
    return in->modifier[ISA_MOD_ASEL] & 8 || in->modifier[ISA_MOD_BSEL] & 8 ||
           in->modifier[ISA_MOD_BSIGN];
}

/* ---- results ---- */

static int64_t clamped(int64_t value, unsigned bits, bool sign) {
    const int64_t low = sign ? -(INT64_C(1) << (bits - 1)) : 0;
    const int64_t high = (INT64_C(1) << (bits - sign)) - 1;
    return value < low ? low : value > high ? high : value;
}

static void finish(struct model *m, const struct isa_instruction *in, int64_t value, bool sign) {
    const unsigned vop = in->modifier[ISA_MOD_VOP];
    const uint32_t c = model_source(m, in, ISA_ARG_C);
    const unsigned bits = vop <= ISA_VOP_MRG_16L ? 16 : vop <= ISA_VOP_MRG_8B2 ? 8 : 32;
    if (in->modifier[ISA_MOD_SAT])
        value = clamped(value, bits, sign);
    uint32_t result = (uint32_t)value;
    const bool less = sign ? (int32_t)result < (int32_t)c : result < c;
    switch (vop) {
    case ISA_VOP_MRG_16H:
        result = (c & 0xffff) | result << 16;
        break;
    case ISA_VOP_MRG_16L:
        result = (c & 0xffff0000) | (result & 0xffff);
        break;
    case ISA_VOP_MRG_8B0:
        result = (c & 0xffffff00) | (result & 0xff);
        break;
    case ISA_VOP_MRG_8B2:
        result = (c & 0xff00ffff) | (result & 0xff) << 16;
        break;
    case ISA_VOP_ACC:
        result += c;
        break;
    case ISA_VOP_MIN:
        result = less ? result : c;
        break;
    case ISA_VOP_MAX:
        result = less ? c : result;
        break;
    default:
        break;
    }
    model_set(m, in, ISA_ARG_D, result);
    model_flags(m, in, result);
}

static int64_t shifted(int64_t value, uint32_t by, bool wrap, bool left) {
    const unsigned count = wrap ? by & 31 : by < 32 ? by : 32;
    return left ? (int64_t)((uint64_t)value << count) : value >> count;
}

static bool compare(unsigned icmp, int64_t a, int64_t b) {
    return icmp == ISA_ICMP_T || (icmp & 1 && a < b) || (icmp & 2 && a == b) || (icmp & 4 && a > b);
}

bool model_video(struct model *m, const struct isa_instruction *in) {
    const uint8_t *mod = in->modifier;
    int64_t a = source(m, in, false), b = source(m, in, true), result;
    const bool condition = compare(mod[ISA_MOD_ICMP], a, b);
    switch ((enum isa_class)in->row->class) {
    case ISA_VADD: {
        const bool minus_a = in->operand[ISA_ARG_A].negate, minus_b = in->operand[ISA_ARG_B].negate;
        result = minus_a && minus_b ? a + b + 1 : (minus_a ? -a : a) + (minus_b ? -b : b);
        break;
    }
    case ISA_VMNMX:
        result = (mod[ISA_MOD_VMNMX] == ISA_VMNMX_MN) == (a < b) ? a : b;
        break;
    case ISA_VABSDIFF:
        result = a < b ? b - a : a - b;
        break;
    case ISA_VSHL:
    case ISA_VSHR:
        result = shifted(a, (uint32_t)b, mod[ISA_MOD_W], in->row->class == ISA_VSHL);
        break;
    case ISA_VSET: /* the numbers are compared, not the result */
        finish(m, in, condition, is_signed(in));
        return defined(in) && mod[ISA_MOD_VOP] != ISA_VOP_MIN && mod[ISA_MOD_VOP] != ISA_VOP_MAX;
    default:
        model_set_predicates(m, in, condition);
        return defined(in);
    }
    finish(m, in, result, mod[ISA_MOD_VRES] != ISA_VRES_UD);
    return defined(in);
}

bool model_video_multiply(struct model *m, const struct isa_instruction *in) {
    const uint8_t *mod = in->modifier;
    const bool minus = in->operand[ISA_ARG_B].negate, minus_c = in->operand[ISA_ARG_C].negate;
    const bool plus_one = minus && minus_c;
    const bool sign = is_signed(in) || minus != minus_c;
    const uint32_t c = model_source(m, in, ISA_ARG_C);
    __int128 sum = (__int128)source(m, in, false) * source(m, in, true);
    __int128 addend = sign ? (__int128)(int32_t)c : (__int128)c;
    if (minus && !plus_one)
        sum = -sum;
    if (minus_c && !plus_one)
        addend = -addend;
    sum += addend + plus_one;
    sum >>= mod[ISA_MOD_VSCALE] == ISA_VSCALE_SHR_7 ? 7 : mod[ISA_MOD_VSCALE] ? 15 : 0;
    if (mod[ISA_MOD_SAT]) {
        const __int128 low = sign ? INT32_MIN : 0, high = sign ? INT32_MAX : UINT32_MAX;
        sum = sum < low ? low : sum > high ? high : sum;
    }
    model_set(m, in, ISA_ARG_D, (uint32_t)sum);
    model_flags(m, in, (uint32_t)sum);
    return defined(in) && mod[ISA_MOD_VSCALE] != 3;
}

/* vabsdiff4 of PTX: digits name the bytes of B and A, the last one that of the lowest place; signs
 * are those of the operand that chooses. */
static int picked(const struct model *m, const struct isa_instruction *in, const char *digits,
                  unsigned place, bool sign) {
    const unsigned which = (unsigned)(digits[3 - place] - '0');
    const uint32_t word = model_source(m, in, which < 4 ? ISA_ARG_A : ISA_ARG_B);
    const uint8_t byte = (uint8_t)(word >> 8 * (which & 3));
    return sign ? (int8_t)byte : byte;
}

bool model_video_bytes(struct model *m, const struct isa_instruction *in) {
    static const char *const orders_a[16] = {"0000", "1111", "2222", "3333", "3210",
                                             "4321", "5432", "6543", "3201", "3012",
                                             "0213", "3120", "1230", "2310"};
    static const char *const orders_b[16] = {"4444", "5555", "6666", "7777", "7654", "6543",
                                             "5432", "4321", "4567", "6745", "5476"};
    const uint8_t *mod = in->modifier;
    const char *a = orders_a[mod[ISA_MOD_ASEL4]], *b = orders_b[mod[ISA_MOD_BSEL4]];
    const bool sum_up = mod[ISA_MOD_VRED] == ISA_VRED_ACC;
    const int most = mod[ISA_MOD_SD] ? 127 : 255;
    uint32_t result = model_source(m, in, ISA_ARG_C);
    if (!a || !b || mod[ISA_MOD_VRED] > ISA_VRED_ACC)
        return false;
    for (unsigned place = 0; place < 4; place++) {
        /* .XYZW, from the lowest place up, are the bits 2, 3, 0, 1 */
        if (!(mod[ISA_MOD_LANES4] >> (place ^ 2) & 1))
            continue;
        int size = picked(m, in, a, place, mod[ISA_MOD_ASIGN]) -
                   picked(m, in, b, place, mod[ISA_MOD_BSIGN]);
        size = size < 0 ? -size : size;
        if (mod[ISA_MOD_SAT] && size > most)
            size = most;
        if (sum_up)
            result += (uint32_t)size;
        else
            result = (result & ~(0xffu << 8 * place)) | (uint32_t)(size & 0xff) << 8 * place;
    }
    model_set(m, in, ISA_ARG_D, result);
    model_flags(m, in, result);
    return true;
}
