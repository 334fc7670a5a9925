/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_LANES_H
#define WINDLASS_GPU_SHADER_TRANSLATE_LANES_H

#include "gpu/shader/translate/translator.h"

/* The 32 threads that the guest's GPU runs together. They are the device's subgroup where that has
 * as many lanes, which the contract then asks for. Elsewhere threads of compute shaders come
 * together through shared memory, 32 by their number in the workgroup. */

enum { LANES = 32 };

/* A thread's number among its lanes. Where subgroups are smaller and it is not one of compute: in
 * its quad of pixels, or 0. */
uint32_t lanes_number(struct translator *t);
/* In its quad. */
uint32_t lanes_in_quad(struct translator *t);

/* Do all threads of the workgroup execute the instruction together, surely? */
bool lanes_uniform(struct translator *t);
/* May the instruction work with all lanes? Says so in the error where not. */
bool lanes_together(struct translator *t, const struct isa_instruction *in);
/* Which lanes are here and have the truth, a bit each. */
uint32_t lanes_ballot(struct translator *t, uint32_t truth);
/* The word that lane `lane` has: one of this thread's 32. */
uint32_t lanes_read(struct translator *t, uint32_t word, uint32_t lane);

#endif
