/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_CAPTURE_H
#define WINDLASS_GPU_SHADER_TRANSLATE_CAPTURE_H

#include "gpu/shader/translate/translator.h"

/* Transform feedback: what the key's capture wants of a vertex goes to outputs of its own, which
 * have the places that nobody else has. Before the vertex goes on, as the guest has it. */
void capture_vertex(struct translator *t);

#endif
