/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_BARRIER_H
#define WINDLASS_GPU_SHADER_TRANSLATE_BARRIER_H

#include "gpu/shader/translate/translator.h"

/* All threads of the workgroup come here before one goes on, and see what the others wrote. */
void barrier_of_group(struct translator *t);
/* How many they are. */
uint32_t barrier_threads(const struct translator *t);

#endif
