/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_BARRIER_H
#define WINDLASS_GPU_SHADER_TRANSLATE_BARRIER_H

#include "gpu/shader/translate/translator.h"

/* All threads of the workgroup come here before one goes on, and see what the others wrote. */
void barrier_of_group(struct translator *t);
/* Of the invocations of a patch, which then see each other's outputs. */
void barrier_of_patch(struct translator *t);
/* How many they are: 1 to 1024, which Vulkan's devices and the guest's have. */
uint32_t barrier_threads(struct translator *t);

#endif
