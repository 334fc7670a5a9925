/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translate/wide.h"

struct wide wide_constant(struct translator *t, int64_t value) {
    return (struct wide){u32_constant(t, (uint32_t)value),
                         u32_constant(t, (uint32_t)((uint64_t)value >> 32))};
}

struct wide wide_of_word(struct translator *t, uint32_t word, bool sign) {
    return (struct wide){word, sign ? word_right_signed(t, word, u32_constant(t, 31))
                                    : u32_constant(t, 0)};
}

struct wide wide_add(struct translator *t, struct wide a, struct wide b) {
    const uint32_t low = word_add(t, a.low, b.low);
    const uint32_t carry = word_of_truth(t, word_less(t, low, a.low));
    return (struct wide){low, word_add(t, word_add(t, a.high, b.high), carry)};
}

struct wide wide_sub(struct translator *t, struct wide a, struct wide b) {
    const uint32_t borrow = word_of_truth(t, word_less(t, a.low, b.low));
    return (struct wide){word_sub(t, a.low, b.low),
                         word_sub(t, word_sub(t, a.high, b.high), borrow)};
}

struct wide wide_negate(struct translator *t, struct wide a) {
    return wide_sub(t, wide_constant(t, 0), a);
}

struct wide wide_absolute(struct translator *t, struct wide a) {
    return wide_choose(t, word_is_negative(t, a.high), wide_negate(t, a), a);
}

uint32_t wide_less(struct translator *t, struct wide a, struct wide b) {
    const uint32_t low = truth_and(t, word_equal(t, a.high, b.high), word_less(t, a.low, b.low));
    return truth_or(t, word_less_signed(t, a.high, b.high), low);
}

uint32_t wide_equal(struct translator *t, struct wide a, struct wide b) {
    return truth_and(t, word_equal(t, a.high, b.high), word_equal(t, a.low, b.low));
}

struct wide wide_choose(struct translator *t, uint32_t truth, struct wide yes, struct wide no) {
    return (struct wide){choose_word(t, truth, yes.low, no.low),
                         choose_word(t, truth, yes.high, no.high)};
}

struct wide wide_clamp(struct translator *t, struct wide a, unsigned bits, bool sign) {
    const struct wide least = wide_constant(t, sign ? -(INT64_C(1) << (bits - 1)) : 0);
    const struct wide most = wide_constant(t, (INT64_C(1) << (bits - sign)) - 1);
    a = wide_choose(t, wide_less(t, a, least), least, a);
    return wide_choose(t, wide_less(t, most, a), most, a);
}
