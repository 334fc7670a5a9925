/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_MUTATE_H
#define WINDLASS_GPU_SHADER_MUTATE_H

#include <stddef.h>
#include <stdint.h>

/* For the programs that damage shaders: the same state makes the same damage. */
extern uint64_t mutate_state;
uint64_t mutate_random(void);
size_t mutate_below(size_t n);
/* Changes a bit, a byte, a word or a few bytes. */
void mutate_bytes(uint8_t *bytes, size_t size);

#endif
