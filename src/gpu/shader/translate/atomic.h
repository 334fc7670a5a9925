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

/* What becomes of an old value, with one operand or two. */
typedef uint32_t atomic_step(struct translator *t, const struct atomic *a, uint32_t old,
                             const uint32_t operand[2]);
/* 64 bits of shared memory (atomic_lock.c); the old value comes back. */
uint32_t atomic_locked(struct translator *t, const struct atomic *a, atomic_step *step,
                       const uint32_t operand[2]);

#endif
