/* SPDX-License-Identifier: MIT */
#include "gpu/engine/compute.h"
#include "gpu/vulkan/backend.h"
#include "gpu/vulkan/draw/pipeline.h"
#include "gpu/vulkan/query/condition.h"

#include "base/log.h"
#include "base/memory.h"

#include <stdlib.h>

/* The pipeline of a unit. */
struct compute_pipeline {
    uint64_t unit;
    VkPipelineLayout layout;
    VkPipeline pipeline; /* struct pipelines'; none: it cannot be made */
    struct compute_pipeline *next;
};

enum { BUCKETS = 256 };

struct dispatching {
    struct vulkan *vk;
    struct pipelines *pipelines;
    struct compute_pipeline *known[BUCKETS];
    uint64_t done, left_out, made;
    bool warned_groups, warned_set;
};

bool dispatching_new(struct backend *b, struct dispatching **out, struct error *error) {
    (void)error;
    *out = NEW(struct dispatching);
    (*out)->vk = b->vk;
    (*out)->pipelines = b->pipelines;
    return true;
}

void dispatching_free(struct dispatching *d) {
    for (unsigned i = 0; d && i < BUCKETS; i++)
        while (d->known[i]) {
            struct compute_pipeline *p = d->known[i];
            d->known[i] = p->next;
            vkDestroyPipelineLayout(d->vk->device, p->layout, NULL);
            free(p);
        }
    free(d);
}

void dispatching_describe(const struct dispatching *d, struct strbuf *out) {
    strbuf_addf(out, "gpu: %lu dispatches, %lu left out; %lu compute pipelines\n",
                (unsigned long)d->done, (unsigned long)d->left_out, (unsigned long)d->made);
}

/* ---- pipelines ---- */

/* What a device may have less of than the guest's. */
static bool fits(const struct dispatching *d, const struct shader_contract *c,
                 struct error *error) {
    const VkPhysicalDeviceLimits *limits = &d->vk->properties.limits;
    const uint64_t threads = (uint64_t)c->group[0] * c->group[1] * c->group[2];
    if (c->shared_size > limits->maxComputeSharedMemorySize)
        return error_set(error, ERROR_UNSUPPORTED,
                         "its groups share %u bytes, and this device has %u", c->shared_size,
                         limits->maxComputeSharedMemorySize);
    for (unsigned i = 0; i < 3; i++)
        if (c->group[i] > limits->maxComputeWorkGroupSize[i] ||
            threads > limits->maxComputeWorkGroupInvocations)
            return error_set(error, ERROR_UNSUPPORTED,
                             "its groups have %u x %u x %u threads, more than this device takes",
                             c->group[0], c->group[1], c->group[2]);
    return true;
}

static bool make_pipeline(struct dispatching *d, const struct shader_unit *unit,
                          struct compute_pipeline *p, struct error *error) {
    const bool ok = fits(d, &unit->contract, error) &&
                    pipeline_compute_layout(d->vk, unit->layout, &p->layout, error) &&
                    pipelines_find_compute(d->pipelines, unit, p->layout, &p->pipeline, error);
    d->made += ok;
    return ok;
}

static const struct compute_pipeline *
pipeline_of(struct dispatching *d, const struct shader_unit *unit, uint64_t address) {
    struct compute_pipeline **bucket = &d->known[unit->number % BUCKETS];
    struct error error;
    for (struct compute_pipeline *p = *bucket; p; p = p->next)
        if (p->unit == unit->number)
            return p->pipeline ? p : NULL;
    struct compute_pipeline *p = NEW(struct compute_pipeline);
    p->unit = unit->number;
    p->next = *bucket;
    *bucket = p;
    if (make_pipeline(d, unit, p, &error))
        return p;
    log_warning(LOG_GPU, "the compute shader at 0x%lx: %s; it does not run", (unsigned long)address,
                error.text);
    return NULL;
}

/* ---- running ---- */

