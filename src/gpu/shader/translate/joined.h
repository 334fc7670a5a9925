/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_JOINED_H
#define WINDLASS_GPU_SHADER_TRANSLATE_JOINED_H

#include "gpu/shader/translate/attribute.h"

/* Vertex programs in two parts (gpu/shader/join.h): the attributes between them are variables of
 * the module's own, by the words of the space of attributes. */

/* What is translated is of the first part. */
bool joined_first(const struct translator *t);
/* An attribute at `address` that the second part reads is one that the first part wrote. */
bool joined_hands_on(const struct translator *t, unsigned address);
uint32_t joined_load(struct translator *t, unsigned address);
/* What the first part writes; system values are the vertex's as well, until the second part writes
 * them. */
void joined_store(struct translator *t, unsigned address, struct attribute a, uint32_t word);

#endif
