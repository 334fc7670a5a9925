/* SPDX-License-Identifier: MIT */
#include "gpu/gpu.h"

#include "gpu/runner.h"
#include "gpu/vulkan/renderer.h"

bool gpu_new(const struct gpu_options *options, const struct gpu_owner *owner, struct gpu **out,
             struct error *error) {
    struct renderer renderer;
    if (!vulkan_renderer_new(options, owner, &renderer, error))
        return false;
    *out = gpu_with_renderer(&renderer, owner, options->synchronous);
    return true;
}
