/* SPDX-License-Identifier: MIT */
#include "gpu/gpu.h"

#include "gpu/runner.h"
#include "gpu/vulkan/draw/pipeline.h"
#include "gpu/vulkan/renderer.h"

bool gpu_new(const struct gpu_options *options, const struct gpu_owner *owner, struct gpu **out,
             struct error *error) {
    struct renderer renderer;
    if (!vulkan_renderer_new(options, owner, &renderer, error))
        return false;
    *out = gpu_with_renderer(&renderer, owner, options->synchronous);
    return true;
}

bool gpu_has_drawn_before(const struct gpu_options *o) {
    return o->cache_folder && o->program && pipelines_are_listed(o->cache_folder, o->program);
}
