/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_INTEGER_H
#define WINDLASS_GPU_SHADER_TRANSLATE_INTEGER_H

#include "gpu/shader/translate/words.h"

/* A sum as the adder makes it. */
struct integer_sum {
    uint32_t word, carry, overflow; /* a word and two bools */
};
/* `more`: a word that is 0 or 1; 0: none. */
struct integer_sum integer_add(struct translator *t, uint32_t a, uint32_t b, uint32_t more);
/* The carry as a word, where the instruction has .X; else 0. */
uint32_t integer_carry_in(struct translator *t, const struct isa_instruction *in);
/* The sum, or where it does not fit the nearest number with a sign. */
uint32_t integer_saturate(struct translator *t, struct integer_sum sum);
/* D and the codes. */
void integer_result(struct translator *t, const struct isa_instruction *in, struct integer_sum sum);

/* A part of a word: `width` bits from `at` on, with its sign or without. */
uint32_t integer_part(struct translator *t, uint32_t word, unsigned at, unsigned width, bool sign);
/* The two words of a product of words with or without a sign. */
void integer_product(struct translator *t, uint32_t a, bool sign_a, uint32_t b, bool sign_b,
                     uint32_t product[2]);

#endif
