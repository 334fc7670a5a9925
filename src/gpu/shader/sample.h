/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_SAMPLE_H
#define WINDLASS_GPU_SHADER_SAMPLE_H

/* Files of shaders as text, for tests: each stage, several programs in one, bare ones. */
enum { SHADER_SAMPLES = 8 };
extern const char *const shader_samples[SHADER_SAMPLES];

#endif
