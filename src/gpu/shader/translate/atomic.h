/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_ATOMIC_H
#define WINDLASS_GPU_SHADER_TRANSLATE_ATOMIC_H

#include "gpu/shader/translate/memory.h"

/* Operations on memory that nobody comes between. */

struct atomic {
    const struct isa_instruction *in;
    const struct memory_place *place;
    unsigned op;   /* as `atomop` numbers them */
    unsigned type; /* as `atomsize` does */
};

/* Values are words, or of 64 bits where the type is. What was there comes back; zero where the
 * place is no memory. */
uint32_t atomic_operate(struct translator *t, const struct atomic *a, uint32_t operand);
/* Stores `value` where `compare` is. */
uint32_t atomic_exchange(struct translator *t, const struct atomic *a, uint32_t compare,
                         uint32_t value);
bool atomic_is_wide(const struct atomic *a);

#endif
