/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_WIDE_H
#define WINDLASS_GPU_SHADER_TRANSLATE_WIDE_H

#include "gpu/shader/translate/integer.h"

/* Numbers of 64 bits with a sign, in two words: what does not fit a word on the way to a result,
 * without asking the device for integers of 64 bits. */

struct wide {
    uint32_t low, high;
};

struct wide wide_constant(struct translator *t, int64_t value);
/* With its sign, or without one. */
struct wide wide_of_word(struct translator *t, uint32_t word, bool sign);
struct wide wide_add(struct translator *t, struct wide a, struct wide b);
struct wide wide_sub(struct translator *t, struct wide a, struct wide b);
struct wide wide_negate(struct translator *t, struct wide a);
struct wide wide_absolute(struct translator *t, struct wide a);
uint32_t wide_less(struct translator *t, struct wide a, struct wide b);
uint32_t wide_equal(struct translator *t, struct wide a, struct wide b);
struct wide wide_choose(struct translator *t, uint32_t truth, struct wide yes, struct wide no);
/* The nearest number of `bits` with a sign or without. */
struct wide wide_clamp(struct translator *t, struct wide a, unsigned bits, bool sign);

#endif
