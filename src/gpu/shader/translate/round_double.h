/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_ROUND_DOUBLE_H
#define WINDLASS_GPU_SHADER_TRANSLATE_ROUND_DOUBLE_H

#include "gpu/shader/translate/round.h"

/* Sums and products of doubles, rounded as enum isa_round says, exact for every number (to nearest
 * as the device has it). */
uint32_t round_double_add(struct translator *t, uint32_t a, uint32_t b, unsigned round);
uint32_t round_double_mul(struct translator *t, uint32_t a, uint32_t b, unsigned round);
uint32_t round_double_fma(struct translator *t, uint32_t a, uint32_t b, uint32_t c, unsigned round);

#endif
