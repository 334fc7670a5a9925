/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_CONVERT_H
#define WINDLASS_GPU_SHADER_TRANSLATE_CONVERT_H

#include "gpu/shader/translate/words.h"

/* What conversions have in common. */

/* An integer format: how wide, and whether it has a sign. */
struct convert_format {
    unsigned bits;
    bool sign;
};
struct convert_format convert_format(unsigned ifmt);

/* B as a float, or as a double where that is what it is: half, signs, FTZ. */
uint32_t convert_source(struct translator *t, const struct isa_instruction *in);
/* The type of what convert_source gives. */
uint32_t convert_source_type(struct translator *t, const struct isa_instruction *in);
/* D of the float or double `value`, rounded where D is narrower. */
void convert_result(struct translator *t, const struct isa_instruction *in, uint32_t type,
                    uint32_t value, unsigned round);

#endif
