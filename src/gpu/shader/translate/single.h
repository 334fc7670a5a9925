/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_SINGLE_H
#define WINDLASS_GPU_SHADER_TRANSLATE_SINGLE_H

#include "gpu/shader/translate/words.h"

/* What instructions on floats have in common. */

/* FTZ or FMZ: are denormals taken for zero? */
bool float_flushes(const struct isa_instruction *in);
/* And must that be written out, around a sum, a product or a comparison? Not where the device does
 * it. */
bool float_flush_is_written(const struct translator *t, const struct isa_instruction *in);
/* To [0, 1]; NaN becomes zero. Floats and doubles. */
uint32_t float_saturate(struct translator *t, uint32_t type, uint32_t value);
/* D and the condition codes: saturated and flushed, as the instruction says. */
void float_result(struct translator *t, const struct isa_instruction *in, uint32_t value);
/* The smaller one where PC holds, else the larger one; a number where one is NaN. */
uint32_t float_select_minimum(struct translator *t, const struct isa_instruction *in, uint32_t type,
                              uint32_t a, uint32_t b);

/* Who flushes: before the first instruction. What is asked of the device: with the entry point. */
void float_mode_find(struct translator *t);
void float_mode_put(struct translator *t);

#endif