static const struct shader_unit *unit_of(struct backend *b, const struct compute_launch *launch,
                                         const struct resources *r) {
    const struct shader_code *code = shaders_code(b->shaders, SHADER_COMPUTE, launch->program, r);
    struct shader_key key;
    if (!code)
        return NULL;
    shaders_key(b->shaders, code, &key);
    for (unsigned i = 0; i < 3; i++)
        key.group[i] = launch->group_size[i];
    key.shared_size = launch->shared_bytes;
    key.local_size = launch->local_low;
    key.local_negative = launch->local_high;
    if (launch->local_window)
        key.local_window = launch->local_window;
    if (launch->shared_window)
        key.shared_window = launch->shared_window;
    return shaders_unit(b->shaders, code, &key, r);
}

/* Grids that the device does not take at once in several pieces. */
static bool run(struct backend *b, const uint32_t groups[3], const struct compute_pipeline *p,
                const struct descriptor_set *set) {
    enum { PIECES = 4096 };
    const uint32_t *most = b->vk->properties.limits.maxComputeWorkGroupCount;
    uint64_t pieces = 1;
    for (unsigned i = 0; i < 3; i++)
        pieces *= (groups[i] - 1) / most[i] + 1;
    if (pieces > PIECES) {
        log_once(&b->dispatching->warned_groups, LOG_GPU,
                 "a grid of %u x %u x %u groups is too large; it does not run", groups[0],
                 groups[1], groups[2]);
        return false;
    }
    const VkCommandBuffer commands = batch_commands(b->batches);
    const struct shader_push push = {.y_direction = 1};
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, p->pipeline);
    vkCmdPushConstants(commands, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, &push);
    if (set->set)
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, p->layout, 0, 1,
                                &set->set, set->offset_count, set->offsets);
    for (uint32_t z = 0; z < groups[2]; z += most[2])
        for (uint32_t y = 0; y < groups[1]; y += most[1])
            for (uint32_t x = 0; x < groups[0]; x += most[0]) {
                const uint32_t left[3] = {groups[0] - x, groups[1] - y, groups[2] - z};
                vkCmdDispatchBase(commands, x, y, z, left[0] < most[0] ? left[0] : most[0],
                                  left[1] < most[1] ? left[1] : most[1],
                                  left[2] < most[2] ? left[2] : most[2]);
                if (left[0] <= most[0])
                    break;
            }
    return true;
}

static bool dispatch(struct backend *b, const struct compute_launch *launch) {
    struct dispatching *d = b->dispatching;
    const struct resources r = {
        .pages = launch->pages,
        .constants = launch->constants,
        .constant_count = COMPUTE_CONSTANTS,
        .textures = launch->textures,
        .samplers = launch->samplers,
        .last_texture = launch->last_texture,
        .last_sampler = launch->last_sampler,
        .handles = launch->handles,
        .sampler_with_texture = launch->sampler_with_texture,
    };
    struct descriptor_set set;
    struct error error;
    const struct shader_unit *unit = unit_of(b, launch, &r);
    if (!unit)
        return false;
    const struct compute_pipeline *p = pipeline_of(d, unit, launch->program);
    if (!p)
        return false;
    if (!descriptors_prepare(b->descriptors, unit, &r, &set, &error)) {
        log_once(&d->warned_set, LOG_GPU, "the compute shader at 0x%lx: %s; it does not run",
                 (unsigned long)launch->program, error.text);
        return false;
    }
    if (set.writes)
        batch_barrier(b->batches);
    const bool ran = run(b, launch->groups, p, &set);
    if (set.writes)
        batch_barrier(b->batches);
    return ran;
}

void backend_dispatch(void *context, const struct compute_launch *launch) {
    struct backend *b = context;
    if (!launch->groups[0] || !launch->groups[1] || !launch->groups[2] ||
        !condition_holds(b->memory, launch->pages, &launch->condition))
        return;
    if (dispatch(b, launch))
        b->dispatching->done++;
    else
        b->dispatching->left_out++;
}
