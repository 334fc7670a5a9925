/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_FRAGMENT_H
#define WINDLASS_GPU_SHADER_TRANSLATE_FRAGMENT_H

#include "gpu/shader/translate/translator.h"

/* Modes of a fragment shader. */
void fragment_entry(struct translator *t);
/* Before its code: pixels that are left out by where they lie. */
void fragment_begin(struct translator *t);
/* The same behind it, on devices that cannot leave them out before. */
void fragment_leave_out(struct translator *t);
/* What alpha is multiplied by where points are round. */
uint32_t fragment_coverage(struct translator *t);
/* What its registers hold at its end becomes colours, sample mask and depth. */
void fragment_end(struct translator *t);

#endif
