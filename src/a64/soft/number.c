/* SPDX-License-Identifier: MIT */
#include "a64/soft/number.h"

#include <stddef.h>

const struct soft_format soft_half = {10, 5}, soft_single = {23, 8}, soft_double = {52, 11};

static int bias(const struct soft_format *f) {
    return (1 << (f->exponent - 1)) - 1;
}

static uint64_t with_sign(const struct soft_format *f, bool negative, uint64_t magnitude) {
    return (uint64_t)negative << (f->fraction + f->exponent) | magnitude;
}

uint64_t soft_zero(const struct soft_format *f, bool negative) {
    return with_sign(f, negative, 0);
}

uint64_t soft_infinity(const struct soft_format *f, bool negative) {
    return with_sign(f, negative, ((1ull << f->exponent) - 1) << f->fraction);
}

static uint64_t quiet_bit(const struct soft_format *f) {
    return 1ull << (f->fraction - 1);
}

static uint64_t default_nan(const struct soft_format *f) {
    return soft_infinity(f, false) | quiet_bit(f);
}

uint64_t soft_invalid(const struct soft_format *f, struct a64_state *s) {
    a64_raise(s, A64_FPSR_IOC);
    return default_nan(f);
}

static struct soft_number finite(const struct soft_format *f, uint64_t bits) {
    const uint64_t fraction = bits & ((1ull << f->fraction) - 1);
    const int biased = (int)(bits >> f->fraction) & ((1 << f->exponent) - 1);
    return (struct soft_number){
        .kind = biased || fraction ? SOFT_NUMBER : SOFT_ZERO,
        .negative = bits >> (f->fraction + f->exponent) & 1,
        .exponent = (biased ? biased : 1) - bias(f) - f->fraction,
        .mantissa = fraction | (uint64_t)(biased != 0) << f->fraction,
        .bits = bits,
    };
}

struct soft_number soft_unpack(const struct soft_format *f, uint64_t bits, struct a64_state *s) {
    struct soft_number n = finite(f, bits);
    const uint64_t magnitude = bits & (with_sign(f, true, 0) - 1);
    if (magnitude >= soft_infinity(f, false))
        n.kind = magnitude == soft_infinity(f, false) ? SOFT_INFINITE
                 : bits & quiet_bit(f)                ? SOFT_QUIET
                                                      : SOFT_SIGNALLING;
    const bool subnormal = n.kind == SOFT_NUMBER && !(n.mantissa >> f->fraction);
    if (subnormal && f != &soft_half && a64_flushes(s)) {
        n.kind = SOFT_ZERO;
        a64_raise(s, A64_FPSR_IDC);
    }
    return n;
}

struct soft_number soft_unpack_half(uint16_t bits, struct a64_state *s) {
    return a64_fpcr(s) & A64_FPCR_AHP ? finite(&soft_half, bits) : soft_unpack(&soft_half, bits, s);
}

void soft_normalise(struct soft_number *n, int top) {
    const uint64_t high = (uint64_t)(n->mantissa >> 64);
    const int zeros =
        high ? __builtin_clzll(high) : 64 + __builtin_clzll((uint64_t)n->mantissa | 1);
    const int left = zeros - (127 - top);
    if (left >= 0)
        n->mantissa <<= left;
    else
        n->mantissa >>= -left;
    n->exponent -= left;
}

static uint64_t overflow(const struct soft_format *f, bool negative, enum a64_rounding rounding,
                         struct a64_state *s) {
    const bool infinite = rounding == A64_NEAREST || rounding == (negative ? A64_DOWN : A64_UP);
    a64_raise(s, A64_FPSR_OFC | A64_FPSR_IXC);
    return soft_infinity(f, negative) - !infinite;
}

/* Does what is cut off behind `kept` make it one more? `rest` in units of half of kept's last bit:
 * 0 nothing, 1 less than half, 2 half, 3 more. */
static bool rounds_up(uint64_t kept, int rest, bool negative, enum a64_rounding rounding) {
    switch (rounding) {
    case A64_NEAREST:
        return rest > 2 || (rest == 2 && (kept & 1));
    case A64_UP:
        return rest && !negative;
    case A64_DOWN:
        return rest && negative;
    case A64_TO_ZERO:
        return false;
    case A64_TO_ODD:
        return rest && !(kept & 1);
    }
    return false;
}

/* What a right shift cuts off, as rounds_up takes it. */
static int cut_off(soft_mantissa m, int shift, bool rest) {
    if (shift <= 0)
        return 0;
    if (shift > 127)
        return 1;
    const soft_mantissa half = (soft_mantissa)1 << (shift - 1), cut = m & (half * 2 - 1);
    return cut == half && !rest ? 2 : cut >= half ? 3 : cut || rest ? 1 : 0;
}

uint64_t soft_round(const struct soft_format *f, const struct soft_number *n, bool rest,
                    enum a64_rounding rounding, struct a64_state *s) {
    const bool alternative = f == &soft_half && (a64_fpcr(s) & A64_FPCR_AHP);
    struct soft_number m = *n;
    soft_normalise(&m, 126);
    const int least = 1 - bias(f), exponent = m.exponent + 126;
    const bool tiny = exponent < least;
    if (tiny && f != &soft_half && a64_flushes(s)) {
        a64_raise(s, A64_FPSR_UFC);
        return soft_zero(f, n->negative);
    }
    int last = (tiny ? least : exponent) - f->fraction; /* exponent of the last bit that stays */
    const int shift = last - m.exponent;
    const int cut = cut_off(m.mantissa, shift, rest);
    uint64_t kept = shift > 127 ? 0 : (uint64_t)(m.mantissa >> shift);
    kept += rounds_up(kept, cut, n->negative, rounding);
    if (kept >> (f->fraction + 1)) {
        kept >>= 1;
        last++;
    }
    const int biased = kept >> f->fraction ? last + f->fraction + bias(f) : 0;
    if (alternative && biased >= 1 << f->exponent) {
        a64_raise(s, A64_FPSR_IOC);
        return with_sign(f, n->negative, 0x7fff);
    }
    if (!alternative && biased >= (1 << f->exponent) - 1)
        return overflow(f, n->negative, rounding, s);
    if (cut)
        a64_raise(s, tiny ? A64_FPSR_UFC | A64_FPSR_IXC : A64_FPSR_IXC);
    return with_sign(f, n->negative,
                     (uint64_t)biased << f->fraction | (kept & ((1ull << f->fraction) - 1)));
}

bool soft_nan_of(const struct soft_format *f, const struct soft_number *operands, int count,
                 struct a64_state *s, uint64_t *result) {
    const struct soft_number *nan = NULL;
    for (int i = count - 1; i >= 0; i--)
        if (operands[i].kind == SOFT_QUIET)
            nan = &operands[i];
    for (int i = count - 1; i >= 0; i--)
        if (operands[i].kind == SOFT_SIGNALLING)
            nan = &operands[i];
    if (!nan)
        return false;
    if (nan->kind == SOFT_SIGNALLING)
        a64_raise(s, A64_FPSR_IOC);
    *result = a64_fpcr(s) & A64_FPCR_DN ? default_nan(f) : nan->bits | quiet_bit(f);
    return true;
}
