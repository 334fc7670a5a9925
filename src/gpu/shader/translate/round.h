/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_ROUND_H
#define WINDLASS_GPU_SHADER_TRANSLATE_ROUND_H

#include "gpu/shader/translate/words.h"

/* Floats rounded in a direction (enum isa_round), which devices have no instructions for: rounded
 * to nearest, with the error worked out, and taken a step further where it lies on the wrong side.
 * Sums, products and what is narrowed are exact for every number. Products need doubles. */

uint32_t round_add(struct translator *t, uint32_t a, uint32_t b, unsigned round);
/* a * b * scale; the scale is a power of two. */
uint32_t round_mul(struct translator *t, uint32_t a, uint32_t b, float scale, unsigned round);
uint32_t round_fma(struct translator *t, uint32_t a, uint32_t b, uint32_t c, unsigned round);
/* A double as a float. */
uint32_t round_narrow(struct translator *t, uint32_t value, unsigned round);
/* A double as a float whose last bit is set where it is not exact: rounded again to less than half
 * of the bits, that is as if it was rounded once. */
uint32_t round_narrow_odd(struct translator *t, uint32_t value);
/* The same of a sum of floats. */
uint32_t round_add_odd(struct translator *t, uint32_t a, uint32_t b);
/* And of a product and a float; on a device without doubles the product is rounded before. */
uint32_t round_fma_odd(struct translator *t, uint32_t a, uint32_t b, uint32_t c);

/* A sum of floats or doubles to nearest, and what it is off by: sum + error is exact. */
struct round_sum {
    uint32_t sum, error;
};
struct round_sum round_two_sum(struct translator *t, uint32_t type, uint32_t a, uint32_t b);

/* A float as the bits of a half; halves as a float. */
uint32_t half_of_float(struct translator *t, uint32_t value, unsigned round);
uint32_t float_of_half(struct translator *t, uint32_t word, bool high);

#endif
