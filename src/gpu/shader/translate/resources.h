/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_RESOURCES_H
#define WINDLASS_GPU_SHADER_TRANSLATE_RESOURCES_H

#include "gpu/shader/translate/translator.h"

/* Buffers that a program reads and writes, as they stand in the contract. Each is a struct with a
 * runtime array of words; drivers with robust buffer access read zeros behind its end. */

/* A word of a constant buffer; `offset` in bytes, a multiple of four. */
uint32_t constant_word(struct translator *t, unsigned slot, uint32_t offset);
/* At a place that the code works out: a number of bytes, of which the lowest two bits do not count.
 * Behind 64 KiB it is zero. */
uint32_t constant_word_at(struct translator *t, unsigned slot, uint32_t offset);

/* A variable for a buffer of words at the binding. */
uint32_t buffer_variable(struct translator *t, uint32_t binding, bool written);
/* A pointer to word `index` of it. */
uint32_t buffer_pointer(struct translator *t, uint32_t variable, uint32_t index);
/* A member of the push constants. */
uint32_t push_member(struct translator *t, unsigned byte);

#endif
