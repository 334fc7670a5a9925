/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_CAPTURE_DESCRIBE_STATE_H
#define WINDLASS_GPU_CAPTURE_DESCRIBE_STATE_H

#include "gpu/engine/three.h"

#include <stdio.h>

/* What a draw is drawn with, a line or two a group of registers; what is off is left out. */
void describe_state(const struct three_state *state, FILE *out);

#endif
