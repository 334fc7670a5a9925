/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_A64_SOFT_NUMBER_H
#define WINDLASS_A64_SOFT_NUMBER_H

#include "a64/float_level.h"

/* Floating-point numbers taken apart (number.c): what float.c computes with. */

struct soft_format {
    int fraction, exponent; /* bits */
};
extern const struct soft_format soft_half, soft_single, soft_double;

enum soft_kind { SOFT_ZERO, SOFT_NUMBER, SOFT_INFINITE, SOFT_QUIET, SOFT_SIGNALLING };

typedef unsigned __int128 soft_mantissa;

struct soft_number {
    enum soft_kind kind;
    bool negative;
    int exponent; /* a NUMBER is mantissa * 2^exponent; its mantissa is not 0 */
    soft_mantissa mantissa;
    uint64_t bits; /* as it was packed */
};

/* A subnormal counts as zero, and raises IDC, where FPCR.FZ says so (never in half precision). */
struct soft_number soft_unpack(const struct soft_format *f, uint64_t bits, struct a64_state *s);
/* FPUnpackCV of half precision: with AHP there are neither infinities nor NaNs. */
struct soft_number soft_unpack_half(uint16_t bits, struct a64_state *s);

/* Rounds a NUMBER and raises what that raises (Arm ARM, shared/functions/float, FPRound). `rest`: a
 * little less than one unit of the mantissa, which then has at least two bits more than the format.
 */
uint64_t soft_round(const struct soft_format *f, const struct soft_number *n, bool rest,
                    enum a64_rounding rounding, struct a64_state *s);

uint64_t soft_zero(const struct soft_format *f, bool negative);
uint64_t soft_infinity(const struct soft_format *f, bool negative);
/* The default NaN, with IOC. */
uint64_t soft_invalid(const struct soft_format *f, struct a64_state *s);
static inline bool soft_is_nan(const struct soft_number *n) {
    return n->kind >= SOFT_QUIET;
}
/* Is one of the operands a NaN? Then the result is the first signalling one made quiet, with IOC,
 * or else the first; the default NaN where FPCR.DN says so (FPProcessNaNs). */
bool soft_nan_of(const struct soft_format *f, const struct soft_number *operands, int count,
                 struct a64_state *s, uint64_t *result);

/* Shifted so that the highest bit is number `top`; the exponent follows. Loses nothing where the
 * mantissa is not longer. */
void soft_normalise(struct soft_number *n, int top);

#endif
