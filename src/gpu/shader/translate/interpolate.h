/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_INTERPOLATE_H
#define WINDLASS_GPU_SHADER_TRANSLATE_INTERPOLATE_H

#include "gpu/shader/translate/attribute.h"

/* How a fragment shader's input comes from its vertices: the header says it for each component. */
void interpolate_decorate(struct translator *t, struct attribute a, uint32_t variable);

#endif
