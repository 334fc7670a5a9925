/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CONTAINER_EXERCISE_H
#define WINDLASS_CONTAINER_EXERCISE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Runs one file of any content through a parser and what stands on it, as `windlass info` does.
 * For the fuzzers and the mutation run; true: it was taken. A refusal without a message aborts. */
bool exercise_program(const uint8_t *bytes, size_t size);
bool exercise_romfs(const uint8_t *bytes, size_t size);
bool exercise_nacp(const uint8_t *bytes, size_t size);

#endif
