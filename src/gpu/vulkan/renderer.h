/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_RENDERER_H
#define WINDLASS_GPU_VULKAN_RENDERER_H

#include "gpu/gpu.h"
#include "gpu/renderer.h"

/* The renderer that draws with Vulkan. Fails as gpu_new does. `out->free` ends it. */
MUST_CHECK bool vulkan_renderer_new(const struct gpu_options *options,
                                    const struct gpu_owner *owner, struct renderer *out,
                                    struct error *error);

#endif
