/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_ISA_FIELDS_H
#define WINDLASS_GPU_SHADER_ISA_FIELDS_H

#include "gpu/shader/isa.h"

/* What decoder, encoder and text know of an item's field. */

unsigned isa_item_width(const struct isa_item *item);
/* The field's bits put together. */
uint64_t isa_item_get(const struct isa_item *item, uint64_t word);
uint64_t isa_item_put(const struct isa_item *item, uint64_t bits);
/* The operand that a field's bits mean, and back; false: no bits mean it. */
void isa_operand_of(const struct isa_item *item, uint64_t word, struct isa_operand *out);
bool isa_operand_bits(const struct isa_item *item, const struct isa_operand *in, uint64_t *bits);

#endif
