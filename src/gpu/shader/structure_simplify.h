/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_STRUCTURE_SIMPLIFY_H
#define WINDLASS_GPU_SHADER_STRUCTURE_SIMPLIFY_H

#include "gpu/shader/structure.h"

/* Takes breaks away that go where the code goes anyway, and scopes that nothing leaves. */
void structure_simplify(struct structure *s);

#endif
