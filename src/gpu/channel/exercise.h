/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_CHANNEL_EXERCISE_H
#define WINDLASS_GPU_CHANNEL_EXERCISE_H

#include "gpu/command/words.h"

/* For programs that hand damaged commands to a channel: it must take anything. */

enum { STREAM_SAMPLES = 4 };

/* Executes the words by a channel whose renderer draws nothing. True: the channel neither failed
 * nor waits. */
bool exercise_stream(const uint8_t *bytes, size_t size);
/* What is damaged is warned of; nobody wants to read that. */
void exercise_silently(void);
/* Commands that make sense: state, draws and macros; launches; copies; semaphores. */
void stream_sample(unsigned which, struct command_writer *out);

#endif
