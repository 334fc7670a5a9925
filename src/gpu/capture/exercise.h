/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_CAPTURE_EXERCISE_H
#define WINDLASS_GPU_CAPTURE_EXERCISE_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stdint.h>

/* For programs that damage captures: executing them again must take anything. */

/* True: the file was taken for a capture up to its end. */
bool exercise_capture(const uint8_t *bytes, size_t size);
/* A capture of the channel's sample (channel/exercise.h). */
void capture_sample(unsigned which, struct strbuf *out);

#endif
