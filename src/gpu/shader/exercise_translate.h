/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_EXERCISE_TRANSLATE_H
#define WINDLASS_GPU_SHADER_EXERCISE_TRANSLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* For the fuzzer and the mutation run: programs of any content become SPIR-V that the validator
 * takes, or a message; anything else aborts. The first EXERCISE_KEY bytes say what is asked for;
 * behind them lies a DKSH, or a shader program header and code. True: there was a module. */
enum { EXERCISE_KEY = 8 };
bool exercise_shader_translate(const uint8_t *bytes, size_t size);

#endif
