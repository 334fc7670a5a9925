/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_RUNNER_H
#define WINDLASS_GPU_RUNNER_H

#include "gpu/gpu.h"
#include "gpu/renderer.h"

/* A GPU on any renderer, which it takes over: what gpu_new does with the one of Vulkan, and tests
 * with one that takes notes. */
struct gpu *gpu_with_renderer(const struct renderer *renderer, const struct gpu_owner *owner,
                              bool synchronous);
/* How long gpu_stop waits for the device before it leaves it at what it does. */
void gpu_set_patience(struct gpu *gpu, unsigned milliseconds);

#endif
