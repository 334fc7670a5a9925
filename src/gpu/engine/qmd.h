/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_ENGINE_QMD_H
#define WINDLASS_GPU_ENGINE_QMD_H

#include <stdint.h>

/* Bits `low` to `high` of a launch block; within one word. */
uint32_t qmd_field(const uint32_t *words, unsigned low, unsigned high);

#endif
