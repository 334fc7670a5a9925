/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_POSITION_H
#define WINDLASS_GPU_SHADER_TRANSLATE_POSITION_H

#include "gpu/shader/translate/translator.h"

/* A vertex's position as Vulkan wants it, where the key says that the GPU takes it otherwise. */
void position_finish(struct translator *t);

#endif
