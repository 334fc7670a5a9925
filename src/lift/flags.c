/* SPDX-License-Identifier: MIT */
#include "lift/flags.h"

#include <stddef.h>

/* By condition without its lowest bit, which negates it. */
static const uint8_t of_condition[8] = {
    A64_FLAG_Z,
    A64_FLAG_C,
    A64_FLAG_N,
    A64_FLAG_V,
    A64_FLAG_C | A64_FLAG_Z,
    A64_FLAG_N | A64_FLAG_V,
    A64_FLAG_N | A64_FLAG_Z | A64_FLAG_V,
    0,
};

/* Instructions with a condition, and where it stands. */
static const struct {
    uint32_t mask, value;
    unsigned shift;
} conditional[] = {
    {0xff000010, 0x54000000, 0},  /* B.cond */
    {0x3fe00000, 0x1a800000, 12}, /* CSEL, CSINC, CSINV, CSNEG */
    {0x3fe00410, 0x3a400000, 12}, /* CCMN, CCMP */
    {0xff200c00, 0x1e200c00, 12}, /* FCSEL */
    {0xff200c00, 0x1e200400, 12}, /* FCCMP, FCCMPE */
};

unsigned flags_read(const struct text *t, size_t index) {
    const uint32_t word = text_word(t, index);
    struct a64_effects effects;
    a64_effects((enum a64_op)t->ops[index], word, &effects);
    if (!effects.nzcv_read)
        return 0;
    for (size_t i = 0; i < sizeof conditional / sizeof *conditional; i++)
        if ((word & conditional[i].mask) == conditional[i].value)
            return of_condition[word >> conditional[i].shift >> 1 & 7];
    if ((word & 0x1fe0fc00) == 0x1a000000) /* ADC, ADCS, SBC, SBCS */
        return A64_FLAG_C;
    return A64_FLAGS_ALL;
}

unsigned flags_wanted(const struct text *t, const struct block *b, uint32_t index,
                      bool live_behind) {
    unsigned wanted = 0;
    for (uint32_t i = index + 1; i < b->first + b->count; i++) {
        struct a64_effects effects;
        a64_effects((enum a64_op)t->ops[i], text_word(t, i), &effects);
        wanted |= flags_read(t, i);
        if (effects.nzcv_written)
            return wanted;
    }
    return live_behind ? A64_FLAGS_ALL : wanted;
}
