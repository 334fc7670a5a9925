/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_FRAGMENT_H
#define WINDLASS_GPU_SHADER_TRANSLATE_FRAGMENT_H

#include "gpu/shader/translate/translator.h"

/* Modes of a fragment shader. */
void fragment_entry(struct translator *t);
/* What its registers hold at its end becomes colours, sample mask and depth. */
void fragment_end(struct translator *t);

#endif
