/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_EXERCISE_H
#define WINDLASS_GPU_SHADER_EXERCISE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* For the fuzzers and the mutation run: a file, or a text, of any content, there and back. True: it
 * was taken. What does not come back as it was, and a refusal without a message, abort. */
bool exercise_shader_file(const uint8_t *bytes, size_t size);
bool exercise_shader_text(const uint8_t *bytes, size_t size);

#endif
