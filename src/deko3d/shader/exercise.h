/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_SHADER_EXERCISE_H
#define WINDLASS_DEKO3D_SHADER_EXERCISE_H

#include "deko3d/objects.h"

/* Loads bytes that may be anything, in memory of just their size, once with the control section in
 * front of the code and once apart from it, and aborts where a shader that is called valid says
 * what it cannot. For tests and the fuzzer. Returns whether the first one was valid. */
bool exercise_shader(const uint8_t *bytes, size_t size, uint32_t program);

/* What the last dkShaderInitialize warned of, or "". */
const char *exercise_warning(void);

#endif
