/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_SHADER_DIFFERENTIAL_TOLERANCE_H
#define WINDLASS_TESTS_SHADER_DIFFERENTIAL_TOLERANCE_H

#include "base/error.h"

#include <stdint.h>

/* How far two results may lie apart. A number may differ by any of these; all zero: not at all. */
struct tolerance {
    uint32_t ulps, half_ulps; /* of floats; of halves, two in a word */
    double absolute, relative;
    double scaled;         /* times the larger number, but at least times one */
    double share;          /* of pixels that must agree, above 0; 0: all */
    bool edges;            /* a pixel may look like a neighbour of it in the other picture */
    bool lanes;            /* it means something only where subgroups have 32 lanes */
    uint32_t divisor_ulps; /* of the largest input, absolute */
};

/* Understands the column `exactness`: ERROR_FORMAT where it says nothing known, or has a number
 * that was not understood. */
MUST_CHECK bool tolerance_read(const char *text, struct tolerance *out, struct error *error);

enum number_kind { NUMBER_INTEGER, NUMBER_FLOAT, NUMBER_REAL };
/* Two numbers: their bits, and their values. Of floats (32 bits) and of words that may be floats
 * the bits are counted; NUMBER_REAL has just values. Two that are no number agree. */
bool tolerance_allows(const struct tolerance *t, enum number_kind kind, uint32_t a, uint32_t b,
                      double a_value, double b_value);
/* Floats between two floats. */
uint32_t float_distance(uint32_t a, uint32_t b);

#endif
