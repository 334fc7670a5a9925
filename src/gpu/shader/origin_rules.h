/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_ORIGIN_RULES_H
#define WINDLASS_GPU_SHADER_ORIGIN_RULES_H

#include "gpu/shader/origin.h"
#include "gpu/shader/values_solve.h"

/* What origin.c asks of each value that an address or a handle is made of. */

extern const struct solver_rules address_rules, handle_rules;

/* Say where it comes from, of what was solved: an address of the two halves, and the handle that an
 * instruction reads. */
void address_origin(const struct solver *s, uint32_t low, uint32_t high, struct shader_origin *out);
void handle_origin(const struct solver *s, uint32_t instruction, uint32_t value,
                   struct shader_origin *out);

/* Of an LDC that reads whole words at multiples of four: where the one is that its register `index`
 * gets, without what the register adds. */
bool origin_of_load(const struct isa_instruction *in, unsigned index, struct shader_place *place);

#endif
