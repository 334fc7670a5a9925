/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_QUAD_H
#define WINDLASS_GPU_SHADER_TRANSLATE_QUAD_H

#include "gpu/shader/translate/translator.h"

/* The four pixels of a quad: lanes 0 to 3, the first bit across, the second down. */

/* The word that the lane has whose number in the quad is `lane` XORed with `other`, in a fragment
 * shader. `fixed`: what `other` is, where that is known; otherwise -1. */
uint32_t quad_read(struct translator *t, uint32_t word, uint32_t other, int fixed);

#endif
