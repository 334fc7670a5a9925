/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/shader/shader_limits.h"

#include "gpu/shader/fields.h"

static uint32_t header(const struct shader_program *p, const char *name) {
    uint32_t value = 0;
    shader_field_get(&shader_sph_layout, p->stage, p->sph, name, 0, &value);
    return value;
}

/* Each vertex has its position and a point's size, and four components a location. */
static bool geometry_fits(const VkPhysicalDeviceLimits *limits, uint32_t threads, uint32_t most,
                          uint32_t outputs, struct error *error) {
    enum { FIXED = 5, LOCATION = 4 };
    const uint32_t components = FIXED + LOCATION * (uint32_t)__builtin_popcount(outputs);
    if (threads > limits->maxGeometryShaderInvocations)
        return error_set(error, ERROR_UNSUPPORTED,
                         "it runs %u times a primitive, and on this device at most %u times",
                         threads, limits->maxGeometryShaderInvocations);
    return (most && most <= limits->maxGeometryOutputVertices &&
            most * components <= limits->maxGeometryTotalOutputComponents) ||
           error_set(error, ERROR_UNSUPPORTED,
                     "it makes up to %u vertices of %u components; on this device 1 to %u are "
                     "possible, with %u together",
                     most, components, limits->maxGeometryOutputVertices,
                     limits->maxGeometryTotalOutputComponents);
}

bool shader_fits(const struct vulkan *vk, const struct shader_program *p,
                 const struct shader_contract *contract, struct error *error) {
    const VkPhysicalDeviceLimits *limits = &vk->properties.limits;
    const uint32_t threads = header(p, "threads_per_primitive");
    if (p->stage == SHADER_TESS_CONTROL && threads > limits->maxTessellationPatchSize)
        return error_set(error, ERROR_UNSUPPORTED,
                         "its patches have %u vertices, and this device's at most %u", threads,
                         limits->maxTessellationPatchSize);
    return p->stage != SHADER_GEOMETRY ||
           geometry_fits(limits, threads, header(p, "max_vertices"), contract->outputs, error);
}
