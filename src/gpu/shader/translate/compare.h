/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_COMPARE_H
#define WINDLASS_GPU_SHADER_TRANSLATE_COMPARE_H

#include "gpu/shader/translate/words.h"

/* Comparisons, and what is made of what they say. */

/* Of floats or doubles; enum isa_fcmp. */
uint32_t compare_floats(struct translator *t, unsigned fcmp, uint32_t a, uint32_t b);
/* Of words; enum isa_icmp. */
uint32_t compare_words(struct translator *t, unsigned icmp, bool sign, uint32_t a, uint32_t b);
/* The same, of what is less and what is equal. */
uint32_t compare_known(struct translator *t, unsigned icmp, uint32_t less, uint32_t equal);

/* D of FSET and its like, with PC: all ones, or 1.0 with BF; the codes too. */
void result_condition(struct translator *t, const struct isa_instruction *in, uint32_t truth);
/* PD, and PE of the opposite, each with PC. */
void result_conditions(struct translator *t, const struct isa_instruction *in, uint32_t truth);

#endif
